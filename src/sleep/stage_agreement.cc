#include "sleep/stage_agreement.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>

#include "base/numbers_as_text.h"

namespace eegate {
namespace {

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
