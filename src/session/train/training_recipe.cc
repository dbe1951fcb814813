#include "session/train/training_recipe.h"

#include <algorithm>

#include "session/open/compatibility.h"
#include "session/open/compatibility_reason.h"
#include "session/open/recipe_choice.h"

namespace eegate {
namespace {

// Everything that is done before epochs are cut. Channels are the model's, so that `pick` adds nothing.
std::string steps_json(Recipe recipe) {
  recipe.epochs.reset();
  recipe.pick.clear();
  return recipe_json(recipe);
}

Error other_steps(std::string message, const Recipe& found, const Recipe& expected) {
  return Error{.code = "TRAIN_RECIPE",
               .message = std::move(message),
               .field = "recipe",
               .found = steps_json(found),
               .expected = steps_json(expected)};
}

// Labels of both; none if they contradict each other, as T1 of different tasks does.
void merge_labels(AnnotationEpochs& into, const AnnotationEpochs& other, bool& contradict) {
  for (const auto& [text, label] : other.labels) {
    const auto at = std::ranges::find(into.labels, text, &std::pair<std::string, std::string>::first);
    if (at == into.labels.end())
      into.labels.emplace_back(text, label);
    else
      contradict = contradict || at->second != label;
  }
}

EpochsStep shared_epochs(const std::vector<Recipe>& recipes) {
  EpochsStep step = *recipes.front().epochs;
  if (auto* windows = std::get_if<WindowEpochs>(&step)) {
    windows->label.clear();   // of one recording
    windows->labels.clear();  // a recording that is classified has none
    return step;
  }
  auto& around = std::get<AnnotationEpochs>(step);
  bool contradict = false;
  for (const Recipe& recipe : recipes) {
    if (const auto* other = std::get_if<AnnotationEpochs>(&*recipe.epochs)) merge_labels(around, *other, contradict);
  }
  if (contradict) around.labels.clear();
  return step;
}

}  // namespace

Result<Recipe> training_recipe(std::string_view json) {
  EEGATE_TRY(Recipe recipe, parse_recipe(json));
  if (recipe.standardize && *recipe.standardize != Standardization::kNone) {
    return Error{.code = "RECIPE_VALUE",
                 .message = "A recipe for training must not standardise: the model does it itself",
                 .field = "standardize"};
  }
  recipe.standardize.reset();
  return recipe;
}

Result<Recipe> further_training_recipe(const ModelContract& contract, std::string_view json,
                                       const Recording& recording) {
  EEGATE_TRY(Recipe given, training_recipe(json));
  Recipe own = given;
  if (!contract.recipe_json.empty()) {
    // A recipe that this version cannot carry out was reported when the model was loaded.
    if (auto parsed = parse_recipe(contract.recipe_json); parsed.ok()) own = std::move(parsed).value();
  }
  if (steps_json(given) != steps_json(Recipe()) && steps_json(given) != steps_json(own)) {
    Error error = other_steps("The recording's recipe is not that of the model", given, own);
    error.hint = "Leave out all steps but `epochs`: those of the model are used.";
    return error;
  }
  own.epochs = given.epochs;
  own.pick.clear();
  const ChannelMatch match = match_channels(contract.ch_names, recording);
  if (!own.resample_hz && !same_rate(matched_sfreq(match, recording), contract.sfreq)) own.resample_hz = contract.sfreq;
  return own;
}

Result<std::vector<std::string>> channels_of_model(const ModelContract& contract, const Recording& recording) {
  const ChannelMatch match = match_channels(contract.ch_names, recording);
  std::vector<std::string> names, missing;
  for (std::size_t i = 0; i < match.channels.size(); ++i) {
    if (match.channels[i] < 0)
      missing.push_back(contract.ch_names[i]);
    else
      names.push_back(recording.channels()[static_cast<std::size_t>(match.channels[i])].name);
  }
  if (missing.empty()) return names;
  return Error{.code = "MODEL_CHANNELS",
               .message = "The recording lacks channels of the model",
               .field = "channels",
               .place = recording.file_name(),
               .found = "no " + listed(missing, 8),
               .expected = std::to_string(match.channels.size()) + " channels"};
}

Recipe widened(Recipe recipe, double margin_s) {
  if (auto* windows = std::get_if<WindowEpochs>(&*recipe.epochs)) {
    windows->length_s += 2 * margin_s;
  } else {
    auto& around = std::get<AnnotationEpochs>(*recipe.epochs);
    around.tmin_s -= margin_s;
    around.tmax_s += margin_s;
  }
  return recipe;
}

Result<Recipe> shared_recipe(const std::vector<Recipe>& recipes) {
  Recipe shared = recipes.front();
  for (const Recipe& recipe : recipes) {
    if (steps_json(recipe) != steps_json(shared)) {
      return other_steps("All recordings must be prepared in the same way: only their epochs may differ", recipe,
                         shared);
    }
  }
  shared.pick.clear();
  shared.epochs = shared_epochs(recipes);
  return shared;
}

}  // namespace eegate
