#include "files/npy_header.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/byte_source.h"

namespace eegate {
namespace {

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
