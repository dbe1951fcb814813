#include "sleep/sleep_statistics.h"

#include <algorithm>
#include <span>

namespace eegate {
namespace {

void count_transitions(std::span<const Stage> stages, SleepStatistics& out) {
  for (std::size_t i = 1; i < stages.size(); ++i) {
    const Stage from = stages[i - 1], to = stages[i];
    if (!is_scored(from) || !is_scored(to)) continue;
    ++out.transitions[static_cast<std::size_t>(from)][static_cast<std::size_t>(to)];
    if (from != to) ++out.n_stage_shifts;
    if (is_sleep(from) && to == Stage::kWake) ++out.n_awakenings;
  }
}

// The statistics that begin at sleep onset.
void measure_sleep(std::span<const Stage> stages, double epoch_min, SleepStatistics& out) {
  const auto onset = std::ranges::find_if(stages, is_sleep);
  if (onset == stages.end()) return;
  auto end = stages.end();
  while (!is_sleep(*(end - 1))) --end;
  const auto wake_min = [&](auto first, auto last) {
    return static_cast<double>(std::count(first, last, Stage::kWake)) * epoch_min;
  };
  out.sleep_latency_min = static_cast<double>(onset - stages.begin()) * epoch_min;
  out.sleep_period_min = static_cast<double>(end - onset) * epoch_min;
  out.wake_after_onset_min = wake_min(onset, stages.end());
  out.wake_in_period_min = wake_min(onset, end);
  out.sleep_maintenance = 100 * out.total_sleep_min / out.sleep_period_min;
  const auto rem = std::find(onset, stages.end(), Stage::kRem);
  if (rem != stages.end()) out.rem_latency_min = static_cast<double>(rem - onset) * epoch_min;
}

}  // namespace

Result<SleepStatistics> sleep_statistics(const Hypnogram& hypnogram) {
  EEGATE_TRY(const EpochRange in_bed, epochs_in_bed(hypnogram));
  const std::span<const Stage> stages = std::span(hypnogram.stages).subspan(in_bed.first, in_bed.end - in_bed.first);
  const double epoch_min = hypnogram.epoch_s / 60;
  SleepStatistics out;
  out.n_epochs = stages.size();
  std::array<std::uint64_t, kStageNames.size()> counts = {};
  for (const Stage stage : stages) ++counts[static_cast<std::size_t>(stage)];
  std::uint64_t n_sleep = 0, n_scored = counts[0];
  for (std::size_t i = 1; i < kScoredStages; ++i) n_sleep += counts[i], n_scored += counts[i];
  out.time_in_bed_min = static_cast<double>(stages.size()) * epoch_min;
  out.total_sleep_min = static_cast<double>(n_sleep) * epoch_min;
  out.unscored_min = static_cast<double>(stages.size() - n_scored) * epoch_min;
  out.sleep_efficiency = 100 * out.total_sleep_min / out.time_in_bed_min;
  for (std::size_t i = 0; i < kScoredStages; ++i) {
    out.stage_min[i] = static_cast<double>(counts[i]) * epoch_min;
    const double whole_min = i == 0 ? out.time_in_bed_min : out.total_sleep_min;
    if (whole_min > 0) out.stage_percent[i] = 100 * out.stage_min[i] / whole_min;
  }
  count_transitions(stages, out);
  measure_sleep(stages, epoch_min, out);
  return out;
}

}  // namespace eegate
