#include "session/train/network_preview.h"

#include <algorithm>
#include <span>
#include <vector>

#include "base/count.h"
#include "base/rng.h"
#include "model/architecture.h"
#include "model/memory_limit.h"
#include "session/output/json_out.h"
#include "session/train/training_data.h"
#include "session/train/training_request.h"
#include "train/optimizer.h"
#include "train/shard.h"

namespace eegate {
namespace {

constexpr std::size_t kMaxParameters = 4'000'000, kMaxTrials = 8;
constexpr double kMaxDrawn = 3e7;     // weights; more take a second to draw
constexpr double kMaxProducts = 2e9;  // about, of one pass: a second
constexpr double kBudgetMs = 120;

// Epochs of noise, and any labels: what they cost does not depend on what they hold.
struct PreviewTrials {
  std::vector<float> x;
  Targets targets;

  PreviewTrials(const ModelConfig& config, std::size_t n) : x(n * config.n_chans * config.n_times) {
    const Rng rng(1, "preview");
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<float>(20 * (rng.uniform(i) - 0.5));
    if (config.task == Task::kRegress) targets.values.assign(n * config.n_outputs, 0.0F);
    for (std::size_t i = 0; i < n && config.task != Task::kRegress; ++i)
      targets.classes.push_back(static_cast<int>(i % config.n_classes()));
  }
  ConstTensor3 view(const ModelConfig& config) const {
    return {x.data(), x.size() / (config.n_chans * config.n_times), config.n_chans, config.n_times};
  }
};

// The fastest of several passes, as many as the budget allows: the first ones allocate, and a browser compiles as it
// goes.
template <class Work>
double fastest_ms(const std::function<double()>& now_ms, std::size_t n_trials, Work work) {
  const double begun = now_ms();
  double fastest = -1;
  for (double at = begun; fastest < 0 || at - begun < kBudgetMs;) {
    work();
    const double after = now_ms();
    if (fastest < 0 || after - at < fastest) fastest = after - at;
    at = after;
  }
  return fastest / static_cast<double>(n_trials);
}

void time_network(NetworkPreview& preview, const TrainableModel& model, const std::function<double()>& now_ms) {
  const ModelConfig& config = model.config;
  const double n_products = static_cast<double>(preview.n_parameters) * static_cast<double>(config.n_times);
  const std::size_t n_quick = to_size_within(kMaxProducts / std::max(1.0, n_products), 1, kMaxTrials);
  const std::size_t n = std::min(n_quick, model.network->preferred_batch(config.n_times));
  const PreviewTrials trials(config, n);
  PassMemory memory;
  Weights gradients = model.weights.zeros();
  const PassOptions options{.batch_statistics = has_batch_norm(model.weights)};
  preview.training_ms = fastest_ms(
      now_ms, n, [&] { add_gradients(model, trials.view(config), trials.targets, 0, n, options, memory, gradients); });
  std::vector<float> logits(n * config.n_outputs);
  ForwardContext context{.arena = memory.arena};
  preview.forward_ms = fastest_ms(
      now_ms, n, [&] { model.network->forward(trials.view(config), {logits.data(), n, config.n_outputs}, context); });
}

// The preview of a network that is too large to be tried.
Result<NetworkPreview> preview_config(const std::string& setup) {
  EEGATE_TRY(const JsonDocument document, JsonDocument::parse(setup));
  EEGATE_TRY(ModelConfig config, read_config(document.root().get("config")));
  const std::vector<TensorSpec> tensors = find_architecture(config.architecture)->tensors(config);
  EEGATE_CHECK(check_weights_memory(tensors));
  NetworkPreview preview{.config = std::move(config)};
  for (const TensorSpec& tensor : tensors) preview.n_parameters += tensor.is_parameter ? tensor.n_values() : 0;
  return preview;
}

}  // namespace

Result<NetworkPreview> preview_network(const std::string& setup, const std::function<double()>& now_ms) {
  EEGATE_TRY(const DataFacts facts, facts_of_setup(setup));
  EEGATE_TRY(const std::string whole, completed_setup(setup, facts));
  EEGATE_TRY(NetworkPreview preview, preview_config(whole));
  if (static_cast<double>(preview.n_parameters) > kMaxDrawn) return preview;
  EEGATE_TRY(TrainingStart start, read_training_start(std::as_bytes(std::span(whole)), 1));
  const Architecture& architecture = *find_architecture(start.config.architecture);
  EEGATE_TRY(std::unique_ptr<Network> network, architecture.make(start.config, start.weights));
  if (preview.n_parameters <= kMaxParameters)
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
