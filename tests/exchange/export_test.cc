// The bytes of exported ONNX files. onnx.test.ts runs them with another runtime.
#include <catch2/catch_test_macros.hpp>
#include <cstring>
#include <map>
#include <string>

#include "base/sha256.h"
#include "exchange/export_onnx.h"
#include "files/onnx.h"
#include "files/proto_writer.h"
#include "model/architecture.h"
#include "model/model.h"
#include "session/exchange/import_export.h"
#include "support/model_bytes.h"

using namespace eegate;
using eegate::test::config_from;
using eegate::test::Fill;
using eegate::test::Metadata;
using eegate::test::metadata_for;
using eegate::test::model_bytes;
using eegate::test::usual_fill;

namespace export_test {

namespace {

// The fields of one protobuf message: numbers and, as text, everything with a length.
struct Message {
  std::multimap<std::uint64_t, std::uint64_t> numbers;
  std::multimap<std::uint64_t, std::string> texts;

  const std::string& text(std::uint64_t field) const { return texts.find(field)->second; }
  std::uint64_t number(std::uint64_t field) const { return numbers.find(field)->second; }
};

std::uint64_t varint(std::string_view& rest) {
  std::uint64_t value = 0;
  for (int shift = 0;; shift += 7) {
    REQUIRE(!rest.empty());
    const auto byte = static_cast<unsigned char>(rest.front());
    rest.remove_prefix(1);
    value |= std::uint64_t{byte & 0x7FU} << shift;
    if (byte < 0x80) return value;
  }
}

Message parsed(std::string_view rest) {
  Message message;
  while (!rest.empty()) {
    const std::uint64_t tag = varint(rest);
    if (tag % 8 == 0) {
      message.numbers.emplace(tag / 8, varint(rest));
      continue;
    }
    const std::uint64_t length = tag % 8 == 5 ? 4 : varint(rest);
    REQUIRE((tag % 8 == 2 || tag % 8 == 5));
    REQUIRE(length <= rest.size());
    message.texts.emplace(tag / 8, std::string(rest.substr(0, length)));
    rest.remove_prefix(length);
  }
  return message;
}

std::string_view text_of(const std::vector<std::byte>& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::map<std::string, std::string> metadata_of(const Message& model) {
  std::map<std::string, std::string> metadata;
  for (auto [entry, end] = model.texts.equal_range(14); entry != end; ++entry) {
    const Message pair = parsed(entry->second);
    metadata[pair.text(1)] = pair.text(2);
  }
  return metadata;
}

// The smallest configuration of each architecture that fits into 8 x 200.
std::string config_json(std::string_view architecture) {
  std::string json =
      R"({"architecture":")" + std::string(architecture) + R"(","n_chans":8,"n_times":200,"n_outputs":3)";
  if (architecture == "eeg_channelnet") json += R"(,"n_spatial":1,"temporal_kernel":5,"dilations":[1],"n_residual":0)";
  if (architecture == "cram") json += R"(,"window":120)";
  if (architecture == "csp" || architecture == "mdm" || architecture == "tangent_space")
    json += R"(,"standardize":"none")";
  return json + "}";
}

// Phases of SyncNet are fixed and its decay rates not negative.
Fill allowed_fill(const TensorSpec& spec) {
  if (spec.name == "beta" || spec.name == "phi") return {0, 0};
  return usual_fill(spec);
}

Metadata metadata_with_electrodes(const ModelConfig& config) {
  Metadata metadata = metadata_for(config);
  metadata[2].second = R"(["F3","Fz","F4","C3","Cz","C4","P3","Pz"])";
  metadata.emplace_back("license", "CC0-1.0");
  metadata.emplace_back("lab", "kept");
  return metadata;
}

}  // namespace

TEST_CASE("protocol buffers are written as their readers expect", "[export]") {
  ProtoWriter out;
  out.integer(1, 300);
  out.integer(2, -1);
  out.text(3, "eeg");
  out.number(4, 1.0F);
  out.message(5, [&] { out.message(6, [&] { out.text(7, std::string(200, 'x')); }); });
  const auto bytes = out.take();
  CHECK(text_of(bytes).substr(0, 3) == "\x08\xAC\x02");
  const Message message = parsed(text_of(bytes));
  CHECK(message.number(1) == 300);
  CHECK(message.number(2) == ~std::uint64_t{0});
  CHECK(message.text(3) == "eeg");
  CHECK(message.text(4) == std::string("\0\0\x80\x3F", 4));
  CHECK(parsed(parsed(message.text(5)).text(6)).text(7).size() == 200);
}

TEST_CASE("every architecture that ONNX has operators for has an ONNX form, with its contract in the metadata",
          "[export][heavy]") {
  for (const std::string_view architecture : architecture_names()) {
    CAPTURE(architecture);
    const ModelConfig config = config_from(config_json(architecture));
    const auto onnx = onnx_file(model_bytes(config, metadata_with_electrodes(config), allowed_fill));
    if (!find_architecture(architecture)->not_exported.empty()) {
      REQUIRE_FALSE(onnx.ok());
      CHECK(onnx.error().code == "EXPORT_UNSUPPORTED");
      CHECK(onnx.error().found == architecture);
      continue;
    }
    INFO((onnx.ok() ? std::string() : describe(onnx.error())));
    REQUIRE(onnx.ok());
    const Message model = parsed(text_of(onnx->bytes));
    CHECK(model.number(1) == 8);
    CHECK(parsed(model.text(8)).number(2) == 17);
    const Message graph = parsed(model.text(7));
    CHECK(parsed(graph.text(11)).text(1) == "eeg");
    CHECK(parsed(graph.text(12)).text(1) == "logits");
    const auto metadata = metadata_of(model);
    CHECK(metadata.at("config") == config.to_json());
    CHECK(metadata.at("unit") == "uV");
    CHECK(metadata.at("sfreq") == "160");
    CHECK(metadata.at("license") == "CC0-1.0");
    CHECK(metadata.at("lab") == "kept");
    CHECK_FALSE(metadata.contains("format"));
  }
}

// If a digest changes, the graph has changed: onnx.test.ts, which compares graphs with another runtime, must pass
// before the new digest is entered here.
TEST_CASE("graphs are to the bit what they were", "[export][heavy]") {
  const auto digest_of = [](const std::string& json) {
    const ModelConfig config = config_from(json);
    const auto onnx = onnx_file(model_bytes(config, metadata_with_electrodes(config), allowed_fill));
    INFO((onnx.ok() ? std::string() : describe(onnx.error())));
    REQUIRE(onnx.ok());
    const std::string graph = parsed(text_of(onnx->bytes)).text(7);
    return sha256(std::as_bytes(std::span(graph))).substr(0, 16);
  };
  const auto transformer = [](const std::string& fields) {
    return R"({"architecture":"transformer","n_chans":8,"n_times":24,"n_outputs":3,"n_heads":2,"n_blocks":2,)" +
           fields + "}";
  };
  const std::pair<std::string, std::string> wanted[] = {
      {config_json("transformer"), "1caa354e4c456b1c"},
      {config_json("eegnet"), "3a51f677e50a9dbc"},
      {config_json("bilstm_attn"), "924c605bcfc91bd5"},
      {config_json("syncnet"), "dcdaf88ee937c14f"},
      {config_json("eeg_channelnet"), "75baf15dcaaf1f11"},
      {config_json("cnn"), "6d2344d1f8005fcb"},
      {config_json("cram"), "cf6086f9d7043231"},
      {config_json("mesh_cascade"), "f1d572705f9cc669"},
      {config_json("band_power"), "734b0fb13c051ad1"},
      {transformer(R"("block":"gated","gate":"gru","embedding":{"kind":"linear","dim":4})"), "de8509516c46056b"},
      {transformer(R"("block":"gated","gate":"highway","embedding":{"kind":"linear","dim":4})"), "b37881026224e965"},
      {transformer(R"("block":"pre_ln","attention":{"kind":"window","window":4,"causal":true},
                      "position":{"kind":"rel_shaw","max_distance":2,"values":true},
                      "embedding":{"kind":"linear","dim":4})"),
       "3650cebcea08c16b"},
      {transformer(R"("block":"post_ln","activation":"gelu","cls":true,"pool":"cls","position":{"kind":"rel_bias"},
                      "embedding":{"kind":"patch","dim":4,"patch_times":5,"stride_times":3})"),
       "0baf5a468a443452"},
      {transformer(R"("block":"gated","gate":"input","position":{"kind":"learned"},"pool":"attention","pool_dim":3,
                      "embedding":{"kind":"patch","dim":4,"patch_chans":2,"patch_times":5})"),
       "b519be630dffb956"},
      {transformer(R"("block":"gated","gate":"output","relu_before_gate":true,"norm":"batch","pool":"flatten",
                      "cls":true,"embedding":{"kind":"conv_stem","filters":4,"kernel_times":4,"padding":"same",
                      "pool_times":6,"pool_stride":3})"),
       "6cb5a2a08c8d2b3e"},
      {transformer(R"("block":"gated","gate":"sigtanh","norm":"batch","norm_affine":false,
                      "position":{"kind":"sin_concat_parity"},
                      "embedding":{"kind":"conv_stem","dim":6,"filters":2,"depth":2,"spatial":"depthwise",
                      "activation":"square_log","conv_bias":true,"kernel_times":5,"pool_times":6,"pool_stride":3})"),
       "908bc9467805a4ac"},
      {transformer(R"("block":"post_ln","attn_residual":false,"norm_affine":false,"activation":"gelu_tanh",
                      "position":{"kind":"rel_shaw","max_distance":3,"per_head":true},
                      "embedding":{"kind":"identity"})"),
       "b1eeb577f7b1ce6c"},
      {transformer(R"("block":"gated","gate":"gru","gate_bias_sign":"plus","position":{"kind":"rel_bias"},
                      "attention":{"kind":"window","window":4,"stages":[1,1]},"final_norm":false,
                      "embedding":{"kind":"patch","dim":4,"patch_times":4,"stride_times":3})"),
       "fc81c7310db08021"},
      {transformer(R"("block":"pre_ln","attention":{"kind":"window","window":5},"attention_bias":false,
                      "position":{"kind":"none"},"embedding":{"kind":"linear","dim":4,"bias":false})"),
       "686e9169a73cd179"},
  };
  for (const auto& [json, digest] : wanted) {
    CAPTURE(json);
    CHECK(digest_of(json) == digest);
  }
}

TEST_CASE("a network that is too large for an engine has an ONNX form all the same", "[export]") {
  const ModelConfig config = config_from(
      R"({"architecture":"cnn","n_chans":2,"n_times":1048576,"n_outputs":2,"filters":4096,"kernel_length":1,"pool":65536})");
  const auto bytes = model_bytes(config, metadata_for(config));
  CHECK(Model::load(bytes).error().code == "MODEL_TOO_LARGE");
  CHECK(onnx_file(bytes).ok());
}

TEST_CASE("what has no ONNX form is refused with a name", "[export]") {
  const ModelConfig config = config_from(config_json("transformer"));
  const auto bytes = model_bytes(config, metadata_for(config));
  auto file = read_model_file(bytes);
  REQUIRE(file.ok());
  CHECK(onnx_file(bytes, 300).ok());
  CHECK(onnx_file(std::span(bytes).first(40)).error().code.starts_with("ST_"));
  const ModelConfig eegnet = config_from(config_json("eegnet"));
  CHECK(onnx_file(model_bytes(eegnet, metadata_for(eegnet)), 300).error().code == "MODEL_TIMES");
}

}  // namespace export_test
