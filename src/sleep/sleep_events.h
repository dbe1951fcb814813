// Detection of sleep spindles and slow waves in one channel during N2 and N3; docs/SLEEP.md describes the detectors and
// their sources. A night is processed in chunks of some minutes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/result.h"
#include "signal/filter.h"
#include "signal/recording.h"
#include "sleep/hypnogram.h"

namespace eegate {

struct SleepEvent {
  double onset_s = 0, duration_s = 0;
  double amplitude_uv = 0;  // peak to peak, in the detector's frequency band
  double frequency_hz = 0;  // cycles / duration, in the detector's frequency band
};

struct SpindleRule {
  double low_hz = 11, high_hz = 16;
  double window_s = 0.2;      // of the moving root mean square
  double n_deviations = 1.5;  // threshold: standard deviations above the mean of all N2 and N3
  double min_s = 0.5, max_s = 3;
};
struct SlowWaveRule {
  double low_hz = 0.16, high_hz = 4;
  double negative_uv = 40, peak_to_peak_uv = 75;
  double min_negative_s = 0.125, max_negative_s = 1.5, max_positive_s = 1;
};

// Filtered samples; the first one is at `start_s`.
struct FilteredChunk {
  double start_s = 0, sfreq = 0;
  std::vector<double> x;
};
// The moving root mean square, for the detection of spindles.
std::vector<double> moving_rms(const FilteredChunk& chunk, double window_s);
// Append the events that begin within [from_s, to_s).
void find_spindles(const FilteredChunk& chunk, const std::vector<double>& rms, double threshold,
                   const SpindleRule& rule, double from_s, double to_s, std::vector<SleepEvent>& out);
void find_slow_waves(const FilteredChunk& chunk, const SlowWaveRule& rule, double from_s, double to_s,
                     std::vector<SleepEvent>& out);

class SleepEventSearch {
 public:
  // `recording` must outlive the result. Errors: CHANNEL_UNKNOWN, SLEEP_CHANNEL if the channel is not a voltage or its
  // sampling rate is too low, SLEEP_STAGES if there is no N2 or N3, DSP_*.
  static Result<SleepEventSearch> open(const Recording& recording, std::size_t channel, const Hypnogram& hypnogram);

  // Processes the next chunk; returns the share that is done, 1 at the end. Errors: IO_READ and those of the format.
  Result<double> advance();

  const std::vector<SleepEvent>& spindles() const { return spindles_; }
  const std::vector<SleepEvent>& slow_waves() const { return slow_waves_; }
  double searched_min() const { return searched_s_ / 60; }  // minutes of N2 and N3 in the recording
  double spindle_threshold_uv() const { return threshold_; }

 private:
  struct Chunk {
    double from_s = 0, to_s = 0;            // the part that is searched
    double read_from_s = 0, read_to_s = 0;  // with margins for the transients of the filters
    double stored_shift_s = 0;              // from recording time to stored time, which has no gaps
  };
  SleepEventSearch(const Recording& recording, std::size_t channel, Sections spindle_band, Sections slow_band);
  void plan(const Hypnogram& hypnogram);
  void plan_period(double from_s, double to_s);
  Result<FilteredChunk> read(const Chunk& chunk, const Sections& band) const;
  Result<> measure(const Chunk& chunk);
  Result<> search(const Chunk& chunk);

  const Recording* recording_;
  std::size_t channel_;
  Sections spindle_band_, slow_band_;
  SpindleRule spindle_rule_;
  SlowWaveRule slow_rule_;
  std::vector<Chunk> chunks_;
  std::size_t done_ = 0;  // first all chunks are measured for the threshold, then all are searched
  double searched_s_ = 0, threshold_ = 0;
  double sum_ = 0, sum_of_squares_ = 0;
  std::uint64_t n_measured_ = 0;
  std::vector<SleepEvent> spindles_, slow_waves_;
};

}  // namespace eegate
