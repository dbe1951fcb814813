#include "files/trigger_events.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace eegate {
namespace {

constexpr std::uint64_t kSamplesAtOnce = std::uint64_t{1} << 16;

}  // namespace

TriggerEvents::TriggerEvents(std::span<const FileChannel> channels) {
  for (const std::string_view wanted : {"STI101", "STI 014", ""}) {
    for (std::size_t i = 0; i < channels.size(); ++i) {
      if (!channels[i].is_trigger || (!wanted.empty() && channels[i].label != wanted)) continue;
      channels_.push_back(i);
      sfreq_ = channels[i].sfreq;
      n_samples_ = channels[i].n_samples;
    }
    if (!channels_.empty()) break;
  }
  lines_.resize(channels_.size());
}

void TriggerEvents::change(Line& line, float code, double now_s, std::vector<Annotation>& out) {
  if (line.event && n_events_ < kMaxTriggerEvents) {
    line.event->duration_s = now_s - line.event->onset_s;
    out.push_back(*std::move(line.event));
    ++n_events_;
  }
  line.event.reset();
  if (line.code && code > *line.code)
    line.event = Annotation{now_s, 0, std::to_string(static_cast<std::int64_t>(std::min(code, 0x1p52F))), true};
  line.code = code;
}

Result<> TriggerEvents::advance(SignalFile& file, std::uint64_t budget_bytes, std::vector<Annotation>& out) {
  const std::uint64_t row_bytes = 4 * (file.channels().size() + 1);
  for (std::uint64_t n_rows = budget_bytes / row_bytes + 1; n_rows > 0 && !is_done();) {
    const std::uint64_t before = next_;
    EEGATE_CHECK(read_rows(file, n_rows, out));
    n_rows -= next_ - before;
  }
  return {};
}

// At most `n_rows` samples, and none behind a gap.
Result<> TriggerEvents::read_rows(SignalFile& file, std::uint64_t n_rows, std::vector<Annotation>& out) {
  const std::vector<Segment>& segments = file.segments();
  const Segment& segment = segments[segment_];
  const bool is_last = segment_ + 1 == segments.size();
  const double end_s = segment.onset_s + segment.duration_s;
  const auto end = static_cast<std::uint64_t>(std::llround((segment.sample_onset_s + segment.duration_s) * sfreq_));
  const std::uint64_t n_left = (is_last ? n_samples_ : std::min(end, n_samples_)) - next_;
  const std::uint64_t n = std::min({n_rows, kSamplesAtOnce, n_left});
  const auto n_values = static_cast<std::size_t>(n);
  std::vector<float> values(channels_.size() * n_values);
  EEGATE_CHECK(file.read(channels_, next_, n, values.data()));
  for (std::size_t c = 0; c < channels_.size(); ++c) {
    for (std::size_t i = 0; i < n_values; ++i) {
      const float code = std::abs(std::trunc(values[c * n_values + i]));
      if (code == lines_[c].code) continue;
      const double stored_s = static_cast<double>(next_ + i) / sfreq_;
      change(lines_[c], code, segment.onset_s + stored_s - segment.sample_onset_s, out);
    }
  }
  next_ += n;
  if (n < n_left) return {};
  // In a gap there is no code.
  const bool is_gap = is_last || segments[segment_ + 1].onset_s - end_s > 0.5 / sfreq_;
  for (Line& line : lines_) {
    if (is_gap) change(line, 0, end_s, out);
  }
  segment_ += is_last ? 0 : 1;
  return {};
}

}  // namespace eegate
