// The subset of HDF5 (file format specification, version 0 superblocks and version 1 object headers) that MATLAB uses
// for MAT files of version 7.3: groups, and arrays of numbers, characters and references in compact, contiguous or
// compressed chunked layout. Other features are errors that name them.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/byte_source.h"
#include "base/result.h"
#include "files/mat.h"

namespace eegate {

// The header of a group or an array.
struct Hdf5Object {
  enum class Elements : std::uint8_t { kOther, kIntegers, kFloats, kCompounds, kReferences };
  enum class Layout : std::uint8_t { kNone, kContiguous, kChunks };

  bool is_group = false;
  std::uint64_t tree = 0, heap = 0;  // B-tree and heap of a group's names; also the B-tree of an array's chunks
  std::string matlab_class;          // "double", "struct", ...
  bool is_empty = false;             // an empty array: the stored values are its dimensions
  std::vector<std::uint64_t> dims;   // slowest-varying first
  Elements elements = Elements::kOther;
  bool is_signed = false;
  std::uint32_t element_bytes = 0;
  Layout layout = Layout::kNone;
  std::uint64_t begin = 0, n_bytes = 0;  // contiguous layout: position in the file
  std::vector<std::uint32_t> chunk;      // chunk dimensions, then bytes per element
  std::vector<std::uint16_t> filters;
};

constexpr int kHdf5TreeLevels = 16;

struct Hdf5Member {
  std::string name;
  std::uint64_t address = 0;
};

// The elements of an array in C order.
struct Hdf5Elements {
  std::shared_ptr<MatBytes> bytes;
  std::uint64_t begin = 0, n_bytes = 0;
};

// Errors of all functions: HDF5_TRUNCATED, HDF5_UNSUPPORTED, HDF5_LOOP, IO_READ.
class Hdf5File {
 public:
  static Result<std::shared_ptr<Hdf5File>> open(std::shared_ptr<ByteSource> source);

  const std::shared_ptr<ByteSource>& source() const { return source_; }
  std::uint64_t root() const { return root_; }
  // The header of an object. `window` buffers reads of neighbouring objects.
  Result<Hdf5Object> object(MatBytes& window, std::uint64_t address);
  // The members of a group, sorted by name.
  Result<std::vector<Hdf5Member>> members(MatBytes& window, std::uint64_t tree, std::uint64_t heap);
  // The elements of an array; chunks are decompressed when they are read. Also errors INFLATE_*.
  Result<Hdf5Elements> elements(const Hdf5Object& array);

  // The position in the file of `n` bytes at an HDF5 address.
  Result<std::uint64_t> place(std::uint64_t address, std::uint64_t n) const;
  // Reads `n` bytes of a header.
  Result<std::vector<std::byte>> take(MatBytes& window, std::uint64_t address, std::uint64_t n);
  // Appends key and child of all entries of the lowest level of a B-tree whose levels are below `level_above`.
  Result<> tree_leaves(MatBytes& window, std::uint64_t address, int level_above, std::size_t key_bytes,
                       std::vector<std::byte>& leaves);

 private:
  std::shared_ptr<ByteSource> source_;
  std::uint64_t base_ = 0, root_ = 0;
  // Bytes of headers that may still be read; limits files with circular references.
  std::uint64_t header_budget_ = 0;
};

// The elements of a chunked array. Chunks with the same first index are decompressed together when they are read.
// Errors: HDF5_*, IO_READ, INFLATE_LIMIT for an array that is larger than its file can contain; INFLATE_DATA when
// reading.
Result<Hdf5Elements> hdf5_chunks(Hdf5File& file, const Hdf5Object& array);

Error hdf5_error(std::string_view code, std::string_view message, std::uint64_t at, std::string found,
                 std::string expected);

}  // namespace eegate
