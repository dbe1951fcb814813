// One channel of a night as staging holds it: the images of its epochs, and what is wrong with them.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "base/result.h"
#include "model/layers/spectrogram.h"
#include "signal/night.h"

namespace eegate {

struct StagedSegment {
  double onset_s = 0;
  std::size_t n_epochs = 0;
  // Of each epoch, and of what is left behind the last one, filled up with zeros.
  std::vector<float> images;
  std::vector<bool> still, noise;  // of each epoch
};

struct StagedChannel {
  std::vector<StagedSegment> segments;
  bool is_flat = false;

  bool is_noise() const;  // in most of the epochs in which it is not flat
};

// The images of a channel, cut into epochs of `n_times` samples at `sfreq`, some epochs at a time. The spectrogram
// must outlive it.
class ImageMaker {
 public:
  ImageMaker(NightChannel channel, const Spectrogram& spectrogram, std::size_t n_times, double sfreq);
  bool is_done() const { return segment_ == channel_.segments.size(); }
  void step();
  StagedChannel take();  // when it is done

 private:
  void begin_segment();
  bool is_noise_now(std::span<const float> made, const double* values);
  NightChannel channel_;
  const Spectrogram& spectrogram_;
  // Spectra for models whose images are signals, to recognise noise.
  std::optional<Spectrogram> spectra_;
  std::vector<float> spectrum_;
  std::size_t n_times_, size_;
  double sfreq_;
  StagedChannel staged_;
  std::size_t segment_ = 0, epoch_ = 0;
};
StagedChannel make_images(NightChannel channel, const Spectrogram& spectrogram, std::size_t n_times, double sfreq);
// Whether power is spread evenly over 1 to 24 Hz: six bands, whose mean logarithms differ by less than that of two.
// Noise of amplifiers is like that; the EEG falls by an order of magnitude, or has peaks.
bool has_flat_spectrum(std::span<const float> image, const SpectrogramForm& form, double sfreq);
// The image of an epoch of zeros.
std::vector<float> silent_image(const Spectrogram& spectrogram, std::size_t n_times);

// Every cell of an image less its mean over `epochs` (of each segment), by its sample deviation; 0 where that is below
// 1e-12.
struct StagedPlace {
  std::size_t segment = 0, epoch = 0;
};
void standardize_over_record(StagedChannel& channel, const std::vector<StagedPlace>& epochs, std::size_t n_cells);

}  // namespace eegate
