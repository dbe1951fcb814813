#include "session/sleep/staging_channels.h"

#include <algorithm>
#include <cmath>

namespace eegate {
namespace {

constexpr double kStillFor_s = 5;
constexpr double kNoCellDeviation = 1e-12;

void mark_still(StagedSegment& segment, const StillRange& range, double epoch_s) {
  const auto first = static_cast<std::size_t>(range.begin_s / epoch_s);
  for (std::size_t epoch = first; epoch < segment.n_epochs; ++epoch) {
    const double begin = static_cast<double>(epoch) * epoch_s;
    if (begin >= range.end_s) return;
    const double shared = std::min(range.end_s, begin + epoch_s) - std::max(range.begin_s, begin);
    if (shared >= kStillFor_s) segment.still[epoch] = true;
  }
}

}  // namespace

bool has_flat_spectrum(std::span<const float> image, const SpectrogramForm& form, double sfreq) {
  constexpr double kEdges_hz[] = {1, 4, 8, 12, 16, 20, 24};
  const double bin_hz = sfreq / static_cast<double>(form.n_fft), two = (form.density ? 20 : 1) * std::log10(2.0);
  const std::size_t bins = form.n_bins();
  double lowest = 0, highest = 0;
  for (std::size_t band = 0; band + 1 < std::size(kEdges_hz); ++band) {
    const auto first = static_cast<std::size_t>(std::ceil(kEdges_hz[band] / bin_hz)),
               end = std::min(bins, static_cast<std::size_t>(std::ceil(kEdges_hz[band + 1] / bin_hz)));
    if (first >= end) return false;  // bins are wider than bands, or the signal has no such frequencies: unknown
    double sum = 0;
    for (std::size_t at = 0; at < image.size(); at += bins) {
      for (std::size_t f = first; f < end; ++f) sum += static_cast<double>(image[at + f]);
    }
    const double mean = sum * static_cast<double>(bins) / static_cast<double>(image.size() * (end - first));
    lowest = band == 0 ? mean : std::min(lowest, mean);
    highest = band == 0 ? mean : std::max(highest, mean);
  }
  return highest - lowest < two;
}

bool StagedChannel::is_noise() const {
  std::size_t n = 0, n_noise = 0;
  for (const StagedSegment& segment : segments) {
    for (std::size_t i = 0; i < segment.n_epochs; ++i) {
      n += segment.still[i] ? 0 : 1;
      n_noise += !segment.still[i] && segment.noise[i] ? 1 : 0;
    }
  }
  return n > 0 && 2 * n_noise > n;
}

std::vector<float> silent_image(const Spectrogram& spectrogram, std::size_t n_times) {
  const std::vector<double> zeros(n_times);
  std::vector<float> made(spectrogram.out_shape({1, 1, n_times, 1}).size());
  spectrogram.image(made, {zeros.data(), 1, n_times});
  return made;
}

ImageMaker::ImageMaker(NightChannel channel, const Spectrogram& spectrogram, std::size_t n_times, double sfreq)
    : channel_(std::move(channel)),
      spectrogram_(spectrogram),
      n_times_(n_times),
      size_(spectrogram.out_shape({1, 1, n_times, 1}).size()),
      sfreq_(sfreq),
      staged_{.segments = {}, .is_flat = channel_.is_flat} {
  const SpectrogramForm spectra{
      .n_fft = 256, .window = 200, .hop = 100, .density = true, .floor = 1e-20, .sfreq = sfreq};
  if (spectrogram.form().samples && spectra.n_frames(n_times) > 0) {
    spectra_.emplace(spectra);
    spectrum_.resize(spectra_->out_shape({1, 1, n_times, 1}).size());
  }
  if (!is_done()) begin_segment();
}

bool ImageMaker::is_noise_now(std::span<const float> made, const double* values) {
  if (!spectrogram_.form().samples) return has_flat_spectrum(made, spectrogram_.form(), sfreq_);
  if (!spectra_) return false;
  spectra_->image(spectrum_, {values, 1, n_times_});
  return has_flat_spectrum(spectrum_, spectra_->form(), sfreq_);
}

void ImageMaker::begin_segment() {
  NightSegment& from = channel_.segments[segment_];
  StagedSegment& to = staged_.segments.emplace_back();
  to.onset_s = from.onset_s;
  to.n_epochs = from.values.size() / n_times_;
  from.values.resize((to.n_epochs + 1) * n_times_);
  to.images.resize((to.n_epochs + 1) * size_);
  to.still.resize(to.n_epochs);
  to.noise.resize(to.n_epochs);
  epoch_ = 0;
}

void ImageMaker::step() {
  constexpr std::size_t kEpochsAtOnce = 64;
  NightSegment& from = channel_.segments[segment_];
  StagedSegment& to = staged_.segments[segment_];
  for (std::size_t i = 0; i < kEpochsAtOnce && epoch_ <= to.n_epochs; ++i, ++epoch_) {
    const std::span<float> made = std::span(to.images).subspan(epoch_ * size_, size_);
    const double* values = from.values.data() + epoch_ * n_times_;
    spectrogram_.image(made, {values, 1, n_times_});
    if (epoch_ < to.n_epochs) to.noise[epoch_] = is_noise_now(made, values);
  }
  if (epoch_ <= to.n_epochs) return;
  from.values = {};
  ++segment_;
  if (!is_done()) begin_segment();
}

StagedChannel ImageMaker::take() {
  const double epoch_s = static_cast<double>(n_times_) / sfreq_;
  for (const StillRange& range : channel_.still) mark_still(staged_.segments[range.segment], range, epoch_s);
  return std::move(staged_);
}

StagedChannel make_images(NightChannel channel, const Spectrogram& spectrogram, std::size_t n_times, double sfreq) {
  ImageMaker maker(std::move(channel), spectrogram, n_times, sfreq);
  while (!maker.is_done()) maker.step();
  return maker.take();
}

void standardize_over_record(StagedChannel& channel, const std::vector<StagedPlace>& epochs, std::size_t n_cells) {
  const auto image = [&](const StagedPlace& place) {
    return std::span(channel.segments[place.segment].images).subspan(place.epoch * n_cells, n_cells);
  };
  std::vector<double> means(n_cells), factors(n_cells);
  const auto n = static_cast<double>(epochs.size());
  for (const StagedPlace& place : epochs) {
    for (std::size_t i = 0; i < n_cells; ++i) means[i] += static_cast<double>(image(place)[i]) / n;
  }
  for (const StagedPlace& place : epochs) {
    for (std::size_t i = 0; i < n_cells; ++i)
      factors[i] += std::pow(static_cast<double>(image(place)[i]) - means[i], 2);
  }
  for (double& factor : factors) {
    const double deviation = n < 2 ? 0 : std::sqrt(factor / (n - 1));
    factor = deviation < kNoCellDeviation ? 0 : 1 / deviation;
  }
  for (const StagedPlace& place : epochs) {
    const std::span<float> cells = image(place);
    for (std::size_t i = 0; i < n_cells; ++i)
      cells[i] = static_cast<float>((static_cast<double>(cells[i]) - means[i]) * factors[i]);
  }
}

}  // namespace eegate
