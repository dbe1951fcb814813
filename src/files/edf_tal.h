// Time-stamped annotation lists (TALs): the text inside the annotation signals of EDF+ and BDF+.
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
  std::int64_t onset_ns = 0;      // as written: after the start time of the header
  std::int64_t duration_ns = -1;  // -1: none was written
  std::string text;               // UTF-8
  std::uint64_t record_index = 0;
  std::size_t signal_index = 0;
};

// Nothing appends to a list of this length: a hostile file packs an annotation into two bytes.
inline constexpr std::size_t kMaxEdfAnnotations = std::size_t{1} << 18;

// Where a block stands, for messages and for the annotations.
struct TalPlace {
  std::uint64_t record_index = 0;
  std::size_t signal_index = 0;
  std::uint64_t byte_offset = 0;
};

// One annotation signal's bytes of one record. Appends the annotations that carry text and returns
// the clock: the onset of the first list if its first annotation is empty. Nothing that is wrong
// with one list touches the others.
std::optional<std::int64_t> parse_tal_block(std::span<const std::byte> block, const TalPlace& place,
                                            std::vector<EdfAnnotation>& out, Diagnostics& diagnostics);

// "+12.5", "-0.25": the sign is part of the grammar.
std::optional<std::int64_t> parse_onset_ns(std::string_view text);

}  // namespace eegate
