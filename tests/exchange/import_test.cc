// Imported weights with the names of PyTorch, braindecode and Keras give the same logits as in those programs. The
// fixtures are made by scripts/fixtures/import_torch.py.
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <functional>
#include <string>

#include "exchange/import/dialect.h"
#include "exchange/import/foreign_weights.h"
#include "files/safetensors.h"
#include "model/model.h"
#include "session/exchange/import_export.h"
#include "support/model_bytes.h"
#include "support/reference_data.h"

using namespace eegate;
using eegate::test::read_bytes;
using eegate::test::read_npy;
using eegate::test::read_text;

namespace import_test {

namespace {

const std::filesystem::path kFolder = test::test_data() / "import";

struct Foreign {
  std::vector<std::byte> weights;
  std::string config;
};

Foreign foreign(const std::string& name) {
  return {read_bytes(kFolder / (name + ".safetensors")), read_text(kFolder / (name + ".json"))};
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

// The same file with other names, shapes or tensors.
using Change = std::function<void(std::string& name, std::vector<std::uint64_t>& shape, std::vector<float>& values)>;
std::vector<std::byte> changed(const std::vector<std::byte>& bytes, const Change& change) {
  const auto file = parse_safetensors(bytes);
  REQUIRE(file.ok());
  std::vector<std::vector<float>> values;
  std::vector<SafetensorsOut> tensors;
  values.reserve(file->tensors.size());
  for (const SafetensorsTensor& tensor : file->tensors) {
    std::string name = tensor.name;
    std::vector<std::uint64_t> shape = tensor.shape;
    values.push_back(read_floats(*file, tensor, bytes).value());
    change(name, shape, values.back());
    if (!name.empty()) tensors.push_back({name, shape, values.back()});
  }
  return write_safetensors({}, tensors);
}

void check_error(const std::vector<std::byte>& weights, const std::string& config, std::string_view code,
                 const std::string& told) {
  const auto model = import_model(weights, config);
  REQUIRE(!model.ok());
  const std::string said = describe(model.error()) + model.error().hint;
  INFO(said);
  CHECK(model.error().code == code);
  CHECK(said.find(told) != std::string::npos);
}

}  // namespace

TEST_CASE("weights of other programs give the logits that they gave there", "[import]") {
  const NpyArray x = read_npy(kFolder / "x.npy");
  const std::vector<float> input(x.values.begin(), x.values.end());
  for (const char* name : {"torch_post_ln", "torch_norm_first", "torch_patches", "torch_separate", "torch_lstm",
                           "braindecode_eegnet", "keras_encoder", "keras_eegnet", "tfjs_encoder", "tfjs_eegnet"}) {
    CAPTURE(name);
    const Foreign given = foreign(name);
    const auto imported = import_model(given.weights, given.config);
    INFO((imported.ok() ? std::string() : describe(imported.error())));
    REQUIRE(imported.ok());
    auto model = Model::load(imported->bytes);
    REQUIRE(model.ok());
    CHECK(model->self_test()->passed);
    CHECK(model->contract().ch_names == std::vector<std::string>{"C3", "Cz", "C4", "Pz"});
    CHECK(model->contract().sfreq == 128);
    CHECK(model->contract().train_json.find("imported") != std::string::npos);
    const NpyArray want = read_npy(kFolder / (std::string(name) + ".logits.npy"));
    std::vector<float> logits(want.values.size());
    REQUIRE(model->predict({input.data(), 3, 4, 24}, {logits.data(), 3, 3}).ok());
    for (std::size_t i = 0; i < logits.size(); ++i)
      CHECK(std::abs(static_cast<double>(logits[i]) - want.values[i]) < 2e-5);
  }
}

TEST_CASE("weights of one network are no weights of another, whatever the configuration says", "[import]") {
  for (const char* weights : {"torch_post_ln", "torch_lstm", "braindecode_eegnet", "keras_encoder", "keras_eegnet"}) {
    for (const char* config : {"torch_separate", "torch_patches", "torch_lstm"}) {
      if (std::string_view(weights) == config) continue;
      CAPTURE(weights, config);
      const auto model = import_model(foreign(weights).weights, foreign(config).config);
      REQUIRE_FALSE(model.ok());
      CHECK(model.error().code.starts_with("IMPORT_"));
    }
  }
}

TEST_CASE("every tensor has to find its place, and every place its tensor", "[import]") {
  const Foreign given = foreign("torch_post_ln");
  const auto without = [&](const std::string& left_out) {
    return changed(given.weights, [&](std::string& name, auto&, auto&) { name = name == left_out ? "" : name; });
  };
  check_error(without("encoder.layers.1.norm2.bias"), given.config, "IMPORT_TENSOR_MISSING", "blocks.1.norm2.bias");
  check_error(without("fc.weight"), given.config, "IMPORT_TENSOR_MISSING", "\"head.weight\": \"their.name\"");
  const auto renamed = changed(given.weights, [](std::string& name, auto&, auto&) {
    if (name == "fc.weight") name = "readout.weight";
    if (name == "fc.bias") name = "readout.bias";
  });
  // The hint suggests names in a form that can be copied.
  check_error(renamed, given.config, "IMPORT_TENSOR_MISSING",
              R"({"head.weight": "readout.weight", "head.bias": "readout.bias"})");
  const std::string names = R"("names": {"head.weight": "readout.weight", "head.bias": "readout.bias"}, "config")";
  CHECK(import_model(renamed, replaced(given.config, "\"config\"", names)).ok());
  // Names distinguish tensors of the same shape; tensors without a suggestion are listed.
  const auto norms = changed(given.weights, [](std::string& name, auto&, auto&) {
    if (name.starts_with("encoder.layers.") && name.find(".norm") != std::string::npos)
      name.replace(0, 15, "stack.").replace(name.find(".norm"), 5, ".normalisation_");
    if (name == "fc.bias") name = "zeta";
  });
  check_error(norms, given.config, "IMPORT_TENSOR_MISSING",
              R"({"blocks.0.norm1.weight": "stack.0.normalisation_1.weight", "blocks.0.norm1.bias": )"
              R"("stack.0.normalisation_1.bias", "blocks.0.norm2.weight": "stack.0.normalisation_2.weight")");
  check_error(norms, given.config, "IMPORT_TENSOR_MISSING", "nor 8 more of it");
  check_error(norms, given.config, "IMPORT_TENSOR_MISSING", R"(Left in the file: "stack.0.normalisation_1.bias" [8])");
  // One block fewer than the file has.
  check_error(given.weights, replaced(given.config, "\"n_blocks\": 2", "\"n_blocks\": 1"), "IMPORT_TENSOR_UNKNOWN",
              "encoder.layers.1.");
  // A norm at the end that only one of both has.
  check_error(given.weights, replaced(given.config, "\"final_norm\": false", "\"final_norm\": true"),
              "IMPORT_TENSOR_MISSING", "\"final_norm\": false");
  const Foreign normed = foreign("torch_norm_first");
  check_error(normed.weights, replaced(normed.config, "\"final_norm\": true", "\"final_norm\": false"),
              "IMPORT_TENSOR_UNKNOWN", "\"final_norm\": true");
  check_error(given.weights, replaced(given.config, "\"ffn_dim\": 12", "\"ffn_dim\": 16"), "IMPORT_SHAPE",
              "linear1.weight\" as blocks.0.ffn.0.weight, found [12, 8], expected [16, 8]");
}

TEST_CASE("numbers in names count as numbers: the tenth layer follows the ninth", "[import]") {
  const std::vector<float> one = {1};
  const auto bytes = write_safetensors({}, {{"dense_10/kernel", {1}, one},
                                            {"dense_9/kernel", {1}, one},
                                            {"dense/kernel", {1}, one},
                                            {"dense_2/kernel", {1}, one}});
  const auto foreign = ForeignWeights::read(bytes);
  REQUIRE(foreign.ok());
  CHECK(foreign->stems("/kernel") == std::vector<std::string>{"dense", "dense_2", "dense_9", "dense_10"});
  CHECK(block_tensor("blocks.12.norm1.weight").block == 12);
  CHECK(block_tensor("blocks.12.norm1.weight").rest == "norm1.weight");
  CHECK(block_tensor("blocks.x.norm1.weight").rest.empty());
}

TEST_CASE("keys of another width than the tokens are refused", "[import]") {
  // nn.MultiheadAttention(4, 2, kdim=6): its keys are not made from the tokens.
  const Foreign given = foreign("torch_separate");
  const auto weights = changed(given.weights, [](std::string& name, auto& shape, auto& values) {
    if (name != "self_attn.k_proj_weight") return;
    shape = {4, 6};
    values.resize(24);
  });
  check_error(weights, given.config, "IMPORT_SHAPE", "found [4, 6], expected [4, 4]");
}

TEST_CASE("what eegate does not have is named", "[import]") {
  const Foreign net = foreign("braindecode_eegnet"), encoder = foreign("torch_post_ln");
  check_error(net.weights, replaced(net.config, "\"mean\"", "\"max\""), "IMPORT_UNSUPPORTED", "pool_mode");
  check_error(net.weights, replaced(net.config, "activation.ELU", "activation.GELU"), "IMPORT_UNSUPPORTED", "GELU");
  check_error(encoder.weights, replaced(encoder.config, "\"config\"", "\"unit\": \"V\", \"config\""),
              "IMPORT_UNSUPPORTED", "microvolts");
  const auto shallow = changed(encoder.weights, [](std::string& name, auto&, auto&) {
    name = name == "fc.weight" ? "conv_time_spat.conv_time.weight" : name == "fc.bias" ? "conv_classifier.bias" : "";
  });
  check_error(shallow, net.config, "IMPORT_UNKNOWN", "ShallowFBCSPNet");
  const auto strange = changed(encoder.weights, [](std::string& name, auto&, auto&) {
    name = name == "fc.weight" ? "alpha" : name == "fc.bias" ? "omega" : "";
  });
  check_error(strange, encoder.config, "IMPORT_UNKNOWN", "alpha, omega");
  const auto bias_only = changed(net.weights, [](std::string&, auto&, auto& values) { values[0] = NAN; });
  check_error(bias_only, net.config, "MODEL_NONFINITE", "finite");
  check_error({std::byte{'P'}, std::byte{'K'}, std::byte{3}, std::byte{4}}, net.config, "MODEL_PICKLE_REFUSED",
              "convert_weights.py");
  const auto model = import_model(encoder.weights, encoder.config);
  REQUIRE(model.ok());
  check_error(model->bytes, encoder.config, "IMPORT_NOT_NEEDED", "already");
}

TEST_CASE("braindecode's configuration may be wrapped, and norms may do without scale", "[import]") {
  const Foreign net = foreign("braindecode_eegnet");
  const std::string wrapped = R"({"classes": ["a", "b", "c"], "license": "MIT", "config": )" + net.config + "}";
  const auto plain = changed(net.weights, [](std::string& name, auto&, auto&) {
    if (name == "bnorm_1.weight" || name == "bnorm_1.bias") name = "";
  });
  const auto imported = import_model(plain, wrapped);
  INFO((imported.ok() ? std::string() : describe(imported.error())));
  REQUIRE(imported.ok());
  const auto file = parse_safetensors(imported->bytes);
  REQUIRE(file.ok());
  CHECK(*file->metadata_value("classes") == R"(["a","b","c"])");
  CHECK(*file->metadata_value("channels") == R"(["C3","Cz","C4","Pz"])");
  CHECK(*file->metadata_value("license") == "MIT");
  CHECK(read_floats(*file, *file->find("bn2.weight"), imported->bytes).value() == std::vector<float>(6, 1.0F));
}

}  // namespace import_test
