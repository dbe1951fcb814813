// A model that classifies sequences of epochs, [B, L, C, T] -> [B, L, classes], loaded from a model file
// (docs/MODEL.md). It differs from Model: a window is a sequence of L epochs, and some architectures accept any number
// of channels.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/arena.h"
#include "base/result.h"
#include "model/model.h"
#include "model/model_file.h"
#include "model/sequence/sequence_network.h"

namespace eegate {

class SequenceModel {
 public:
  // Checks the file in the order of docs/MODEL.md and runs its self-test. Errors: ST_*, MODEL_*.
  static Result<SequenceModel> load(std::span<const std::byte> file);
  // Whether the configuration in a file has one of these architectures.
  static bool is_named_in(std::span<const std::byte> file);
  ~SequenceModel();
  SequenceModel(SequenceModel&&) noexcept;
  SequenceModel& operator=(SequenceModel&&) noexcept;

  const ModelConfig& config() const { return config_; }
  const ModelContract& contract() const { return contract_; }
  const std::optional<SelfTest>& self_test() const { return self_test_; }
  const Warnings& warnings() const { return warnings_; }
  const std::vector<TensorInfo>& tensors() const { return tensors_; }
  std::size_t n_parameters() const { return n_parameters_; }
  const SequenceNetwork& network() const { return *network_; }
  // Scratch memory of forward passes.
  Arena& arena() { return arena_; }
  // x [B, L, C, n_times] after the recipe, or images [B, L, ...] if the architecture's self-test stores those -> logits
  // [B, L, n_outputs], or [B, n_outputs] if only middle epochs are classified. `shape`, that of x, must be checked.
  std::vector<float> logits(std::span<const float> x, std::span<const std::uint64_t> shape);

 private:
  SequenceModel();
  Result<> run_self_test(std::span<const float> x, std::span<const std::uint64_t> shape,
                         std::span<const double> expected);
  ModelConfig config_;
  ModelContract contract_;
  std::vector<TensorInfo> tensors_;
  std::size_t n_parameters_ = 0;
  std::optional<SelfTest> self_test_;
  Warnings warnings_;
  std::unique_ptr<SequenceNetwork> network_;
  Arena arena_;
};

// Reading ends with the first check that fails. Errors: MODEL_PICKLE_REFUSED, ST_*, MODEL_*.
Result<ModelFile> read_sequence_file(std::span<const std::byte> bytes);

// A model file with all `metadata` (`config` included) and a self-test on random noise, whose logits this engine
// computes. The file is loaded again before it is returned. `half`: parameters are stored as 16-bit floats, to which
// `weights` must already be rounded. Errors: those of SequenceModel::load.
Result<std::vector<std::byte>> write_sequence_file(const std::vector<std::pair<std::string, std::string>>& metadata,
                                                   const ModelConfig& config, const Weights& weights,
                                                   bool half = false);

}  // namespace eegate
