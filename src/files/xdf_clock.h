// Clock synchronisation of XDF files: converts sample times of a stream to the clock of the recording computer, as
// pyxdf does.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "files/xdf_file.h"

namespace eegate {

// The correction between two resets of the sender's clock: offset_s + slope * time is added.
struct XdfClockSegment {
  double begin_s = 0, end_s = 0;  // by the sender's clock
  double offset_s = 0, slope = 0;
};

// Huber regression of the offset measurements, one for each range without a clock reset; empty without measurements.
std::vector<XdfClockSegment> clock_segments(std::span<const XdfOffset> offsets);

// Corrects times one by one, in file order.
class XdfClock {
 public:
  explicit XdfClock(std::span<const XdfOffset> offsets) : segments_(clock_segments(offsets)) {}
  double corrected(double time_s);

 private:
  std::vector<XdfClockSegment> segments_;
  std::size_t at_ = 0;
  double last_s_ = -1e15;
};

// A range of samples without a gap: sample i of it is at begin_s + i * step_s.
struct XdfSegment {
  std::uint64_t first_sample = 0, n_samples = 0;
  double begin_s = 0, step_s = 0;
  double deviation_s = 0;  // root mean square of what the times are off the line
  double end_s() const { return begin_s + static_cast<double>(n_samples - 1) * step_s; }
};

// Finds gaps in the times of samples, and fits a line through the times between them (dejittering of pyxdf). Times are
// added one by one.
class XdfSegmenter {
 public:
  explicit XdfSegmenter(double sfreq) : sfreq_(sfreq) {}
  void take(double time_s);
  std::vector<XdfSegment> finish();

 private:
  void end_segment();
  double sfreq_;
  std::vector<XdfSegment> segments_;
  std::uint64_t n_ = 0, n_before_ = 0;
  double first_s_ = 0, last_s_ = 0, mean_i_ = 0, mean_s_ = 0, i_by_s_ = 0, i_by_i_ = 0, s_by_s_ = 0;
};

}  // namespace eegate
