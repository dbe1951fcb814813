#include "session/train/training_run.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/rng.h"
#include "files/json.h"
#include "files/npy.h"
#include "model/masked_patches.h"
#include "session/output/version.h"
#include "session/train/trained_before.h"
#include "signal/channel_name.h"
#include "train/init.h"
#include "train/save.h"

namespace eegate {
namespace {

const EpochRecord* best_epoch(const Trainer& trainer) {
  const EpochRecord* best = nullptr;
  for (const EpochRecord& record : trainer.epochs()) best = record.is_best ? &record : best;
  return best;
}

// Members that the run itself writes; a card cannot replace them.
bool is_run_key(std::string_view key) {
  constexpr std::string_view kKeys[] = {
      "by",    "start", "options", "n_epochs_of_data", "n_left_out", "n_epochs_of_validation", "validation", "steps",
      "ended", "best",  "last",    "before",           "set_aside"};
  return std::ranges::find(kKeys, key) != std::end(kKeys);
}

void write_names(JsonWriter& out, const std::vector<std::string>& names) {
  out.begin_array();
  for (const std::string& name : names) out.value(name);
  out.end_array();
}

Result<std::string> train_json(const Trainer& trainer, const TrainingStart& start, const TrainingSets& sets,
                               std::string_view card) {
  EEGATE_TRY(const JsonDocument of_run, JsonDocument::parse(card));
  EEGATE_TRY(const JsonDocument of_author, JsonDocument::parse(start.card_json.empty() ? "{}" : start.card_json));
  JsonWriter out;
  out.begin_object();
  // A sentence of the run in place of the author's.
  const bool is_limited = warns_of_training_before(sets.warnings) && of_run.root().get("limits").absent();
  for (const auto& [key, value] : of_author.root().members()) {
    if ((key == "subjects" && !sets.subjects.empty()) || (key == "limits" && is_limited)) continue;
    if (of_run.root().get(key).absent() && !is_run_key(key)) out.key(key).raw(value.text());
  }
  for (const auto& [key, value] : of_run.root().members()) out.key(key).raw(value.text());
  if (!sets.subjects.empty() && of_run.root().get("subjects").absent()) write_names(out.key("subjects"), sets.subjects);
  if (!sets.set_aside.empty()) write_names(out.key("set_aside"), sets.set_aside);
  if (is_limited) out.key("limits").value(kTrainedBefore);
  out.key("by").value("eegate " + std::string(kVersion)).key("start");
  out.value(start.new_weights ? "new weights, " + std::string(kInitRules.name_of(start.init))
                              : std::string("an earlier model"));
  out.key("options").raw(trainer.fit_json().empty() ? to_json(trainer.options()) : trainer.fit_json());
  out.key("n_epochs_of_data").value(static_cast<std::uint64_t>(sets.train.set.x.d0));
  if (trainer.n_left_out() > 0) out.key("n_left_out").value(static_cast<std::uint64_t>(trainer.n_left_out()));
  out.key("n_epochs_of_validation").value(static_cast<std::uint64_t>(sets.validation.set.x.d0));
  if (!sets.split.empty()) out.key("validation").value(sets.split);
  out.key("steps").value(trainer.n_steps_done()).key("ended").value(state_text(trainer.state()));
  if (const EpochRecord* best = best_epoch(trainer)) out.key("best").raw(to_json(*best));
  if (!trainer.epochs().empty()) out.key("last").raw(to_json(trainer.epochs().back()));
  if (!start.contract.train_json.empty()) out.key("before").raw(start.contract.train_json);
  out.end_object();
  return out.take();
}

// A class of k of n epochs counts n / (classes k) times; one without epochs, whatever.
std::vector<float> balanced_weights(std::span<const std::size_t> counts) {
  if (counts.empty()) return {1.0F};  // there are no classes: check_options refuses it
  double n = 0;
  for (const std::size_t count : counts) n += static_cast<double>(count);
  std::vector<float> weights;
  for (const std::size_t count : counts) {
    const double even = n / static_cast<double>(counts.size());
    weights.push_back(count == 0 ? 1.0F : static_cast<float>(even / static_cast<double>(count)));
  }
  return weights;
}

Result<> set_weight_decay(OptimizerOptions& optimizer, double decay) {
  if (optimizer.kind != OptimizerKind::kAdamW && decay != 0) {
    return Error{.code = "TRAIN_OPTION",
                 .message = "Only one optimizer lets weights decay",
                 .field = "weight decay",
                 .found = std::string(optimizer_name(optimizer.kind)),
                 .expected = "adamw"};
  }
  optimizer.weight_decay = decay;
  return {};
}

// "C3" for "C4" and the other way round; names without a number, or with a z, are on the midline.
std::string across(const std::string& electrode) {
  const std::size_t digits = electrode.find_first_of("0123456789");
  if (digits == std::string::npos) return electrode;
  const int number = std::stoi(electrode.substr(digits, 3));
  return electrode.substr(0, digits) + std::to_string(number % 2 == 1 ? number + 1 : number - 1);
}

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }

std::optional<std::size_t> find_word(std::string_view text, std::string_view word) {
  for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || !is_letter(text[at - 1])) && (end == text.size() || !is_letter(text[end]))) return at;
  }
  return std::nullopt;
}

// "right fist" for "left fist"; a class that names no side is its own mirror image.
std::string other_side(const std::string& name) {
  constexpr std::string_view kWords[][2] = {{"left", "right"}, {"Left", "Right"}, {"LEFT", "RIGHT"}};
  for (const auto& [left, right] : kWords) {
    for (const auto& [from, to] : {std::pair(left, right), std::pair(right, left)}) {
      if (const auto at = find_word(name, from)) return std::string(name).replace(*at, from.size(), to);
    }
  }
  return name;
}

Result<std::vector<std::uint32_t>> counterparts(const std::vector<std::string>& names,
                                                std::string (*mirror)(const std::string&), const char* what) {
  std::vector<std::uint32_t> numbers;
  for (const std::string& name : names) {
    const auto found = std::ranges::find(names, mirror(name));
    if (found == names.end()) {
      return Error{.code = "TRAIN_OPTION",
                   .message = std::string("A ") + what + " has no counterpart on the other side of the head",
                   .field = "mirror",
                   .place = quoted(name),
                   .found = "no " + quoted(mirror(name)),
                   .expected = "both"};
    }
    numbers.push_back(static_cast<std::uint32_t>(found - names.begin()));
  }
  return numbers;
}

constexpr std::size_t kTrials = 2;
// Few different numbers, so that compressed files stay small: steps of 10 uV, about 20 uV spread.
constexpr double kSpread_uV = 20, kStep_uV = 10;

}  // namespace

std::vector<std::size_t> class_counts(const TrainingSets& sets, const ModelConfig& config) {
  std::vector<std::size_t> counts(config.task == Task::kRegress ? 0 : config.n_classes());
  for (const int label : sets.train.set.targets.classes) {
    if (label != kNoClass) ++counts[static_cast<std::size_t>(label)];
  }
  return counts;
}

Result<TrainOptions> training_options(const TrainingStart& start, const TrainingRequest& request,
                                      std::span<const std::size_t> train_counts) {
  EEGATE_TRY(const OptimizerKind kind, optimizer_kind(request.optimizer.empty() ? "adamw" : request.optimizer));
  TrainOptions options = default_options(start.config, kind, start.new_weights);
  if (request.n_epochs > 0) options.n_epochs = request.n_epochs;
  if (request.batch_size > 0) options.batch_size = request.batch_size;
  if (request.learning_rate > 0) options.schedule.peak = request.learning_rate;
  if (request.patience >= 0) options.patience = static_cast<std::size_t>(request.patience);
  options.seed = request.seed;
  options.shuffle = request.shuffle;
  options.dropout = request.dropout;
  options.augment.jitter = request.jitter;
  options.augment.channel_dropout = request.channel_dropout;
  if (request.mirror) EEGATE_CHECK(add_mirror(start.contract, options.augment));
  options.loss.label_smoothing = request.label_smoothing;
  options.loss.class_weights = request.balanced_classes ? balanced_weights(train_counts) : request.class_weights;
  if (!request.schedule.empty()) {
    EEGATE_TRY(options.schedule.decay, decay_kind(request.schedule));
  }
  if (request.warmup_share) options.schedule.warmup_share = *request.warmup_share;
  if (request.clip_norm) options.optimizer.clip_norm = *request.clip_norm;
  options.optimizer.tune = request.tune;
  if (request.tune != Tune::kAll && start.new_weights) {
    return Error{.code = "TRAIN_OPTION",
                 .message = "New weights have nothing that could stay as it is",
                 .field = "tune",
                 .found = std::string(kTunes.name_of(request.tune)),
                 .expected = "all, or a model that is trained further"};
  }
  if (request.weight_decay) EEGATE_CHECK(set_weight_decay(options.optimizer, *request.weight_decay));
  EEGATE_CHECK(check_options(options, start.config));
  return options;
}

Result<TrainingStart> pretraining_start(const TrainingStart& model, double share, std::uint64_t seed) {
  TrainingStart masked = model;
  EEGATE_TRY(masked.config, masked_config(model.config, share));
  masked.weights = with_encoder(initial_weights(masked.config, seed, model.init), model.weights);
  return masked;
}

Result<std::vector<std::byte>> pretraining_targets(std::span<const std::byte> x) {
  EEGATE_TRY(const NpyHeader header, parse_npy_header(x));
  // A header that promises more than the file holds is refused with the epochs.
  const std::uint64_t n[] = {header.shape.empty() ? 0 : std::min<std::uint64_t>(header.shape[0], x.size())};
  const std::vector<std::int64_t> zeros(static_cast<std::size_t>(n[0]));
  return write_npy(std::span<const std::int64_t>(zeros), n);
}

std::string pretraining_card(double share) {
  JsonWriter card;
  card.begin_object().key("pretraining").begin_object().key("hidden_share").value(share).end_object().end_object();
  return card.take();
}

Result<Trainer> start_training(const TrainingStart& start, const TrainingSets& sets, const TrainOptions& options) {
  return Trainer::create(start.config, start.weights, sets.train.set, sets.validation.set, options);
}

Result<> copy_weights(TrainableModel& model, const Weights& weights) { return set_weights(model, weights.flat()); }

Result<std::vector<std::byte>> trained_model(const Trainer& trainer, const TrainingStart& start,
                                             const TrainingSets& sets, std::string_view card, WeightFormat format) {
  ModelContract contract = start.contract;
  EEGATE_TRY(contract.train_json, train_json(trainer, start, sets, card));
  const bool is_pretrained = is_masked(trainer.config());
  const ModelConfig& config = is_pretrained ? start.config : trainer.config();
  const SelfTestNoise noise = self_test_noise(config, trainer.options().seed);
  if (is_pretrained)
    return write_model(config, with_encoder(start.weights, trainer.result()), contract, noise.trials(), format);
  return write_model(config, trainer.result(), contract, noise.trials(), format);
}

std::string_view state_text(TrainState state) {
  switch (state) {
    case TrainState::kRunning:
      return "running";
    case TrainState::kEpochsDone:
      return "epochs done";
    case TrainState::kNoImprovement:
      return "no improvement";
    case TrainState::kStopped:
      return "stopped";
    case TrainState::kDiverged:
      return "diverged";
  }
  return "";
}

std::string kept_log(std::string_view log, std::uint64_t n_steps, std::size_t n_epochs) {
  std::string kept;
  while (!log.empty()) {
    const std::size_t end = std::min(log.find('\n'), log.size() - 1) + 1;
    const std::string_view line = log.substr(0, end);
    log.remove_prefix(end);
    const auto document = JsonDocument::parse(line);
    if (!document.ok()) continue;  // cut off in the middle
    const auto step = document->root().get("step").integer(), epoch = document->root().get("epoch").integer();
    const bool before =
        step ? static_cast<std::uint64_t>(*step) < n_steps : epoch && static_cast<std::size_t>(*epoch) < n_epochs;
    if (before) kept += line;
  }
  return kept;
}

std::string fit_text(const Trainer& trainer) {
  const auto parsed = JsonDocument::parse(trainer.fit_json());
  if (!parsed.ok()) return {};
  const auto count = [&](const char* key) { return parsed->root().get(key).integer().value_or(0); };
  const auto text_of = [&](const char* key) { return std::to_string(count(key)); };
  std::string text = "fitted in one go to " + text_of("n_trials") + " epochs of data, which have " + text_of("rank") +
                     " of " + text_of("n_rows") + " directions";
  if (count("n_left_out") > 0) text += "; " + text_of("n_left_out") + " of zeros throughout are left out";
  if (count("n_means_not_converged") > 0) text += "; " + text_of("n_means_not_converged") + " means did not converge";
  const auto n_samples = static_cast<std::int64_t>(trainer.model().config.n_times);
  if (n_samples < count("n_rows")) {
    text += "; with " + std::to_string(n_samples) + " samples, fewer than " + text_of("n_rows") +
            " rows, covariances rest on shrinkage";
  }
  return text;
}

Result<> add_mirror(const ModelContract& contract, AugmentOptions& options) {
  std::vector<std::string> electrodes;
  for (const std::string& label : contract.ch_names) {
    const ChannelName name = canonical_channel_name(label);
    if (!name.is_electrode) {
      return Error{.code = "TRAIN_OPTION",
                   .message = "Only electrodes of the 10-10 system can be mirrored",
                   .field = "mirror",
                   .found = quoted(label),
                   .expected = "names such as C3"};
    }
    electrodes.push_back(name.name);
  }
  EEGATE_TRY(options.mirror_channels, counterparts(electrodes, &across, "channel"));
  EEGATE_TRY(options.mirror_classes, counterparts(contract.classes, &other_side, "class"));
  return {};
}

SelfTestNoise self_test_noise(const ModelConfig& config, std::uint64_t seed) {
  const Rng rng(seed, "self-test");
  SelfTestNoise noise{.n_trials = kTrials, .n_chans = config.n_chans, .n_times = config.n_times};
  noise.values.resize(kTrials * config.n_chans * config.n_times);
  for (std::size_t i = 0; i < noise.values.size(); ++i)
    noise.values[i] = static_cast<float>(std::nearbyint(rng.normal(i) * kSpread_uV / kStep_uV) * kStep_uV);
  return noise;
}

}  // namespace eegate
