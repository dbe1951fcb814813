// The header of an npy array: a Python dictionary literal with three entries, which is parsed, never evaluated.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"

namespace eegate {

struct NpyHeader {
  std::string descr;
  bool fortran_order = false;
  std::vector<std::uint64_t> shape;
  std::uint64_t data_offset = 0;
  // From descr: byte order '<', '>' or '|', kind 'f', 'i', 'u' or 'b', bytes per value.
  bool big_endian = false;
  char kind = 'f';
  unsigned item_bytes = 0;
  std::uint64_t n_values = 0;
};

// Parses and validates the header, including the number of bytes that follow it.
Result<NpyHeader> parse_npy_header(std::span<const std::byte> bytes);

}  // namespace eegate
