#include "sleep/stage_runs.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "base/numbers_as_text.h"
#include "base/sort.h"

namespace eegate {
namespace {

constexpr double kLongest_s = 31.0 * 86'400, kTolerance_s = 1e-3;

Error run_error(std::string_view code, std::string message, const std::string& file_name, const StageRun& run) {
  Error e;
  e.code = code;
  e.message = std::move(message);
  e.field = file_name;
  e.place = "annotation at " + significant(run.onset_s, 9) + " s";
  e.found = std::string(name_of(run.stage)) + " for " + significant(run.duration_s, 9) + " s";
  return e;
}

bool divides(double epoch_s, double length_s) {
  return std::abs(length_s - std::round(length_s / epoch_s) * epoch_s) <= kTolerance_s;
}

// If all runs have the same duration of at most 30 s, each is an epoch.
double epoch_of(std::span<const StageRun> runs) {
  const auto [shortest, longest] = std::ranges::minmax(runs, {}, &StageRun::duration_s);
  if (longest.duration_s - shortest.duration_s <= kTolerance_s && shortest.duration_s >= 1 && longest.duration_s <= 30)
    return std::round(shortest.duration_s / kTolerance_s) * kTolerance_s;
  for (const double epoch_s : {30.0, 20.0}) {
    if (std::ranges::all_of(runs, [&](const StageRun& run) { return divides(epoch_s, run.duration_s); }))
      return epoch_s;
  }
  return 30;
}

// A run without a duration ends where the next one begins.
void complete_durations(std::vector<StageRun>& runs, const std::string& file_name, Diagnostics& diagnostics) {
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (runs[i].duration_s > 0) continue;
    diagnostics.remark(
        run_error("HYP_EPOCH", "A stage without a duration holds until the next one", file_name, runs[i]));
    runs[i].duration_s = i + 1 < runs.size() ? runs[i + 1].onset_s - runs[i].onset_s : 0;
  }
}

void report_gaps(const std::vector<StageRun>& runs, const std::string& file_name, Diagnostics& diagnostics) {
  double end_s = runs.front().onset_s;
  for (const StageRun& run : runs) {
    if (run.onset_s > end_s + kTolerance_s) {
      diagnostics.remark(run_error("HYP_GAP", "Epochs before this stage have none", file_name, run));
    } else if (run.onset_s < end_s - kTolerance_s) {
      diagnostics.remark(run_error("HYP_GAP", "Stages overlap; the later one is taken", file_name, run));
    }
    end_s = std::max(end_s, run.onset_s + run.duration_s);
  }
}

// The epochs of one run.
struct EpochsOfRun {
  std::size_t begin = 0, end = 0;
  Stage stage = Stage::kNone;
};

// Of overlapping runs the later one counts. Runs are processed from the last to the first, so that each epoch is set
// only once: next[i] leads to the first epoch from i on that is not set yet.
std::vector<Stage> stages_of_runs(const std::vector<EpochsOfRun>& runs) {
  std::size_t n = 0;
  for (const EpochsOfRun& run : runs) n = std::max(n, run.end);
  std::vector<Stage> stages(n, Stage::kNone);
  std::vector<std::uint32_t> next(n + 1);  // 31 days have at most 3 million epochs
  for (std::size_t i = 0; i <= n; ++i) next[i] = static_cast<std::uint32_t>(i);
  const auto first_unset = [&](std::size_t at) {
    while (next[at] != at) at = next[at] = next[next[at]];
    return at;
  };
  for (std::size_t i = runs.size(); i-- > 0;) {
    for (std::size_t at = first_unset(runs[i].begin); at < runs[i].end; at = first_unset(at)) {
      stages[at] = runs[i].stage;
      next[at] = static_cast<std::uint32_t>(at + 1);
    }
  }
  return stages;
}

}  // namespace

Result<Hypnogram> hypnogram_of_runs(std::vector<StageRun> runs, double epoch_s, const std::string& file_name,
                                    Diagnostics& diagnostics) {
  if (runs.empty()) {
    return Error{.code = "HYP_EMPTY",
                 .message = "The file holds no sleep stages",
                 .field = file_name,
                 .expected = "stages such as \"Sleep stage W\" or N2",
                 .hint = "Choose the file that holds the scoring."};
  }
  sort_stable(runs, [](const StageRun& a, const StageRun& b) { return a.onset_s < b.onset_s; });
  complete_durations(runs, file_name, diagnostics);
  Hypnogram out;
  double& last_s = runs.back().duration_s;  // without a duration: an epoch of those before it
  out.epoch_s = epoch_s > 0 ? epoch_s : epoch_of(std::span(runs).first(runs.size() - (last_s == 0 && runs.size() > 1)));
  if (last_s == 0) last_s = out.epoch_s;
  if (!(out.epoch_s >= 1 && out.epoch_s <= 120)) {
    return Error{.code = "HYP_EPOCH",
                 .message = "Epochs of this length are not scored",
                 .field = file_name,
                 .found = significant(out.epoch_s, 6) + " s",
                 .expected = "1 s to 120 s, usually 30 or 20"};
  }
  out.start_s = runs.front().onset_s;
  if (!(std::abs(out.start_s) <= kMaxTime_s)) {
    Error e = run_error("HYP_LENGTH", "The stages are too far from the beginning", file_name, runs.front());
    e.expected = "times within " + significant(kMaxTime_s, 9) + " s";
    return e;
  }
  report_gaps(runs, file_name, diagnostics);
  std::vector<EpochsOfRun> epochs;
  for (const StageRun& run : runs) {
    const double from_s = run.onset_s - out.start_s, to_s = from_s + run.duration_s;
    if (!(to_s <= kLongest_s)) return run_error("HYP_LENGTH", "A hypnogram of more than 31 days", file_name, run);
    if (!divides(out.epoch_s, from_s) || !divides(out.epoch_s, run.duration_s)) {
      Error e = run_error("HYP_EPOCH", "A stage is rounded to whole epochs", file_name, run);
      e.expected = "multiples of " + significant(out.epoch_s, 6) + " s";
      diagnostics.remark(std::move(e));
    }
    epochs.push_back({static_cast<std::size_t>(std::round(from_s / out.epoch_s)),
                      static_cast<std::size_t>(std::round(to_s / out.epoch_s)), run.stage});
  }
  out.stages = stages_of_runs(epochs);
  if (!out.stages.empty()) return out;
  return Error{.code = "HYP_EMPTY",
               .message = "No stage in the file lasts an epoch",
               .field = file_name,
               .expected = "stages of " + significant(out.epoch_s, 6) + " s or more"};
}

}  // namespace eegate
