// safetensors: a JSON header, then tensor bytes (FORMATS of the project: docs/FORMATS.md). Every
// byte is distrusted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace eegate {

struct SafetensorsTensor {
  std::string name;
  std::string dtype;                 // as written: "F32", "BF16", "I64" ...
  std::vector<std::uint64_t> shape;  // row-major; empty for a scalar
  std::uint64_t begin = 0;           // bytes after the header
  std::uint64_t end = 0;
  std::uint64_t n_values() const;
};

struct SafetensorsFile {
  std::vector<std::pair<std::string, std::string>> metadata;  // in file order
  std::vector<SafetensorsTensor> tensors;                     // in file order
  std::uint64_t data_offset = 0;                              // 8 + header length
  Warnings warnings;

  const SafetensorsTensor* find(std::string_view name) const;
  const std::string* metadata_value(std::string_view key) const;
};

struct SafetensorsLimits {
  std::uint64_t max_header_bytes = std::uint64_t{16} << 20;  // never above the format's own 100,000,000
  std::size_t max_tensors = 100'000;
};

// Errors: ST_* of the format's validation list, in its order.
Result<SafetensorsFile> parse_safetensors(std::span<const std::byte> bytes, const SafetensorsLimits& limits = {});

// The values of a tensor as float32. F32, F16, BF16 and F64 only: ST_DTYPE_UNSUPPORTED otherwise.
Result<std::vector<float>> read_floats(const SafetensorsFile& file, const SafetensorsTensor& tensor,
                                       std::span<const std::byte> bytes);
// Of a tensor of type I8.
std::vector<std::int8_t> read_int8(const SafetensorsFile& file, const SafetensorsTensor& tensor,
                                   std::span<const std::byte> bytes);
// The same as read_floats without rounding F64 down.
Result<std::vector<double>> read_doubles(const SafetensorsFile& file, const SafetensorsTensor& tensor,
                                         std::span<const std::byte> bytes);

// A tensor to be written; the values must outlive the call.
struct SafetensorsOut {
  std::string name;
  std::vector<std::uint64_t> shape;
  std::span<const float> values;
  std::string_view dtype = "F32";          // "F32", "F16" or "BF16" (round to nearest, ties to even)
  std::span<const std::int8_t> int8 = {};  // with dtype "I8" these, and no values
};

// Metadata in the order given, tensors by descending element size and name, header padded to a
// multiple of 8.
std::vector<std::byte> write_safetensors(const std::vector<std::pair<std::string, std::string>>& metadata,
                                         std::vector<SafetensorsOut> tensors);

}  // namespace eegate
