#include "files/npy.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstring>
#include <optional>
#include <utility>

#include "base/byte_source.h"
#include "files/half.h"

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

constexpr std::uint64_t kMaxHeaderBytes = 65536;
constexpr std::size_t kMaxDimensions = 64;

// Parses '{' three pairs '}' in any order; a trailing comma is allowed. Any other byte is an error.
class DictionaryParser {
 public:
  explicit DictionaryParser(std::string_view text) : text_(text) {}

  bool parse(NpyHeader& out) {
    bool seen_descr = false, seen_order = false, seen_shape = false;
    if (!take('{')) return false;
    for (int i = 0; i < 3; ++i) {
      const auto key = quoted_string();
      if (!key || !take(':')) return false;
      bool ok = false;
      if (*key == "descr" && !std::exchange(seen_descr, true)) {
        ok = parse_descr(out);
      } else if (*key == "fortran_order" && !std::exchange(seen_order, true)) {
        ok = parse_truth(out.fortran_order);
      } else if (*key == "shape" && !std::exchange(seen_shape, true)) {
        ok = parse_shape(out.shape);
      }
      if (!ok) return false;
      if (!take(',') && i < 2) return false;
    }
    if (!take('}')) return false;
    skip_blanks();
    return at_ == text_.size();
  }
  std::size_t position() const { return at_; }

 private:
  void skip_blanks() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\t')) ++at_;
  }
  bool take(char wanted) {
    skip_blanks();
    if (at_ >= text_.size() || text_[at_] != wanted) return false;
    ++at_;
    return true;
  }
  std::optional<std::string_view> quoted_string() {
    skip_blanks();
    if (at_ >= text_.size() || (text_[at_] != '\'' && text_[at_] != '"')) return std::nullopt;
    const std::size_t end = text_.find(text_[at_], at_ + 1);
    if (end == std::string_view::npos) return std::nullopt;
    const std::string_view inside = text_.substr(at_ + 1, end - at_ - 1);
    at_ = end + 1;
    return inside;
  }
  // A structured type is a list here; its text is stored for the error message.
  bool parse_descr(NpyHeader& out) {
    skip_blanks();
    if (at_ < text_.size() && text_[at_] == '[') {
      const std::size_t end = text_.find(']', at_);
      if (end == std::string_view::npos) return false;
      out.descr = std::string(text_.substr(at_, end + 1 - at_));
      at_ = end + 1;
      return true;
    }
    const auto descr = quoted_string();
    if (!descr) return false;
    out.descr = std::string(*descr);
    return true;
  }
  bool parse_truth(bool& out) {
    skip_blanks();
    for (const auto& [word, truth] : {std::pair<std::string_view, bool>{"True", true}, {"False", false}}) {
      if (text_.substr(at_, word.size()) != word) continue;
      at_ += word.size();
      out = truth;
      return true;
    }
    return false;
  }
  bool parse_shape(std::vector<std::uint64_t>& out) {
    if (!take('(')) return false;
    bool comma = true;  // required between two numbers, and after a single one
    while (!take(')')) {
      if (!comma || out.size() == kMaxDimensions) return false;
      const auto number = unsigned_number();
      if (!number) return false;
      out.push_back(*number);
      comma = take(',');
    }
    return out.size() != 1 || comma;
  }
  std::optional<std::uint64_t> unsigned_number() {
    skip_blanks();
    const std::size_t begin = at_;
    std::uint64_t value = 0;
    for (; at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9'; ++at_) {
      if (value > (UINT64_MAX - 9) / 10) return std::nullopt;
      value = value * 10 + static_cast<std::uint64_t>(text_[at_] - '0');
    }
    return at_ == begin ? std::nullopt : std::optional(value);
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

Result<> parse_dtype(NpyHeader& header) {
  const std::string& d = header.descr;
  static constexpr std::string_view kSizes[] = {"f2", "f4", "f8", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "b1"};
  const bool order = d.size() == 3 && (d[0] == '<' || d[0] == '>' || d[0] == '|');
  const bool known = order && std::find(std::begin(kSizes), std::end(kSizes), d.substr(1)) != std::end(kSizes);
  if (!known || (d[0] == '|' && d[2] != '1')) {
    return file_error("NPY_DTYPE", "The array's element type is not supported", "descr", quoted(d),
                      "float, integer or truth values, for instance \"<f4\"");
  }
  header.big_endian = d[0] == '>';
  header.kind = d[1];
  header.item_bytes = static_cast<unsigned>(d[2] - '0');
  return {};
}

Result<> check_size(NpyHeader& header, std::uint64_t file_bytes) {
  const std::uint64_t available = file_bytes - header.data_offset;
  header.n_values = 1;
  bool overflow = false;
  for (const std::uint64_t n : header.shape) {
    overflow = overflow || (n != 0 && header.n_values > (UINT64_MAX >> 4) / n);
    header.n_values *= n;
  }
  // A dimension of 0 makes the array empty, whatever the other dimensions are.
  const bool empty = std::find(header.shape.begin(), header.shape.end(), 0u) != header.shape.end();
  if (empty) header.n_values = 0;
  if (overflow && !empty) {
    return file_error("NPY_SHAPE", "The shape of the array is too large", "shape", {}, "fewer than 2^60 values");
  }
  if (header.n_values * header.item_bytes <= available) return {};
  return file_error(
      "NPY_TRUNCATED", "The file ends before the array does", "data", std::to_string(available) + " bytes",
      std::to_string(header.n_values * header.item_bytes) + " bytes", static_cast<std::int64_t>(file_bytes));
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

Result<NpyHeader> parse_npy_header(std::span<const std::byte> bytes) {
  const std::string_view text = text_of_bytes(bytes);
  const auto byte = [&](std::size_t i) { return static_cast<std::uint64_t>(bytes[i]); };
  if (text.substr(0, 6) != "\x93NUMPY" || text.size() < 8) {
    Error error = file_error("NPY_MAGIC", "The file is no npy array", "first bytes", quoted(text.substr(0, 8)),
                             "\"\\x93NUMPY\"", 0);
    if (text.starts_with("PK\x03\x04"))
      error.hint = "An .npz archive is not read: numpy.save writes one array as .npy.";
    return error;
  }
  const std::uint64_t major = byte(6), minor = byte(7);
  if (major < 1 || major > 3 || minor != 0) {
    return file_error("NPY_VERSION", "The version of the npy file is unknown", "version",
                      std::to_string(major) + "." + std::to_string(minor), "1.0, 2.0 or 3.0", 6);
  }
  const std::size_t length_bytes = major == 1 ? 2 : 4;
  std::uint64_t n = kMaxHeaderBytes + 1;
  NpyHeader header;
  header.data_offset = 8 + length_bytes;
  if (text.size() >= header.data_offset) {
    n = 0;
    for (std::size_t i = length_bytes; i-- > 0;) n = n << 8 | byte(8 + i);
  }
  if (n > kMaxHeaderBytes || n > text.size() - header.data_offset) {
    return file_error("NPY_HEADER", "The length of the header is invalid", "header length", {},
                      "at most 65536 bytes, inside the file", 8);
  }
  DictionaryParser parser(text.substr(header.data_offset, static_cast<std::size_t>(n)));
  if (!parser.parse(header)) {
    const std::uint64_t at = header.data_offset + parser.position();
    return file_error("NPY_HEADER", "The header cannot be read", "header", quoted(text.substr(at, 24)),
                      "{'descr': ..., 'fortran_order': ..., 'shape': ...}", static_cast<std::int64_t>(at));
  }
  header.data_offset += n;
  EEGATE_CHECK(parse_dtype(header));
  EEGATE_CHECK(check_size(header, bytes.size()));
  return header;
}

}  // namespace eegate
