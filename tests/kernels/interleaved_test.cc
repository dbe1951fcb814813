// Numbers of all types, alignments and byte orders have the bits of the documented arithmetic on every CPU target.
#include "kernels/interleaved.h"

#include <algorithm>
#include <bit>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include "base/rng.h"
#include "support/every_target.h"

using namespace eegate;

namespace interleaved_test {

namespace {

constexpr std::size_t kLead = 3;  // bytes before the first sample, to test unaligned access

template <class T>
constexpr NumberType kTypeOf = NumberType::kInt8;
template <>
constexpr NumberType kTypeOf<std::uint8_t> = NumberType::kUint8;
template <>
constexpr NumberType kTypeOf<std::int16_t> = NumberType::kInt16;
template <>
constexpr NumberType kTypeOf<std::uint16_t> = NumberType::kUint16;
template <>
constexpr NumberType kTypeOf<std::int32_t> = NumberType::kInt32;
template <>
constexpr NumberType kTypeOf<std::uint32_t> = NumberType::kUint32;
template <>
constexpr NumberType kTypeOf<float> = NumberType::kFloat32;
template <>
constexpr NumberType kTypeOf<double> = NumberType::kFloat64;
template <>
constexpr NumberType kTypeOf<std::int64_t> = NumberType::kInt64;

// Samples of some channels without any readable bytes after the last one.
template <class T>
struct Table {
  Table(std::size_t samples, std::size_t channels, bool big_endian)
      : n(samples), n_channels(channels), is_big_endian(big_endian), bytes(kLead + samples * channels * sizeof(T)) {
    const Rng rng(11, "interleaved " + std::to_string(samples) + " " + std::to_string(channels));
    for (std::size_t i = 0; i < n * n_channels; ++i) {
      T value;
      if constexpr (std::is_floating_point_v<T>) {
        constexpr T kOdd[] = {
            std::numeric_limits<T>::quiet_NaN(), std::numeric_limits<T>::infinity(), T{-3e20F}, T{1e20F}, T{-0.0F},
            std::numeric_limits<T>::denorm_min()};
        const std::uint64_t any = rng.bits(i);
        value = any % 61 < std::size(kOdd) ? kOdd[any % 61] : static_cast<T>(static_cast<double>(any >> 40) / 7 - 1e6);
      } else {
        value = static_cast<T>(i == 0 ? static_cast<std::uint64_t>(std::numeric_limits<T>::min()) : rng.bits(i));
      }
      values.push_back(value);
      std::byte* const to = bytes.data() + kLead + i * sizeof(T);
      std::memcpy(to, &value, sizeof value);
      if (is_big_endian) std::reverse(to, to + sizeof value);
    }
  }
  std::size_t n, n_channels;
  bool is_big_endian;
  std::vector<T> values;
  std::vector<std::byte> bytes;
};

// In double, each operation rounded separately.
template <class T>
float expected(T number, const NumberColumn& column, std::uint64_t& n_replaced) {
  volatile double product = static_cast<double>(number) * column.factor;
  volatile double value = product + column.offset;
  if (std::is_floating_point_v<T> && !(std::abs(value) <= 1e20)) {
    ++n_replaced;
    return 0;
  }
  return static_cast<float>(value);
}

template <class T>
void check(const Table<T>& table, const std::vector<std::size_t>& channels) {
  const std::size_t n = table.n;
  std::vector<float> out(channels.size() * n + 1, -123.0F);
  std::vector<NumberColumn> columns;
  for (std::size_t i = 0; i < channels.size(); ++i)
    columns.push_back({.byte = channels[i] * sizeof(T),
                       .factor = i % 3 == 0 ? 1 : 0.1 * static_cast<double>(i + 1),
                       .offset = i % 2 == 0 ? 0 : -1.7,
                       .out = out.data() + i * n});
  const std::uint64_t n_replaced = decode_numbers({.type = kTypeOf<T>,
                                                   .is_big_endian = table.is_big_endian,
                                                   .bytes = table.bytes.data() + kLead,
                                                   .stride = table.n_channels * sizeof(T),
                                                   .n = n},
                                                  columns);
  std::uint64_t n_expected = 0;
  for (std::size_t i = 0; i < channels.size(); ++i) {
    for (std::size_t k = 0; k < n; ++k) {
      const float value = expected(table.values[k * table.n_channels + channels[i]], columns[i], n_expected);
      if (std::bit_cast<std::uint32_t>(out[i * n + k]) == std::bit_cast<std::uint32_t>(value)) continue;
      FAIL("channel " << channels[i] << ", sample " << k << ": " << out[i * n + k] << ", not " << value);
    }
  }
  CHECK(n_replaced == n_expected);
  CHECK(out.back() == -123.0F);
}

template <class T>
void check_type() {
  CAPTURE(static_cast<int>(kTypeOf<T>), sizeof(T));
  for (const bool is_big_endian : {false, true}) {
    for (const std::size_t n : {1, 3, 17, 128, 300}) {
      for (const std::size_t n_channels : {1, 2, 3, 5, 8, 19}) {
        CAPTURE(is_big_endian, n, n_channels);
        const Table<T> table(n, n_channels, is_big_endian);
        std::vector<std::size_t> all, others;
        for (std::size_t i = 0; i < n_channels; ++i) all.push_back(i);
        for (std::size_t i = n_channels; i > 0; i -= std::min<std::size_t>(i, 2)) others.push_back(i - 1);
        check(table, all);
        check(table, others);
        check(table, {n_channels - 1, 0, 0});
      }
    }
  }
}

TEST_CASE("Interleaved numbers become rows of floats", "[kernels]") {
  test::on_every_target([] {
    check_type<std::int8_t>();
    check_type<std::uint8_t>();
    check_type<std::int16_t>();
    check_type<std::uint16_t>();
    check_type<std::int32_t>();
    check_type<std::uint32_t>();
    check_type<float>();
    check_type<double>();
    check_type<std::int64_t>();
  });
}

TEST_CASE("Numbers of 24 bits have a sign, in rows and interleaved", "[kernels]") {
  const std::vector<std::uint8_t> bytes = {1, 0, 0, 0xFF, 0xFF, 0xFF, 0, 0, 0x80, 0xFF, 0xFF, 0x7F, 0, 1, 0, 0, 0, 1};
  const std::vector<float> numbers = {1, -1, -8'388'608, 8'388'607, 256, 65'536};
  test::on_every_target([&] {
    std::vector<float> row(6), columns(6);
    const auto* const begin = reinterpret_cast<const std::byte*>(bytes.data());
    const NumberColumn whole{.out = row.data()};
    CHECK(decode_numbers({.type = NumberType::kInt24, .bytes = begin, .stride = 3, .n = 6}, {&whole, 1}) == 0);
    CHECK(row == numbers);
    const NumberColumn two[] = {{.byte = 0, .factor = 2, .offset = 1, .out = columns.data()},
                                {.byte = 3, .out = columns.data() + 3}};
    CHECK(decode_numbers({.type = NumberType::kInt24, .bytes = begin, .stride = 6, .n = 3}, two) == 0);
    CHECK(columns == std::vector<float>{3, -16'777'215, 513, -1, 8'388'607, 65'536});
  });
}

TEST_CASE("Decoding zero numbers has no effect", "[kernels]") {
  CHECK(decode_numbers({.type = NumberType::kFloat32, .stride = 8, .n = 0}, {}) == 0);
  const NumberColumn column;
  CHECK(decode_numbers({.type = NumberType::kFloat32, .stride = 8, .n = 0}, {&column, 1}) == 0);
}

}  // namespace

}  // namespace interleaved_test
