// Verdicts for pairs of a recording and a model.
#include "session/open/compatibility.h"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <string>
#include <vector>

#include "session/fixtures.h"
#include "session/open/describe.h"

using namespace eegate;
using namespace eegate::test;

namespace compatibility_test {

namespace {

FixtureRecording fitting() { return {.channels = channels_named({"Fc5.", "C3..", "Cz..", "C4.."})}; }

// The item and the whole of the report have this verdict, and the message holds this text.
void check_item(const Result<Compatibility>& compatibility, std::string_view name, Verdict verdict,
                std::string_view code, const std::string& text) {
  REQUIRE(compatibility.ok());
  const CompatibilityItem& item = item_of(*compatibility, name);
  const std::string message = item.reason.text();
  INFO(message);
  CHECK(verdict_name(item.verdict) == verdict_name(verdict));
  CHECK(item.reason.name() == code);
  CHECK(message.find(text) != std::string::npos);
  CHECK(message.find_first_of("{}[]") == std::string::npos);
  CHECK(compatibility->verdict() >= verdict);
}

void check_only_item(const Result<Compatibility>& compatibility, std::string_view name, Verdict verdict,
                     std::string_view code, const std::string& text) {
  check_item(compatibility, name, verdict, code, text);
  CHECK(verdict_name(compatibility->verdict()) == verdict_name(verdict));
}

template <class T>
T value_of(const CompatibilityItem& item, std::string_view name) {
  const auto at = std::ranges::find(item.reason.values, name, [](const auto& value) { return value.name; });
  REQUIRE(at != item.reason.values.end());
  return std::get<T>(at->value);
}

}  // namespace

TEST_CASE("a recording with the model's channels, rate and unit fits", "[session]") {
  const auto compatibility = compatibility_of({}, fitting());
  REQUIRE(compatibility.ok());
  for (const CompatibilityItem& item : compatibility->items) {
    INFO(item.item << ": " << item.reason.text());
    CHECK(verdict_name(item.verdict) == "ok");
  }
  CHECK_FALSE(compatibility->refused());
  CHECK(item_of(*compatibility, "channels").reason.text() == "All 3 channels found, 1 more not used");
}

TEST_CASE("channels are recognised by their canonical names", "[session]") {
  FixtureModel model{.ch_names = {"T7", "T8", "Fp1"}};
  const auto compatibility = compatibility_of(model, {.channels = channels_named({"EEG T3-REF", "T4", "FP1"})});
  check_only_item(compatibility, "channels", Verdict::kOk, "channels_found", "EEG T3-REF → T7");
}

TEST_CASE("channels that are bad or of another type are named, and do not refuse", "[session]") {
  FixtureRecording recording = fitting();
  recording.file_name = "sub-01_eeg.edf";
  recording.channels_tsv = "name\ttype\tstatus\nFc5.\tEMG\tbad\nC3..\tEEG\tbad\nCz..\tMISC\tbad\nC4..\tEEG\tn/a\n";
  const auto compatibility = compatibility_of({}, recording);
  check_only_item(compatibility, "channels", Verdict::kAdapted, "channels_doubtful",
                  "All 3 channels found; marked as bad: C3, Cz; of another type than EEG: Cz");
  CHECK_FALSE(compatibility->refused());
  // A model that asks for the eyes gets them.
  FixtureModel model{.ch_names = {"EOG left", "C3", "C4"}};
  recording.channels = channels_named({"EOG left", "C3", "C4"});
  recording.channels_tsv = "name\ttype\nEOG left\tEOG\nC3\tEEG\nC4\tEEG\n";
  check_only_item(compatibility_of(model, recording), "channels", Verdict::kOk, "channels_found", "All 3 channels");
}

TEST_CASE("a channel that is not there is missing, and the pair is refused", "[session]") {
  const auto compatibility = compatibility_of({}, {.channels = channels_named({"C3", "C4", "Pz"})});
  check_only_item(compatibility, "channels", Verdict::kMissing, "channels_missing",
                  "2 of 3 channels found; missing: Cz");
  CHECK(compatibility->refused());
}

TEST_CASE("no common channel at all is missing, not a crash", "[session]") {
  const auto compatibility = compatibility_of({}, {.channels = channels_named({"ECG", "Resp"})});
  check_item(compatibility, "channels", Verdict::kMissing, "channels_missing", "0 of 3 channels found");
  check_item(compatibility, "sampling_rate", Verdict::kMissing, "no_channel", "No channel");
}

TEST_CASE("two channels of one name are flagged, never guessed", "[session]") {
  const auto compatibility = compatibility_of({}, {.channels = channels_named({"C3", "Cz", "CZ.", "C4"})});
  check_only_item(compatibility, "channels", Verdict::kMissing, "channels_missing", "several channels are called Cz");
}

TEST_CASE("a recipe that picks too little is missing channels", "[session]") {
  const auto recipe =
      parse_recipe(R"({"version":1,"pick":["C3","C4"],"epochs":{"by":"window","length_s":2,"step_s":2}})");
  REQUIRE(recipe.ok());
  check_only_item(compatibility_of({}, fitting(), &*recipe), "channels", Verdict::kMissing, "channels_not_picked",
                  "does not pick");
}

TEST_CASE("a channel that the recipe subtracts is missing like one of the model", "[session]") {
  const auto recipe =
      parse_recipe(R"({"version":1,"reference":["T9","Fc5"],"epochs":{"by":"window","length_s":2,"step_s":2}})");
  REQUIRE(recipe.ok());
  check_only_item(compatibility_of({}, fitting(), &*recipe), "channels", Verdict::kMissing, "channels_missing",
                  "3 of 4 channels found; missing: T9");
}

TEST_CASE("filters that cannot be designed are incompatible", "[session]") {
  const std::string filter =
      GENERATE(R"("bandpass":{"low_hz":5,"high_hz":1})", R"("bandpass":{"low_hz":0,"high_hz":40})",
               R"("notch":{"hz":0})", R"("bandpass":{"low_hz":1e-9,"high_hz":40,"order":20})");
  const auto recipe =
      parse_recipe(R"({"version":1,)" + filter + R"(,"epochs":{"by":"window","length_s":2,"step_s":2}})");
  REQUIRE(recipe.ok());
  check_only_item(compatibility_of({}, fitting(), &*recipe), "recipe", Verdict::kIncompatible, "recipe_unsupported",
                  "(DSP_");
}

TEST_CASE("windows inside annotations that the recording lacks are missing", "[session]") {
  const auto recipe =
      parse_recipe(R"({"version":1,"epochs":{"by":"window","length_s":2,"step_s":2,"labels":{"nope":"a"}}})");
  REQUIRE(recipe.ok());
  check_only_item(compatibility_of({}, fitting(), &*recipe), "events", Verdict::kMissing, "events_missing", "nope");
}

TEST_CASE("another sampling rate is adapted by resampling", "[session]") {
  FixtureRecording recording = fitting();
  for (auto& channel : recording.channels) channel.sfreq = 128;
  check_only_item(compatibility_of({}, recording), "sampling_rate", Verdict::kAdapted, "rate_resampled",
                  "resampled by 5/4");
}

TEST_CASE("rates that no resampler bridges are incompatible", "[session]") {
  FixtureRecording recording = fitting();
  for (auto& channel : recording.channels) channel.sfreq = 2;
  recording.n_records = 40;
  check_item(compatibility_of({}, recording), "sampling_rate", Verdict::kIncompatible, "rate_too_low", "2 Hz");
}

TEST_CASE("channels of different rates are incompatible", "[session]") {
  FixtureRecording recording = fitting();
  recording.channels[2].sfreq = 80;
  check_item(compatibility_of({}, recording), "sampling_rate", Verdict::kIncompatible, "rates_differ",
             "different rates");
  recording = fitting();
  recording.channels[3].sfreq = 80;  // most decide, not the last
  check_item(compatibility_of({}, recording), "sampling_rate", Verdict::kIncompatible, "rates_differ",
             "most 160 Hz, but not C4");
}

TEST_CASE("a recipe that resamples to another rate than the model's is incompatible", "[session]") {
  const auto recipe =
      parse_recipe(R"({"version":1,"resample_hz":100,"epochs":{"by":"window","length_s":3.2,"step_s":2}})");
  REQUIRE(recipe.ok());
  check_item(compatibility_of({}, fitting(), &*recipe), "sampling_rate", Verdict::kIncompatible, "rate_of_recipe",
             "The recipe gives 100 Hz");
}

TEST_CASE("a recording shorter than an epoch is incompatible", "[session]") {
  FixtureRecording recording = fitting();
  recording.n_records = 1;
  check_only_item(compatibility_of({}, recording), "length", Verdict::kIncompatible, "recording_short",
                  "1 s, shorter than an epoch of 2 s");
}

TEST_CASE("gaps that leave no room for an epoch are incompatible", "[session]") {
  FixtureRecording recording = fitting();
  recording.n_records = 4;
  recording.record_starts_s = {0, 5, 10, 15};
  check_only_item(compatibility_of({}, recording), "length", Verdict::kIncompatible, "stretch_short", "without a gap");
}

TEST_CASE("epochs of another length fit a model that is not tied to it", "[session]") {
  const auto recipe = parse_recipe(R"({"version":1,"epochs":{"by":"window","length_s":4,"step_s":2}})");
  REQUIRE(recipe.ok());
  check_item(compatibility_of({}, fitting(), &*recipe), "length", Verdict::kAdapted, "samples_accepted", "640 samples");
  FixtureModel flat;
  flat.pool = "flatten";
  check_item(compatibility_of(flat, fitting(), &*recipe), "length", Verdict::kIncompatible, "samples_refused",
             "the model takes 320");
}

TEST_CASE("millivolts and volts that say so are converted", "[session]") {
  const auto [unit, factor] = GENERATE(table<std::string, double>({{"mV", 1e-3}, {"V", 1e-6}}));
  FixtureRecording recording = fitting();
  for (auto& channel : recording.channels) channel.unit = unit, channel.spread *= factor;
  check_only_item(compatibility_of({}, recording), "unit", Verdict::kOk, "unit_microvolts", "converted: C3..");
}

TEST_CASE("a blank unit with the amplitude of EEG is taken for microvolts", "[session]") {
  FixtureRecording recording = fitting();
  for (auto& channel : recording.channels) channel.unit = "";
  check_only_item(compatibility_of({}, recording), "unit", Verdict::kAdapted, "unit_assumed", "microvolts are assumed");
}

TEST_CASE("a blank unit with the amplitude of millivolts is caught", "[session]") {
  FixtureRecording recording = fitting();
  for (auto& channel : recording.channels) channel.unit = "", channel.spread = 0.02;
  check_only_item(compatibility_of({}, recording), "unit", Verdict::kIncompatible, "unit_unknown", "may be mV");
}

TEST_CASE("a factor of a thousand is caught even where the header says microvolts", "[session]") {
  FixtureRecording recording = fitting();
  const double spread = GENERATE(0.02, 20000.0);
  for (auto& channel : recording.channels) channel.spread = spread;
  check_only_item(compatibility_of({}, recording), "unit", Verdict::kIncompatible, "amplitude_implausible",
                  "EEG varies by 0.5 to 500 µV");
}

TEST_CASE("channels without a physical range are incompatible", "[session]") {
  FixtureRecording recording = fitting();
  recording.channels[1].calibrated = false;
  check_item(compatibility_of({}, recording), "unit", Verdict::kIncompatible, "unit_uncalibrated",
             "Without a physical scale in the header: C3..");
}

TEST_CASE("a constant recording is not EEG", "[session]") {
  FixtureRecording recording = fitting();
  for (auto& channel : recording.channels) channel.spread = 0, channel.physical_max = 100;
  check_only_item(compatibility_of({}, recording), "unit", Verdict::kIncompatible, "amplitude_constant", "constant");
}

TEST_CASE("channels that are constant are named", "[session]") {
  FixtureRecording recording = fitting();
  recording.channels[1].spread = 0;
  recording.channels[1].physical_max = 100;
  check_only_item(compatibility_of({}, recording), "unit", Verdict::kAdapted, "channels_constant",
                  recording.channels[1].label);
}

TEST_CASE("a band that the recording cannot hold is incompatible", "[session]") {
  FixtureRecording recording = fitting();
  for (auto& channel : recording.channels) channel.sfreq = 64;
  check_item(compatibility_of({}, recording), "band", Verdict::kIncompatible, "band_above", "up to 40 Hz");
}

TEST_CASE("a recording that was filtered narrower than the recipe is adapted", "[session]") {
  FixtureRecording recording = fitting();
  for (auto& channel : recording.channels) channel.prefilter = "HP:0.1Hz LP:30Hz";
  check_only_item(compatibility_of({}, recording), "band", Verdict::kAdapted, "band_prefiltered", "low-pass at 30 Hz");
}

TEST_CASE("a model without a recipe gets plain windows, and says so", "[session]") {
  FixtureModel model;
  model.recipe = "";
  check_only_item(compatibility_of(model, fitting()), "recipe", Verdict::kAdapted, "recipe_windows",
                  "unfiltered windows of 2 s");
}

TEST_CASE("a recipe that cannot be carried out makes the pair incompatible, not the model unreadable", "[session]") {
  FixtureModel model;
  model.recipe = R"({"version":1,"ica":{"n":20}})";
  check_only_item(compatibility_of(model, fitting()), "recipe", Verdict::kIncompatible, "recipe_unsupported",
                  "cannot be carried out");
  const auto opened = open(model);
  REQUIRE(opened->warnings.size() == 1);
  CHECK(opened->warnings[0].code == "MODEL_RECIPE");
}

TEST_CASE("epochs around annotations need the annotations", "[session]") {
  FixtureModel model;
  model.recipe = R"({"version":1,"epochs":{"by":"annotation","labels":{"T1":"eyes open"},"tmin_s":0,"tmax_s":2}})";
  check_only_item(compatibility_of(model, fitting()), "events", Verdict::kMissing, "events_missing", "T1");
  FixtureRecording recording = fitting();
  recording.annotations = {{1, 2, "T1"}, {5, 2, "T0"}};
  check_only_item(compatibility_of(model, recording), "events", Verdict::kOk, "events_found", "1 annotation");
}

TEST_CASE("a finding holds what was found, by name", "[session]") {
  const auto compatibility = compatibility_of({}, {.channels = channels_named({"C3", "C4", "Pz"})});
  REQUIRE(compatibility.ok());
  const CompatibilityItem& channels = item_of(*compatibility, "channels");
  CHECK(value_of<double>(channels, "n_found") == 2);
  CHECK(value_of<double>(channels, "n_channels") == 3);
  CHECK(value_of<std::vector<std::string>>(channels, "missing") == std::vector<std::string>{"Cz"});
  CHECK(value_of<std::vector<std::string>>(channels, "ambiguous").empty());
  const CompatibilityItem& recipe = item_of(*compatibility, "recipe");
  CHECK_FALSE(value_of<bool>(recipe, "are_windows_added"));
  CHECK(recipe.reason.text() == "The model's own recipe");
  const std::string json = describe_compatibility(*compatibility, Keys::kCamel);
  INFO(json);
  CHECK(json.find(R"("code":"channels_missing","values":{"nFound":2,"nChannels":3,"missing":["Cz"],"ambiguous":[]})") !=
        std::string::npos);
  CHECK(json.find(R"("code":"recipe_of_model","values":{"areWindowsAdded":false})") != std::string::npos);
}

TEST_CASE("the English of a finding counts, and leaves out what is not there", "[session]") {
  const auto none = std::vector<std::string>();
  const CompatibilityReason one{CompatibilityCode::kChannelsFound,
                                {{"n_channels", counted(1)}, {"n_unused", counted(0)}, {"renamed", none}}};
  CHECK(one.text() == "All 1 channel found");
  const std::vector<std::string> names(9, "X");
  const CompatibilityReason many{CompatibilityCode::kEventsMissing, {{"texts", names}}};
  CHECK(many.text() ==
        "Epochs are cut from annotations: X, X, X, X, X, X and 3 more, and the recording has none of them");
  const CompatibilityReason windows{CompatibilityCode::kRecipeOfModel, {{"are_windows_added", true}}};
  CHECK(windows.text() == "The model's own recipe; windows of the model's length are added to it");
}

TEST_CASE("the refusal lists what does not fit", "[session]") {
  FixtureRecording recording{.channels = channels_named({"C3", "C4"})};
  recording.n_records = 1;
  const auto compatibility = compatibility_of({}, recording);
  REQUIRE(compatibility.ok());
  const Error error = refuse(*compatibility);
  CHECK(error.code == "FIT_INCOMPATIBLE");
  CHECK(error.message.find("channels: ") != std::string::npos);
  CHECK(error.message.find("length: ") != std::string::npos);
  CHECK(error.message.find("unit: ") == std::string::npos);
  CHECK(error.hint.find("override") != std::string::npos);
  Compatibility without_events;
  without_events.items.push_back(
      {"events", Verdict::kMissing, {CompatibilityCode::kEventsMissing, {{"texts", std::vector<std::string>{"T1"}}}}});
  CHECK(refuse(without_events).hint.find("override") == std::string::npos);  // it would find none either
}

}  // namespace compatibility_test
