// Time-stamped annotation lists (TALs): the content of the annotation signals of EDF+ and BDF+ (Kemp and Olivan 2003).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "files/diagnostics.h"

namespace eegate {

struct EdfAnnotation {
  std::int64_t onset_ns = 0;      // as written: relative to the start time of the header
  std::int64_t duration_ns = -1;  // -1: not given
  std::string text;               // UTF-8
  std::uint64_t record_index = 0;
  std::size_t signal_index = 0;
};

// Maximum number of annotations: a malicious file can encode an annotation in two bytes.
inline constexpr std::size_t kMaxEdfAnnotations = std::size_t{1} << 18;

// The position of a block, for messages and annotations.
struct TalPlace {
  std::uint64_t record_index = 0;
  std::size_t signal_index = 0;
  std::uint64_t byte_offset = 0;
};

// Parses the bytes of one annotation signal in one record. Appends the annotations that have text and returns the
// record's clock: the onset of the first list if its first annotation is empty. An invalid list does not affect the
// others.
std::optional<std::int64_t> parse_tal_block(std::span<const std::byte> block, const TalPlace& place,
                                            std::vector<EdfAnnotation>& out, Diagnostics& diagnostics);

// "+12.5", "-0.25": the sign is required.
std::optional<std::int64_t> parse_onset_ns(std::string_view text);

}  // namespace eegate
