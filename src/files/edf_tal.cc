#include "files/edf_tal.h"

#include <algorithm>
#include <utility>

#include "base/utf8.h"
#include "files/text.h"

namespace eegate {
namespace {

constexpr char kEndOfList = '\x00', kSeparator = '\x14', kBeforeDuration = '\x15';

class TalBlockParser {
 public:
  TalBlockParser(std::string_view block, const TalPlace& place, std::vector<EdfAnnotation>& out,
                 Diagnostics& diagnostics)
      : block_(block), place_(place), out_(out), diagnostics_(diagnostics) {}

  std::optional<std::int64_t> parse() {
    std::optional<std::int64_t> clock;
    std::size_t begin = 0;
    for (bool first = true; begin < block_.size(); first = false) {
      if (block_[begin] == kEndOfList) {
        begin = block_.find_first_not_of(kEndOfList, begin);
        if (begin == std::string_view::npos) break;
        report("EDF_TAL_SYNTAX", "There are zero bytes before an annotation", begin, "zeros at the end only");
      }
      const std::size_t end = block_.find(kEndOfList, begin);
      if (end == std::string_view::npos) {
        report("EDF_TAL_UNTERMINATED", "A truncated annotation list is left out", begin,
               "a zero byte at the end of the block");
      }
      const auto list_clock = parse_list(begin, std::min(end, block_.size()), end != std::string_view::npos);
      if (first) clock = list_clock;
      if (end == std::string_view::npos) break;
      begin = end + 1;
    }
    return clock;
  }

 private:
  void report(std::string_view code, std::string message, std::size_t at, std::string expected) {
    Error e;
    e.code = code;
    e.message = std::move(message);
    e.field = "annotations of signal " + std::to_string(place_.signal_index + 1);
    e.place = "record " + std::to_string(place_.record_index + 1);
    e.found = quoted(block_.substr(at, 40));
    e.expected = std::move(expected);
    e.byte_offset = static_cast<std::int64_t>(place_.byte_offset + at);
    diagnostics_.repair(std::move(e));
  }

  // Parses: onset [0x15 duration] 0x14 {annotation 0x14}, without the final zero. Returns the onset if the first
  // annotation is empty. A truncated list still provides the clock.
  std::optional<std::int64_t> parse_list(std::size_t begin, std::size_t end, bool complete) {
    const std::string_view list = block_.substr(begin, end - begin);
    const std::size_t stamp_end = list.find(kSeparator);
    EdfAnnotation stamp;
    if (stamp_end == std::string_view::npos || !parse_stamp(list.substr(0, stamp_end), stamp)) {
      if (complete) {
        report("EDF_TAL_SYNTAX", "An annotation has no readable onset and is left out", begin,
               "a signed number of seconds");
      }
      return std::nullopt;
    }
    std::size_t at = stamp_end + 1;
    const bool keeps_clock = at < list.size() && list[at] == kSeparator;
    if (complete) parse_texts(list, at, begin, stamp);
    return keeps_clock ? std::optional(stamp.onset_ns) : std::nullopt;
  }

  bool parse_stamp(std::string_view stamp, EdfAnnotation& out) {
    const std::size_t mark = stamp.find(kBeforeDuration);
    const auto onset = parse_onset_ns(stamp.substr(0, mark));
    if (!onset) return false;
    out.onset_ns = *onset;
    if (mark == std::string_view::npos) return true;
    const std::string_view text = stamp.substr(mark + 1);
    if (text.empty()) return true;
    const auto duration = parse_nanoseconds(text);
    if (duration) out.duration_ns = *duration;
    return duration.has_value();
  }

  void parse_texts(std::string_view list, std::size_t at, std::size_t begin, const EdfAnnotation& stamp) {
    while (at < list.size()) {
      const std::size_t end = list.find(kSeparator, at);
      if (end == std::string_view::npos) {
        report("EDF_TAL_SYNTAX", "An annotation has no end and is left out", begin + at, "byte 0x14");
        return;
      }
      if (end > at) add(stamp, list.substr(at, end - at), begin + at);
      at = end + 1;
    }
  }

  void add(const EdfAnnotation& stamp, std::string_view text, std::size_t at) {
    if (out_.size() >= kMaxEdfAnnotations) return;
    const bool utf8 = is_utf8(text);
    const bool controls = std::any_of(text.begin(), text.end(), [](char c) {
      const auto byte = static_cast<unsigned char>(c);
      return byte < 0x20 && c != '\t' && c != '\n' && c != '\r';
    });
    if (!utf8) {
      report("EDF_TEXT", "An annotation is not UTF-8 and was read as Latin-1", at, "UTF-8");
    } else if (controls) {
      report("EDF_TEXT", "An annotation contains control characters", at, "text");
    }
    EdfAnnotation annotation = stamp;
    annotation.text = utf8 ? std::string(text) : latin1_to_utf8(text);
    annotation.record_index = place_.record_index;
    annotation.signal_index = place_.signal_index;
    out_.push_back(std::move(annotation));
  }

  std::string_view block_;
  const TalPlace& place_;
  std::vector<EdfAnnotation>& out_;
  Diagnostics& diagnostics_;
};

}  // namespace

std::optional<std::int64_t> parse_onset_ns(std::string_view text) {
  if (text.empty() || (text[0] != '+' && text[0] != '-')) return std::nullopt;
  const auto magnitude = parse_nanoseconds(text.substr(1));
  if (!magnitude) return std::nullopt;
  return text[0] == '-' ? -*magnitude : *magnitude;
}

std::optional<std::int64_t> parse_tal_block(std::span<const std::byte> block, const TalPlace& place,
                                            std::vector<EdfAnnotation>& out, Diagnostics& diagnostics) {
  return TalBlockParser(text_of_bytes(block), place, out, diagnostics).parse();
}

}  // namespace eegate
