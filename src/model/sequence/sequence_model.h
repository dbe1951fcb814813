// A model that classifies the epochs of a record by their sequence: [B, L, C, T] -> [B, L, classes]. It is a model file
// like others (docs/MODEL.md) of an architecture that Model does not run: its windows are sequences of epochs, and some
// take any number of channels.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/arena.h"
#include "base/result.h"
#include "model/model.h"
#include "model/sequence/sequence_network.h"

namespace eegate {

class SequenceModel {
 public:
  // Checks the file in the order of docs/MODEL.md and runs its self-test. Errors: ST_*, MODEL_*.
  static Result<SequenceModel> load(std::span<const std::byte> file);
  // Whether a file says that it is one.
  static bool is_named_in(std::span<const std::byte> file);
  ~SequenceModel();
  SequenceModel(SequenceModel&&) noexcept;
  SequenceModel& operator=(SequenceModel&&) noexcept;

  const ModelConfig& config() const { return config_; }
  const ModelContract& contract() const { return contract_; }
  const std::optional<SelfTest>& self_test() const { return self_test_; }
  const Warnings& warnings() const { return warnings_; }
  std::size_t n_parameters() const { return n_parameters_; }
  const SequenceNetwork& network() const { return *network_; }
  // Scratch memory of passes through the network.
  Arena& arena() { return arena_; }
  // [B, L, C, n_times] as the recipe makes it, or pictures [B, L, ...] where the self-test of the architecture holds
  // those -> logits [B, L, n_outputs], of the middle epochs [B, n_outputs]. `shape` is one that was checked.
  std::vector<float> logits(std::span<const float> x, std::span<const std::uint64_t> shape);

 private:
  SequenceModel();
  Result<> run_self_test(std::span<const float> x, std::span<const std::uint64_t> shape,
                         std::span<const double> expected);
  ModelConfig config_;
  ModelContract contract_;
  std::size_t n_parameters_ = 0;
  std::optional<SelfTest> self_test_;
  Warnings warnings_;
  std::unique_ptr<SequenceNetwork> network_;
  Arena arena_;
};

}  // namespace eegate
