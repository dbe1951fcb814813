#include "session/network_preview.h"

#include <algorithm>
#include <span>
#include <vector>

#include "base/rng.h"
#include "model/architecture.h"
#include "session/json_out.h"
#include "session/training_data.h"
#include "session/training_request.h"
#include "train/after_step.h"
#include "train/gradient.h"

namespace eegate {
namespace {

constexpr std::size_t kMostParameters = 4'000'000, kMostTrials = 8;
constexpr double kBudgetMs = 60;

// Epochs of noise, and any labels: what they cost does not depend on what they hold.
struct Trials {
  std::vector<float> x;
  Targets targets;

  Trials(const ModelConfig& config, std::size_t n) : x(n * config.n_chans * config.n_times) {
    const Rng rng(1, "preview");
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<float>(20 * (rng.uniform(i) - 0.5));
    if (config.task == Task::kRegress) targets.values.assign(n * config.n_outputs, 0.0F);
    for (std::size_t i = 0; i < n && config.task != Task::kRegress; ++i)
      targets.classes.push_back(static_cast<int>(i % config.n_classes()));
  }
  ConstTensor3 view(const ModelConfig& config, std::size_t n) const {
    return {x.data(), n, config.n_chans, config.n_times};
  }
};

// The first pass allocates and says how many trials the second can afford.
void time_network(NetworkPreview& preview, const TrainableModel& model, const std::function<double()>& now_ms) {
  const ModelConfig& config = model.config;
  const Trials trials(config, kMostTrials);
  PassMemory memory;
  Weights gradients = model.weights.zeros();
  const PassOptions options{.batch_statistics = has_batch_norm(model.weights)};
  const auto timed = [&](auto work) {
    const double begun = now_ms();
    work();
    return now_ms() - begun;
  };
  const auto train = [&](std::size_t n) {
    return timed(
        [&] { add_gradients(model, trials.view(config, n), trials.targets, 0, n, options, memory, gradients); });
  };
  const double first = train(1);
  const auto n =
      static_cast<std::size_t>(std::clamp(kBudgetMs / std::max(0.1, first), 1.0, static_cast<double>(kMostTrials)));
  preview.training_ms = std::min(first, train(n) / static_cast<double>(n));
  std::vector<float> logits(n * config.n_outputs);
  ForwardContext context{.arena = memory.arena};
  const auto infer = [&] {
    model.network->forward(trials.view(config, n), {logits.data(), n, config.n_outputs}, context);
  };
  const double warm = timed(infer);
  preview.forward_ms = (first > kBudgetMs ? warm : timed(infer)) / static_cast<double>(n);
}

}  // namespace

Result<NetworkPreview> preview_network(const std::string& setup, const std::function<double()>& now_ms) {
  EEGATE_TRY(const DataFacts facts, facts_of_setup(setup));
  EEGATE_TRY(const std::string whole, completed_setup(setup, facts));
  EEGATE_TRY(TrainingStart start, read_training_start(std::as_bytes(std::span(whole)), 1));
  NetworkPreview preview{.config = start.config};
  for (const TensorSpec& spec : start.weights.specs()) preview.n_parameters += spec.is_parameter ? spec.n_values() : 0;
  const Architecture& architecture = *find_architecture(start.config.architecture);
  EEGATE_TRY(std::unique_ptr<Network> network, architecture.make(start.config, start.weights));
  if (preview.n_parameters <= kMostParameters)
    time_network(preview, {start.config, std::move(start.weights), std::move(network)}, now_ms);
  return preview;
}

std::string describe(const NetworkPreview& preview) {
  JsonOut json(Keys::kCamel);
  json.begin_object().count("parameters", preview.n_parameters);
  if (preview.training_ms >= 0)
    json.member("ms_per_epoch", preview.forward_ms).member("training_ms_per_epoch", preview.training_ms);
  json.raw("config", preview.config.to_json());
  json.end_object();
  return json.take();
}

}  // namespace eegate
