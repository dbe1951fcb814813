#include "files/safetensors.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <functional>
#include <utility>

#include "base/sort.h"
#include "base/utf8.h"
#include "files/half.h"
#include "files/json.h"
#include "files/magic.h"
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

// Bits per element of a dtype, std::nullopt if unknown.
std::optional<unsigned> bits_of_dtype(std::string_view dtype) {
  for (const DtypeBits& known : kDtypes) {
    if (known.name == dtype) return known.bits;
  }
  return std::nullopt;
}

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
  if (!bits_of_dtype(tensor.dtype)) {
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
    std::optional<std::uint64_t> bits = *bits_of_dtype(tensor.dtype);
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

template <class T>
T load(const std::byte* bytes, std::size_t i) {
  T value;
  std::memcpy(&value, bytes + i * sizeof(T), sizeof(T));
  return value;
}

template <class Out, class In, class Convert>
void convert_all(std::vector<Out>& out, const std::byte* data, Convert convert) {
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = static_cast<Out>(convert(load<In>(data, i)));
}

template <class Out>
std::vector<Out> read_values(const SafetensorsFile& file, const SafetensorsTensor& tensor,
                             std::span<const std::byte> bytes) {
  const std::byte* data = bytes.data() + file.data_offset + tensor.begin;
  // parse_safetensors() has checked that end - begin matches the shape, so this is not larger than the file.
  std::vector<Out> out(static_cast<std::size_t>(tensor.n_values()));
  if (tensor.dtype == "F32") {
    convert_all<Out, float>(out, data, std::identity());
  } else if (tensor.dtype == "F64") {
    convert_all<Out, double>(out, data, std::identity());
  } else if (tensor.dtype == "F16") {
    convert_all<Out, std::uint16_t>(out, data, f16_to_float);
  } else {
    assert(tensor.dtype == "BF16");
    convert_all<Out, std::uint16_t>(out, data, bf16_to_float);
  }
  return out;
}

Result<> check_dtype(const SafetensorsTensor& tensor) {
  for (const std::string_view known : {"F32", "F16", "BF16", "F64"}) {
    if (tensor.dtype == known) return {};
  }
  Error e;
  e.code = "ST_DTYPE_UNSUPPORTED";
  e.message = "A tensor's element type is not supported for weights";
  e.field = quoted(tensor.name, 200);
  e.found = tensor.dtype;
  e.expected = "F32, F16, BF16 or F64";
  return e;
}

void append_bytes(std::vector<std::byte>& out, const void* value, std::size_t n) {
  const auto* first = static_cast<const std::byte*>(value);
  out.insert(out.end(), first, first + n);
}

void append_value(std::vector<std::byte>& out, float value, std::string_view dtype) {
  if (dtype == "F32") {
    append_bytes(out, &value, sizeof value);
  } else {
    const std::uint16_t half = dtype == "F16" ? float_to_f16(value) : float_to_bf16(value);
    append_bytes(out, &half, sizeof half);
  }
}

std::uint64_t bytes_of(const SafetensorsOut& tensor) {
  return (tensor.values.size() + tensor.int8.size()) * (*bits_of_dtype(tensor.dtype) / 8);
}

std::string header_json(const std::vector<std::pair<std::string, std::string>>& metadata,
                        const std::vector<SafetensorsOut>& tensors) {
  JsonWriter json;
  json.begin_object();
  if (!metadata.empty()) {
    json.key("__metadata__").begin_object();
    for (const auto& [key, value] : metadata) json.key(key).value(value);
    json.end_object();
  }
  std::uint64_t offset = 0;
  for (const SafetensorsOut& tensor : tensors) {
    json.key(tensor.name).begin_object().key("dtype").value(tensor.dtype).key("shape").begin_array();
    for (const std::uint64_t n : tensor.shape) json.value(n);
    json.end_array().key("data_offsets").begin_array();
    json.value(offset).value(offset + bytes_of(tensor)).end_array().end_object();
    offset += bytes_of(tensor);
  }
  json.end_object();
  std::string text = json.take();
  text.append((8 - text.size() % 8) % 8, ' ');
  return text;
}

}  // namespace

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

Result<std::vector<float>> read_floats(const SafetensorsFile& file, const SafetensorsTensor& tensor,
                                       std::span<const std::byte> bytes) {
  EEGATE_CHECK(check_dtype(tensor));
  return read_values<float>(file, tensor, bytes);
}

Result<std::vector<double>> read_doubles(const SafetensorsFile& file, const SafetensorsTensor& tensor,
                                         std::span<const std::byte> bytes) {
  EEGATE_CHECK(check_dtype(tensor));
  return read_values<double>(file, tensor, bytes);
}

std::vector<std::int8_t> read_int8(const SafetensorsFile& file, const SafetensorsTensor& tensor,
                                   std::span<const std::byte> bytes) {
  assert(tensor.dtype == "I8");
  std::vector<std::int8_t> values(static_cast<std::size_t>(tensor.n_values()));
  std::memcpy(values.data(), bytes.data() + file.data_offset + tensor.begin, values.size());
  return values;
}

std::vector<std::byte> write_safetensors(const std::vector<std::pair<std::string, std::string>>& metadata,
                                         std::vector<SafetensorsOut> tensors) {
  sort_stable(tensors, [](const SafetensorsOut& a, const SafetensorsOut& b) {
    const unsigned bits_a = *bits_of_dtype(a.dtype), bits_b = *bits_of_dtype(b.dtype);
    return bits_a != bits_b ? bits_a > bits_b : a.name < b.name;
  });
  const std::string header = header_json(metadata, tensors);
  std::vector<std::byte> out;
  std::uint64_t n_data = 0;
  for (const SafetensorsOut& tensor : tensors) n_data += bytes_of(tensor);
  out.reserve(static_cast<std::size_t>(8 + header.size() + n_data));
  const std::uint64_t n = header.size();
  append_bytes(out, &n, sizeof n);
  append_bytes(out, header.data(), header.size());
  for (const SafetensorsOut& tensor : tensors) {
    append_bytes(out, tensor.int8.data(), tensor.int8.size());
    for (const float value : tensor.values) append_value(out, value, tensor.dtype);
  }
  return out;
}

}  // namespace eegate
