#include "explain/patches.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdint>

#include "base/sort.h"

namespace eegate {
namespace {

std::vector<double> ranks_of(const std::vector<double>& values) {
  std::vector<std::uint32_t> order(values.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<std::uint32_t>(i);
  sort_stable(order, [&](std::uint32_t a, std::uint32_t b) { return values[a] < values[b]; });
  std::vector<double> ranks(values.size());
  for (std::size_t first = 0; first < order.size();) {
    std::size_t end = first + 1;
    while (end < order.size() && values[order[end]] == values[order[first]]) ++end;
    for (std::size_t i = first; i < end; ++i) ranks[order[i]] = static_cast<double>(first + end - 1) / 2;
    first = end;
  }
  return ranks;
}

}  // namespace

Patches::Patches(std::size_t n_chans, std::size_t n_times, std::size_t length, ExplainMethod method)
    : n_chans_(n_chans), n_times_(n_times), length_(method == ExplainMethod::kOcclusionChannel ? n_times : length) {
  const bool all_channels = method == ExplainMethod::kOcclusionTime || method == ExplainMethod::kAttentionRollout;
  n_rows_ = all_channels ? 1 : n_chans;
  n_columns_ = (n_times + length_ - 1) / length_;
}

std::vector<double> Patches::sums(ConstMatrix relevance) const {
  std::vector<double> sums(size());
  for (std::size_t c = 0; c < relevance.rows; ++c) {
    for (std::size_t t = 0; t < n_times_; ++t)
      sums[(n_rows_ == 1 ? 0 : c) * n_columns_ + t / length_] += static_cast<double>(relevance.row(c)[t]);
  }
  return sums;
}

void Patches::erase(std::size_t patch, Matrix x, ConstMatrix baseline) const {
  const std::size_t row = patch / n_columns_, first = patch % n_columns_ * length_;
  const std::size_t end = std::min(first + length_, n_times_);
  for (std::size_t c = n_rows_ == 1 ? 0 : row; c < (n_rows_ == 1 ? n_chans_ : row + 1); ++c) {
    for (std::size_t t = first; t < end; ++t) x.row(c)[t] = baseline.row(c)[t];
  }
}

double rank_correlation(const std::vector<double>& a, const std::vector<double>& b) {
  assert(a.size() == b.size());
  const std::vector<double> ranks_a = ranks_of(a), ranks_b = ranks_of(b);
  const double mean = (static_cast<double>(a.size()) - 1) / 2;
  double ab = 0, aa = 0, bb = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    ab += (ranks_a[i] - mean) * (ranks_b[i] - mean);
    aa += (ranks_a[i] - mean) * (ranks_a[i] - mean);
    bb += (ranks_b[i] - mean) * (ranks_b[i] - mean);
  }
  return aa == 0 || bb == 0 ? 0 : ab / std::sqrt(aa * bb);
}

}  // namespace eegate
