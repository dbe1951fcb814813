// Large models with generated weights, and files with a single alteration.
#include <cmath>
#include <string>
#include <vector>

#include "files/json.h"
#include "model/model.h"
#include "support/model_bytes.h"
#include "support/random_values.h"
#include "support/reference_data.h"

using namespace eegate;
using namespace eegate::test;

namespace generated_test {

namespace {

Fill fill_of(const JsonValue& tensors, const std::string& name) {
  const JsonValue spec = tensors.get(name);
  REQUIRE(spec.is_object());
  return {spec.get("base").number(), spec.get("scale").number()};
}

void check_generated(const std::filesystem::path& path) {
  CAPTURE(path);
  const auto document = JsonDocument::parse(read_text(path), {.max_string_bytes = 1 << 24});
  REQUIRE(document.ok());
  const JsonValue root = document->root();
  const ModelConfig config = config_from(root.get("config").text());
  const std::uint64_t seed = std::stoull(std::string(root.get("seed").string()));
  const auto bytes = model_bytes(
      config, metadata_for(config), [&](const TensorSpec& spec) { return fill_of(root.get("tensors"), spec.name); },
      seed);
  auto model = Model::load(bytes);
  INFO((model.ok() ? std::string() : describe(model.error())));
  REQUIRE(model.ok());
  const JsonValue input = root.get("input");
  const std::size_t batch = static_cast<std::size_t>(input.get("batch").number());
  const auto x = generated(seed, "input", batch * config.n_chans * config.n_times,
                           {input.get("base").number(), input.get("scale").number()});
  std::vector<float> logits(batch * config.n_outputs);
  REQUIRE(
      model->predict({x.data(), batch, config.n_chans, config.n_times}, {logits.data(), batch, config.n_outputs}).ok());
  std::size_t i = 0;
  for (const JsonValue& row : root.get("logits").elements()) {
    for (const JsonValue& want : row.is_array() ? row.elements() : std::vector<JsonValue>{row}) {
      CHECK(std::abs(static_cast<double>(logits.at(i++)) - want.number()) <
            2e-5 * std::max(1.0, std::abs(want.number())));
    }
  }
  CHECK(i == logits.size());
}

ModelConfig small_config() {
  return config_from(R"({"architecture":"transformer","n_chans":3,"n_times":12,"n_outputs":2,
    "embedding":{"kind":"linear","dim":8},"n_heads":2,"n_blocks":1,"ffn_dim":12})");
}

std::string load_code(const std::vector<std::byte>& bytes) {
  const auto model = Model::load(bytes);
  return model.ok() ? "accepted" : std::string(model.error().code);
}

}  // namespace

TEST_CASE("the generator of large cases gives its published first values", "[model]") {
  const auto values = generated(1, "head.weight", 4, {0, 1});
  CHECK(values ==
        std::vector<float>{-0.4776113033294678F, -0.3265421390533447F, 0.45690810680389404F, -0.5432076454162598F});
}

TEST_CASE("models at the sizes of the notebooks give the logits of PyTorch", "[model][golden]") {
  EEGATE_GOLDEN_OR_SKIP(golden);
  check_generated(golden / "model" / "seed000_sample.gen.json");
  check_generated(golden / "model" / "seed001.gen.json");
}

TEST_CASE("one altered metadata value is refused with its code", "[model]") {
  const ModelConfig config = small_config();
  const Metadata good = metadata_for(config);
  REQUIRE(load_code(model_bytes(config, good)) == "accepted");
  const auto with = [&](const char* key, const char* value) {
    Metadata metadata = good;
    std::erase_if(metadata, [&](const auto& entry) { return entry.first == key; });
    if (value != nullptr) metadata.emplace_back(key, value);
    return load_code(model_bytes(config, metadata));
  };
  CHECK(with("format", nullptr) == "MODEL_FORMAT_MISSING");
  CHECK(with("format", "eegate-2") == "MODEL_FORMAT_UNKNOWN");
  for (const char* key : {"config", "channels", "sfreq", "unit", "classes"})
    CHECK(with(key, nullptr) == "MODEL_META_MISSING");
  CHECK(with("config", "[1]") == "MODEL_META_JSON");
  CHECK(with("config", R"({"architecture":"transformer","architecture":"cnn"})") == "MODEL_META_JSON");
  CHECK(with("channels", R"({"a":1})") == "MODEL_META_JSON");
  CHECK(with("recipe", "no") == "MODEL_META_JSON");
  CHECK(with("sfreq", "160 Hz") == "MODEL_META_VALUE");
  CHECK(with("sfreq", "-160") == "MODEL_META_VALUE");
  CHECK(with("sfreq", "inf") == "MODEL_META_VALUE");
  CHECK(with("unit", "V") == "MODEL_META_VALUE");
  CHECK(with("channels", R"(["a","b"])") == "MODEL_META_VALUE");
  CHECK(with("channels", R"(["a","b",3])") == "MODEL_META_VALUE");
  CHECK(with("classes", R"(["a",""])") == "MODEL_META_VALUE");
  CHECK(with("note", "anything") == "accepted");
}

TEST_CASE("a pickle, a zip archive and an HDF5 file are refused before they are read", "[model]") {
  for (const char* magic : {"PK\x03\x04 archive", "\x80\x02}q\x00.pickle", "\x89HDF\r\n\x1a\n...."}) {
    const std::string text = std::string(magic) + std::string(64, ' ');
    const auto* first = reinterpret_cast<const std::byte*>(text.data());
    CHECK(load_code({first, first + text.size()}) == "MODEL_PICKLE_REFUSED");
  }
}

TEST_CASE("prediction refuses other channels, lengths that do not fit, and values that are not numbers", "[model]") {
  auto model = Model::load(model_bytes(small_config(), metadata_for(small_config())));
  REQUIRE(model.ok());
  std::vector<float> x(4 * 20, 1.0F), logits(2);
  CHECK(model->predict({x.data(), 1, 4, 12}, {logits.data(), 1, 2}).error().code == "MODEL_CHANNELS");
  CHECK(model->predict({x.data(), 1, 3, 20}, {logits.data(), 1, 2}).ok());
  x[5] = NAN;
  CHECK(model->predict({x.data(), 1, 3, 12}, {logits.data(), 1, 2}).error().code == "MODEL_INPUT_NONFINITE");

  const ModelConfig tied = config_from(R"({"architecture":"transformer","n_chans":3,"n_times":12,"n_outputs":2,
    "embedding":{"kind":"linear","dim":8},"n_heads":2,"n_blocks":1,"pool":"flatten"})");
  auto flat = Model::load(model_bytes(tied, metadata_for(tied)));
  REQUIRE(flat.ok());
  CHECK(flat->check_n_times(20).error().code == "MODEL_TIMES");
  CHECK(flat->check_n_times(12).ok());
}

TEST_CASE("a trial's logits do not depend on its batch", "[model]") {
  auto model = Model::load(model_bytes(small_config(), metadata_for(small_config())));
  REQUIRE(model.ok());
  const std::size_t n = 70;
  const auto x = random_values(n * 3 * 12, "x", 30);
  std::vector<float> together(n * 2), alone(2);
  REQUIRE(model->predict({x.data(), n, 3, 12}, {together.data(), n, 2}).ok());
  for (std::size_t i = 0; i < n; ++i) {
    REQUIRE(model->predict({x.data() + i * 36, 1, 3, 12}, {alone.data(), 1, 2}).ok());
    CHECK(alone[0] == together[2 * i]);
    CHECK(alone[1] == together[2 * i + 1]);
  }
}

TEST_CASE("without positions the encoder's mean does not change when samples are permuted", "[model]") {
  const ModelConfig config = config_from(R"({"architecture":"transformer","n_chans":3,"n_times":12,"n_outputs":2,
    "embedding":{"kind":"linear","dim":8},"position":{"kind":"none"},"n_heads":2,"n_blocks":2,"ffn_dim":12})");
  auto model = Model::load(model_bytes(config, metadata_for(config)));
  REQUIRE(model.ok());
  const auto x = random_values(36, "x", 30);
  std::vector<float> reversed(36), a(2), b(2);
  for (std::size_t c = 0; c < 3; ++c) {
    for (std::size_t t = 0; t < 12; ++t) reversed[c * 12 + t] = x[c * 12 + 11 - t];
  }
  REQUIRE(model->predict({x.data(), 1, 3, 12}, {a.data(), 1, 2}).ok());
  REQUIRE(model->predict({reversed.data(), 1, 3, 12}, {b.data(), 1, 2}).ok());
  CHECK(std::abs(a[0] - b[0]) < 1e-5F);
  CHECK(std::abs(a[1] - b[1]) < 1e-5F);
}

TEST_CASE("a model that would need more memory than an engine has is refused before it is built", "[model]") {
  const ModelConfig config = config_from(R"({"architecture":"transformer","n_chans":1,"n_times":1048576,"n_outputs":2,
    "embedding":{"kind":"linear","dim":4096},"n_heads":1,"n_blocks":1,"key_dim":1,"ffn_dim":1,"block":"pre_ln"})");
  CHECK(load_code(model_bytes(config, metadata_for(config))) == "MODEL_TOO_LARGE");
}

}  // namespace generated_test
