// Model files created in memory: any configuration, reproducible random weights.
#pragma once

#include <catch2/catch_test_macros.hpp>
#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/rng.h"
#include "files/safetensors.h"
#include "model/architecture.h"
#include "model/config.h"

namespace eegate::test {

using Metadata = std::vector<std::pair<std::string, std::string>>;

// The metadata that `config` needs: channels "E1" ..., classes "class 1" ..., 160 Hz.
inline Metadata metadata_for(const ModelConfig& config) {
  const auto names = [](const char* stem, std::size_t n) {
    std::string json = "[";
    for (std::size_t i = 0; i < n; ++i)
      json += (i == 0 ? "\"" : ",\"") + std::string(stem) + std::to_string(i + 1) + "\"";
    return json + "]";
  };
  return {{"format", "eegate-1"},
          {"config", config.to_json()},
          {"channels", names("E", config.n_chans)},
          {"sfreq", "160"},
          {"unit", "uV"},
          {"classes", names("class ", config.n_classes())}};
}

// Weight i of a tensor = base + scale * symmetric24(i) of the stream (seed, tensor name).
struct Fill {
  double base = 0, scale = 0.25;
};
inline std::vector<float> generated(std::uint64_t seed, const std::string& name, std::size_t n, Fill fill) {
  const Rng rng(seed, name);
  std::vector<float> values(n);
  for (std::size_t i = 0; i < n; ++i) values[i] = static_cast<float>(fill.base + fill.scale * rng.symmetric24(i));
  return values;
}

// Norm scales and running variances around 1, everything else around 0.
inline Fill usual_fill(const TensorSpec& spec) {
  const bool around_one =
      spec.name.ends_with("running_var") || (spec.name.ends_with("weight") && spec.shape.size() == 1);
  return {around_one ? 1.0 : 0.0, 0.25};
}

inline std::vector<std::byte> model_bytes(const ModelConfig& config, const Metadata& metadata,
                                          const std::function<Fill(const TensorSpec&)>& fill = usual_fill,
                                          std::uint64_t seed = 1) {
  std::vector<TensorSpec> specs = find_architecture(config.architecture)->tensors(config);
  std::map<std::string, std::vector<float>> values;
  std::vector<SafetensorsOut> tensors;
  for (const TensorSpec& spec : specs) {
    const auto& stored = values[spec.name] = generated(seed, spec.name, spec.n_values(), fill(spec));
    tensors.push_back({spec.name, {spec.shape.begin(), spec.shape.end()}, stored});
  }
  return write_safetensors(metadata, tensors);
}

inline ModelConfig config_from(const std::string& json) {
  auto document = JsonDocument::parse(json);
  REQUIRE(document.ok());
  auto config = read_config(document->root());
  INFO((config.ok() ? std::string() : describe(config.error())));
  REQUIRE(config.ok());
  return std::move(config).value();
}

}  // namespace eegate::test
