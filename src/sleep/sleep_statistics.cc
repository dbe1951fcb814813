#include "sleep/sleep_statistics.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <string>
#include <utility>

#include "base/numbers_as_text.h"

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

std::string extent(const Hypnogram& hypnogram) {
  return std::to_string(hypnogram.stages.size()) + " epochs of " + significant(hypnogram.epoch_s, 6) + " s from " +
         significant(hypnogram.start_s, 9) + " s";
}

Error error_of(std::string_view code, std::string message, const Hypnogram& first, const Hypnogram& second) {
  return {.code = code,
          .message = std::move(message),
          .field = "hypnogram",
          .place = {},
          .found = extent(second),
          .expected = extent(first),
          .hint = {}};
}

std::optional<double> kappa_of(double observed, double expected) {
  return expected < 1 ? std::optional((observed - expected) / (1 - expected)) : std::nullopt;
}

// Cohen's kappa of all stages, and of each one against the rest.
void add_kappas(StageAgreement& out) {
  const auto n = static_cast<double>(out.n_compared);
  double same = 0, by_chance = 0;
  for (std::size_t i = 0; i < kScoredStages; ++i) {
    double row = 0, column = 0;
    for (std::size_t j = 0; j < kScoredStages; ++j) {
      row += static_cast<double>(out.confusion[i][j]) / n;
      column += static_cast<double>(out.confusion[j][i]) / n;
    }
    const double both = static_cast<double>(out.confusion[i][i]) / n;
    same += both;
    by_chance += row * column;
    const bool is_used = row > 0 || column > 0;
    if (is_used) out.stage_kappa[i] = kappa_of(1 - row - column + 2 * both, row * column + (1 - row) * (1 - column));
  }
  out.agreement = same;
  out.kappa = kappa_of(same, by_chance);
}

void count(const Hypnogram& first, const Hypnogram& second, std::ptrdiff_t shift, StageAgreement& out) {
  const auto n_first = static_cast<std::ptrdiff_t>(first.stages.size());
  const auto n_second = static_cast<std::ptrdiff_t>(second.stages.size());
  const auto stage_at = [](const Hypnogram& hypnogram, std::ptrdiff_t i) {
    const bool is_inside = i >= 0 && i < static_cast<std::ptrdiff_t>(hypnogram.stages.size());
    return is_inside ? hypnogram.stages[static_cast<std::size_t>(i)] : Stage::kNone;
  };
  for (std::ptrdiff_t i = std::min<std::ptrdiff_t>(0, shift); i < std::max(n_first, n_second + shift); ++i) {
    const Stage a = stage_at(first, i), b = stage_at(second, i - shift);
    if (is_scored(a) && is_scored(b)) {
      ++out.confusion[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)];
      ++out.n_compared;
    } else if (is_scored(a) || is_scored(b)) {
      ++out.n_left_out;
    }
  }
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

Result<StageAgreement> compare_stages(const Hypnogram& first, const Hypnogram& second, Warnings& warnings) {
  if (std::abs(first.epoch_s - second.epoch_s) > 1e-6) {
    Error e = error_of("HYP_EPOCH", "The hypnograms have epochs of different lengths", first, second);
    e.hint = "Say how long the epochs of each are, or export both with one length.";
    return e;
  }
  const double shift_epochs = (second.start_s - first.start_s) / first.epoch_s;
  const double shift = std::round(shift_epochs);
  const double most = static_cast<double>(first.stages.size() + second.stages.size());
  StageAgreement out;
  if (std::abs(shift) <= most) count(first, second, static_cast<std::ptrdiff_t>(shift), out);
  if (out.n_compared == 0) return error_of("HYP_LENGTH", "No epoch is scored in both hypnograms", first, second);
  const auto warn = [&](std::string_view code, std::string message) {
    warnings.push_back({code, describe(error_of(code, std::move(message), first, second))});
  };
  if (std::abs(shift_epochs - shift) > 0.05) warn("HYP_EPOCH", "The epochs of the hypnograms begin at different times");
  if (std::abs(first.start_s - second.start_s) > first.epoch_s ||
      std::abs(first.end_s() - second.end_s()) > first.epoch_s)
    warn("HYP_LENGTH", "The hypnograms cover different parts of the night: the common part is compared");
  add_kappas(out);
  return out;
}

}  // namespace eegate
