#include "session/open/recipe_choice.h"

#include <cmath>

namespace eegate {

bool same_rate(double a_hz, double b_hz) { return std::abs(a_hz - b_hz) <= 1e-6 * std::abs(b_hz); }

Result<std::optional<Recipe>> model_recipe(const Model& model) {
  const std::string& json = model.contract().recipe_json;
  if (json.empty()) return std::optional<Recipe>();
  EEGATE_TRY(Recipe recipe, parse_recipe(json));
  if (recipe.standardize && *recipe.standardize != Standardization::kNone) {
    return Error{.code = "RECIPE_VALUE",
                 .message = "The recipe of a model file must not standardise: the model does it itself",
                 .field = "standardize"};
  }
  return std::optional<Recipe>(std::move(recipe));
}

RecipeChoice choose_recipe(const Model& model, const Recipe* given, double sfreq) {
  RecipeChoice choice;
  auto own = model_recipe(model);
  if (!own.ok()) choice.model_recipe_error = own.error();
  if (given) {
    choice.recipe = *given;
    choice.origin = RecipeOrigin::kGiven;
  } else if (own.ok() && own->has_value()) {
    choice.recipe = **own;
  } else {
    choice.origin = RecipeOrigin::kPlainWindows;
  }
  const double model_sfreq = model.contract().sfreq;
  if (!choice.recipe.epochs) {
    const double length_s = static_cast<double>(model.config().n_times) / model_sfreq;
    choice.recipe.epochs = WindowEpochs{.length_s = length_s, .step_s = length_s, .label = {}};
    choice.epochs_added = true;
  }
  if (!choice.recipe.resample_hz && sfreq > 0 && !same_rate(sfreq, model_sfreq))
    choice.recipe.resample_hz = model_sfreq;
  return choice;
}

const std::vector<std::pair<std::string, std::string>>& epoch_labels(const Recipe& recipe) {
  return std::visit([](const auto& step) -> const auto& { return step.labels; }, *recipe.epochs);
}

double epoch_length_s(const Recipe& recipe) {
  if (const auto* windows = std::get_if<WindowEpochs>(&*recipe.epochs)) return windows->length_s;
  const auto& around = std::get<AnnotationEpochs>(*recipe.epochs);
  return around.tmax_s - around.tmin_s;
}

}  // namespace eegate
