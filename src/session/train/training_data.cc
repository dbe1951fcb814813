#include "session/train/training_data.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>

#include "base/byte_source.h"
#include "base/numbers_as_text.h"
#include "files/npy.h"
#include "files/strict_object.h"
#include "model/architecture.h"
#include "model/memory_limit.h"
#include "model/model_file.h"
#include "model/quantize.h"
#include "model/recentring.h"
#include "session/train/trained_before.h"
#include "signal/recipe.h"
#include "train/init.h"
#include "train/label_audit.h"
#include "train/label_fit.h"

namespace eegate {

Result<> check_epochs_shape(const std::vector<std::uint64_t>& shape, std::string_view expected) {
  if (shape.size() == 3 && shape[2] > 0) return {};
  return Error{.code = "NPY_SHAPE",
               .message = "Training takes an array of epochs",
               .found = shape_text(shape),
               .expected = std::string(expected)};
}

namespace {

constexpr double kDefaultSfreq = 160, kValidationShare = 1.0 / 6;

constexpr ObjectForm kSetupForm = {.name = "setup",
                                   .unknown_code = "MODEL_CONFIG_UNKNOWN",
                                   .type_code = "MODEL_META_VALUE",
                                   .value_code = "MODEL_META_VALUE",
                                   .missing_code = "MODEL_META_VALUE"};
// A configuration and the other members of a model file about its data.
constexpr FieldSpec kSetup[] = {
    optional_json("config", "ConfigSettings"),
    even_empty(optional_texts("channels")),
    even_empty(optional_texts("classes")),
    more_than_lowest(number_field("sfreq", kDefaultSfreq, 0, kAnyNumber)),
    optional_json("recipe", "Recipe"),
    text_field("license"),
    optional_json("card", "Record<string, unknown>"),
};

// The names of a list, or prefix + number where there is none.
std::vector<std::string> names_of(const StrictObject& setup, std::string_view field, std::string_view prefix,
                                  std::size_t first, std::size_t n) {
  std::vector<std::string> names = setup.texts(field);
  for (std::size_t i = 0; i < n && !setup.is_set(field); ++i)
    names.push_back(std::string(prefix) + std::to_string(first + i));
  return names;
}

Result<ModelContract> contract_of(const StrictObject& setup, const ModelConfig& config) {
  ModelContract contract;
  contract.ch_names = names_of(setup, "channels", "E", 1, config.n_chans);
  contract.classes = names_of(setup, "classes", "", 0, config.n_classes());
  contract.sfreq = setup.number("sfreq");
  contract.license = setup.text("license");
  if (setup.is_set("recipe")) {
    contract.recipe_json = setup.text("recipe");
    EEGATE_TRY([[maybe_unused]] const Recipe checked, parse_recipe(contract.recipe_json));
  }
  EEGATE_CHECK(check_contract(contract, config));
  const Architecture& architecture = *find_architecture(config.architecture);
  if (architecture.check_contract != nullptr) EEGATE_CHECK(architecture.check_contract(contract.ch_names));
  return contract;
}

Result<TrainingStart> start_from_json(std::string_view text, std::uint64_t seed, InitRule init) {
  EEGATE_TRY(const JsonDocument document, JsonDocument::parse(text));
  const bool wrapped = !document.root().get("config").absent();
  EEGATE_TRY(const StrictObject setup, StrictObject::read(kSetup, wrapped ? document.root() : JsonValue(), kSetupForm));
  EEGATE_TRY(ModelConfig config, read_config(wrapped ? document.root().get("config") : document.root()));
  EEGATE_TRY(ModelContract contract, contract_of(setup, config));
  config.ch_names = contract.ch_names;
  EEGATE_CHECK(check_weights_memory(find_architecture(config.architecture)->tensors(config)));
  Weights weights = initial_weights(config, seed, init);
  return TrainingStart{std::move(config), std::move(weights), std::move(contract), setup.text("card"), true, {}, init};
}

Result<> check_epochs(const NpyFloats& x, const ModelConfig& config) {
  const std::string expected = "[B, " + std::to_string(config.n_chans) + ", T]";
  EEGATE_CHECK(check_epochs_shape(x.shape, expected));
  if (x.shape[1] != config.n_chans) {
    return Error{.code = "MODEL_CHANNELS",
                 .message = "The epochs have another number of channels than the model",
                 .found = shape_text(x.shape),
                 .expected = expected};
  }
  if (x.shape[0] == 0) {
    return Error{
        .code = "TRAIN_EMPTY", .message = "There are no epochs", .found = shape_text(x.shape), .expected = "1 or more"};
  }
  const auto bad = std::ranges::find_if(x.values, [](float v) { return !std::isfinite(v); });
  if (bad == x.values.end()) return {};
  const auto index = static_cast<std::size_t>(bad - x.values.begin());
  const auto n_times = static_cast<std::size_t>(x.shape[2]);
  return Error{.code = "MODEL_INPUT_NONFINITE",
               .message = "The epochs hold values that are not finite numbers",
               .place = "epoch " + std::to_string(index / (config.n_chans * n_times)) + ", channel " +
                        std::to_string(index / n_times % config.n_chans) + ", sample " +
                        std::to_string(index % n_times),
               .found = std::isnan(*bad) ? "NaN" : "infinity",
               .expected = "finite microvolts"};
}

Error label_error(std::string message, std::string place, std::string found, std::string expected) {
  return Error{.code = "TRAIN_LABELS",
               .message = std::move(message),
               .field = "labels",
               .place = std::move(place),
               .found = std::move(found),
               .expected = std::move(expected)};
}

Result<Targets> read_targets(const NpyArray& y, std::size_t n_epochs, const ModelConfig& config) {
  const bool regress = config.task == Task::kRegress;
  const bool one_each = y.shape.size() == 1 || (y.shape.size() == 2 && y.shape[1] == 1);
  const bool shaped =
      regress ? (y.shape.size() == 2 && y.shape[1] == config.n_outputs) || (one_each && config.n_outputs == 1)
              : one_each;
  if (!shaped || y.shape[0] != n_epochs) {
    return label_error("The labels do not match the epochs", {}, shape_text(y.shape),
                       "[" + std::to_string(n_epochs) + (regress ? ", " + std::to_string(config.n_outputs) : "") + "]");
  }
  Targets targets;
  for (std::size_t i = 0; i < y.values.size(); ++i) {
    const double value = y.values[i];
    if (regress) {
      targets.values.push_back(static_cast<float>(value));
      continue;
    }
    if (!(std::abs(value) < 1e6) || value != std::floor(value)) {
      return label_error("A label is not a whole number", "epoch " + std::to_string(i), std::to_string(value),
                         "0 to " + std::to_string(config.n_classes() - 1));
    }
    targets.classes.push_back(static_cast<int>(value));
  }
  EEGATE_CHECK(check_targets(config.task, targets, n_epochs, config.n_outputs));
  return targets;
}

struct Parts {
  Split split;
  std::string text;
  std::vector<std::int32_t> subjects;  // of the training epochs, then of validation; empty where they are unknown
  std::optional<Warning> warning;
};

// Subjects of whom an earlier training knows nothing validate, by the seed.
Result<Split> split_off_unknown(std::span<const EpochPlace> places, const std::vector<bool>& is_known,
                                std::uint64_t seed) {
  const std::vector<std::int32_t> unknown = unknown_groups(places, GroupBy::kSubject, is_known);
  if (unknown.empty()) return split_groups(places, GroupBy::kSubject, seed);
  const std::vector<int> same(places.size(), 0);
  return split_off_groups(places, same, GroupBy::kSubject, kValidationShare, seed, unknown);
}

// Nothing where nothing is set aside.
Result<std::optional<Parts>> split_by(SplitRule rule, const LabelledEpochs& epochs,
                                      std::span<const std::int32_t> subjects, std::uint64_t seed,
                                      std::optional<double> window_steps, std::string_view train_json) {
  if (rule == SplitRule::kNone || (rule == SplitRule::kAuto && subjects.empty())) return std::optional<Parts>();
  const std::vector<EpochPlace> places = places_in_rows(epochs.set.x.d0, subjects, window_steps.value_or(1));
  Parts parts;
  const TrainedBefore before(train_json, rule == SplitRule::kBlock);
  std::vector<bool> is_known(places.size());
  for (std::size_t i = 0; i < subjects.size(); ++i) is_known[i] = before.knows(std::to_string(subjects[i]));
  if (rule == SplitRule::kBlock) {
    const std::vector<int> same(places.size(), 0);  // values have no classes
    const std::vector<int>& classes = epochs.set.targets.classes;
    EEGATE_TRY(parts.split, split_off_blocks(places, classes.empty() ? same : classes, kValidationShare));
    parts.text = parts.split.rule;
  } else if (subjects.empty()) {
    return Error{.code = "TRAIN_SPLIT",
                 .message = "Whose the epochs are is not known",
                 .field = "subjects",
                 .found = "none",
                 .expected = "one for each epoch"};
  } else {
    EEGATE_TRY(parts.split, split_off_unknown(places, is_known, seed));
    // There is nothing to test here: subjects of that part train as well.
    std::vector<std::uint32_t>& train = parts.split.train.epochs;
    train.insert(train.end(), parts.split.test.epochs.begin(), parts.split.test.epochs.end());
    std::ranges::sort(train);
    parts.text = std::to_string(parts.split.validation.groups.size()) + " of the subjects set aside";
  }
  parts.warning = trained_before(is_known, parts.split.validation.epochs);
  for (const SplitSet* set : {&parts.split.train, &parts.split.validation}) {
    for (const std::uint32_t epoch : set->epochs) {
      if (!subjects.empty()) parts.subjects.push_back(subjects[epoch]);
    }
  }
  return std::optional<Parts>(std::move(parts));
}

// Every epoch counts as a recording of its own; where subjects are unknown, also as a subject of its own.
std::vector<EpochPlace> places_of(std::size_t n, std::span<const std::int32_t> subjects) {
  std::vector<EpochPlace> places(n);
  for (std::size_t i = 0; i < n; ++i) {
    const auto number = static_cast<std::int32_t>(i);
    places[i] = {.subject = i < subjects.size() ? subjects[i] : std::numeric_limits<std::int32_t>::min() + number,
                 .file = number};
  }
  return places;
}

// Warnings about labels that fit the signals better after a shift or an exchange.
Warnings audit_fit(const LabelledEpochs& epochs, std::span<const std::int32_t> subjects, const ModelConfig& config) {
  if (config.task == Task::kRegress) return {};
  Warnings warnings;
  for (const AuditFinding& finding : audit_label_fit(epochs.set.x, epochs.set.targets.classes, config.n_classes(),
                                                     places_in_rows(epochs.set.x.d0, subjects))) {
    warnings.push_back({.code = finding.code, .message = finding.message});
  }
  return warnings;
}

// Labels of both sets in one row, training first.
Result<Warnings> audit(const LabelledEpochs& train, const LabelledEpochs& validation,
                       std::span<const std::int32_t> subjects, const ModelConfig& config) {
  if (config.task == Task::kRegress) return Warnings();
  std::vector<int> labels = train.set.targets.classes;
  labels.insert(labels.end(), validation.set.targets.classes.begin(), validation.set.targets.classes.end());
  Split split;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    (i < train.set.x.d0 ? split.train : split.validation).epochs.push_back(static_cast<std::uint32_t>(i));
  }
  Warnings warnings;
  for (const AuditFinding& finding :
       audit_labels(labels, config.n_classes(), places_of(labels.size(), subjects), split)) {
    if (finding.is_error) return Error{.code = finding.code, .message = finding.message, .field = "labels"};
    warnings.push_back({.code = finding.code, .message = finding.message});
  }
  if (!recentres(config) || train.set.groups.empty()) return warnings;
  if (const auto finding = audit_recentring(train.set.targets.classes, train.set.groups))
    warnings.push_back({.code = finding->code, .message = finding->message});
  return warnings;
}

}  // namespace

std::span<const FieldSpec> setup_fields() { return kSetup; }

// JSON has no zero bytes; the length in front of a safetensors header always has some.
bool looks_like_json(std::span<const std::byte> bytes) {
  const std::string_view text = text_of_bytes(bytes);
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && text[first] == '{' &&
         text.substr(0, 8).find('\0') == std::string_view::npos;
}

Result<TrainingStart> read_training_start(std::span<const std::byte> bytes, std::uint64_t seed, InitRule init) {
  if (looks_like_json(bytes)) return start_from_json(text_of_bytes(bytes), seed, init);
  EEGATE_TRY(ModelFile file, read_model_file(bytes));
  EEGATE_CHECK(check_differentiable(file.weights));
  return TrainingStart{std::move(file.config),  std::move(file.weights), std::move(file.contract), {}, false,
                       std::move(file.warnings)};
}

Result<LabelledEpochs> read_labelled_epochs(std::span<const std::byte> x, std::span<const std::byte> y,
                                            const ModelConfig& config) {
  EEGATE_TRY(NpyFloats input, parse_npy_floats(x));
  EEGATE_CHECK(check_epochs(input, config));
  EEGATE_TRY(const NpyArray labels, parse_npy(y));
  const auto n_epochs = static_cast<std::size_t>(input.shape[0]);
  LabelledEpochs epochs;
  EEGATE_TRY(epochs.set.targets, read_targets(labels, n_epochs, config));
  epochs.values = std::move(input.values);
  epochs.set.x = {epochs.values.data(), n_epochs, config.n_chans, static_cast<std::size_t>(input.shape[2])};
  return epochs;
}

Result<std::vector<std::int32_t>> read_subjects(std::span<const std::byte> npy, std::size_t n_epochs) {
  EEGATE_TRY(const NpyArray array, parse_npy(npy));
  const auto is_number = [](double v) { return v == std::floor(v) && std::abs(v) < 1e9; };
  if (array.shape.size() != 1 || array.shape[0] != n_epochs || !std::ranges::all_of(array.values, is_number)) {
    return Error{.code = "TRAIN_SUBJECTS",
                 .message = "The subjects are not one whole number for each epoch",
                 .field = "subjects",
                 .found = shape_text(array.shape),
                 .expected = "[" + std::to_string(n_epochs) + "]"};
  }
  return std::vector<std::int32_t>(array.values.begin(), array.values.end());
}

std::optional<double> steps_of_windows(std::string_view recipe_json) {
  const auto recipe = parse_recipe(recipe_json);
  if (!recipe.ok() || !recipe->epochs) return {};
  const auto* windows = std::get_if<WindowEpochs>(&*recipe->epochs);
  return windows == nullptr ? 1 : windows->length_s / windows->step_s;
}

std::vector<EpochPlace> places_in_rows(std::size_t n, std::span<const std::int32_t> subjects, double window_steps) {
  std::vector<EpochPlace> places(n);
  for (std::size_t i = 0; i < n; ++i) {
    places[i] = {
        .subject = subjects.empty() ? 0 : subjects[i], .onset_s = static_cast<double>(i), .duration_s = window_steps};
    if (i > 0) places[i].file = places[i - 1].file + (places[i].subject != places[i - 1].subject ? 1 : 0);
  }
  return places;
}

Warning epochs_untimed() {
  return {
      .code = "EPOCHS_UNTIMED",
      .message =
          "Whether the epochs overlap is not known without the recipe that they were prepared by. If they do, tests "
          "on segments of time see samples that were trained on, and the accuracy is too high."};
}

Warning epochs_dropped(const Split& split) {
  return {.code = "TRAIN_DROPPED",
          .message = std::to_string(split.n_dropped) + " epochs are left out because they overlap those of validation"};
}

LabelledEpochs chosen_epochs(const LabelledEpochs& from, std::span<const std::uint32_t> epochs) {
  const ConstTensor3& x = from.set.x;
  const std::size_t size = x.d1 * x.d2, n_values = x.d0 == 0 ? 0 : from.set.targets.values.size() / x.d0;
  LabelledEpochs out;
  out.values.reserve(epochs.size() * size);
  for (const std::uint32_t epoch : epochs) {
    out.values.insert(out.values.end(), x.data + epoch * size, x.data + (epoch + 1) * size);
    const Targets& targets = from.set.targets;
    if (!targets.classes.empty()) out.set.targets.classes.push_back(targets.classes[epoch]);
    for (std::size_t k = 0; k < n_values; ++k) out.set.targets.values.push_back(targets.values[epoch * n_values + k]);
    if (!from.set.groups.empty()) out.set.groups.push_back(from.set.groups[epoch]);
  }
  out.set.x = {out.values.data(), epochs.size(), x.d1, x.d2};
  out.set.places.assign(epochs.begin(), epochs.end());
  return out;
}

LabelledEpochs cut_middle(const LabelledEpochs& epochs, std::size_t n_times) {
  const ConstTensor3& x = epochs.set.x;
  LabelledEpochs out;
  out.values.reserve(x.d0 * x.d1 * n_times);
  for (std::size_t i = 0; i < x.d0 * x.d1; ++i) {
    const float* first = x.data + i * x.d2 + (x.d2 - n_times) / 2;
    out.values.insert(out.values.end(), first, first + n_times);
  }
  out.set = {{out.values.data(), x.d0, x.d1, n_times}, epochs.set.targets};
  return out;
}

Result<TrainingSets> arrange_sets(LabelledEpochs train, LabelledEpochs validation,
                                  std::span<const std::int32_t> subjects, const ModelConfig& config, std::uint64_t seed,
                                  SplitRule rule, std::string_view recipe_json, std::string_view train_json) {
  TrainingSets sets;
  const std::optional<double> window_steps = steps_of_windows(recipe_json);
  const Warnings misfits = audit_fit(train, subjects, config);
  std::vector<std::int32_t> used(subjects.begin(), subjects.end());  // of the epochs in the order of the sets
  Warnings of_split;
  sets.subjects = names_of_subjects(subjects);
  if (validation.set.x.d0 > 0) {
    sets.split = "given";
  } else {
    EEGATE_TRY(const auto parts, split_by(rule, train, subjects, seed, window_steps, train_json));
    if (parts) {
      if (rule == SplitRule::kBlock && !window_steps) of_split.push_back(epochs_untimed());
      if (parts->split.n_dropped > 0) of_split.push_back(epochs_dropped(parts->split));
      if (parts->warning) of_split.push_back(*parts->warning);
      for (const std::int32_t subject : parts->split.validation.groups)
        sets.set_aside.push_back(std::to_string(subject));
      validation = chosen_epochs(train, parts->split.validation.epochs);
      train = chosen_epochs(train, parts->split.train.epochs);
      used = parts->subjects;
      sets.split = parts->text;
    }
  }
  EEGATE_TRY(sets.warnings, audit(train, validation, used, config));
  sets.warnings.insert(sets.warnings.end(), misfits.begin(), misfits.end());
  sets.warnings.insert(sets.warnings.end(), of_split.begin(), of_split.end());
  if (!used.empty()) {
    const auto n_train = static_cast<std::ptrdiff_t>(train.set.x.d0);
    train.set.groups.assign(used.begin(), used.begin() + n_train);
  }
  sets.train = std::move(train);
  sets.validation = std::move(validation);
  return sets;
}

}  // namespace eegate
