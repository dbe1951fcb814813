#include "files/npy.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstring>
#include <utility>

#include "files/half.h"
#include "files/npy_header.h"

namespace eegate {
namespace {

template <class T>
T load(const std::byte* bytes, bool big_endian) {
  std::array<std::byte, sizeof(T)> copy;
  std::memcpy(copy.data(), bytes, sizeof(T));
  if (big_endian) std::reverse(copy.begin(), copy.end());
  return std::bit_cast<T>(copy);
}

// The file position of values 0, 1, 2 ... in C order; the file may be in Fortran order.
class SourceIndex {
 public:
  explicit SourceIndex(const NpyHeader& header)
      : shape_(header.shape), index_(shape_.size()), stride_(shape_.size(), 1) {
    fortran_ = header.fortran_order && shape_.size() > 1;
    for (std::size_t d = 1; d < shape_.size(); ++d) stride_[d] = stride_[d - 1] * shape_[d - 1];
  }
  std::size_t value() const { return static_cast<std::size_t>(at_); }
  void advance() {
    if (!fortran_) {
      ++at_;
      return;
    }
    for (std::size_t d = shape_.size(); d-- > 0;) {
      at_ += stride_[d];
      if (++index_[d] < shape_[d]) return;
      at_ -= stride_[d] * shape_[d];
      index_[d] = 0;
    }
  }

 private:
  const std::vector<std::uint64_t>& shape_;
  std::vector<std::uint64_t> index_, stride_;
  std::uint64_t at_ = 0;
  bool fortran_ = false;
};

template <class T, class Out, class Convert>
void convert_all(const NpyHeader& header, const std::byte* data, std::vector<Out>& out, Convert convert) {
  SourceIndex from(header);
  for (Out& value : out) {
    value = static_cast<Out>(convert(load<T>(data + from.value() * sizeof(T), header.big_endian)));
    from.advance();
  }
}

template <class Out>
void convert_items(const NpyHeader& h, const std::byte* data, std::vector<Out>& out) {
  const auto plain = [](auto value) { return value; };
  const auto truth = [](std::uint8_t value) { return value != 0 ? 1 : 0; };
  const unsigned n = h.item_bytes;
  if (h.kind == 'f' && n == 2) return convert_all<std::uint16_t>(h, data, out, f16_to_float);
  if (h.kind == 'f' && n == 4) return convert_all<float>(h, data, out, plain);
  if (h.kind == 'f') return convert_all<double>(h, data, out, plain);
  if (h.kind == 'b') return convert_all<std::uint8_t>(h, data, out, truth);
  if (h.kind == 'i' && n == 1) return convert_all<std::int8_t>(h, data, out, plain);
  if (h.kind == 'i' && n == 2) return convert_all<std::int16_t>(h, data, out, plain);
  if (h.kind == 'i' && n == 4) return convert_all<std::int32_t>(h, data, out, plain);
  if (h.kind == 'i') return convert_all<std::int64_t>(h, data, out, plain);
  if (n == 1) return convert_all<std::uint8_t>(h, data, out, plain);
  if (n == 2) return convert_all<std::uint16_t>(h, data, out, plain);
  if (n == 4) return convert_all<std::uint32_t>(h, data, out, plain);
  convert_all<std::uint64_t>(h, data, out, plain);
}

template <class Out>
std::vector<Out> read_items(const NpyHeader& header, std::span<const std::byte> bytes) {
  std::vector<Out> out(static_cast<std::size_t>(header.n_values));
  convert_items(header, bytes.data() + header.data_offset, out);
  return out;
}

// Format version 1.0, padded so that the data begin at a multiple of 64 bytes.
template <class T>
std::vector<std::byte> write_array(std::string_view descr, std::span<const T> values,
                                   std::span<const std::uint64_t> shape) {
  std::string header = "{'descr': '" + std::string(descr) + "', 'fortran_order': False, 'shape': (";
  for (std::size_t i = 0; i < shape.size(); ++i) {
    header += (i > 0 ? ", " : "") + std::to_string(shape[i]);
  }
  header += shape.size() == 1 ? ",), }" : "), }";
  constexpr std::size_t kBefore = 10;
  header.append((64 - (kBefore + header.size() + 1) % 64) % 64, ' ');
  header += '\n';
  assert(header.size() < 65536);
  std::string start = "\x93NUMPY\x01";
  start += '\0';
  start += static_cast<char>(header.size() & 0xFF);
  start += static_cast<char>(header.size() >> 8);
  std::vector<std::byte> out(kBefore + header.size() + values.size_bytes());
  std::memcpy(out.data(), start.data(), kBefore);
  std::memcpy(out.data() + kBefore, header.data(), header.size());
  if (!values.empty()) std::memcpy(out.data() + kBefore + header.size(), values.data(), values.size_bytes());
  return out;
}

}  // namespace

std::uint64_t NpyArray::n_values() const { return values.size(); }

Result<NpyArray> parse_npy(std::span<const std::byte> bytes) {
  EEGATE_TRY(const NpyHeader header, parse_npy_header(bytes));
  NpyArray array;
  array.descr = header.descr;
  array.shape = header.shape;
  array.values = read_items<double>(header, bytes);
  const std::uint64_t end = header.data_offset + header.n_values * header.item_bytes;
  if (end < bytes.size()) {
    array.warnings.push_back({"NPY_TRAILING", std::to_string(bytes.size() - end) + " bytes after the array are ignored",
                              static_cast<std::int64_t>(end)});
  }
  return array;
}

Result<NpyFloats> parse_npy_floats(std::span<const std::byte> bytes) {
  EEGATE_TRY(const NpyHeader header, parse_npy_header(bytes));
  NpyFloats array;
  array.shape = header.shape;
  array.values = read_items<float>(header, bytes);
  return array;
}

std::vector<std::byte> write_npy(std::span<const float> values, std::span<const std::uint64_t> shape) {
  return write_array("<f4", values, shape);
}
std::vector<std::byte> write_npy(std::span<const double> values, std::span<const std::uint64_t> shape) {
  return write_array("<f8", values, shape);
}
std::vector<std::byte> write_npy(std::span<const std::int64_t> values, std::span<const std::uint64_t> shape) {
  return write_array("<i8", values, shape);
}
std::vector<std::byte> write_npy(std::span<const std::int32_t> values, std::span<const std::uint64_t> shape) {
  return write_array("<i4", values, shape);
}

}  // namespace eegate
