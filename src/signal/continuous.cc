#include "signal/continuous.h"

#include <algorithm>
#include <cmath>

#include "signal/reference.h"

namespace eegate {
namespace {

constexpr int kDisplayFilterOrder = 2;  // of display settings
// Relative difference below which two rates are treated as equal, because rates are written with limited decimals: 0.1
// s in a day.
constexpr double kSameRate = 1e-6;
constexpr std::size_t kReadFloats = std::size_t{1} << 20;  // values that one chunk reads
constexpr std::size_t kFilterChans = 8;                    // channels that one chunk filters

}  // namespace

std::uint64_t ContinuousSteps::margin() const {
  std::uint64_t samples = 0;
  for (const Sections* filter : {&notch, &bandpass}) {
    if (filter->empty()) continue;
    samples += memory_samples(*filter, kNegligibleLevel) + reflection_samples(*filter) + 1;
  }
  return samples;
}

std::uint64_t ContinuousSteps::shortest() const {
  if (mode == FilterMode::kCausal) return 0;
  std::uint64_t samples = 0;
  for (const Sections* filter : {&notch, &bandpass}) {
    if (!filter->empty()) samples = std::max<std::uint64_t>(samples, reflection_samples(*filter));
  }
  return samples;
}

Result<ContinuousSteps> design_steps(const Recipe& recipe, double sfreq) {
  ContinuousSteps steps;
  steps.sfreq_in = steps.sfreq_out = sfreq;
  if (recipe.notch) {
    EEGATE_TRY(steps.notch, design_notch(recipe.notch->hz, recipe.notch->q, sfreq));
  }
  if (const auto& band = recipe.bandpass) {
    EEGATE_TRY(steps.bandpass, design_bandpass(band->low_hz, band->high_hz, sfreq, band->order));
    steps.mode = band->mode;
  }
  if (recipe.highpass_hz) {
    EEGATE_TRY(const Sections highpass, design_highpass(*recipe.highpass_hz, sfreq, kDisplayFilterOrder));
    steps.bandpass.insert(steps.bandpass.end(), highpass.begin(), highpass.end());
  }
  if (recipe.lowpass_hz) {
    EEGATE_TRY(const Sections lowpass, design_lowpass(*recipe.lowpass_hz, sfreq, kDisplayFilterOrder));
    steps.bandpass.insert(steps.bandpass.end(), lowpass.begin(), lowpass.end());
  }
  if (recipe.resample_hz && std::fabs(*recipe.resample_hz - sfreq) > kSameRate * sfreq) {
    EEGATE_TRY(steps.resampler, Resampler::design(sfreq, *recipe.resample_hz));
    steps.sfreq_out = *recipe.resample_hz;
  }
  return steps;
}

ContinuousBlock::ContinuousBlock(const ContinuousSteps& steps, StoredRange segment, std::uint64_t first_out,
                                 std::uint64_t n_out)
    : steps_(steps), segment_(segment), first_out_(first_out), n_out_(n_out) {
  auto first = static_cast<std::int64_t>(first_out);
  auto end = static_cast<std::int64_t>(first_out + n_out);
  if (steps.resampler) {
    const Resampler::Range inputs = steps.resampler->inputs_of(first_out, n_out);
    first = inputs.first;
    end = inputs.end;
  }
  const auto margin = static_cast<std::int64_t>(steps.margin());
  const auto n_segment = static_cast<std::int64_t>(segment.n);
  first = std::clamp<std::int64_t>(first - margin, 0, n_segment);
  end = std::clamp<std::int64_t>(end + margin, first, n_segment);
  first_in_ = static_cast<std::uint64_t>(first);
  n_in_ = static_cast<std::size_t>(end - first);
  input_.resize(steps.n_picked * n_in_);
  if (steps.resampler) resampled_.resize(steps.n_picked * static_cast<std::size_t>(n_out));
}

std::size_t ContinuousBlock::n_read_chunks() const { return (steps_.n_rows * n_in_ + kReadFloats - 1) / kReadFloats; }

std::size_t ContinuousBlock::n_chunks() const {
  return n_read_chunks() + (steps_.n_picked + kFilterChans - 1) / kFilterChans;
}

double ContinuousBlock::fraction_done() const {
  return is_done() ? 1.0 : static_cast<double>(n_chunks_done_) / static_cast<double>(n_chunks());
}

Result<> ContinuousBlock::step(const ReadRows& read) {
  if (is_done()) return {};
  const std::size_t n_read = n_read_chunks();
  if (n_chunks_done_ < n_read) {
    EEGATE_CHECK(read_chunk(n_chunks_done_, read));
  } else {
    EEGATE_CHECK(filter_chunk(n_chunks_done_ - n_read));
  }
  ++n_chunks_done_;
  return {};
}

Result<> ContinuousBlock::read_chunk(std::size_t chunk, const ReadRows& read) {
  const std::size_t n_chunks = n_read_chunks();
  const std::size_t begin = n_in_ * chunk / n_chunks, end = n_in_ * (chunk + 1) / n_chunks;
  const std::size_t n = end - begin;
  if (n == 0) return {};
  std::vector<float> values(steps_.n_rows * n);
  EEGATE_CHECK(read(segment_.first + first_in_ + begin, n, values.data()));
  subtract_mean(Matrix(values.data(), steps_.n_rows, n), steps_.reference_sources, steps_.reference_targets);
  for (std::size_t row = 0; row < steps_.n_picked; ++row) {
    std::copy_n(values.data() + row * n, n, input_.data() + row * n_in_ + begin);
  }
  return {};
}

Result<> ContinuousBlock::filter_chunk(std::size_t chunk) {
  const std::size_t first = chunk * kFilterChans;
  const std::size_t n = std::min(kFilterChans, steps_.n_picked - first);
  const Matrix rows = Matrix(input_.data(), steps_.n_picked, n_in_).slice_rows(first, n);
  EEGATE_CHECK(apply_filter(rows, steps_.notch, steps_.mode));
  EEGATE_CHECK(apply_filter(rows, steps_.bandpass, steps_.mode));
  if (steps_.resampler) {
    const auto n_out = static_cast<std::size_t>(n_out_);
    const Matrix out = Matrix(resampled_.data(), steps_.n_picked, n_out).slice_rows(first, n);
    steps_.resampler->run(rows, first_in_, out, first_out_);
  }
  return {};
}

ConstMatrix ContinuousBlock::output() const {
  const auto n_out = static_cast<std::size_t>(n_out_);
  if (steps_.resampler) return {resampled_.data(), steps_.n_picked, n_out};
  return ConstMatrix(input_.data(), steps_.n_picked, n_in_)
      .slice_cols(static_cast<std::size_t>(first_out_ - first_in_), n_out);
}

}  // namespace eegate
