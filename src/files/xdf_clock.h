// The clocks of an XDF file: the time of a stream's samples by the clock of the computer that recorded them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "files/xdf_file.h"

namespace eegate {

// Between two resets of the sender's clock: added is offset_s + slope * time.
struct XdfClockPiece {
  double begin_s = 0, end_s = 0;  // by the sender's clock
  double offset_s = 0, slope = 0;
};

// Huber regressions of what was measured, one for each run of measurements without a reset; none without any.
std::vector<XdfClockPiece> clock_pieces(std::span<const XdfOffset> offsets);

// Corrects one time after the other, in the order of the file.
class XdfClock {
 public:
  explicit XdfClock(std::span<const XdfOffset> offsets) : pieces_(clock_pieces(offsets)) {}
  double corrected(double time_s);

 private:
  std::vector<XdfClockPiece> pieces_;
  std::size_t at_ = 0;
};

// A run of samples without a gap: sample i of it is at begin_s + i * step_s.
struct XdfSegment {
  std::uint64_t first_sample = 0, n_samples = 0;
  double begin_s = 0, step_s = 0;
  double end_s() const { return begin_s + static_cast<double>(n_samples - 1) * step_s; }
};

// Finds the gaps, and the line through the times between them, one time after the other.
class XdfLine {
 public:
  explicit XdfLine(double sfreq) : sfreq_(sfreq) {}
  void take(double time_s);
  std::vector<XdfSegment> finish();

 private:
  void end_segment();
  double sfreq_;
  std::vector<XdfSegment> segments_;
  std::uint64_t n_ = 0, n_before_ = 0;
  double first_s_ = 0, last_s_ = 0, mean_i_ = 0, mean_s_ = 0, i_by_s_ = 0, i_by_i_ = 0;
};

}  // namespace eegate
