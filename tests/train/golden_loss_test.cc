// Fifteen full-batch Adam steps compared with float64 training in PyTorch.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "model/architecture.h"
#include "model/model_file.h"
#include "support/mean_loss.h"
#include "support/reference_data.h"
#include "train/trainer.h"

using namespace eegate;
using eegate::test::mean_loss;
using eegate::test::read_bytes;
using eegate::test::read_npy;
using eegate::test::read_text;

namespace golden_loss_test {

namespace {

double euclidean(std::span<const float> values) {
  double squares = 0;
  for (const float v : values) squares += static_cast<double>(v) * static_cast<double>(v);
  return std::sqrt(squares);
}

Trainer trainer_for(const ModelFile& file, const NpyArray& x, const std::vector<float>& values, const NpyArray& y,
                    std::size_t n_shards) {
  TrainingSet set{ConstTensor3(values.data(), x.shape[0], x.shape[1], x.shape[2]), {}};
  for (const double value : y.values) {
    if (file.config.task == Task::kRegress)
      set.targets.values.push_back(static_cast<float>(value));
    else
      set.targets.classes.push_back(static_cast<int>(value));
  }
  TrainOptions options = default_options(file.config, OptimizerKind::kAdam, /*new_weights=*/false);
  options.n_epochs = 15;
  options.batch_size = x.shape[0];
  options.n_shards = n_shards;
  options.optimizer.clip_norm = 0;
  options.shuffle = options.dropout = false;
  auto trainer = Trainer::create(file.config, file.weights, set, {}, options);
  REQUIRE(trainer.ok());
  return std::move(trainer).value();
}

// Tensors whose gradient is exactly zero are left out of the reference: rounding alone moves them.
void check_after(const Trainer& trainer, const JsonValue& wanted, const TrainingSet& set) {
  PassMemory memory;
  const JsonValue single = wanted.get("float32");
  const double loss_tolerance = std::max(1e-4, 5 * single.get("eval_loss_after").number());
  CHECK(std::abs(mean_loss(trainer.model(), set, memory) - wanted.get("eval_loss_after").number()) <= loss_tolerance);
  const double l2_tolerance = std::max(1e-4, 5 * single.get("l2_after").number());
  std::size_t n_checked = 0;
  for (const auto& [name, value] : wanted.get("l2_after").members()) {
    CAPTURE(std::string(name));
    CHECK(std::abs(euclidean(trainer.weights()[name]) - value.number()) <=
          l2_tolerance * std::max(1e-6, value.number()));
    ++n_checked;
  }
  CHECK(n_checked > 0);
}

bool check_case(const std::filesystem::path& folder, const std::string& name, std::size_t n_shards) {
  CAPTURE(name, n_shards);
  const auto file = read_model_file(read_bytes(folder / (name + ".safetensors")));
  REQUIRE(file.ok());
  const Architecture& architecture = *find_architecture(file->config.architecture);
  if (!architecture.make(file->config, file->weights).ok()) return false;
  const auto wanted = JsonDocument::parse(read_text(folder / (name + ".losses.json")));
  REQUIRE(wanted.ok());
  const NpyArray x = read_npy(folder / (name + ".x.npy")), y = read_npy(folder / (name + ".y.npy"));
  const std::vector<float> values(x.values.begin(), x.values.end());
  Trainer trainer = trainer_for(*file, x, values, y, n_shards);
  for (const JsonValue& loss : wanted->root().get("losses").elements()) {
    const auto record = trainer.step();
    REQUIRE(record.ok());
    CAPTURE(record->step);
    CHECK(std::abs(record->loss - loss.number()) <= std::min(2e-5, 1e-4 * std::max(0.01, std::abs(loss.number()))));
    CHECK(record->learning_rate == 1e-3);
    trainer.finish_epoch();
  }
  CHECK(trainer.state() == TrainState::kEpochsDone);
  TrainingSet set{ConstTensor3(values.data(), x.shape[0], x.shape[1], x.shape[2]), {}};
  for (const double value : y.values) {
    if (file->config.task == Task::kRegress)
      set.targets.values.push_back(static_cast<float>(value));
    else
      set.targets.classes.push_back(static_cast<int>(value));
  }
  check_after(trainer, wanted->root(), set);
  return true;
}

}  // namespace

TEST_CASE("fifteen Adam steps of every stored model follow PyTorch's losses, in one shard or several",
          "[train][golden]") {
  EEGATE_GOLDEN_OR_SKIP(golden);
  std::size_t n_run = 0;
  for (const auto& entry : std::filesystem::directory_iterator(golden / "model")) {
    const std::string file = entry.path().filename().string();
    if (!file.ends_with(".losses.json")) continue;
    const std::string name = file.substr(0, file.size() - std::string(".losses.json").size());
    if (check_case(golden / "model", name, 1)) ++n_run;
    check_case(golden / "model", name, 3);
  }
  CHECK(n_run >= 19);
}

}  // namespace golden_loss_test
