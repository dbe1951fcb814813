// MAT files of version 5 and 7.3 (MathWorks, MAT-File Format): arrays of numbers, text and structures. Values are
// decoded only when they are requested.
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

// The bytes of a file or of a decompressed variable, with a read buffer.
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

class Hdf5File;  // a file of version 7.3
Error mat_error(std::string_view code, std::string_view message, std::uint64_t at, std::string_view found,
                std::string_view expected);

enum class MatClass : std::uint8_t { kOther, kCell, kStruct, kChar, kNumbers, kComplex };

// The position of an array in the file.
struct MatArray {
  std::shared_ptr<MatBytes> bytes;
  MatClass kind = MatClass::kOther;
  std::string name;  // of a variable; empty inside structures
  std::vector<std::uint64_t> dims;
  std::uint64_t content = 0, end = 0;  // bytes after its name
  // Version 7.3: the file of a structure, whose names are at `content` and `end`, or the type of the numbers between
  // them.
  std::shared_ptr<Hdf5File> hdf5;
  std::uint32_t type = 0;
  std::uint64_t count() const;  // number of elements
};

// The position and type of the numbers of an array, which are often stored in smaller types than the class of the
// array.
struct MatNumbers {
  std::uint32_t type = 0;
  std::uint64_t begin = 0, n_bytes = 0;
};

class MatFile {
 public:
  // Errors: MAT_VERSION, MAT_ENDIAN, MAT_TRUNCATED, HDF5_*, IO_READ.
  static Result<MatFile> open(std::shared_ptr<ByteSource> source);
  // All variables whose name `wants` accepts, in file order. Errors: MAT_*, HDF5_*, INFLATE_*, IO_READ.
  Result<std::vector<MatArray>> variables(const std::function<bool(std::string_view name)>& wants) const;

 private:
  explicit MatFile(std::shared_ptr<MatBytes> bytes) : bytes_(std::move(bytes)) {}
  std::shared_ptr<MatBytes> bytes_;
  std::shared_ptr<Hdf5File> hdf5_;
};

// Errors of the functions below: MAT_TAG, MAT_TRUNCATED, MAT_LIMIT, IO_READ; for version 7.3 HDF5_*, INFLATE_*.
using TakeField = std::function<Result<>(std::uint64_t element, std::string_view field, const MatArray& array)>;
Result<> for_each_field(const MatArray& structure, const std::function<bool(std::string_view name)>& wants,
                        const TakeField& take);
Result<MatNumbers> mat_numbers(const MatArray& array);
// The first number; std::nullopt if the array is empty or not numeric.
Result<std::optional<double>> mat_number(const MatArray& array);
// The text in UTF-8; empty if the array is not text.
Result<std::string> mat_text(const MatArray& array);

// Of files of version 7.3 (mat_hdf5.cc).
// Errors: HDF5_*, INFLATE_*, MAT_LIMIT, IO_READ.
Result<std::vector<MatArray>> hdf5_variables(const std::shared_ptr<Hdf5File>& file,
                                             const std::function<bool(std::string_view name)>& wants);
Result<> for_each_hdf5_field(const MatArray& structure, const std::function<bool(std::string_view name)>& wants,
                             const TakeField& take);

}  // namespace eegate
