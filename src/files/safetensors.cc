#include "files/safetensors.h"

#include <algorithm>
#include <utility>

#include "base/sort.h"
#include "base/utf8.h"
#include "files/json.h"
#include "files/magic.h"
#include "files/safetensors_dtype.h"
#include "files/text.h"

namespace eegate {
namespace {

constexpr std::uint64_t kLengthBytes = 8;
constexpr std::uint64_t kFormatMaxHeader = 100'000'000;
constexpr std::string_view kMetadataKey = "__metadata__";

struct DtypeBits {
  std::string_view name;
  unsigned bits;
};
constexpr DtypeBits kDtypes[] = {
    {"F32", 32},        {"F16", 16}, {"BF16", 16},   {"F64", 64},    {"I64", 64},    {"I32", 32},
    {"I16", 16},        {"I8", 8},   {"U8", 8},      {"BOOL", 8},    {"U16", 16},    {"U32", 32},
    {"U64", 64},        {"C64", 64}, {"F8_E5M2", 8}, {"F8_E4M3", 8}, {"F8_E8M0", 8}, {"F8_E4M3FNUZ", 8},
    {"F8_E5M2FNUZ", 8}, {"F4", 4},   {"F6_E2M3", 6}, {"F6_E3M2", 6},
};

// a * b, or std::nullopt if it exceeds 64 bits.
std::optional<std::uint64_t> product(std::uint64_t a, std::uint64_t b) {
  if (b != 0 && a > UINT64_MAX / b) return std::nullopt;
  return a * b;
}

Result<std::string_view> header_text(std::span<const std::byte> bytes, const SafetensorsLimits& limits) {
  if (bytes.size() < kLengthBytes) {
    return file_error("ST_TOO_SMALL", "The file is too small for a safetensors file", "header length",
                      std::to_string(bytes.size()) + " bytes", "at least 8 bytes", 0);
  }
  std::uint64_t n = 0;
  for (std::size_t i = kLengthBytes; i-- > 0;) n = n << 8 | static_cast<std::uint64_t>(bytes[i]);
  const std::uint64_t limit = std::min(limits.max_header_bytes, kFormatMaxHeader);
  if (n > limit) {
    return file_error("ST_HEADER_TOO_LARGE", "The header is too large", "header length", std::to_string(n) + " bytes",
                      "at most " + std::to_string(limit) + " bytes", 0);
  }
  if (n > bytes.size() - kLengthBytes) {
    return file_error("ST_HEADER_LENGTH", "The header ends after the end of the file", "header length",
                      std::to_string(n) + " bytes", "at most " + std::to_string(bytes.size() - kLengthBytes), 0);
  }
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()) + kLengthBytes, static_cast<std::size_t>(n));
  if (!is_utf8(text)) {
    return file_error("ST_UTF8", "The header is not UTF-8 text", "header", {}, {}, kLengthBytes);
  }
  if (text.empty() || text[0] != '{') {
    return file_error("ST_JSON", "The header does not begin with a brace", "header", quoted(text.substr(0, 16)), "{",
                      kLengthBytes);
  }
  return text;
}

// If the first bytes are those of another known format, the error names it.
Error named_by_content(Error error, std::span<const std::byte> bytes) {
  const auto beginning = bytes.first(std::min(bytes.size(), kMagicBytes));
  const auto format = recognise_non_safetensors(beginning);
  return format ? foreign_error(*format, beginning, "a safetensors file") : error;
}

Result<JsonDocument> parse_header(std::string_view text) {
  JsonLimits limits;
  limits.max_depth = 4;
  auto document = JsonDocument::parse(text, limits);
  if (document.ok()) return document;
  Error e = std::move(document).error();
  e.code = e.code == "JSON_DUPLICATE" ? "ST_DUPLICATE" : "ST_JSON";
  if (e.byte_offset >= 0) {
    e.byte_offset += kLengthBytes;
    e.place = "byte " + std::to_string(e.byte_offset);
  }
  return e;
}

Result<> parse_metadata(JsonValue value, SafetensorsFile& file) {
  if (!value.is_object()) {
    return file_error("ST_METADATA", "The metadata is no object", std::string(kMetadataKey),
                      std::string(value.type_name()), "an object of strings");
  }
  for (const auto& [key, item] : value.members()) {
    if (!item.is_string()) {
      return file_error("ST_METADATA", "A metadata value is no string", quoted(key), std::string(item.type_name()),
                        "a string");
    }
    file.metadata.emplace_back(std::string(key), std::string(item.string()));
  }
  return {};
}

Result<std::vector<std::uint64_t>> parse_numbers(const std::string& name, JsonValue entry, const char* key) {
  const JsonValue value = entry.get(key);
  std::vector<std::uint64_t> out;
  if (value.is_array()) {
    for (const JsonValue item : value.elements()) {
      const auto number = item.plain_unsigned();
      if (!number) break;
      out.push_back(*number);
    }
  }
  if (!value.is_array() || out.size() != value.size()) {
    return file_error("ST_TENSOR_INFO", "A tensor's " + std::string(key) + " cannot be used", quoted(name, 200),
                      quoted(value.text()), "an array of whole numbers, not negative");
  }
  return out;
}

Result<SafetensorsTensor> parse_tensor(std::string_view name, JsonValue entry, Warnings& warnings) {
  SafetensorsTensor tensor;
  tensor.name = std::string(name);
  if (!entry.is_object()) {
    return file_error("ST_TENSOR_INFO", "A tensor is not described by an object", quoted(name, 200),
                      std::string(entry.type_name()), "{\"dtype\", \"shape\", \"data_offsets\"}");
  }
  const JsonValue dtype = entry.get("dtype");
  tensor.dtype = std::string(dtype.string());
  if (!safetensors_dtype_bits(tensor.dtype)) {
    return file_error("ST_TENSOR_INFO", "A tensor has an unknown element type", quoted(name, 200),
                      dtype.absent() ? "nothing" : quoted(dtype.text()), "F32, F16, BF16 or another known type");
  }
  EEGATE_TRY(tensor.shape, parse_numbers(tensor.name, entry, "shape"));
  EEGATE_TRY(const auto offsets, parse_numbers(tensor.name, entry, "data_offsets"));
  if (offsets.size() != 2) {
    return file_error("ST_TENSOR_INFO", "A tensor's data_offsets cannot be used", quoted(name, 200),
                      std::to_string(offsets.size()) + " numbers", "2 numbers");
  }
  tensor.begin = offsets[0];
  tensor.end = offsets[1];
  if (entry.size() > 3 && warnings.size() < 20) {
    warnings.push_back({"ST_UNKNOWN_KEY", "Tensor " + quoted(name, 200) + " has keys that are not known"});
  }
  return tensor;
}

// Tensors must cover the bytes after the header without gaps or overlap.
Result<> check_offsets(const SafetensorsFile& file) {
  std::vector<const SafetensorsTensor*> sorted;
  for (const SafetensorsTensor& tensor : file.tensors) sorted.push_back(&tensor);
  sort_stable(sorted,
              [](const auto* a, const auto* b) { return std::pair(a->begin, a->end) < std::pair(b->begin, b->end); });
  std::uint64_t expected = 0;
  for (const SafetensorsTensor* tensor : sorted) {
    if (tensor->begin != expected || tensor->end < tensor->begin) {
      return file_error("ST_OFFSETS", "The tensors overlap or leave a gap", quoted(tensor->name, 200),
                        std::to_string(tensor->begin) + " to " + std::to_string(tensor->end),
                        "a begin of " + std::to_string(expected) + " and an end not before it");
    }
    expected = tensor->end;
  }
  return {};
}

Result<> check_sizes(const SafetensorsFile& file) {
  for (const SafetensorsTensor& tensor : file.tensors) {
    std::optional<std::uint64_t> bits = *safetensors_dtype_bits(tensor.dtype);
    const bool empty = std::find(tensor.shape.begin(), tensor.shape.end(), 0u) != tensor.shape.end();
    std::string shape;
    for (const std::uint64_t n : tensor.shape) {
      bits = bits ? product(*bits, n) : empty ? std::optional<std::uint64_t>(0) : bits;
      shape += (shape.empty() ? "[" : ", ") + std::to_string(n);
    }
    if (bits && *bits % 8 == 0 && *bits / 8 == tensor.end - tensor.begin) continue;
    return file_error("ST_SIZE", "A tensor's size does not fit its shape and type", quoted(tensor.name, 200),
                      std::to_string(tensor.end - tensor.begin) + " bytes",
                      (shape.empty() ? "[" : quoted(shape, 60).substr(1, 60)) + "] of " + tensor.dtype);
  }
  return {};
}

Result<> check_trailing(const SafetensorsFile& file, std::uint64_t file_bytes) {
  std::uint64_t end = 0;
  for (const SafetensorsTensor& tensor : file.tensors) end = std::max(end, tensor.end);
  if (end == file_bytes - file.data_offset) return {};
  return file_error("ST_TRAILING", "The tensors do not end where the file ends", "data",
                    std::to_string(file_bytes - file.data_offset) + " bytes", std::to_string(end) + " bytes",
                    static_cast<std::int64_t>(file.data_offset));
}

}  // namespace

std::optional<unsigned> safetensors_dtype_bits(std::string_view dtype) {
  for (const DtypeBits& known : kDtypes) {
    if (known.name == dtype) return known.bits;
  }
  return std::nullopt;
}

std::uint64_t SafetensorsTensor::n_values() const {
  std::uint64_t n = 1;
  for (const std::uint64_t d : shape) n *= d;
  return n;
}

const SafetensorsTensor* SafetensorsFile::find(std::string_view name) const {
  const auto found = std::find_if(tensors.begin(), tensors.end(), [&](const auto& t) { return t.name == name; });
  return found == tensors.end() ? nullptr : &*found;
}

const std::string* SafetensorsFile::metadata_value(std::string_view key) const {
  const auto found = std::find_if(metadata.begin(), metadata.end(), [&](const auto& m) { return m.first == key; });
  return found == metadata.end() ? nullptr : &found->second;
}

Result<SafetensorsFile> parse_safetensors(std::span<const std::byte> bytes, const SafetensorsLimits& limits) {
  const auto header = header_text(bytes, limits);
  if (!header.ok()) return named_by_content(header.error(), bytes);
  const std::string_view text = *header;
  EEGATE_TRY(const JsonDocument document, parse_header(text));
  SafetensorsFile file;
  file.data_offset = kLengthBytes + text.size();
  const JsonValue root = document.root();
  if (!root.get(kMetadataKey).absent()) EEGATE_CHECK(parse_metadata(root.get(kMetadataKey), file));
  if (root.size() > limits.max_tensors + 1) {
    return file_error("ST_TENSOR_INFO", "The file has too many tensors", "header", std::to_string(root.size()),
                      "at most " + std::to_string(limits.max_tensors));
  }
  for (const auto& [name, entry] : root.members()) {
    if (name == kMetadataKey) continue;
    EEGATE_TRY(SafetensorsTensor tensor, parse_tensor(name, entry, file.warnings));
    file.tensors.push_back(std::move(tensor));
  }
  EEGATE_CHECK(check_offsets(file));
  EEGATE_CHECK(check_sizes(file));
  EEGATE_CHECK(check_trailing(file, bytes.size()));
  return file;
}

}  // namespace eegate
