// Which recipe is carried out for a model: the one that was given, the model's own, or plain windows; completed where
// the model leaves no choice (sampling rate, epochs).
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/model.h"
#include "signal/recipe.h"

namespace eegate {

enum class RecipeOrigin { kModel, kGiven, kPlainWindows };

struct RecipeChoice {
  Recipe recipe;  // complete: has epochs, and a resampling step if the rates ask for one
  RecipeOrigin origin = RecipeOrigin::kModel;
  bool epochs_added = false;
  std::optional<Error> model_recipe_error;  // the model's own recipe cannot be carried out
};

// The recipe of a model file; nothing if it has none. Errors of parse_recipe.
Result<std::optional<Recipe>> model_recipe(const Model& model);

// `sfreq` is the rate of the channels that will be used.
RecipeChoice choose_recipe(const Model& model, const Recipe* given, double sfreq);

// Length of an epoch in seconds. The recipe must have epochs.
double epoch_length_s(const Recipe& recipe);

// Of annotations that epochs are cut around or inside: text -> label; empty for all of them, or none. The same.
const std::vector<std::pair<std::string, std::string>>& epoch_labels(const Recipe& recipe);

// True when the rates are the same for every purpose (1e-6 relative).
bool same_rate(double a_hz, double b_hz);

}  // namespace eegate
