// Detection of binary files that were transferred or stored as text: a carriage return was inserted before each line
// feed, or bytes that are not text were replaced. The header is text and unaffected; after the first change all samples
// are shifted or lost.
#include <algorithm>
#include <array>
#include <utility>

#include "files/diagnostics.h"
#include "files/edf_parse.h"

namespace eegate {
namespace {

constexpr std::uint64_t kWindowBytes = std::uint64_t{1} << 16;
constexpr std::uint64_t kWindows = 4;
constexpr std::uint64_t kEvidence = 16;  // line feeds; samples match by chance in one of 256^16 files

struct TextTraces {
  std::uint64_t n_bytes = 0, n_line_feeds = 0,
                n_replaced = 0;              // U+FFFD (replacement character) in UTF-8
  std::array<std::uint64_t, 2> n_crlf = {};  // at even and odd bytes of the window

  bool every_line_feed_has_return() const {
    // In a constant signal of the value 0x0A0D, all of them would have the same parity.
    return n_crlf[0] + n_crlf[1] == n_line_feeds && n_line_feeds >= kEvidence && n_crlf[0] >= kEvidence / 4 &&
           n_crlf[1] >= kEvidence / 4;
  }
  bool many_replaced() const { return n_replaced >= kEvidence && n_replaced * 60 > n_bytes; }
};

void count_traces(std::span<const std::byte> bytes, TextTraces& traces) {
  constexpr std::byte kReturn{0x0D}, kLineFeed{0x0A};
  traces.n_bytes += bytes.size();
  for (std::size_t i = 2; i < bytes.size(); ++i) {
    if (bytes[i] == kLineFeed) {
      ++traces.n_line_feeds;
      if (bytes[i - 1] == kReturn) ++traces.n_crlf[i % 2];
    }
    const bool replaced =
        bytes[i] == std::byte{0xBD} && bytes[i - 1] == std::byte{0xBF} && bytes[i - 2] == std::byte{0xEF};
    traces.n_replaced += replaced ? 1 : 0;
  }
}

Result<TextTraces> sample_traces(ByteSource& source, const EdfHeader& header) {
  TextTraces traces;
  const std::uint64_t payload = header.file_bytes - header.header_bytes;
  std::vector<std::byte> window(static_cast<std::size_t>(std::min(payload, kWindowBytes)));
  const std::uint64_t last = payload - window.size();
  for (std::uint64_t i = 0; i < kWindows; ++i) {
    EEGATE_CHECK(source.read(header.header_bytes + last / (kWindows - 1) * i, window));
    count_traces(window, traces);
    if (last == 0) break;
  }
  return traces;
}

// Whether the annotation block of a record begins with a sign and a digit.
Result<bool> begins_with_onset(ByteSource& source, const EdfHeader& header, const EdfSignal& signal,
                               std::uint64_t record) {
  std::array<std::byte, 2> stamp{};
  EEGATE_CHECK(source.read(header.header_bytes + record * header.record_bytes + signal.record_offset, stamp));
  const char sign = static_cast<char>(stamp[0]), digit = static_cast<char>(stamp[1]);
  return (sign == '+' || sign == '-') && digit >= '0' && digit <= '9';
}

// For files of the wrong size: whether the first record is at its position and the last one is not.
Result<bool> drifts_apart(ByteSource& source, const EdfHeader& header) {
  if (header.continuity == EdfContinuity::plain || header.n_records < 2) return false;
  const std::uint64_t n_bytes =
      header.header_bytes + static_cast<std::uint64_t>(header.declared_records) * header.record_bytes;
  if (header.declared_records <= 0 || n_bytes == header.file_bytes) return false;
  const auto signal = std::find_if(header.signals.begin(), header.signals.end(), [](const EdfSignal& s) {
    return s.kind == EdfSignalKind::annotations && s.samples_per_record > 0;
  });
  if (signal == header.signals.end()) return false;
  EEGATE_TRY(const bool first, begins_with_onset(source, header, *signal, 0));
  EEGATE_TRY(const bool last, begins_with_onset(source, header, *signal, header.n_records - 1));
  return first && !last;
}

Error damage_error(const EdfHeader& header, std::string_view found) {
  Error e = error_at_byte("EDF_LINE_ENDS",
                          "The samples were damaged by a transfer in text mode: the header is intact, the data are not",
                          header.header_bytes, found, "binary samples",
                          "Get the original file again in binary mode (ftp \"binary\", git \"*.edf binary\")");
  e.field = "data records";
  return e;
}

}  // namespace

Result<> check_text_damage(ByteSource& source, const EdfHeader& header, Diagnostics& diagnostics) {
  EEGATE_TRY(const TextTraces traces, sample_traces(source, header));
  EEGATE_TRY(const bool drifts, drifts_apart(source, header));
  const bool right_size = header.file_bytes == header.header_bytes + header.n_records * header.record_bytes &&
                          header.declared_records == static_cast<std::int64_t>(header.n_records);
  if (traces.many_replaced()) {
    diagnostics.refuse(damage_error(header, "UTF-8 replacement characters in place of samples"));
  } else if (traces.every_line_feed_has_return()) {
    Error e = damage_error(header, "a carriage return before every line feed");
    // The file was cut to the right length after the damage: its content can be inspected, with a warning.
    if (right_size) {
      diagnostics.repair(std::move(e));
    } else {
      diagnostics.refuse(std::move(e));
    }
  } else if (drifts) {
    diagnostics.refuse(damage_error(header, "records that drift away from where the header puts them"));
  }
  return {};
}

}  // namespace eegate
