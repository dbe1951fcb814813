// Weights of dense layers in 8 bits: layers and networks against double arithmetic, files there and back, files
// refused.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include "kernels/matmul_int8.h"
#include "model/forward_trace.h"
#include "model/layers/linear.h"
#include "model/model.h"
#include "model/model_file.h"
#include "model/quantize.h"
#include "model/resize.h"
#include "session/exchange/import_export.h"
#include "session/explain/explanation.h"
#include "session/train/training_data.h"
#include "session/train/training_gradient.h"
#include "support/close_to.h"
#include "support/every_target.h"
#include "support/model_bytes.h"
#include "support/random_values.h"
#include "support/scalar_transformer.h"
#include "train/save.h"

using namespace eegate;
using eegate::test::config_from;
using eegate::test::largest_difference;
using eegate::test::metadata_for;
using eegate::test::model_bytes;
using eegate::test::on_every_target;
using eegate::test::random_values;
using eegate::test::ScalarTransformer;

namespace quantized_test {

namespace {

constexpr std::size_t kChans = 3, kTimes = 13;

ModelConfig small_config(const std::string& fields) {
  return config_from(
      R"({"architecture":"transformer","n_chans":3,"n_times":13,"n_outputs":2,"n_heads":3,"key_dim":5,"value_dim":4,
          "ffn_dim":12,"standardize":"none","n_blocks":2,"embedding":{"kind":"linear","dim":8},)" +
      fields + "}");
}

const std::vector<std::string> kKinds = {R"("block":"post_ln")", R"("block":"pre_ln")",
                                         R"("block":"gated","gate":"gru")", R"("block":"gated","gate":"sigtanh")"};

ModelFile file_of(const ModelConfig& config) {
  auto file = read_model_file(model_bytes(config, metadata_for(config)));
  REQUIRE(file.ok());
  return std::move(file).value();
}

// The file in 8 bits, with two trials as its self-test.
std::vector<std::byte> int8_bytes(const ModelConfig& config) {
  if (!int8_product_is_exact()) SKIP("this WebAssembly computes such products wrongly");
  const ModelFile file = file_of(config);
  const std::vector<float> x = random_values(2 * config.n_chans * config.n_times, "self-test", 20);
  const auto weights = quantized(file.weights);
  REQUIRE(weights.ok());
  auto bytes = write_model(config, *weights, file.contract, {x.data(), 2, config.n_chans, config.n_times});
  INFO((bytes.ok() ? std::string() : describe(bytes.error())));
  REQUIRE(bytes.ok());
  return std::move(bytes).value();
}

std::vector<float> logits_of(Model& model, const std::vector<float>& x, std::size_t n_trials) {
  const ModelConfig& c = model.config();
  std::vector<float> out(n_trials * c.n_outputs);
  REQUIRE(model
              .predict({x.data(), n_trials, c.n_chans, x.size() / n_trials / c.n_chans},
                       {out.data(), n_trials, c.n_outputs})
              .ok());
  return out;
}

// A file taken apart, to be put together with something else in it.
struct Parts {
  std::vector<std::pair<std::string, std::string>> metadata;
  struct Part {
    SafetensorsOut out;
    std::vector<float> values;
    std::vector<std::int8_t> int8;
  };
  std::vector<Part> tensors;

  explicit Parts(std::span<const std::byte> bytes) {
    const auto file = parse_safetensors(bytes);
    REQUIRE(file.ok());
    metadata = file->metadata;
    for (const SafetensorsTensor& tensor : file->tensors) {
      Part part{{.name = tensor.name, .shape = tensor.shape, .values = {}}, {}, {}};
      if (tensor.dtype == "I8") {
        part.int8 = read_int8(*file, tensor, bytes);
      } else {
        part.values = *read_floats(*file, tensor, bytes);
      }
      tensors.push_back(std::move(part));
    }
  }
  Part& operator[](std::string_view name) {
    return *std::ranges::find_if(tensors, [&](const Part& part) { return part.out.name == name; });
  }
  void remove(std::string_view name) {
    std::erase_if(tensors, [&](const Part& part) { return part.out.name == name; });
  }
  std::vector<std::byte> bytes() {
    std::vector<SafetensorsOut> all;
    for (Part& part : tensors) {
      part.out.values = part.values;
      part.out.int8 = part.int8;
      if (!part.int8.empty()) part.out.dtype = "I8";
      all.push_back(part.out);
    }
    return write_safetensors(metadata, all);
  }
};

}  // namespace

TEST_CASE("weights in 8 bits are within half a step of the weights", "[model][int8]") {
  const ModelFile file = file_of(small_config(kKinds[2]));
  const auto weights = quantized(file.weights);
  REQUIRE(weights.ok());
  const Weights back = dequantized(*weights);
  std::size_t n_int8 = 0;
  for (std::size_t i = 0; i < back.specs().size(); ++i) {
    const TensorSpec& spec = back.specs()[i];
    CAPTURE(spec.name);
    const std::span<const float> before = file.weights.values(i), after = back.values(i);
    const Int8Tensor* tensor = weights->int8(i);
    const bool is_matrix = spec.name.starts_with("blocks.") && spec.shape.size() == 2;
    CHECK((tensor != nullptr) == is_matrix);
    if (tensor == nullptr) {
      CHECK(std::ranges::equal(before, after));
      continue;
    }
    ++n_int8;
    const std::size_t n = spec.shape[1];
    for (std::size_t k = 0; k < before.size(); ++k)
      CHECK(std::abs(before[k] - after[k]) <= 0.5001F * tensor->scales[k / n]);
    for (std::size_t row = 0; row < spec.shape[0]; ++row) {
      const auto first = tensor->values.begin() + static_cast<std::ptrdiff_t>(row * n);
      const auto [low, high] = std::minmax_element(first, first + static_cast<std::ptrdiff_t>(n));
      CHECK(std::max<int>(-*low, *high) == 127);
    }
  }
  CHECK(n_int8 == 2 * (4 + 2 + 2 * 6));
}

TEST_CASE("rows of zeros have a scale, and nothing but zeros", "[model][int8]") {
  Weights weights(file_of(small_config(kKinds[1])).weights.specs());
  const auto all_zeros = quantized(weights);
  REQUIRE(all_zeros.ok());
  const auto index = static_cast<std::size_t>(weights.find("blocks.0.attn.q.weight"));
  CHECK(std::ranges::all_of(all_zeros->int8(index)->scales, [](float scale) { return scale == 1; }));
  weights.values(index)[3] = 1e36F;
  REQUIRE(!quantized(weights).ok());
  CHECK(quantized(weights).error().code == "MODEL_8_BITS");
}

TEST_CASE("a model without dense layers in blocks is not stored in 8 bits", "[model][int8]") {
  const ModelConfig config = config_from(R"({"architecture":"eegnet","n_chans":4,"n_times":128,"n_outputs":2})");
  const auto weights = quantized(file_of(config).weights);
  REQUIRE(!weights.ok());
  CHECK(weights.error().code == "MODEL_8_BITS");
}

TEST_CASE("a dense layer in 8 bits is its definition in double", "[model][int8]") {
  const std::size_t n_in = 40, n_out = 37, n_rows = 19;
  TensorList list;
  list.add_linear("layer", {n_out, n_in});
  list.set_dense(0);
  Weights floats(list.take());
  std::ranges::copy(random_values(n_out * n_in, "weights"), floats.values(0).begin());
  std::ranges::copy(random_values(n_out, "bias"), floats.values(1).begin());
  const auto weights = quantized(floats);
  REQUIRE(weights.ok());
  const Weights back = dequantized(*weights);
  const std::vector<float> x = random_values(n_rows * n_in, "x");
  if (!int8_product_is_exact()) SKIP("this WebAssembly computes such products wrongly");
  on_every_target([&] {
    const Linear layer(*weights, "layer");
    REQUIRE(layer.in_8_bits());
    std::vector<float> out(n_rows * n_out);
    layer.forward({out.data(), n_rows, n_out}, {x.data(), n_rows, n_in});
    for (std::size_t i = 0; i < n_rows; ++i) {
      float low = 0, high = 0;
      for (std::size_t k = 0; k < n_in; ++k) {
        low = std::min(low, x[i * n_in + k]);
        high = std::max(high, x[i * n_in + k]);
      }
      const float inverse = 127.0F / (high - low);
      const double scale = (static_cast<double>(high) - static_cast<double>(low)) / 127,
                   zero = std::nearbyint(-low * inverse);
      for (std::size_t j = 0; j < n_out; ++j) {
        double want = static_cast<double>(back.values(1)[j]);
        for (std::size_t k = 0; k < n_in; ++k) {
          const double q = std::min(127.0, static_cast<double>(std::nearbyint(x[i * n_in + k] * inverse)) + zero);
          want += scale * (q - zero) * static_cast<double>(back.values(0)[j * n_in + k]);
        }
        REQUIRE(std::abs(static_cast<double>(out[i * n_out + j]) - want) < 2e-6);
      }
    }
  });
}

TEST_CASE("networks in 8 bits are their definition in double, and close to those in floats", "[model][int8]") {
  const std::vector<float> x = random_values(kChans * kTimes, "x");
  for (const std::string& kind : kKinds) {
    CAPTURE(kind);
    const ModelConfig config = small_config(kind);
    const std::vector<std::byte> bytes = int8_bytes(config);
    const ModelFile floats = file_of(config);
    const Weights back = dequantized(*quantized(floats.weights));
    const std::vector<double> exact = ScalarTransformer(config, floats.weights).logits(x, {}),
                              rounded = ScalarTransformer(config, back, true).logits(x, {});
    double largest = 1;
    for (const double value : exact) largest = std::max(largest, std::abs(value));
    on_every_target([&] {
      auto model = Model::load(bytes);
      REQUIRE(model.ok());
      const std::vector<float> got = logits_of(*model, x, 1);
      // A value between two steps may fall to either side: of 13 tokens' values few do.
      CHECK(largest_difference(got, rounded) < 2e-3 * largest);
      CHECK(largest_difference(got, exact) < 5e-2 * largest);
      CHECK(largest_difference(got, exact) > 1e-5);
    });
  }
}

TEST_CASE("a file in 8 bits says what it is, and gives the same logits after loading", "[model][int8]") {
  const ModelConfig config = small_config(kKinds[2]);
  const std::vector<std::byte> bytes = int8_bytes(config);
  auto model = Model::load(bytes), again = Model::load(bytes);
  REQUIRE((model.ok() && again.ok()));
  CHECK(model->bits() == 8);
  CHECK(model->contract().in_8_bits);
  CHECK(model->self_test()->n_inputs == 2);
  CHECK(bytes.size() < model_bytes(config, metadata_for(config)).size());
  auto floats = Model::load(model_bytes(config, metadata_for(config)));
  CHECK(floats->bits() == 32);
  CHECK(model->n_parameters() == floats->n_parameters());
  const std::vector<float> x = random_values(5 * kChans * kTimes, "x");
  CHECK(logits_of(*model, x, 5) == logits_of(*again, x, 5));
  // What is stored of a weight is what it stands for.
  CHECK(model->weight("blocks.0.attn.q.weight").size() == floats->weight("blocks.0.attn.q.weight").size());
  CHECK(model->weight("blocks.0.attn.q.weight") != floats->weight("blocks.0.attn.q.weight"));
  CHECK(model->weight("head.weight") == floats->weight("head.weight"));

  const ModelFile file = file_of(config);
  const auto halves = write_model(config, file.weights, file.contract, {}, WeightFormat::kF16);
  REQUIRE(halves.ok());
  CHECK(Model::load(*halves)->bits() == 16);
  const ModelFile stored = *read_model_file(bytes);
  const auto copy = write_model(stored.config, stored.weights, stored.contract, {});
  REQUIRE(copy.ok());
  auto copied = Model::load(*copy);
  CHECK(logits_of(*copied, x, 5) == logits_of(*model, x, 5));
}

TEST_CASE("a trial in 8 bits depends neither on its batch nor on the way through attention", "[model][int8]") {
  const ModelConfig config = config_from(
      R"({"architecture":"transformer","n_chans":16,"n_times":160,"n_outputs":3,"embedding":{"kind":"identity"},
          "n_blocks":1,"block":"post_ln","n_heads":9,"key_dim":128,"ffn_dim":32,"activation":"relu","pool":"mean"})");
  auto model = Model::load(int8_bytes(config));
  REQUIRE(model.ok());
  const std::size_t n = config.n_chans * config.n_times;
  const std::vector<float> x = random_values(3 * n, "x");
  const std::vector<float> together = logits_of(*model, x, 3);
  for (std::size_t b = 0; b < 3; ++b) {
    const std::vector<float> one(x.begin() + static_cast<std::ptrdiff_t>(b * n),
                                 x.begin() + static_cast<std::ptrdiff_t>((b + 1) * n));
    const std::vector<float> alone = logits_of(*model, one, 1);
    std::vector<float> traced(3);
    ForwardTrace trace;  // all heads at once
    trace.records_attention = true;
    REQUIRE(model->trace({one.data(), 1, config.n_chans, config.n_times}, {traced.data(), 1, 3}, trace).ok());
    for (std::size_t k = 0; k < 3; ++k) {
      CHECK(alone[k] == together[b * 3 + k]);
      CHECK(alone[k] == traced[k]);
    }
  }
}

TEST_CASE("windows of another length keep their 8 bits", "[model][int8]") {
  const ModelFile file = *read_model_file(int8_bytes(small_config(kKinds[1])));
  const auto longer = resized(file.config, file.weights, 20);
  REQUIRE(longer.ok());
  CHECK(longer->weights.has_int8());
  auto model = Model::load(int8_bytes(small_config(kKinds[1])));
  const std::vector<float> x = random_values(kChans * 20, "x");
  CHECK(std::isfinite(logits_of(*model, x, 1)[0]));
}

TEST_CASE("files in 8 bits are refused for what is wrong with them", "[model][int8]") {
  const std::vector<std::byte> good = int8_bytes(small_config(kKinds[1]));
  const std::string weight = "blocks.1.ffn.0.weight", scale = weight + ".scale";
  struct Fault {
    const char* code;
    std::string field;
    std::function<void(Parts&)> make;
  };
  const auto metadata = [](const char* value) {
    return [value](Parts& parts) {
      for (auto& [key, text] : parts.metadata) {
        if (key == "bits") text = value;
      }
    };
  };
  const Fault faults[] = {
      {"MODEL_META_VALUE", "bits", metadata("4")},
      {"MODEL_META_VALUE", "bits", metadata("8.0")},
      {"MODEL_META_VALUE", "bits", metadata("")},
      {"MODEL_TENSOR_UNKNOWN", "blocks.0.attn.k.weight.scale",
       [](Parts& parts) { std::erase_if(parts.metadata, [](const auto& entry) { return entry.first == "bits"; }); }},
      {"MODEL_TENSOR_MISSING", scale, [&](Parts& parts) { parts.remove(scale); }},
      {"MODEL_TENSOR_MISSING", weight, [&](Parts& parts) { parts.remove(weight); }},
      {"MODEL_TENSOR_UNKNOWN", "\"head.weight.scale\"",
       [&](Parts& parts) {
         Parts::Part part = parts[scale];
         part.out.name = "head.weight.scale";
         parts.tensors.push_back(std::move(part));
       }},
      {"MODEL_TENSOR_DTYPE", weight,
       [&](Parts& parts) {
         parts[weight].values.assign(parts[weight].int8.size(), 0.5F);
         parts[weight].int8.clear();
       }},
      {"MODEL_TENSOR_DTYPE", "head.weight",
       [&](Parts& parts) {
         parts["head.weight"].int8.assign(parts["head.weight"].values.size(), 1);
         parts["head.weight"].values.clear();
       }},
      {"MODEL_TENSOR_DTYPE", scale, [&](Parts& parts) { parts[scale].out.dtype = "F16"; }},
      {"MODEL_TENSOR_SHAPE", scale,
       [&](Parts& parts) {
         parts[scale].out.shape = {11};
         parts[scale].values.pop_back();
       }},
      {"MODEL_TENSOR_SHAPE", weight,
       [&](Parts& parts) { std::swap(parts[weight].out.shape[0], parts[weight].out.shape[1]); }},
      {"MODEL_VALUE", weight, [&](Parts& parts) { parts[weight].int8[5] = -128; }},
      {"MODEL_VALUE", scale, [&](Parts& parts) { parts[scale].values[2] = 0; }},
      {"MODEL_VALUE", scale, [&](Parts& parts) { parts[scale].values[2] = -0.01F; }},
      {"MODEL_VALUE", scale, [&](Parts& parts) { parts[scale].values[2] = 1e31F; }},
      {"MODEL_NONFINITE", scale, [&](Parts& parts) { parts[scale].values[2] = NAN; }},
      {"MODEL_NONFINITE", scale, [&](Parts& parts) { parts[scale].values[2] = INFINITY; }},
      {"MODEL_SELFTEST", "selftest.logits", [&](Parts& parts) { parts["selftest.logits"].values[0] += 0.1F; }},
  };
  REQUIRE(Model::load(Parts(good).bytes()).ok());
  for (const Fault& fault : faults) {
    CAPTURE(fault.code, fault.field);
    Parts parts(good);
    fault.make(parts);
    const auto model = Model::load(parts.bytes());
    REQUIRE(!model.ok());
    CHECK(model.error().code == fault.code);
    std::string field = model.error().field;
    std::erase(field, '"');
    std::string expected = fault.field;
    std::erase(expected, '"');
    CHECK(field == expected);
  }
}

TEST_CASE("a model in 8 bits is not trained, nor explained by gradients; occlusion and export take it",
          "[model][int8]") {
  const ModelConfig config = small_config(kKinds[1]);
  const std::vector<std::byte> bytes = int8_bytes(config);
  const auto start = read_training_start(bytes, 0);
  REQUIRE(!start.ok());
  CHECK(start.error().code == "MODEL_QUANTIZED");
  CHECK(!start.error().hint.empty());
  CHECK(gradient_file(bytes, {}, {}, false).error().code == "MODEL_QUANTIZED");
  const std::vector<float> x = random_values(2 * kChans * kTimes, "x");
  for (const char* method : {"gradient_input", "integrated_gradients", "occlusion_channel", "attention_rollout"}) {
    CAPTURE(method);
    const auto begun =
        begin_explanation(bytes, x, 2, kTimes, std::string(R"({"target":0,"method":")") + method + "\"}");
    const bool takes = std::string_view(method).find("gradient") != std::string_view::npos;
    INFO((begun.ok() ? std::string() : describe(begun.error())));
    CHECK(begun.ok() != takes);
    if (takes) {
      CHECK(begun.error().code == "MODEL_QUANTIZED");
      continue;
    }
    double share = 0;
    while (share < 1) share = *(*begun)->advance();
  }
  CHECK(onnx_file(bytes).ok());
}

}  // namespace quantized_test
