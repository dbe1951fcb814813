// Recipe: the preprocessing of a recording for a model, in this order: pick, reference, notch, band-pass, resample,
// epochs, align, standardise. Absent steps are skipped.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/result.h"
#include "files/field_spec.h"
#include "files/json.h"
#include "files/strict_object.h"
#include "signal/filter.h"
#include "signal/standardize.h"

namespace eegate {

// Of recipes of every kind.
inline constexpr ObjectForm kRecipeForm = {.name = "recipe",
                                           .unknown_code = "RECIPE_UNKNOWN_KEY",
                                           .type_code = "RECIPE_TYPE",
                                           .value_code = "RECIPE_VALUE",
                                           .missing_code = "RECIPE_VALUE",
                                           .unknown_hint =
                                               "A step that is skipped in silence would change the numbers: "
                                               "correct the spelling or use a newer version"};

struct ReferenceStep {
  std::vector<std::string> ch_names;  // subtract their mean; empty: the average of the picked channels
  bool is_average() const { return ch_names.empty(); }
};

struct NotchStep {
  double hz = 0;
  double q = 30;  // centre / width at -3 dB
};

struct BandpassStep {
  double low_hz = 0, high_hz = 0;
  int order = 2;
  FilterMode mode = FilterMode::kZeroPhase;
};

// One epoch for each annotation whose text is a key of `labels`; without labels, one for each annotation, labelled with
// its text.
struct AnnotationEpochs {
  std::vector<std::pair<std::string, std::string>> labels;  // annotation text -> label, in file order
  double tmin_s = 0, tmax_s = 0;                            // around the onset
};

// Consecutive windows over the whole recording or, with labels, inside each annotation whose text is a key of them.
struct WindowEpochs {
  double length_s = 0;
  double step_s = 0;
  std::string label;                                             // label of the whole recording; may be empty
  std::vector<std::pair<std::string, std::string>> labels = {};  // annotation text -> label, in file order
};

using EpochsStep = std::variant<AnnotationEpochs, WindowEpochs>;

struct Recipe {
  std::vector<std::string> pick;  // empty: the channels that the caller requests
  std::optional<ReferenceStep> reference;
  std::optional<NotchStep> notch;
  std::optional<BandpassStep> bandpass;
  std::optional<double> highpass_hz, lowpass_hz;  // only in display settings (parse_display_settings)
  std::optional<double> resample_hz;
  bool align_euclidean = false;
  std::optional<EpochsStep> epochs;
  std::optional<Standardization> standardize;  // only for data that are not passed to a model
};

// Parses a recipe. Unknown keys are errors, because a step that is silently skipped changes the results. Errors:
// JSON_*, RECIPE_UNKNOWN_KEY (field = dotted path), RECIPE_TYPE, RECIPE_VALUE, RECIPE_VERSION. Bands that are invalid
// for a sampling rate are detected later (DSP_BAND).
Result<Recipe> parse_recipe(std::string_view json);
Result<Recipe> parse_recipe(JsonValue json);
// The fields of a recipe, for parsing and for the TypeScript type that `eegate schema` writes.
std::span<const FieldSpec> recipe_fields();

// Display settings of a recording, independent of any model: {"reference", "notch_hz", "highpass_hz", "lowpass_hz"},
// all optional. Errors as for a recipe.
Result<Recipe> parse_display_settings(std::string_view json);
std::span<const FieldSpec> display_settings_fields();

// The recipe with all defaults filled in: compact JSON, keys in the order of the steps. Equal recipes give equal texts.
std::string recipe_json(const Recipe& recipe);
// FNV-1a hash of recipe_json(): 16 hexadecimal digits.
std::string recipe_hash(const Recipe& recipe);

// The labels in the order of their indices: order of first appearance in `labels`, or the label of the recording; empty
// if annotations are labelled with their own texts.
std::vector<std::string> recipe_labels(const Recipe& recipe);

}  // namespace eegate
