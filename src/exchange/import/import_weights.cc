#include "exchange/import/import_weights.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

#include "base/numbers_as_text.h"
#include "exchange/import/dialect.h"
#include "exchange/import/suggested_names.h"
#include "model/architecture.h"
#include "model/memory_limit.h"

namespace eegate {
namespace {

constexpr const Dialect* kDialects[] = {&dialects::kBraindecode, &dialects::kKeras, &dialects::kPytorch};
constexpr double kRenormEpsilon = 1e-7;

using Shape = std::vector<std::size_t>;

// Permutes the axes of a row-major array.
std::vector<float> permuted(const std::vector<float>& values, const Shape& shape, const Shape& axes) {
  Shape strides(shape.size(), 1);
  for (std::size_t i = shape.size(); i-- > 1;) strides[i - 1] = strides[i] * shape[i];
  std::vector<float> out;
  out.reserve(values.size());
  Shape index(shape.size(), 0);  // in the new order
  for (std::size_t n = 0; n < values.size(); ++n) {
    std::size_t place = 0;
    for (std::size_t i = 0; i < axes.size(); ++i) place += index[i] * strides[axes[i]];
    out.push_back(values[place]);
    for (std::size_t i = axes.size(); i-- > 0;) {
      if (++index[i] < shape[axes[i]]) break;
      index[i] = 0;
    }
  }
  return out;
}

// Scales rows with a norm above `limit` down to it.
void shorten_rows(std::span<float> values, std::size_t n_rows, double limit) {
  const std::size_t n = values.size() / n_rows;
  for (std::size_t row = 0; row < n_rows; ++row) {
    double sum = 0;
    for (const float value : values.subspan(row * n, n)) sum += static_cast<double>(value) * static_cast<double>(value);
    const double norm = std::sqrt(sum);
    if (norm <= limit) continue;
    for (float& value : values.subspan(row * n, n))
      value = static_cast<float>(static_cast<double>(value) * (limit / (norm + kRenormEpsilon)));
  }
}

Error wrong_shape(const ForeignTensor& tensor, const TensorSpec& spec, const Shape& expected) {
  return Error{.code = "IMPORT_SHAPE",
               .message = "A tensor does not have the shape that the configuration gives it",
               .field = quoted(tensor.name, 80) + " as " + spec.name,
               .found = shape_text(tensor.shape),
               .expected = shape_text(expected) + (expected == spec.shape ? "" : ", of which a part is " + spec.name),
               .hint = "The configuration must say what the model was: sizes, number of blocks and heads."};
}

Result<std::vector<float>> values_of(const ForeignTensor& tensor, const ForeignSource& source, const TensorSpec& spec) {
  Shape shape = tensor.shape;
  std::vector<float> values = tensor.values;
  if (source.n_parts > 1) {
    Shape whole = spec.shape;
    whole[0] *= source.n_parts;
    if (without_ones(shape) != without_ones(whole)) return wrong_shape(tensor, spec, whole);
    const auto begin = values.begin() + static_cast<std::ptrdiff_t>(source.part * spec.n_values());
    values = std::vector<float>(begin, begin + static_cast<std::ptrdiff_t>(spec.n_values()));
    shape = spec.shape;
  }
  if (!source.axes.empty()) {
    if (shape.size() != source.axes.size()) return wrong_shape(tensor, spec, spec.shape);
    values = permuted(values, shape, source.axes);
    Shape new_shape;
    for (const std::size_t axis : source.axes) new_shape.push_back(shape[axis]);
    if (!merges_into(new_shape, spec.shape)) return wrong_shape(tensor, spec, spec.shape);
  } else if (!merges_into(shape, spec.shape)) {
    return wrong_shape(tensor, spec, spec.shape);
  }
  if (source.max_norm > 0) shorten_rows(values, spec.shape[0], source.max_norm);
  return values;
}

// Frequent models that eegate does not have, recognised by a tensor that only they have.
struct Stranger {
  std::string_view tensor, name;
};
constexpr Stranger kStrangers[] = {
    {"conv_4.weight", "braindecode's Deep4Net"},
    {"conv_time_spat.conv_time.weight", "braindecode's ShallowFBCSPNet"},
    {"conv_time.weight", "braindecode's ShallowFBCSPNet"},
    {"patch_embedding.shallownet.0.weight", "braindecode's EEGConformer"},
};

const Stranger* find_stranger(const ForeignWeights& foreign) {
  for (const Stranger& stranger : kStrangers) {
    if (foreign.find(stranger.tensor) != nullptr) return &stranger;
  }
  return nullptr;
}

Error unknown_model(const ForeignWeights& foreign) {
  std::string names;
  for (const ForeignTensor& tensor : foreign.tensors()) {
    if (names.size() < 120) names += (names.empty() ? "" : ", ") + tensor.name;
  }
  Error error{
      .code = "IMPORT_UNKNOWN",
      .message = "Nothing in this file has a name that eegate knows",
      .found = foreign.tensors().empty() ? "no tensors" : quoted(names, 160),
      .expected = "encoders of PyTorch or Keras, LSTMs of PyTorch, EEGNet of braindecode or Keras",
      .hint = "\"names\" beside the configuration says which tensor is which: {\"head.weight\": \"their.name\"}."};
  if (const Stranger* stranger = find_stranger(foreign)) {
    error.message = "These are weights of a model that eegate does not have";
    error.found = stranger->name;
    error.hint = "Its own program runs it; eegate's eegnet or a transformer with conv_stem can be trained instead.";
  }
  return error;
}

struct Missing {
  TensorSpec spec;
  std::vector<ForeignSource> tried;
};

// A tensor of an optional part that the configuration does not have shows that the configuration is wrong.
std::string say_part(std::string_view field, bool is_there) {
  return std::string("Weights with") + (is_there ? "" : "out") + " this part belong to a configuration with \"" +
         std::string(field) + "\": " + (is_there ? "true" : "false") + ".";
}

// Computed tables and counters, which are not weights.
bool is_no_weight(std::string_view name) {
  return name.ends_with("num_batches_tracked") || name == "pe" || name.ends_with(".pe") || name.ends_with("/seed") ||
         name.find("seed_generator") != std::string_view::npos;
}

// Tensors of the file that are not assigned yet.
std::vector<const ForeignTensor*> left_over(const ForeignWeights& foreign, const std::set<std::string>& used) {
  std::vector<const ForeignTensor*> left;
  for (const ForeignTensor& tensor : foreign.tensors()) {
    if (!used.contains(tensor.name) && !is_no_weight(tensor.name)) left.push_back(&tensor);
  }
  return left;
}

// A hint: which names to give with the configuration, and which tensors of the file are not assigned.
std::string remedy_of(const std::vector<Missing>& all, const std::vector<const ForeignTensor*>& left) {
  constexpr std::size_t kMostNames = 6;
  std::vector<WantedTensor> wanted;
  for (const auto& [spec, tried] : all) {
    WantedTensor& one = wanted.emplace_back(WantedTensor{spec.name, spec.shape, {}});
    for (const ForeignSource& source : tried) one.tried.push_back(source.name);
  }
  const std::vector<std::string> theirs = suggest_names(wanted, left);
  std::string text = "\"names\" beside the configuration says which it is, by names and shapes: {";
  for (std::size_t i = 0; i < std::min(all.size(), kMostNames); ++i)
    text += (i > 0 ? ", \"" : "\"") + wanted[i].name + "\": \"" + (theirs[i].empty() ? "their.name" : theirs[i]) + "\"";
  text += all.size() > kMostNames ? ", ...}." : "}.";
  if (left.empty()) return text + " No tensor of the file is left.";
  text += " Left in the file: ";
  for (std::size_t i = 0; i < std::min(left.size(), kMostNames); ++i)
    text += (i > 0 ? ", " : "") + quoted(left[i]->name, 80) + " " + shape_text(left[i]->shape);
  return text + (left.size() > kMostNames ? ", and " + std::to_string(left.size() - kMostNames) + " more." : ".");
}

// An error for the first missing tensor, with suggested names for all of them.
Error missing(const std::vector<Missing>& all, const ForeignWeights& foreign, const std::set<std::string>& used) {
  const auto& [spec, tried] = all.front();
  std::string names;
  std::set<std::string> reported;
  for (const ForeignSource& source : tried) {
    if (names.size() < 120 && reported.insert(source.name).second) names += (names.empty() ? "" : ", ") + source.name;
  }
  const std::string others = all.size() == 1 ? "" : ", nor " + std::to_string(all.size() - 1) + " more of it";
  return Error{
      .code = "IMPORT_TENSOR_MISSING",
      .message = "No tensor of the file is this one of the configuration" + others,
      .field = spec.name,
      .found = names.empty() ? "nothing" : "none of " + names,
      .expected = "shape " + shape_text(spec.shape),
      .hint = spec.optional_by.empty() ? remedy_of(all, left_over(foreign, used)) : say_part(spec.optional_by, false)};
}

// The configuration field whose part would use a tensor of the file that is left over; empty if there is none.
std::string_view field_of_missing_part(const ForeignWeights& foreign, const std::set<std::string>& used,
                                       const Dialect& dialect, const ModelConfig& config) {
  const Architecture& architecture = *find_architecture(config.architecture);
  const auto is_left_over = [&](const ForeignSource& source) {
    return foreign.find(source.name) != nullptr && !used.contains(source.name);
  };
  for (const FieldSpec& field : architecture.fields) {
    if (field.type != FieldType::kBool || !config.fields.is_set(field.name) || config.fields.flag(field.name)) continue;
    ModelConfig with_part = config;
    with_part.fields.set(field.name, 1);
    for (const TensorSpec& spec : architecture.tensors(with_part)) {
      if (spec.optional_by != field.name) continue;
      if (std::ranges::any_of(dialect.sources(spec.name, foreign, with_part), is_left_over)) return field.name;
    }
  }
  return {};
}

Result<> check_all_used(const ForeignWeights& foreign, const std::set<std::string>& used, const Dialect& dialect,
                        const ModelConfig& config) {
  for (const ForeignTensor& tensor : foreign.tensors()) {
    if (used.contains(tensor.name) || is_no_weight(tensor.name)) continue;
    const std::string_view field = field_of_missing_part(foreign, used, dialect, config);
    return Error{.code = "IMPORT_TENSOR_UNKNOWN",
                 .message = "The file has a tensor that the configuration leaves no place for",
                 .field = quoted(tensor.name, 80),
                 .found = "shape " + shape_text(tensor.shape),
                 .hint = field.empty()
                             ? "It would change what the model says: the configuration must have a part for it."
                             : say_part(field, true)};
  }
  return {};
}

// Missing scales and shifts of norms are 1 and 0, unless the configuration states whether they exist.
bool fill_plain_norm(const TensorSpec& spec, const ForeignWeights& foreign, const Dialect& dialect,
                     const ModelConfig& config, std::span<float> values) {
  if (config.fields.has_field("norm_affine") || spec.running_mean.empty()) return false;
  const auto sources = dialect.sources(spec.running_mean, foreign, config);
  const bool normed =
      std::ranges::any_of(sources, [&](const ForeignSource& s) { return foreign.find(s.name) != nullptr; });
  if (normed) std::ranges::fill(values, static_cast<float>(spec.initial.torch.scale));
  return normed;
}

// In order of precedence; the last one recognises every file.
const Dialect& dialect_of(const ForeignWeights& foreign) {
  for (const Dialect* dialect : kDialects) {
    if (dialect->recognises(foreign)) return *dialect;
  }
  return dialects::kPytorch;
}

std::vector<ForeignSource> sources_of(const TensorSpec& spec, const ForeignWeights& foreign, const Dialect& dialect,
                                      const ModelConfig& config, const GivenNames& names) {
  std::vector<ForeignSource> sources;
  std::vector<ForeignSource> usual = dialect.sources(spec.name, foreign, config);
  for (const auto& [ours, theirs] : names) {
    if (ours != spec.name) continue;
    // The layout of that program, but without parts of a joint matrix.
    ForeignSource source = usual.empty() ? ForeignSource{} : usual.front();
    source.name = theirs;
    source.part = 0;
    source.n_parts = 1;
    sources.push_back(std::move(source));
  }
  sources.push_back({spec.name});
  for (ForeignSource& source : usual) sources.push_back(std::move(source));
  return sources;
}

}  // namespace

BlockTensor block_tensor(const std::string& ours, std::string_view group) {
  if (!ours.starts_with(group)) return {};
  const std::size_t dot = ours.find('.', group.size());
  if (dot == std::string::npos) return {};
  std::size_t block = 0;
  for (const char c : ours.substr(group.size(), dot - group.size())) {
    if (c < '0' || c > '9') return {};
    block = 10 * block + static_cast<std::size_t>(c - '0');
  }
  return {block, ours.substr(dot + 1)};
}

Result<ImportedWeights> import_weights(const ForeignWeights& foreign, const ModelConfig& config,
                                       const GivenNames& names) {
  EEGATE_CHECK(foreign.check_foreign());
  const Dialect& dialect = dialect_of(foreign);
  std::vector<TensorSpec> tensors = find_architecture(config.architecture)->tensors(config);
  EEGATE_CHECK(check_weights_memory(tensors));
  ImportedWeights imported{Weights(std::move(tensors)), std::string(dialect.name), {}, {}};
  std::set<std::string> used;
  std::optional<Error> problem;  // the first one
  std::vector<Missing> absent;
  for (std::size_t i = 0; i < imported.weights.specs().size(); ++i) {
    const TensorSpec& spec = imported.weights.specs()[i];
    const std::vector<ForeignSource> sources = sources_of(spec, foreign, dialect, config, names);
    const auto source =
        std::ranges::find_if(sources, [&](const ForeignSource& s) { return foreign.find(s.name) != nullptr; });
    if (source == sources.end()) {
      const bool plain = fill_plain_norm(spec, foreign, dialect, config, imported.weights.values(i));
      if (!plain) absent.push_back({spec, sources});
      continue;
    }
    const auto values = values_of(*foreign.find(source->name), *source, spec);
    if (!values.ok() && !problem && absent.empty()) problem = values.error();
    if (values.ok()) std::ranges::copy(*values, imported.weights.values(i).begin());
    imported.assignments.emplace_back(spec.name, source->name);
    used.insert(source->name);
  }
  if (used.empty() || ((problem || !absent.empty()) && find_stranger(foreign) != nullptr))
    return unknown_model(foreign);
  if (problem) return *problem;
  if (!absent.empty()) return missing(absent, foreign, used);
  EEGATE_CHECK(check_all_used(foreign, used, dialect, config));
  return imported;
}

}  // namespace eegate
