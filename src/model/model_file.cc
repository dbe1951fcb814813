#include "model/model_file.h"

#include <algorithm>
#include <cmath>

#include "base/numbers_as_text.h"
#include "files/magic.h"
#include "model/architecture.h"
#include "model/quantize.h"

namespace eegate {
namespace {

constexpr std::string_view kSelfTestInput = "selftest.input", kSelfTestLogits = "selftest.logits";

bool is_self_test(std::string_view name) { return name == kSelfTestInput || name == kSelfTestLogits; }

std::vector<std::uint64_t> wide(const std::vector<std::size_t>& shape) { return {shape.begin(), shape.end()}; }

Error tensor_error(std::string_view code, std::string message, std::string name, std::string found = {},
                   std::string expected = {}) {
  return Error{.code = code,
               .message = std::move(message),
               .field = std::move(name),
               .found = std::move(found),
               .expected = std::move(expected)};
}

// A tensor of the file: of the list, or the scales of one in 8 bits.
struct Expected {
  std::string name;
  std::vector<std::uint64_t> shape;
  bool is_int8 = false, is_scale = false;
};

std::vector<Expected> expected_tensors(const std::vector<TensorSpec>& specs, bool in_8_bits) {
  std::vector<Expected> all;
  for (const TensorSpec& spec : specs) {
    const bool is_int8 = in_8_bits && stored_in_8_bits(spec);
    all.push_back({.name = spec.name, .shape = wide(spec.shape), .is_int8 = is_int8});
    if (is_int8) all.push_back({.name = scale_name(spec), .shape = {spec.shape[0]}, .is_scale = true});
  }
  return all;
}

const Expected* find_spec(const std::vector<Expected>& specs, std::string_view name) {
  for (const Expected& spec : specs) {
    if (spec.name == name) return &spec;
  }
  return nullptr;
}

Result<> check_dtype(const SafetensorsTensor& tensor, const Expected* expected) {
  const bool is_int8 = expected != nullptr && expected->is_int8, is_scale = expected != nullptr && expected->is_scale;
  const std::string_view allowed = is_int8 ? "I8" : is_scale ? "F32" : "F32, F16, BF16 or F64";
  bool is_right = false;
  for (const std::string_view dtype : {"I8", "F32", "F16", "BF16", "F64"})
    is_right = is_right || (tensor.dtype == dtype && (is_int8    ? dtype == "I8"
                                                      : is_scale ? dtype == "F32"
                                                                 : dtype != "I8"));
  if (is_right) return {};
  return tensor_error("MODEL_TENSOR_DTYPE", "A tensor has a type that weights do not have", tensor.name, tensor.dtype,
                      std::string(allowed));
}

// Names, dtypes and shapes. No memory is allocated from numbers of the file before these checks.
Result<> check_tensors(const SafetensorsFile& file, const std::vector<Expected>& specs, Warnings& warnings) {
  for (const SafetensorsTensor& tensor : file.tensors) {
    if (find_spec(specs, tensor.name) != nullptr || is_self_test(tensor.name)) continue;
    return tensor_error("MODEL_TENSOR_UNKNOWN", "The file has a tensor that this configuration does not use",
                        quoted(tensor.name, 80));
  }
  for (const Expected& spec : specs) {
    if (file.find(spec.name) != nullptr) continue;
    return tensor_error("MODEL_TENSOR_MISSING", "The file lacks a tensor of this configuration", spec.name, "nothing",
                        "shape " + shape_text(spec.shape));
  }
  for (const SafetensorsTensor& tensor : file.tensors) {
    const Expected* spec = find_spec(specs, tensor.name);
    EEGATE_CHECK(check_dtype(tensor, spec));
    if (spec != nullptr && spec->shape != tensor.shape) {
      return tensor_error("MODEL_TENSOR_SHAPE", "A tensor has another shape than the configuration says", tensor.name,
                          shape_text(tensor.shape), shape_text(spec->shape));
    }
    if (tensor.dtype == "F64")
      warnings.push_back({"MODEL_F64", "Tensor " + tensor.name + " was rounded from 64 to 32 bits"});
  }
  return {};
}

Result<> check_finite(const std::string& name, std::span<const float> values) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (std::isfinite(values[i])) continue;
    return Error{.code = "MODEL_NONFINITE",
                 .message = "A tensor holds values that are not finite numbers",
                 .field = name,
                 .place = "value " + std::to_string(i),
                 .found = std::isnan(values[i]) ? "NaN" : "infinity",
                 .expected = "finite numbers"};
  }
  return {};
}

Error value_error(const std::string& name, const char* message, std::size_t i, double found, const char* expected) {
  Error error = tensor_error("MODEL_VALUE", message, name, significant(found, 6), expected);
  error.place = "value " + std::to_string(i);
  return error;
}

// The constraints of training must hold in a file, too, except norms, which training would shorten.
Result<> check_constraint(const TensorSpec& spec, std::span<const float> values) {
  const auto wrong = [&](const char* message, std::size_t i, const char* expected) {
    return value_error(spec.name, message, i, static_cast<double>(values[i]), expected);
  };
  switch (spec.constraint) {
    case Constraint::kNone:
    case Constraint::kRowNorm:
    case Constraint::kFixed:
      return {};
    case Constraint::kNonNegative:
      for (std::size_t i = 0; i < values.size(); ++i) {
        if (values[i] < 0) return wrong("A value is negative in a tensor that has none", i, "0 or more");
      }
      return {};
    case Constraint::kFirstColumnZero:
      for (std::size_t i = 0; i < values.size(); i += spec.shape[1]) {
        if (values[i] != 0) return wrong("The first column of a tensor is fixed to zero", i, "0");
      }
      return {};
  }
  abort_on_internal_error();
}

Result<> check_limits(const Weights& weights) {
  for (std::size_t i = 0; i < weights.specs().size(); ++i)
    EEGATE_CHECK(check_constraint(weights.specs()[i], weights.values(i)));
  return {};
}

Result<Int8Tensor> read_int8_tensor(const SafetensorsFile& file, const TensorSpec& spec,
                                    std::span<const std::byte> bytes) {
  Int8Tensor tensor{read_int8(file, *file.find(spec.name), bytes), {}};
  for (std::size_t i = 0; i < tensor.values.size(); ++i) {
    if (tensor.values[i] < -127)
      return value_error(spec.name, "A weight in 8 bits is out of its range", i, tensor.values[i], "-127 to 127");
  }
  const std::string name = scale_name(spec);
  EEGATE_TRY(tensor.scales, read_floats(file, *file.find(name), bytes));
  EEGATE_CHECK(check_finite(name, tensor.scales));
  for (std::size_t i = 0; i < tensor.scales.size(); ++i) {
    if (tensor.scales[i] > 0 && tensor.scales[i] <= kLargestScale) continue;
    return value_error(name, "A scale of weights in 8 bits is out of its range", i,
                       static_cast<double>(tensor.scales[i]), "more than 0, at most 1e30");
  }
  return tensor;
}

Result<std::shared_ptr<const Int8Tensors>> read_int8_tensors(const SafetensorsFile& file,
                                                             const std::vector<TensorSpec>& specs,
                                                             std::span<const std::byte> bytes) {
  Int8Tensors tensors(specs.size());
  for (std::size_t i = 0; i < specs.size(); ++i) {
    if (!stored_in_8_bits(specs[i])) continue;
    EEGATE_TRY(tensors[i], read_int8_tensor(file, specs[i], bytes));
  }
  return std::make_shared<const Int8Tensors>(std::move(tensors));
}

Result<Weights> read_weights(const SafetensorsFile& file, std::vector<TensorSpec> specs,
                             std::span<const std::byte> bytes, bool in_8_bits) {
  std::shared_ptr<const Int8Tensors> int8;
  if (in_8_bits) {
    EEGATE_TRY(int8, read_int8_tensors(file, specs, bytes));
  }
  Weights weights(std::move(specs), std::move(int8));
  for (std::size_t i = 0; i < weights.specs().size(); ++i) {
    if (weights.int8(i) != nullptr) continue;
    const std::string& name = weights.specs()[i].name;
    EEGATE_TRY(const std::vector<float> values, read_floats(file, *file.find(name), bytes));
    EEGATE_CHECK(check_finite(name, values));
    std::copy(values.begin(), values.end(), weights.values(i).begin());
  }
  for (const std::string_view name : {kSelfTestInput, kSelfTestLogits}) {
    const SafetensorsTensor* tensor = file.find(name);
    if (tensor == nullptr) continue;
    EEGATE_TRY(const std::vector<float> values, read_floats(file, *tensor, bytes));
    EEGATE_CHECK(check_finite(tensor->name, values));
  }
  return weights;
}

}  // namespace

Result<> refuse_pickle(std::span<const std::byte> bytes) {
  if (!looks_like_pickle_or_archive(bytes)) return {};
  return Error{
      .code = "MODEL_PICKLE_REFUSED",
      .message = "This is a pickle, a zip archive or an HDF5 file, not safetensors",
      .place = "byte 0",
      .expected = "a safetensors file",
      .hint = "Convert the weights to safetensors where they were made; a pickle is a program and is never opened.",
      .byte_offset = 0};
}

Result<Weights> read_checked_weights(const SafetensorsFile& file, std::vector<TensorSpec> specs,
                                     std::span<const std::byte> bytes, Warnings& warnings, bool in_8_bits) {
  EEGATE_CHECK(check_tensors(file, expected_tensors(specs, in_8_bits), warnings));
  EEGATE_TRY(Weights weights, read_weights(file, std::move(specs), bytes, in_8_bits));
  EEGATE_CHECK(check_limits(weights));
  return weights;
}

Result<ModelFile> read_model_file(std::span<const std::byte> bytes) {
  EEGATE_CHECK(refuse_pickle(bytes));
  EEGATE_TRY(SafetensorsFile container, parse_safetensors(bytes));
  EEGATE_TRY(ModelContract contract, read_contract(container));
  EEGATE_TRY(const JsonDocument document, JsonDocument::parse(*container.metadata_value("config")));
  EEGATE_TRY(ModelConfig config, read_config(document.root()));
  EEGATE_CHECK(check_contract(contract, config));
  const Architecture& architecture = *find_architecture(config.architecture);
  if (architecture.check_contract != nullptr) EEGATE_CHECK(architecture.check_contract(contract.ch_names));
  config.ch_names = contract.ch_names;
  Warnings warnings = container.warnings;
  EEGATE_TRY(Weights weights,
             read_checked_weights(container, architecture.tensors(config), bytes, warnings, contract.in_8_bits));
  return ModelFile{std::move(container), std::move(contract), std::move(config), std::move(weights),
                   std::move(warnings)};
}

}  // namespace eegate
