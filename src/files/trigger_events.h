// Events of trigger channels whose codes are stored as samples, as MNE's find_events() finds them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/result.h"
#include "files/signal_file.h"

namespace eegate {

inline constexpr std::size_t kMaxTriggerEvents = std::size_t{1} << 18;

// Every rise of a code is an event, until the code changes; its text is the code in decimal. A code that is present
// from the first sample on is none, because it may have begun before.
class TriggerEvents {
 public:
  // Of STI101 or else STI 014, which hold the codes of all trigger channels; without them, of all trigger channels.
  explicit TriggerEvents(std::span<const FileChannel> channels);
  bool is_done() const { return next_ == n_samples_; }
  // Continues for about `budget_bytes` of the file and appends the events that end. Error IO_READ.
  Result<> advance(SignalFile& file, std::uint64_t budget_bytes, std::vector<Annotation>& out);

 private:
  struct Line {
    std::optional<float> code;  // of the previous sample
    std::optional<Annotation> event;
  };
  Result<> read_rows(SignalFile& file, std::uint64_t n_rows, std::vector<Annotation>& out);
  void change(Line& line, float code, double now_s, std::vector<Annotation>& out);

  std::vector<std::size_t> channels_;
  std::vector<Line> lines_;
  double sfreq_ = 0;
  std::uint64_t n_samples_ = 0, next_ = 0;
  std::size_t segment_ = 0, n_events_ = 0;
};

}  // namespace eegate
