// A night as sleep stages: one for each epoch, all epochs of one length. Stages are those of the AASM manual.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace eegate {

// Movement time is a stage of Rechtschaffen and Kales; kNone is an epoch that nobody scored.
enum class Stage : std::uint8_t { kWake, kN1, kN2, kN3, kRem, kMovement, kNone };
inline constexpr std::size_t kScoredStages = 5;  // W N1 N2 N3 R, in this order wherever stages are counted

inline constexpr std::array<std::string_view, 7> kStageNames = {"W", "N1", "N2", "N3", "R", "M", "?"};
inline std::string_view name_of(Stage stage) { return kStageNames[static_cast<std::size_t>(stage)]; }
inline bool is_scored(Stage stage) { return static_cast<std::size_t>(stage) < kScoredStages; }
inline bool is_sleep(Stage stage) { return is_scored(stage) && stage != Stage::kWake; }

// Nothing of a night lies further from the first sample of its recording: 31 years, which milliseconds still tell
// apart.
inline constexpr double kFarthest_s = 1e9;

// The time in bed, after the first sample of the recording; nothing where it is not known.
struct Lights {
  std::optional<double> off_s, on_s;
  bool are_known() const { return off_s || on_s; }
};

struct Hypnogram {
  double epoch_s = 30;
  double start_s = 0;  // of the first epoch, after the first sample of the recording
  std::vector<Stage> stages;
  Lights lights = {};

  void move_by(double seconds);
  double onset_s(std::size_t epoch) const { return start_s + static_cast<double>(epoch) * epoch_s; }
  double end_s() const { return start_s + epoch_s * static_cast<double>(stages.size()); }
};

// The stage that a word means, whatever its case: "Sleep stage 2", "N2", "REM", "SLEEP-S0". Numbers alone are no words:
// programs disagree about them (stage_codes.h).
std::optional<Stage> stage_of_word(std::string_view word);

// A stretch of one stage, as annotations have it.
struct StageRun {
  double onset_s = 0;
  double duration_s = 0;
  Stage stage = Stage::kNone;
};
// Neighbouring epochs of one stage in one run; epochs without a stage are runs too.
std::vector<StageRun> runs_of(const Hypnogram& hypnogram);

// The epochs between lights off and lights on, to the nearest one; all where the lights are not known. Error
// SLEEP_LIGHTS if there are none.
struct EpochRange {
  std::size_t first = 0, end = 0;
};
Result<EpochRange> epochs_in_bed(const Hypnogram& hypnogram);

// The epochs that lie within a recording. More than one epoch too many or too few is the warning HYP_LENGTH. Error
// HYP_LENGTH if no epoch lies within it.
Result<Hypnogram> within_recording(const Hypnogram& hypnogram, double duration_s, Warnings& warnings);

}  // namespace eegate
