// MAT files of version 5 and 7.3: arrays of numbers, text and structures, as MATLAB and EEGLAB save them. Nothing is
// decoded before it is asked for.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/byte_source.h"
#include "base/result.h"
#include "files/byte_window.h"

namespace eegate {

constexpr std::size_t kMatWindowBytes = std::size_t{1} << 15;

// The bytes of a file, or of a variable that was compressed, with a window over what was read last.
class MatBytes {
 public:
  explicit MatBytes(std::shared_ptr<ByteSource> source)
      : source_(std::move(source)), window_(*source_, kMatWindowBytes) {}
  std::uint64_t size() const { return source_->size(); }
  const std::shared_ptr<ByteSource>& source() const { return source_; }
  // Errors: MAT_TRUNCATED, IO_READ.
  Result<> read(std::uint64_t offset, std::span<std::byte> out);

 private:
  std::shared_ptr<ByteSource> source_;
  ByteWindow window_;
};

constexpr std::uint64_t kMaxMatElements = 1'000'000;

class Hdf5File;  // of a file of version 7.3
Error mat_error(std::string_view code, std::string_view message, std::uint64_t at, std::string_view found,
                std::string_view expected);

enum class MatClass : std::uint8_t { kOther, kCell, kStruct, kChar, kNumbers };

// Where an array lies.
struct MatArray {
  std::shared_ptr<MatBytes> bytes;
  MatClass kind = MatClass::kOther;
  std::string name;  // of a variable; empty inside of a structure
  std::vector<std::uint64_t> dims;
  std::uint64_t content = 0, end = 0;  // what follows its name
  // Of version 7.3: the file of a structure, whose names lie at `content` and `end`; the type of numbers between them.
  std::shared_ptr<Hdf5File> hdf5;
  std::uint32_t type = 0;
  std::uint64_t count() const;  // of elements
};

// Where the numbers of an array lie, and as what: often smaller ones than those of its class.
struct MatNumbers {
  std::uint32_t type = 0;
  std::uint64_t begin = 0, n_bytes = 0;
};

class MatFile {
 public:
  // Errors: MAT_VERSION, MAT_ENDIAN, MAT_TRUNCATED, HDF5_*, IO_READ.
  static Result<MatFile> open(std::shared_ptr<ByteSource> source);
  // Every variable of the file whose name `wants`, in its order. Errors: MAT_*, HDF5_*, INFLATE_*, IO_READ.
  Result<std::vector<MatArray>> variables(const std::function<bool(std::string_view name)>& wants) const;

 private:
  explicit MatFile(std::shared_ptr<MatBytes> bytes) : bytes_(std::move(bytes)) {}
  std::shared_ptr<MatBytes> bytes_;
  std::shared_ptr<Hdf5File> hdf5_;
};

// Errors of all: MAT_TAG, MAT_TRUNCATED, MAT_LIMIT, IO_READ; of version 7.3 HDF5_*, INFLATE_*.
// Calls `take(element, field, array)` for each field of each element of a structure in which `wants` its name.
using TakeField = std::function<Result<>(std::uint64_t element, std::string_view field, const MatArray& array)>;
Result<> for_each_field(const MatArray& structure, const std::function<bool(std::string_view name)>& wants,
                        const TakeField& take);
Result<MatNumbers> mat_numbers(const MatArray& array);
// The first number; nothing if the array is empty or holds none.
Result<std::optional<double>> mat_number(const MatArray& array);
// UTF-8; empty if the array is no text.
Result<std::string> mat_text(const MatArray& array);

}  // namespace eegate
