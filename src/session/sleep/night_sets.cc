// Nights arranged for training: runs, the nights for validation, the card.
#include <algorithm>
#include <map>
#include <set>

#include "base/numbers_as_text.h"
#include "files/json.h"
#include "files/strict_object.h"
#include "model/memory_limit.h"
#include "model/sequence/sequence_architecture.h"
#include "model/sequence/sequence_model.h"
#include "session/sleep/night_data.h"
#include "session/sleep/staging.h"
#include "session/train/trained_before.h"
#include "signal/night.h"
#include "train/splits.h"
#include "train/trainable.h"

namespace eegate {
namespace {

constexpr double kNightValidationShare = 1.0 / 6;

// The object with the model's configuration, within a setup or alone.
JsonValue config_of_setup(const JsonValue& root) { return root.get("config").absent() ? root : root.get("config"); }

std::string_view named_in(const JsonValue& config, std::string_view preset) {
  if (!preset.empty()) return preset;
  const JsonValue name = config.get("architecture").absent() ? config.get("preset") : config.get("architecture");
  return name.is_string() ? std::string_view(name.string()) : std::string_view();
}

// Properties of an epoch from the architecture, unless the setup has them.
std::string completed_night_config(const JsonValue& config, const SequenceArchitecture& architecture,
                                   std::string_view preset, std::size_t n_chans) {
  JsonWriter out;
  out.begin_object().key("architecture").value(architecture.name);
  const auto number = [&](std::string_view key, double value) {
    if (config.get(key).absent()) out.key(key).value(static_cast<std::uint64_t>(value));
  };
  number("n_chans", static_cast<double>(n_chans));
  number("n_times", kSleepEpoch_s * architecture.sfreq);
  number("n_outputs", static_cast<double>(kSleepStages));
  if (config.get("preset").absent() && !preset.empty()) out.key("preset").value(preset);
  for (const auto& [key, value] : config.members()) {
    if (key != "architecture") out.key(key).raw(value.text());
  }
  return out.end_object().take();
}

ModelContract contract_of_stager(const JsonValue& setup, const ModelConfig& config,
                                 const SequenceArchitecture& architecture, const std::vector<std::string>& channels) {
  ModelContract contract;
  contract.ch_names = channels;
  for (std::size_t i = contract.ch_names.size(); i < config.n_chans; ++i)
    contract.ch_names.push_back(i == 0 ? "EEG" : "channel " + std::to_string(i + 1));
  contract.classes.assign(kSleepStageNames.begin(), kSleepStageNames.end());
  contract.sfreq = architecture.sfreq;
  contract.recipe_json = architecture.recipe;
  const JsonValue recipe = setup.get("recipe"), license = setup.get("license");
  if (recipe.is_object()) contract.recipe_json = recipe.text();
  if (license.is_string()) contract.license = license.string();
  return contract;
}

// The numbers of a name among those before it.
template <class Of>
std::vector<std::int32_t> numbers_of(std::span<const LabelledNight> nights, Of of) {
  std::map<std::string, std::int32_t> known;
  std::vector<std::int32_t> numbers;
  for (const LabelledNight& night : nights)
    numbers.push_back(known.emplace(of(night), static_cast<std::int32_t>(known.size())).first->second);
  return numbers;
}

// From one window to the next: windows of training overlap by half, those of validation not at all, and where only the
// middle of a window is answered for, each epoch is the middle of one.
std::size_t hop_of(const TrialShape& shape, bool validates) {
  if (shape.n_answers < shape.n_rows) return 1;
  return validates ? shape.n_rows : (shape.n_rows + 1) / 2;
}

void append_night(LabelledEpochs& set, const LabelledNight& night, const TrialShape& shape, std::size_t hop) {
  const std::size_t length = shape.n_rows;
  std::size_t row = set.set.targets.classes.size();
  for (const std::size_t n : night.runs) {
    for (std::size_t first = 0; first + length <= n; first += hop) {
      const auto begin = night.labels.begin() +
                         static_cast<std::ptrdiff_t>(row - set.set.targets.classes.size() + first + shape.first_answer);
      const bool is_scored = std::any_of(begin, begin + static_cast<std::ptrdiff_t>(shape.n_answers),
                                         [](int label) { return label != kNoClass; });
      if (is_scored) set.set.first_rows.push_back(static_cast<std::uint32_t>(row + first));
    }
    row += n;
  }
  set.values.insert(set.values.end(), night.images.begin(), night.images.end());
  set.set.targets.classes.insert(set.set.targets.classes.end(), night.labels.begin(), night.labels.end());
}

// The nights that are set aside, by number; none where nothing is.
Result<std::set<std::size_t>> nights_to_validate(std::span<const LabelledNight> nights, const TrainedBefore& before,
                                                 std::uint64_t seed, SplitRule rule) {
  std::set<std::size_t> aside;
  if (rule == SplitRule::kBlock) {
    return Error{.code = "TRAIN_SPLIT",
                 .message = "Nights are split by subject or by recording",
                 .field = "split",
                 .found = "block",
                 .expected = "auto, subject, run or none"};
  }
  const bool by_person = rule != SplitRule::kRun;
  const std::vector<std::int32_t> groups =
      numbers_of(nights, [&](const LabelledNight& night) { return by_person ? night.subject : night.name; });
  const bool is_alone = groups.empty() || std::ranges::max(groups) == 0;
  if (rule == SplitRule::kNone || (rule == SplitRule::kAuto && is_alone)) return aside;
  std::vector<EpochPlace> places;
  std::vector<int> labels;
  std::vector<std::size_t> night_of;
  std::vector<bool> is_known;
  for (std::size_t i = 0; i < nights.size(); ++i) {
    for (const int label : nights[i].labels) {
      if (label == kNoClass) continue;
      places.push_back({.subject = groups[i], .file = static_cast<std::int32_t>(i)});
      labels.push_back(label);
      night_of.push_back(i);
      is_known.push_back(before.knows(nights[i].subject, nights[i].name));
    }
  }
  const GroupBy by = by_person ? GroupBy::kSubject : GroupBy::kFile;
  EEGATE_TRY(const Split split,
             split_off_groups(places, labels, by, kNightValidationShare, seed, unknown_groups(places, by, is_known)));
  for (const std::uint32_t epoch : split.validation.epochs) aside.insert(night_of[epoch]);
  return aside;
}

std::string night_card(std::span<const LabelledNight> nights, const TrainingSets& sets) {
  JsonWriter out;
  std::vector<std::uint64_t> counts(kSleepStages);
  out.begin_object().key("files").begin_array();
  for (const LabelledNight& night : nights) {
    out.value(night.name);
    for (const int label : night.labels) {
      if (label != kNoClass) ++counts[static_cast<std::size_t>(label)];
    }
  }
  out.end_array().key("subjects").begin_array();
  for (const std::string& subject : sets.subjects) out.value(subject);
  out.end_array().key("epochs_by_stage").begin_object();
  for (std::size_t stage = 0; stage < kSleepStages; ++stage) out.key(kSleepStageNames[stage]).value(counts[stage]);
  out.end_object().key("limits");
  out.value("Trained on " + counted(nights.size(), "recording", "recordings") + " of " +
            counted(sets.subjects.size(), "subject", "subjects") + ". " +
            (sets.split.empty()
                 ? std::string("Nothing was set aside for validation: how good it is on other nights is unknown.")
             : warns_of_training_before(sets.warnings)
                 ? std::string(kTrainedBefore)
                 : "Nights that were set aside chose the best epoch: expect somewhat less on others.") +
            " For research and teaching; not a medical device.");
  return out.end_object().take();
}

}  // namespace

std::string night_presets() {
  std::string known;
  for (const SequenceArchitecture* each : sequence_architectures_known())
    known += (known.empty() ? "" : ", ") + std::string(each->name);
  return known;
}

bool is_night_start(std::span<const std::byte> bytes, std::string_view preset) {
  if (find_sequence_architecture(preset) != nullptr) return true;
  if (bytes.empty()) return false;
  if (!looks_like_json(bytes)) return SequenceModel::is_named_in(bytes);
  const auto document = JsonDocument::parse(text_of_bytes(bytes));
  return document.ok() && document->root().is_object() &&
         find_sequence_architecture(named_in(config_of_setup(document->root()), {})) != nullptr;
}

Result<TrainingStart> read_night_start(std::span<const std::byte> bytes, std::string_view preset,
                                       const std::vector<std::string>& channels, std::uint64_t seed, InitRule init) {
  if (!bytes.empty() && !looks_like_json(bytes)) {
    EEGATE_TRY(ModelFile file, read_sequence_file(bytes));
    return TrainingStart{std::move(file.config),  std::move(file.weights), std::move(file.contract), {}, false,
                         std::move(file.warnings)};
  }
  EEGATE_TRY(const JsonDocument document, JsonDocument::parse(bytes.empty() ? "{}" : text_of_bytes(bytes)));
  const JsonValue setup = document.root(), given = config_of_setup(setup);
  const std::string name(named_in(given, preset));
  const SequenceArchitecture* architecture = find_sequence_architecture(name);
  if (architecture == nullptr) {
    return Error{.code = "MODEL_PRESET",
                 .message = "This is no model that stages nights",
                 .field = "preset",
                 .found = quoted(name),
                 .expected = "one of " + night_presets()};
  }
  const std::string config_json =
      completed_night_config(given, *architecture, preset, std::max<std::size_t>(1, channels.size()));
  EEGATE_TRY(const JsonDocument completed, JsonDocument::parse(config_json));
  EEGATE_TRY(ModelConfig config, read_sequence_config(completed.root()));
  ModelContract contract = contract_of_stager(setup, config, *architecture, channels);
  EEGATE_TRY([[maybe_unused]] const NightRecipe recipe, parse_night_recipe(contract.recipe_json));
  EEGATE_CHECK(check_contract(contract, config));
  EEGATE_CHECK(check_weights_memory(architecture->tensors(config)));
  EEGATE_CHECK(check_sequence_memory(config, architecture->tensors(config), config.fields.number("context")));
  Weights weights = initial_weights(config, seed, init);
  const JsonValue card = setup.get("card");
  return TrainingStart{std::move(config),
                       std::move(weights),
                       std::move(contract),
                       card.is_object() ? std::string(card.text()) : std::string(),
                       true,
                       {},
                       init};
}

Result<NightSets> arrange_nights(std::vector<LabelledNight> nights, const TrainingStart& start, std::uint64_t seed,
                                 SplitRule rule) {
  const TrainedBefore before(start.contract.train_json);
  EEGATE_TRY(const std::set<std::size_t> aside, nights_to_validate(nights, before, seed, rule));
  const TrialShape shape = trial_shape_of(start.config);
  NightSets arranged;
  TrainingSets& sets = arranged.sets;
  std::set<std::string> all;
  std::vector<bool> is_known;
  for (const LabelledNight& night : nights) {
    all.insert(night.subject);
    is_known.push_back(before.knows(night.subject, night.name));
  }
  sets.subjects.assign(all.begin(), all.end());
  if (!aside.empty()) {
    std::set<std::string> subjects;
    for (const std::size_t i : aside) {
      subjects.insert(nights[i].subject);
      sets.set_aside.push_back(rule != SplitRule::kRun ? nights[i].subject : nights[i].name);
    }
    const std::vector<std::uint32_t> judging(aside.begin(), aside.end());
    if (const auto warning = trained_before(is_known, judging, "recording", "recordings"))
      sets.warnings.push_back(*warning);
    sets.split = rule != SplitRule::kRun ? counted(subjects.size(), "subject", "subjects") + " set aside"
                                         : counted(aside.size(), "recording", "recordings") + " set aside";
  }
  arranged.card = night_card(nights, sets);
  const auto set_of = [&](std::size_t i) -> LabelledEpochs& {
    return aside.contains(i) ? sets.validation : sets.train;
  };
  std::map<const LabelledEpochs*, std::size_t> sizes;
  for (std::size_t i = 0; i < nights.size(); ++i) sizes[&set_of(i)] += nights[i].images.size();
  for (LabelledEpochs* set : {&sets.train, &sets.validation}) set->values.reserve(sizes[set]);
  for (std::size_t i = 0; i < nights.size(); ++i) {
    append_night(set_of(i), nights[i], shape, hop_of(shape, aside.contains(i)));
    nights[i] = {};  // its images are in the set now
  }
  for (LabelledEpochs* set : {&sets.train, &sets.validation})
    set->set.x = {set->values.data(), set->set.targets.classes.size(), shape.n_chans, shape.n_times};
  if (sets.train.set.first_rows.empty() || (!aside.empty() && sets.validation.set.first_rows.empty())) {
    return Error{.code = "NIGHT_SHORT",
                 .message = "No recording holds a sequence of epochs with stages that is as long as the model takes",
                 .expected = std::to_string(shape.n_rows) + " epochs or more without a gap"};
  }
  return arranged;
}

}  // namespace eegate
