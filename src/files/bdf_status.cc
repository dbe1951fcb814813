#include "files/bdf_status.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace eegate {

void BdfStatusEvents::change(std::uint32_t code, std::int64_t now_ns, const TalPlace& place,
                             std::vector<EdfAnnotation>& out) {
  finish(now_ns, out);
  const bool is_first = !code_;  // when it began is not known
  code_ = code;
  if (code == 0 || is_first) return;
  event_ = EdfAnnotation{now_ns, -1, std::to_string(code), place.record_index, place.signal_index};
}

void BdfStatusEvents::add_record(std::span<const std::byte> words, const TalPlace& place, std::int64_t record_onset_ns,
                                 std::int64_t record_duration_ns, std::vector<EdfAnnotation>& out) {
  const std::size_t n = words.size() / 3;
  for (std::size_t i = 0; i < n; ++i) {
    const std::byte* b = words.data() + 3 * i;
    // Bits 16 to 23 are the state of the amplifier.
    const std::uint32_t code = static_cast<std::uint32_t>(b[0]) | static_cast<std::uint32_t>(b[1]) << 8;
    if (code_ && code == *code_) continue;
    const double within = static_cast<double>(i) / static_cast<double>(n) * static_cast<double>(record_duration_ns);
    change(code, record_onset_ns + std::llround(within), place, out);
  }
}

void BdfStatusEvents::finish(std::int64_t end_ns, std::vector<EdfAnnotation>& out) {
  if (!event_) return;
  event_->duration_ns = std::max<std::int64_t>(0, end_ns - event_->onset_ns);
  if (out.size() < kMaxEdfAnnotations) out.push_back(std::move(*event_));
  event_.reset();
}

}  // namespace eegate
