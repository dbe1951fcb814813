// The recipe of a sleep staging model, and its steps. Each channel is processed separately at its own rate over the
// whole recording. (Recipes of version 1, recipe.h, cut epochs from channels of one rate.)
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/result.h"
#include "signal/continuous.h"
#include "signal/filter.h"
#include "signal/recipe.h"
#include "signal/recording.h"

namespace eegate {

struct NightResample {
  double hz = 0;
  bool fourier = false;  // scipy.signal.resample over the whole recording instead of polyphase
  bool operator==(const NightResample&) const = default;
};
// Zero-phase FIR filter: scipy.signal.firwin (Hamming), applied forward and backward with odd extension by 3 taps
// samples (scipy.signal.filtfilt).
struct NightFir {
  std::size_t taps = 101;
  double low_hz = 0, high_hz = 0;
  double emg_low_hz = 0;  // EMG channels: this high-pass instead; 0: the same filter
  bool operator==(const NightFir&) const = default;
};
// Robust scaling: y = clip(x, -2 c (p50 - p25), 2 c (p75 - p50)), then z = (y - q50) / (q75 - q25), p being quartiles
// of x and q of y. The clip is relative to zero. An interquartile range of exactly 0 is replaced by 1e-5.
struct NightScale {
  double clip_iqr = 20;
  bool operator==(const NightScale&) const = default;
};
struct NightBandpass : BandpassStep {
  bool operator==(const NightBandpass& other) const {
    return low_hz == other.low_hz && high_hz == other.high_hz && order == other.order && mode == other.mode;
  }
};
using NightStep = std::variant<NightResample, NightBandpass, NightFir, NightScale>;

struct NightRecipe {
  std::vector<NightStep> steps;
  double epoch_s = 30;
  std::size_t context = 21;

  double sfreq(double recorded) const;  // after the last step
};

// {"version": 2, "steps": [{"resample_hz"}, {"bandpass"}, {"fir_zero_phase"}, {"robust_scale"}], "epochs": {"by":
// "sequence", "length_s", "context"}}. Errors: JSON_*, RECIPE_*.
Result<NightRecipe> parse_night_recipe(std::string_view json);

// A segment of the recording without a gap, of one channel.
struct NightSegment {
  double onset_s = 0;
  std::vector<double> values;  // after all steps
};

// A range in which a channel repeats one value for at least 5 s, in seconds from the start of its segment.
struct StillRange {
  std::size_t segment = 0;
  double begin_s = 0, end_s = 0;
};

struct NightChannel {
  std::vector<NightSegment> segments;
  std::vector<StillRange> still;
  double sfreq = 0;      // of the values
  bool is_flat = false;  // all its samples are equal
  bool is_muscle = false;
};

class Night {
 public:
  // Errors: DSP_* of steps that a channel's rate does not allow.
  static Result<Night> open(const Recording& recording, std::span<const std::size_t> channels,
                            const NightRecipe& recipe);
  // Reads and prepares the channel with index `at` in `channels`. All channels are cut to the length of the shortest
  // one after the first resampling.
  Result<NightChannel> prepare(std::size_t at) const;
  // The same in parts: read(), then run_step() for every step from 0 on.
  Result<NightChannel> read(std::size_t at) const;
  std::size_t n_steps() const { return recipe_.steps.size(); }
  Result<> run_step(NightChannel& channel, std::size_t step) const;
  std::size_t n_channels() const { return channels_.size(); }

 private:
  struct SegmentTimes {
    double onset_s = 0;
    double stored_s = 0, duration_s = 0;  // duration of stored samples before it and in it
    std::uint64_t n_resampled = 0;        // samples after the first step, if that is a resampling
  };
  class StillRuns;
  Night(const Recording& recording, std::span<const std::size_t> channels, NightRecipe recipe)
      : recording_(&recording), channels_(channels.begin(), channels.end()), recipe_(std::move(recipe)) {}
  const Channel& channel(std::size_t at) const { return recording_->channels()[channels_[at]]; }
  StoredRange stored(std::size_t at, const SegmentTimes& segment) const;
  bool begins_with_resampling() const;
  Result<std::vector<double>> read_segment(std::size_t at, const SegmentTimes& segment, StillRuns& still) const;
  Result<std::vector<double>> read_resampled(std::size_t at, const SegmentTimes& segment, StillRuns& still) const;

  const Recording* recording_;
  std::vector<std::size_t> channels_;
  NightRecipe recipe_;
  std::vector<SegmentTimes> segments_;
};

// numpy.quantile with linear interpolation, of at least one value. `values` is reordered.
double quantile(std::span<double> values, double q);

// The individual steps, in double.
Result<std::vector<double>> resample_night(std::span<const double> x, double from_hz, double to_hz);
std::vector<double> resample_fourier(std::span<const double> x, std::size_t n_out);
// Error DSP_BAND.
Result<std::vector<double>> design_fir(std::size_t taps, double low_hz, double high_hz, double sfreq);
// Filters in place with the squared gain of the taps (forward and backward). Error DSP_TOO_SHORT.
Result<> filter_fir_twice(std::span<double> x, std::span<const double> taps);

// Quartiles before and after clipping, for tests and display.
struct NightQuartiles {
  double raw[3] = {}, clipped[3] = {};
  std::size_t n_clipped = 0;
};
NightQuartiles scale_night(std::vector<NightSegment>& segments, const NightScale& scale);

}  // namespace eegate
