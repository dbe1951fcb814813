// Recipe: what is done to a recording before a model sees it, in this order: pick, reference,
// notch, band-pass, resample, epochs, align, standardise. A step that is absent is not done.
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
#include "signal/filter.h"
#include "signal/standardize.h"

namespace eegate {

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

// One epoch for every annotation whose text is a key of `labels`; for every annotation, under its
// own text, if there are no labels.
struct AnnotationEpochs {
  std::vector<std::pair<std::string, std::string>> labels;  // annotation text -> label, in file order
  double tmin_s = 0, tmax_s = 0;                            // around the onset
};

// Windows one after the other: through the whole recording, or, if there are labels, all along every annotation whose
// text is a key of them.
struct WindowEpochs {
  double length_s = 0;
  double step_s = 0;
  std::string label;                                             // of the whole recording; may be empty
  std::vector<std::pair<std::string, std::string>> labels = {};  // annotation text -> label, in file order
};

using EpochsStep = std::variant<AnnotationEpochs, WindowEpochs>;

struct Recipe {
  std::vector<std::string> pick;  // empty: the channels that whoever uses the recipe asks for
  std::optional<ReferenceStep> reference;
  std::optional<NotchStep> notch;
  std::optional<BandpassStep> bandpass;
  std::optional<double> highpass_hz, lowpass_hz;  // only while looking (parse_look): no model's recipe has them
  std::optional<double> resample_hz;
  bool align_euclidean = false;
  std::optional<EpochsStep> epochs;
  std::optional<Standardization> standardize;  // only where no model follows
};

// Strict: a key that is not known is an error, because a step that is skipped in silence changes
// the numbers. Errors: JSON_*, RECIPE_UNKNOWN_KEY (field = dotted path), RECIPE_TYPE, RECIPE_VALUE,
// RECIPE_VERSION. Bands that a sampling rate cannot hold are found later (DSP_BAND).
Result<Recipe> parse_recipe(std::string_view json);
Result<Recipe> parse_recipe(JsonValue json);
// Its fields, of which `eegate schema` writes a type.
std::span<const FieldSpec> recipe_fields();

// How someone wants to see a recording: {"reference", "notch_hz", "highpass_hz", "lowpass_hz"}, each of which may be
// absent. Errors as for a recipe.
Result<Recipe> parse_look(std::string_view json);
std::span<const FieldSpec> look_fields();

// The recipe with every default filled in: compact JSON, keys in the order of the steps. Equal
// recipes give equal texts.
std::string recipe_json(const Recipe& recipe);
// 16 hexadecimal digits of that text.
std::string recipe_hash(const Recipe& recipe);

// The labels in the order in which they get their indices: first appearance in `labels`, or the
// label of the recording; empty if the annotations name themselves.
std::vector<std::string> recipe_labels(const Recipe& recipe);

}  // namespace eegate
