// The safetensors format (https://github.com/huggingface/safetensors): a JSON header followed by tensor bytes. All
// bytes are validated (docs/FORMATS.md).
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
  std::string dtype;                 // as in the file: "F32", "BF16", "I64" ...
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
  std::uint64_t max_header_bytes = std::uint64_t{16} << 20;  // at most the format's own 100,000,000
  std::size_t max_tensors = 100'000;
};

// Errors: ST_*, in the order of the validation steps of docs/FORMATS.md.
Result<SafetensorsFile> parse_safetensors(std::span<const std::byte> bytes, const SafetensorsLimits& limits = {});

// The values of a tensor as float32. Error ST_DTYPE_UNSUPPORTED unless it is F32, F16, BF16 or F64.
Result<std::vector<float>> read_floats(const SafetensorsFile& file, const SafetensorsTensor& tensor,
                                       std::span<const std::byte> bytes);
// The values of a tensor of type I8.
std::vector<std::int8_t> read_int8(const SafetensorsFile& file, const SafetensorsTensor& tensor,
                                   std::span<const std::byte> bytes);
// The same as read_floats() as doubles, without rounding F64.
Result<std::vector<double>> read_doubles(const SafetensorsFile& file, const SafetensorsTensor& tensor,
                                         std::span<const std::byte> bytes);

// A tensor to be written; its values must outlive the call.
struct SafetensorsOut {
  std::string name;
  std::vector<std::uint64_t> shape;
  std::span<const float> values;
  std::string_view dtype = "F32";          // "F32", "F16" or "BF16" (round to nearest, ties to even)
  std::span<const std::int8_t> int8 = {};  // with dtype "I8" these, and no values
};

// Writes metadata in the given order and tensors by descending element size, then by name; the header is padded to a
// multiple of 8 bytes.
std::vector<std::byte> write_safetensors(const std::vector<std::pair<std::string, std::string>>& metadata,
                                         std::vector<SafetensorsOut> tensors);

}  // namespace eegate
