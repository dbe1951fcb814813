// The part of HDF5 in which MATLAB saves MAT files of version 7.3: groups with names, and arrays of numbers, characters
// and references, compact, in one piece or in compressed chunks. Everything else is refused by its name.
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

// What the header of a group or an array says.
struct Hdf5Object {
  enum class Elements : std::uint8_t { kOther, kIntegers, kFloats, kReferences };
  enum class Layout : std::uint8_t { kNone, kOnePiece, kChunks };

  bool is_group = false;
  std::uint64_t tree = 0, heap = 0;  // of the names of a group; tree also of the chunks of an array
  std::string matlab_class;          // "double", "struct", ...
  bool is_empty = false;             // what is stored are its dimensions
  std::vector<std::uint64_t> dims;   // the slowest first
  Elements elements = Elements::kOther;
  bool is_signed = false;
  std::uint32_t element_bytes = 0;
  Layout layout = Layout::kNone;
  std::uint64_t begin = 0, n_bytes = 0;  // of an array in one piece, in the file
  std::vector<std::uint32_t> chunk;      // elements of a chunk, and the bytes of an element
  std::vector<std::uint16_t> filters;
};

constexpr int kHdf5TreeLevels = 16;

struct Hdf5Member {
  std::string name;
  std::uint64_t address = 0;
};

// The elements of an array, one after the other.
struct Hdf5Elements {
  std::shared_ptr<MatBytes> bytes;
  std::uint64_t begin = 0, n_bytes = 0;
};

// Errors of all: HDF5_TRUNCATED, HDF5_UNSUPPORTED, HDF5_LOOP, IO_READ.
class Hdf5File {
 public:
  static Result<std::shared_ptr<Hdf5File>> open(std::shared_ptr<ByteSource> source);

  const std::shared_ptr<ByteSource>& source() const { return source_; }
  std::uint64_t root() const { return root_; }
  // `window` reads the file: one for each run of objects that lie one behind the other.
  Result<Hdf5Object> object(MatBytes& window, std::uint64_t address);
  // In the order of their names.
  Result<std::vector<Hdf5Member>> members(MatBytes& window, std::uint64_t tree, std::uint64_t heap);
  // Also INFLATE_*. Chunks are unpacked when they are read.
  Result<Hdf5Elements> elements(const Hdf5Object& array);

  // Where `n` bytes lie in the file, at an address as it counts.
  Result<std::uint64_t> place(std::uint64_t address, std::uint64_t n) const;
  // Those bytes, of a header.
  Result<std::vector<std::byte>> take(MatBytes& window, std::uint64_t address, std::uint64_t n);
  // Key and child of every entry of the lowest level of a tree, one behind the other. Levels are below `level_above`.
  Result<> tree_leaves(MatBytes& window, std::uint64_t address, int level_above, std::size_t key_bytes,
                       std::vector<std::byte>& leaves);

 private:
  std::shared_ptr<ByteSource> source_;
  std::uint64_t base_ = 0, root_ = 0;
  // How many bytes of headers may still be read: what refers to the same ones again and again ends.
  std::uint64_t room_ = 0;
};

Error hdf5_error(std::string_view code, std::string_view message, std::uint64_t at, std::string found,
                 std::string expected);

}  // namespace eegate
