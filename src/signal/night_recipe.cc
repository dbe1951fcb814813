#include "files/strict_object.h"
#include "signal/night.h"

namespace eegate {
namespace {

constexpr ObjectForm kNightForm = {.name = "recipe",
                                   .unknown_code = "RECIPE_UNKNOWN_KEY",
                                   .type_code = "RECIPE_TYPE",
                                   .value_code = "RECIPE_VALUE",
                                   .missing_code = "RECIPE_VALUE",
                                   .unknown_hint =
                                       "A step that is skipped in silence would change the numbers: correct the "
                                       "spelling or use a newer version"};

constexpr std::string_view kMethods[] = {"polyphase", "fourier"};
constexpr std::string_view kPicks[] = {"sleep"};
constexpr std::string_view kSequence[] = {"sequence"};

constexpr FieldSpec kNightBandpass[] = {
    required_field(optional_number("low_hz")), required_field(optional_number("high_hz")),
    integer_field("order", BandpassStep().order, 1, 20), choice_field("mode", "zero_phase", kFilterModes.names)};
constexpr FieldSpec kNightFir[] = {integer_field("taps", 101, 3, 10001), required_number("low_hz"),
                                   required_number("high_hz"), optional_number("emg_low_hz", 0)};
constexpr FieldSpec kNightScale[] = {number_field("clip_iqr", NightScale().clip_iqr, 1e-3, 1e9)};
// Far above the rate of any sleep recording; limits the memory that a chain of steps can need.
constexpr double kMaxNightRate_hz = 1000;
constexpr std::size_t kMaxNightSteps = 16;
constexpr FieldSpec kNightStep[] = {
    more_than_lowest(optional_number("resample_hz", 0, kMaxNightRate_hz)),
    choice_field("method", "polyphase", kMethods), optional_object("bandpass", kNightBandpass),
    optional_object("fir_zero_phase", kNightFir), optional_object("robust_scale", kNightScale)};
constexpr FieldSpec kNightEpochs[] = {
    choice_field("by", "sequence", kSequence), more_than_lowest(required_number("length_s", 0)),
    integer_field("context", 21, 1, 1001), integer_field("step", 1, 1, 1001), optional_text("edges")};
constexpr FieldSpec kNight[] = {required_integer("version", 2, 2), optional_choice("pick", kPicks),
                                required_field(optional_objects("steps", kNightStep)),
                                required_field(object_field("epochs", kNightEpochs))};

Result<NightStep> step_of(const StrictObject& step) {
  std::size_t n = 0;
  for (const std::string_view kind : {"resample_hz", "bandpass", "fir_zero_phase", "robust_scale"})
    n += step.is_set(kind) ? 1 : 0;
  if (n != 1) {
    return step.error("RECIPE_VALUE", "Each step is one thing", {}, std::to_string(n) + " steps in one",
                      "one of resample_hz, bandpass, fir_zero_phase, robust_scale");
  }
  if (step.is_set("resample_hz"))
    return NightStep(NightResample{.hz = step.number("resample_hz"), .fourier = step.choice("method") == kMethods[1]});
  if (step.is_set("bandpass")) {
    const StrictObject& band = step.node("bandpass");
    return NightStep(NightBandpass{{.low_hz = band.number("low_hz"),
                                    .high_hz = band.number("high_hz"),
                                    .order = static_cast<int>(band.number("order")),
                                    .mode = band.option("mode", kFilterModes)}});
  }
  if (step.is_set("robust_scale"))
    return NightStep(NightScale{.clip_iqr = step.node("robust_scale").number("clip_iqr")});
  const StrictObject& object = step.node("fir_zero_phase");
  NightFir fir{.taps = object.size("taps"), .low_hz = object.number("low_hz"), .high_hz = object.number("high_hz")};
  object.copy("emg_low_hz", fir.emg_low_hz);
  return NightStep(fir);
}

}  // namespace

Result<NightRecipe> parse_night_recipe(std::string_view json) {
  EEGATE_TRY(const JsonDocument document, JsonDocument::parse(json));
  EEGATE_TRY(const StrictObject object, StrictObject::read(kNight, document.root(), kNightForm));
  const StrictObject& epochs = object.node("epochs");
  NightRecipe recipe{.epoch_s = epochs.number("length_s"), .context = epochs.size("context")};
  if (const std::size_t n = object.nodes("steps").size(); n > kMaxNightSteps) {
    return object.error("RECIPE_VALUE", "The recipe has too many steps", "steps", std::to_string(n),
                        "at most " + std::to_string(kMaxNightSteps));
  }
  for (const StrictObject& step : object.nodes("steps")) {
    EEGATE_TRY(recipe.steps.emplace_back(), step_of(step));
  }
  return recipe;
}

double NightRecipe::sfreq(double recorded) const {
  for (const NightStep& step : steps) {
    if (const auto* resample = std::get_if<NightResample>(&step)) recorded = resample->hz;
  }
  return recorded;
}

}  // namespace eegate
