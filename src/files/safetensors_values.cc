// Conversion of tensor values. The bytes of a file may be unaligned, so every value is copied.
#include <algorithm>
#include <cassert>
#include <cstring>
#include <functional>
#include <utility>

#include "base/sort.h"
#include "files/half.h"
#include "files/json.h"
#include "files/safetensors.h"
#include "files/safetensors_dtype.h"

namespace eegate {
namespace {

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
  return (tensor.values.size() + tensor.int8.size()) * (*safetensors_dtype_bits(tensor.dtype) / 8);
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
    const unsigned bits_a = *safetensors_dtype_bits(a.dtype), bits_b = *safetensors_dtype_bits(b.dtype);
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
