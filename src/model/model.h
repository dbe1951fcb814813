// A model that was loaded from a file: contract, weights, self-test, prediction. It takes tensors, not recordings.
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
#include "base/tensor.h"
#include "model/config.h"

namespace eegate {

class Network;
struct Ablation;
struct ForwardTrace;
class Weights;

// What a model file declares about its input and output (docs/MODEL.md).
struct ModelContract {
  std::vector<std::string> ch_names;  // n_chans names in input order, as written
  double sfreq = 0;                   // Hz
  std::vector<std::string> classes;   // n_outputs names; two for `binary`
  bool in_8_bits = false;             // whether dense layers have their weights in 8 bits
  std::string recipe_json;            // empty if the file has none
  std::string train_json;             // empty if the file has none
  std::string license;
  std::vector<std::pair<std::string, std::string>> metadata;  // all of it, in file order
};

struct TensorInfo {
  std::string name;
  std::vector<std::size_t> shape;
  bool is_parameter = true;  // false: running statistics of a batch norm
};

struct SelfTest {
  std::size_t n_inputs = 0;
  double max_abs_diff = 0;
  bool passed = false;
};

class Model {
 public:
  // Checks the file in the order of docs/MODEL.md and runs its self-test. Errors: ST_*, MODEL_*.
  static Result<Model> load(std::span<const std::byte> file);
  ~Model();
  Model(Model&&) noexcept;
  Model& operator=(Model&&) noexcept;

  const ModelConfig& config() const { return config_; }
  const ModelContract& contract() const { return contract_; }
  const std::vector<TensorInfo>& tensors() const { return tensors_; }
  const std::optional<SelfTest>& self_test() const { return self_test_; }
  const Warnings& warnings() const { return warnings_; }
  std::size_t n_parameters() const;
  // Of a weight of a dense layer in the file: 32, 16 or 8.
  int bits() const { return bits_; }

  // Error MODEL_TIMES unless the model accepts windows of n_times samples.
  Result<> check_n_times(std::size_t n_times) const;
  // x [B, C, T] uV after the recipe -> logits [B, L], with `ablation` applied if it is given. Errors: MODEL_CHANNELS,
  // MODEL_TIMES, MODEL_INPUT_NONFINITE, and those of check_ablation.
  Result<> predict(ConstTensor3 x, Matrix logits, const Ablation* ablation = nullptr);
  // The same with intermediate values recorded in `trace`; all trials in one pass. records_steps needs B = 1.
  Result<> trace(ConstTensor3 x, Matrix logits, ForwardTrace& trace, const Ablation* ablation = nullptr);
  // A tensor by its name in the file, for models whose network keeps them (transformers); else empty.
  std::vector<float> weight(std::string_view name) const;
  // The weights of a model that was trained on recentred trials (model/recentring.h); null for others.
  const Weights* recentring_weights() const { return recentring_weights_.get(); }
  void set_recentring_weights(const Weights& weights);
  // Logits of one trial -> one probability per class: softmax, {1 - s, s} with s = sigmoid for `binary`, or the logits
  // themselves for `regress`. out has classes.size() values. If a logit is not finite, all of out is NaN.
  void probabilities(std::span<const float> logits, std::span<float> out) const;

 private:
  Model();
  Result<> run_self_test(std::span<const float> x, std::span<const double> expected);
  Result<> check_input(ConstTensor3 x) const;
  void run(ConstTensor3 x, Matrix logits, ForwardTrace* trace, const Ablation* ablation = nullptr);
  ModelConfig config_;
  ModelContract contract_;
  std::vector<TensorInfo> tensors_;
  std::optional<SelfTest> self_test_;
  Warnings warnings_;
  int bits_ = 32;
  std::unique_ptr<Network> network_;
  std::unique_ptr<Weights> recentring_weights_;
  Arena arena_;
};

}  // namespace eegate
