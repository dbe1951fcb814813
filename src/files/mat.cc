#include "files/mat.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "files/diagnostics.h"
#include "files/hdf5.h"
#include "files/header_text.h"
#include "files/inflate.h"
#include "files/signal_formats.h"
#include "files/text.h"

namespace eegate {

Error mat_error(std::string_view code, std::string_view message, std::uint64_t at, std::string_view found,
                std::string_view expected) {
  Error e = error_at_byte(code, message, at, found, expected, "Save the data set again, in EEGLAB or with save -v7");
  e.field = "MAT file";
  return e;
}

namespace {

constexpr std::size_t kMatHeaderBytes = 128;
constexpr std::uint64_t kMaxMatTextBytes = 4096;
constexpr std::uint32_t kMatrix = 14, kCompressed = 15;

// The header of a data element.
struct MatTag {
  std::uint32_t type = 0;
  std::uint64_t begin = 0, n_bytes = 0;
  std::uint64_t next = 0;
};

Result<MatTag> read_tag(MatBytes& bytes, std::uint64_t at, std::uint64_t end) {
  std::array<std::uint32_t, 2> words{};
  if (at > end || end - at < sizeof words)
    return mat_error("MAT_TRUNCATED", "The file ends inside a variable", at, "its end", "8 more bytes");
  EEGATE_CHECK(bytes.read(at, std::as_writable_bytes(std::span(words))));
  MatTag tag;
  if ((words[0] >> 16) != 0) {  // small data element: the data are inside the tag
    tag = {.type = words[0] & 0xFFFF, .begin = at + 4, .n_bytes = words[0] >> 16, .next = at + 8};
    if (tag.n_bytes <= 4) return tag;
    return mat_error("MAT_TAG", "A piece of data is larger than it can be", at, std::to_string(tag.n_bytes) + " bytes",
                     "at most 4 of them");
  }
  tag = {.type = words[0], .begin = at + 8, .n_bytes = words[1]};
  if (tag.n_bytes > end - tag.begin) {
    return mat_error("MAT_TRUNCATED", "The file ends inside a variable", at, std::to_string(end - tag.begin) + " bytes",
                     std::to_string(tag.n_bytes) + " bytes");
  }
  const std::uint64_t padded = tag.type == kCompressed ? tag.n_bytes : (tag.n_bytes + 7) / 8 * 8;
  tag.next = std::min(tag.begin + padded, end);
  return tag;
}

MatClass class_of(std::uint8_t number) {
  if (number >= 6 && number <= 15) return MatClass::kNumbers;
  constexpr MatClass kFirst[] = {MatClass::kOther, MatClass::kCell, MatClass::kStruct, MatClass::kOther,
                                 MatClass::kChar};
  return number < 5 ? kFirst[number] : MatClass::kOther;
}

// Reads a variable or field: the content of a matrix element.
Result<MatArray> read_array(const std::shared_ptr<MatBytes>& bytes, const MatTag& tag) {
  MatArray array{.bytes = bytes, .name = {}, .dims = {}, .content = tag.begin, .end = tag.begin + tag.n_bytes};
  if (tag.type != kMatrix) {
    return mat_error("MAT_TAG", "Here should be an array", tag.begin, "type " + std::to_string(tag.type),
                     "type " + std::to_string(kMatrix));
  }
  if (tag.n_bytes == 0) return array;  // an empty array
  EEGATE_TRY(const MatTag flags, read_tag(*bytes, tag.begin, array.end));
  std::array<std::uint8_t, 2> class_and_flags{};
  if (flags.n_bytes > 1) EEGATE_CHECK(bytes->read(flags.begin, std::as_writable_bytes(std::span(class_and_flags))));
  const bool is_complex = (class_and_flags[1] & 8) != 0;
  array.kind = is_complex ? MatClass::kComplex : class_of(class_and_flags[0]);
  EEGATE_TRY(const MatTag dims, read_tag(*bytes, flags.next, array.end));
  if (dims.n_bytes > 32 * sizeof(std::int32_t))
    return mat_error("MAT_LIMIT", "An array has too many dimensions", dims.begin, std::to_string(dims.n_bytes / 4),
                     "32");
  std::vector<std::int32_t> lengths(static_cast<std::size_t>(dims.n_bytes / sizeof(std::int32_t)));
  EEGATE_CHECK(bytes->read(dims.begin, std::as_writable_bytes(std::span(lengths))));
  for (const std::int32_t length : lengths) array.dims.push_back(static_cast<std::uint64_t>(std::max(length, 0)));
  EEGATE_TRY(const MatTag name, read_tag(*bytes, dims.next, array.end));
  if (name.n_bytes > 64)
    return mat_error("MAT_LIMIT", "A name is too long", name.begin, std::to_string(name.n_bytes) + " bytes", "64");
  array.name.resize(static_cast<std::size_t>(name.n_bytes));
  EEGATE_CHECK(bytes->read(name.begin, std::as_writable_bytes(std::span(array.name))));
  array.content = name.next;
  return array;
}

// Reads the variable of a compressed element. Its size is at its beginning, and is trusted only within the limits of
// memory.
Result<std::optional<MatArray>> read_compressed(const MatBytes& file, const MatTag& tag,
                                                const std::function<bool(std::string_view)>& wants,
                                                std::uint64_t largest) {
  constexpr std::uint64_t kEnoughForName = 512;
  for (const bool whole : {false, true}) {
    EEGATE_TRY(auto plain, inflated(*file.source(), tag.begin, tag.n_bytes, whole ? largest : kEnoughForName));
    if (whole && plain.size() >= largest) {
      return mat_error("INFLATE_LIMIT", "A variable is larger than its file may become", tag.begin,
                       std::to_string(largest) + " bytes or more", "less");
    }
    std::uint32_t n_bytes = 0;
    if (plain.size() >= 8) std::memcpy(&n_bytes, plain.data() + 4, sizeof n_bytes);
    const std::uint64_t size = plain.size();
    const auto bytes = std::make_shared<MatBytes>(std::make_shared<MemorySource>(std::move(plain)));
    // Only the beginning has been decompressed, so the element extends beyond its end.
    MatTag variable{.type = kMatrix, .begin = 8, .n_bytes = size < 8 ? 0 : std::min<std::uint64_t>(n_bytes, size - 8)};
    if (whole) {
      EEGATE_TRY(variable, read_tag(*bytes, 0, size));
    }
    EEGATE_TRY(MatArray array, read_array(bytes, variable));
    if (!wants(array.name)) return std::optional<MatArray>();
    if (whole) return std::optional(std::move(array));
  }
  return std::optional<MatArray>();
}

template <class T>
double first_as(const std::byte* bytes) {
  T number{};
  std::memcpy(&number, bytes, sizeof number);
  return static_cast<double>(number);
}

}  // namespace

Result<> MatBytes::read(std::uint64_t offset, std::span<std::byte> out) {
  if (offset > size() || out.size() > size() - offset) {
    return mat_error("MAT_TRUNCATED", "The file ends inside a variable", offset, std::to_string(size()) + " bytes",
                     std::to_string(out.size()) + " more");
  }
  if (out.size() > kMatWindowBytes / 2) return source_->read(offset, out);
  EEGATE_TRY(const auto bytes, window_.at(offset, out.size()));
  std::copy_n(bytes.begin(), out.size(), out.begin());
  return {};
}

std::uint64_t MatArray::count() const {
  std::uint64_t n = dims.empty() ? 0 : 1;
  for (const std::uint64_t length : dims) {
    if (length != 0 && n > UINT64_MAX / length) return UINT64_MAX;
    n *= length;
  }
  return n;
}

Result<MatFile> MatFile::open(std::shared_ptr<ByteSource> source) {
  auto bytes = std::make_shared<MatBytes>(std::move(source));
  std::array<char, kMatHeaderBytes> header{};
  EEGATE_CHECK(bytes->read(0, std::as_writable_bytes(std::span(header))));
  if (std::string_view(header.data(), header.size()).starts_with("MATLAB 7.3") && kReadsHdf5) {
    MatFile file(bytes);
    EEGATE_TRY(file.hdf5_, Hdf5File::open(bytes->source()));
    return file;
  }
  const std::string_view order(header.data() + 126, 2);
  if (order == "MI") {
    return mat_error("MAT_ENDIAN", "The numbers of this file are big-endian", 126, "\"MI\"", "\"IM\"");
  }
  const std::string_view version(header.data() + 124, 2);
  if (order != "IM" || version != std::string_view("\0\1", 2)) {
    return mat_error("MAT_VERSION", "This is not a MAT file of version 5", 124, quoted({header.data() + 124, 4}),
                     "version 0x0100, little-endian");
  }
  return MatFile(std::move(bytes));
}

Result<std::vector<MatArray>> MatFile::variables(const std::function<bool(std::string_view name)>& wants) const {
  if (kReadsHdf5 && hdf5_) return hdf5_variables(hdf5_, wants);
  std::vector<MatArray> found;
  std::uint64_t budget = bytes_->size() * 5 + (std::uint64_t{40} << 20);  // for all compressed variables together
  for (std::uint64_t at = kMatHeaderBytes; at + 8 <= bytes_->size();) {
    EEGATE_TRY(const MatTag tag, read_tag(*bytes_, at, bytes_->size()));
    at = std::max(tag.next, at + 8);
    if (tag.type == kCompressed) {
      EEGATE_TRY(auto array, read_compressed(*bytes_, tag, wants, budget));
      if (!array) continue;
      budget -= array->bytes->size();
      found.push_back(*std::move(array));
    } else if (tag.type == kMatrix) {
      EEGATE_TRY(MatArray array, read_array(bytes_, tag));
      if (wants(array.name)) found.push_back(std::move(array));
    }
  }
  return found;
}

Result<> for_each_field(const MatArray& structure, const std::function<bool(std::string_view name)>& wants,
                        const TakeField& take) {
  if (structure.kind != MatClass::kStruct || structure.count() == 0) return {};
  if (kReadsHdf5 && structure.hdf5) return for_each_hdf5_field(structure, wants, take);
  MatBytes& bytes = *structure.bytes;
  EEGATE_TRY(const MatTag length, read_tag(bytes, structure.content, structure.end));
  std::uint32_t width = 0;
  if (length.n_bytes >= sizeof width)
    EEGATE_CHECK(bytes.read(length.begin, std::as_writable_bytes(std::span(&width, 1))));
  EEGATE_TRY(const MatTag written, read_tag(bytes, length.next, structure.end));
  if (width == 0 || width > 64 || written.n_bytes > 64 * 1024) {
    return mat_error("MAT_LIMIT", "The names of fields are too long", length.begin, std::to_string(width) + " bytes",
                     "1 to 64");
  }
  std::string names(static_cast<std::size_t>(written.n_bytes), '\0');
  EEGATE_CHECK(bytes.read(written.begin, std::as_writable_bytes(std::span(names))));
  const std::size_t n_fields = names.size() / width;
  if (n_fields == 0) return {};
  if (structure.count() > kMaxMatElements / n_fields) {
    return mat_error("MAT_LIMIT", "A structure has too many elements", structure.content,
                     std::to_string(structure.count()), std::to_string(kMaxMatElements / n_fields));
  }
  std::uint64_t at = written.next;
  for (std::uint64_t element = 0; element < structure.count(); ++element) {
    for (std::size_t field = 0; field < n_fields; ++field) {
      EEGATE_TRY(const MatTag tag, read_tag(bytes, at, structure.end));
      at = tag.next;
      std::string_view name = std::string_view(names).substr(field * width, width);
      name = name.substr(0, name.find('\0'));
      if (!wants(name)) continue;
      for (MatTag content = tag;;) {
        EEGATE_TRY(const MatArray array, read_array(structure.bytes, content));
        if (array.kind != MatClass::kCell || array.count() != 1) {
          EEGATE_CHECK(take(element, name, array));
          break;
        }
        EEGATE_TRY(content, read_tag(bytes, array.content, array.end));  // a cell stands for its content
      }
    }
  }
  return {};
}

Result<MatNumbers> mat_numbers(const MatArray& array) {
  if (array.content >= array.end) return MatNumbers{};
  if (array.type != 0) return MatNumbers{array.type, array.content, array.end - array.content};
  EEGATE_TRY(const MatTag tag, read_tag(*array.bytes, array.content, array.end));
  return MatNumbers{tag.type, tag.begin, tag.n_bytes};
}

Result<std::optional<double>> mat_number(const MatArray& array) {
  constexpr std::uint8_t kBytes[] = {0, 1, 1, 2, 2, 4, 4, 4, 0, 8, 0, 0, 8, 8};
  if (array.kind != MatClass::kNumbers) return std::optional<double>();
  EEGATE_TRY(const MatNumbers numbers, mat_numbers(array));
  const std::uint8_t n_bytes = numbers.type < sizeof kBytes ? kBytes[numbers.type] : 0;
  if (n_bytes == 0 || numbers.n_bytes < n_bytes) return std::optional<double>();
  using First = double (*)(const std::byte*);
  constexpr First kFirst[] = {nullptr,
                              first_as<std::int8_t>,
                              first_as<std::uint8_t>,
                              first_as<std::int16_t>,
                              first_as<std::uint16_t>,
                              first_as<std::int32_t>,
                              first_as<std::uint32_t>,
                              first_as<float>,
                              nullptr,
                              first_as<double>,
                              nullptr,
                              nullptr,
                              first_as<std::int64_t>,
                              first_as<std::uint64_t>};
  std::array<std::byte, 8> first{};
  EEGATE_CHECK(array.bytes->read(numbers.begin, std::span(first).first(n_bytes)));
  return std::optional(kFirst[numbers.type](first.data()));
}

Result<std::string> mat_text(const MatArray& array) {
  if (array.kind != MatClass::kChar) return std::string();
  EEGATE_TRY(const MatNumbers stored, mat_numbers(array));
  std::string raw(static_cast<std::size_t>(std::min(stored.n_bytes, kMaxMatTextBytes)), '\0');
  EEGATE_CHECK(array.bytes->read(stored.begin, std::as_writable_bytes(std::span(raw))));
  if (stored.type != 4 && stored.type != 17) return utf8_or_latin1(raw);
  return utf16_to_utf8(raw);
}

}  // namespace eegate
