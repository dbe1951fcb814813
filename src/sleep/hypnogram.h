// A hypnogram: the sleep stages of a night by the AASM manual, one for each epoch; all epochs have the same length.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace eegate {

// kMovement: movement time of Rechtschaffen and Kales (1968); kNone: an epoch without a stage.
enum class Stage : std::uint8_t { kWake, kN1, kN2, kN3, kRem, kMovement, kNone };
inline constexpr std::size_t kScoredStages = 5;  // W N1 N2 N3 R, in this order wherever stages are counted

inline constexpr std::array<std::string_view, 7> kStageNames = {"W", "N1", "N2", "N3", "R", "M", "?"};
inline std::string_view name_of(Stage stage) { return kStageNames[static_cast<std::size_t>(stage)]; }
inline bool is_scored(Stage stage) { return static_cast<std::size_t>(stage) < kScoredStages; }
inline bool is_sleep(Stage stage) { return is_scored(stage) && stage != Stage::kWake; }

// Maximum distance in time from the first sample of the recording: 31 years, for which a double still resolves
// milliseconds.
inline constexpr double kMaxTime_s = 1e9;

// The time in bed, lights off to lights on, in seconds after the first sample of the recording; empty if unknown.
struct Lights {
  std::optional<double> off_s, on_s;
  bool are_known() const { return off_s || on_s; }
};

struct Hypnogram {
  double epoch_s = 30;
  double start_s = 0;  // start of the first epoch, after the first sample of the recording
  std::vector<Stage> stages;
  Lights lights = {};

  void move_by(double seconds);
  double onset_s(std::size_t epoch) const { return start_s + static_cast<double>(epoch) * epoch_s; }
  double end_s() const { return start_s + epoch_s * static_cast<double>(stages.size()); }
};

// The stage of a word, ignoring case: "Sleep stage 2", "N2", "REM", "SLEEP-S0". Empty for other words and for numbers,
// whose meaning depends on the program (stage_codes.h).
std::optional<Stage> stage_of_word(std::string_view word);

// A period of one stage, as in annotations.
struct StageRun {
  double onset_s = 0;
  double duration_s = 0;
  Stage stage = Stage::kNone;
};

// Moves lights before the first epoch or after the last one there: nothing is known of that time. Warning SLEEP_LIGHTS.
void keep_lights_within(Hypnogram& hypnogram, Warnings& warnings);

// The epochs between lights off and lights on, rounded to whole epochs; all if the lights are unknown. Error
// SLEEP_LIGHTS if there are none.
struct EpochRange {
  std::size_t first = 0, end = 0;
};
Result<EpochRange> epochs_in_bed(const Hypnogram& hypnogram);

// The part of a hypnogram that lies within a recording. Warning HYP_LENGTH if the lengths differ by more than one
// epoch, error HYP_LENGTH if no epoch lies within it.
Result<Hypnogram> within_recording(const Hypnogram& hypnogram, double duration_s, Warnings& warnings);

}  // namespace eegate
