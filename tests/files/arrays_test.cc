// safetensors, npy and 16-bit floats: written files read back identically.
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <cstring>

#include "files/half.h"
#include "files/magic.h"
#include "files/npy.h"
#include "files/safetensors.h"
#include "support/reference_data.h"

namespace eegate::test::arrays_test {
namespace {

TEST_CASE("every binary16 value converts to float and back", "[files]") {
  for (std::uint32_t bits = 0; bits < 0x10000; ++bits) {
    const auto half = static_cast<std::uint16_t>(bits);
    const float value = f16_to_float(half);
    if (std::isnan(value)) {
      REQUIRE(std::isnan(f16_to_float(float_to_f16(value))));
    } else {
      REQUIRE(float_to_f16(value) == half);
    }
    const float brain = bf16_to_float(half);
    if (!std::isnan(brain)) REQUIRE(float_to_bf16(brain) == half);
  }
}

TEST_CASE("rounding to 16 bits is to nearest, ties to even", "[files]") {
  CHECK(float_to_f16(1.0f + 0x1p-11f) == 0x3C00);      // half way between 1 and the next: even is 1
  CHECK(float_to_f16(1.0f + 3 * 0x1p-11f) == 0x3C02);  // half way again: even is two steps up
  CHECK(float_to_f16(1.0f + 0x1.8p-11f) == 0x3C01);
  CHECK(float_to_f16(65519.0f) == 0x7BFF);
  CHECK(float_to_f16(65520.0f) == 0x7C00);
  CHECK(float_to_f16(0x1p-25f) == 0);
  CHECK(float_to_f16(0x1.8p-25f) == 1);
  CHECK(float_to_bf16(1.0f + 0x1p-8f) == 0x3F80);
  CHECK(float_to_bf16(1.0f + 3 * 0x1p-8f) == 0x3F82);
}

TEST_CASE("written safetensors read back identically", "[files]") {
  const std::vector<float> a = {1.5f, -2, 3.25f}, b = {0.1f}, c = {1, 2, 3, 4};
  const std::vector<std::pair<std::string, std::string>> metadata = {{"format", "eegate-1"},
                                                                     {"config", "{\"a\":\"ü\"}"}};
  const auto bytes = write_safetensors(
      metadata,
      {{"z.half", {3}, a, "F16"}, {"b", {}, b}, {"a.brain", {3, 1}, a, "BF16"}, {"a", {2, 2}, c}, {"none", {0}, {}}});
  const auto file = parse_safetensors(bytes);
  INFO((file.ok() ? std::string() : describe(file.error())));
  REQUIRE(file.ok());
  CHECK(file->metadata == metadata);
  CHECK(*file->metadata_value("config") == "{\"a\":\"ü\"}");
  CHECK(file->metadata_value("nothing") == nullptr);
  CHECK(file->data_offset % 8 == 0);
  std::string order;
  for (const auto& t : file->tensors) order += t.name + " ";
  CHECK(order == "a b none a.brain z.half ");
  CHECK(*read_floats(*file, *file->find("a"), bytes) == c);
  CHECK(*read_floats(*file, *file->find("a.brain"), bytes) == a);
  CHECK(*read_floats(*file, *file->find("z.half"), bytes) == a);
  CHECK(*read_doubles(*file, *file->find("b"), bytes) == std::vector<double>{static_cast<double>(0.1f)});
  CHECK(file->find("none")->n_values() == 0);
  std::vector<SafetensorsOut> again;
  std::vector<std::vector<float>> values;
  for (const auto& t : file->tensors) values.push_back(*read_floats(*file, t, bytes));
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto& t = file->tensors[i];
    again.push_back({t.name, t.shape, values[i], t.dtype});
  }
  CHECK(write_safetensors(file->metadata, again) == bytes);
}

TEST_CASE("unaligned values and types that are not weights", "[files]") {
  const auto bytes = read_bytes(test::test_data() / "safetensors" / "good_unaligned.safetensors");
  const auto file = parse_safetensors(bytes);
  REQUIRE(file.ok());
  CHECK(*read_floats(*file, *file->find("w"), bytes) == std::vector<float>{1.5f});
  CHECK(read_floats(*file, *file->find("b"), bytes).error().code == "ST_DTYPE_UNSUPPORTED");
}

TEST_CASE("a shape whose product wraps around is not an empty tensor", "[files]") {
  const auto code_of = [](const std::string& shape) {
    const std::string header = R"({"w":{"dtype":"F32","shape":)" + shape + R"(,"data_offsets":[0,0]}})";
    std::string text(8, '\0');
    text[0] = static_cast<char>(header.size());
    text += header;
    const auto file = parse_safetensors(std::as_bytes(std::span(text)));
    return file.ok() ? std::string() : std::string(file.error().code);
  };
  CHECK(code_of("[4294967296,0]") == "");
  CHECK(code_of("[4294967296,4294967296]") == "ST_SIZE");
}

TEST_CASE("the header limit of safetensors can be lowered", "[files]") {
  const auto bytes = write_safetensors({{"k", std::string(1000, 'x')}}, {});
  CHECK(parse_safetensors(bytes).ok());
  CHECK(parse_safetensors(bytes, {.max_header_bytes = 500}).error().code == "ST_HEADER_TOO_LARGE");
}

TEST_CASE("written npy arrays read back identically", "[files]") {
  const std::vector<float> f = {1.5f, -2, std::nanf("")};
  const std::vector<std::int64_t> i = {INT64_MIN / 1024, 7};
  const std::uint64_t three[] = {3}, one_by_two[] = {1, 2};
  const auto bytes = write_npy(f, three);
  CHECK(bytes.size() == 128 + 12);
  const auto floats = parse_npy_floats(bytes);
  REQUIRE(floats.ok());
  CHECK(std::memcmp(floats->values.data(), f.data(), 12) == 0);
  const auto labels = parse_npy(write_npy(i, one_by_two));
  REQUIRE(labels.ok());
  CHECK(labels->descr == "<i8");
  CHECK(labels->shape == std::vector<std::uint64_t>{1, 2});
  CHECK(labels->values == std::vector<double>{static_cast<double>(i[0]), 7});
  const std::vector<double> d = {0.1};
  CHECK(parse_npy(write_npy(d, {}))->values == d);
}

TEST_CASE("pickles and archives are distinguished from safetensors that begin alike", "[files]") {
  const auto looks = [](std::string_view text) {
    return looks_like_pickle_or_archive(std::as_bytes(std::span(text.data(), text.size())));
  };
  using namespace std::string_view_literals;
  CHECK(looks("PK\x03\x04"sv));
  CHECK(looks("\x89HDF\r\n\x1a\n"sv));
  CHECK(looks("\x80\x02}q\x00(X\x05\x00"sv));
  CHECK_FALSE(looks("\x80\x02\0\0\0\0\0\0{\"w\":"sv));
  CHECK_FALSE(looks(""sv));
}

}  // namespace
}  // namespace eegate::test::arrays_test
