// npy arrays (NumPy format, numpy.lib.format): reading into float32/float64/int64, writing float32, float64, int64,
// int32. The header, a dictionary literal of Python, is parsed, never evaluated.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"

namespace eegate {

struct NpyArray {
  std::string descr;                 // as written, e.g. "<f4"
  std::vector<std::uint64_t> shape;  // C order, transposed on reading if the file was Fortran-ordered
  std::vector<double> values;        // exact for every accepted dtype except int64/uint64 beyond 2^53
  Warnings warnings;
  std::uint64_t n_values() const;
};

// Errors: NPY_MAGIC, NPY_VERSION, NPY_HEADER, NPY_DTYPE, NPY_SHAPE, NPY_TRUNCATED. Object arrays (pickles) are
// rejected.
Result<NpyArray> parse_npy(std::span<const std::byte> bytes);

struct NpyFloats {
  std::vector<std::uint64_t> shape;
  std::vector<float> values;
};
// The same as float32, without conversion through double: "<f4" is copied, other types are converted.
Result<NpyFloats> parse_npy_floats(std::span<const std::byte> bytes);

std::vector<std::byte> write_npy(std::span<const float> values, std::span<const std::uint64_t> shape);
std::vector<std::byte> write_npy(std::span<const double> values, std::span<const std::uint64_t> shape);
std::vector<std::byte> write_npy(std::span<const std::int64_t> values, std::span<const std::uint64_t> shape);
std::vector<std::byte> write_npy(std::span<const std::int32_t> values, std::span<const std::uint64_t> shape);

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
