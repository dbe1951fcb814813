// The recipe of a training set, and the part of it that the model file will hold.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/model.h"
#include "signal/recipe.h"
#include "signal/recording.h"

namespace eegate {

// A recording's recipe as the new model sees it. Errors: RECIPE_*; RECIPE_VALUE if it standardises, which the model
// does itself.
Result<Recipe> training_recipe(std::string_view json);

// For a model that is trained further: its own steps, and the epochs of `given`. Errors: RECIPE_*; TRAIN_RECIPE if the
// given recipe has other steps.
Result<Recipe> further_training_recipe(const ModelContract& contract, std::string_view json,
                                       const Recording& recording);

// The names of the recording's channels that the model takes, in its order. Error MODEL_CHANNELS if one is missing.
Result<std::vector<std::string>> channels_of_model(const ModelContract& contract, const Recording& recording);

// Epochs that begin so much earlier and end so much later.
Recipe widened(Recipe recipe, double margin_s);

// The steps that all recipes share and the epochs to cut from a recording without labels. Error TRAIN_RECIPE if they
// share none.
Result<Recipe> shared_recipe(const std::vector<Recipe>& recipes);

}  // namespace eegate
