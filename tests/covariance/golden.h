// Reference values of covariance classifiers (numpy, float64): the folder `riemann` of EEGATE_GOLDEN. Tests are skipped
// where it is absent.
#pragma once

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cstring>
#include <string>
#include <vector>

#include "covariance/real_matrix.h"
#include "files/safetensors.h"
#include "support/close_to.h"
#include "support/reference_data.h"

namespace eegate::test {

class RiemannGolden {
 public:
  explicit RiemannGolden(const std::string& name) {
    EEGATE_GOLDEN_OR_SKIP(folder);
    if (!std::filesystem::exists(folder / "riemann")) SKIP("EEGATE_GOLDEN has no folder riemann");
    bytes_ = read_bytes(folder / "riemann" / (name + ".safetensors"));
    auto parsed = parse_safetensors(bytes_);
    REQUIRE(parsed.ok());
    file_ = std::move(parsed).value();
  }
  bool has(const std::string& name) const { return file_.find(name) != nullptr; }
  std::vector<std::size_t> shape(const std::string& name) const {
    const SafetensorsTensor& tensor = find(name);
    return {tensor.shape.begin(), tensor.shape.end()};
  }
  std::vector<double> values(const std::string& name) const {
    auto values = read_doubles(file_, find(name), bytes_);
    REQUIRE(values.ok());
    return std::move(values).value();
  }
  std::vector<float> floats(const std::string& name) const {
    const std::vector<double> all = values(name);
    return {all.begin(), all.end()};
  }
  std::vector<int> integers(const std::string& name) const {
    const SafetensorsTensor& tensor = find(name);
    REQUIRE(tensor.dtype == "I64");
    std::vector<int> result;
    for (std::uint64_t at = tensor.begin; at < tensor.end; at += 8) {
      std::int64_t value = 0;
      std::memcpy(&value, bytes_.data() + file_.data_offset + at, sizeof value);
      result.push_back(static_cast<int>(value));
    }
    return result;
  }
  // The last two dimensions as a matrix, or [1, n].
  RealMatrix matrix(const std::string& name) const {
    const std::vector<std::size_t> extents = shape(name);
    return {extents.size() == 1 ? 1 : extents[0], extents.back(), values(name)};
  }
  // [n, rows, cols].
  std::vector<RealMatrix> matrices(const std::string& name) const {
    const std::vector<std::size_t> extents = shape(name);
    const std::vector<double> all = values(name);
    REQUIRE(extents.size() == 3);
    const std::size_t size = extents[1] * extents[2];
    std::vector<RealMatrix> result;
    for (std::size_t i = 0; i < extents[0]; ++i) {
      const auto first = all.begin() + static_cast<std::ptrdiff_t>(i * size);
      result.emplace_back(extents[1], extents[2],
                          std::vector<double>(first, first + static_cast<std::ptrdiff_t>(size)));
    }
    return result;
  }

 private:
  const SafetensorsTensor& find(const std::string& name) const {
    const SafetensorsTensor* tensor = file_.find(name);
    INFO("tensor " << name);
    REQUIRE(tensor != nullptr);
    return *tensor;
  }
  std::vector<std::byte> bytes_;
  SafetensorsFile file_;
};

// Largest difference relative to the largest magnitude of the expected values.
template <class A, class B>
double relative_difference(const A& found, const B& expected) {
  const double scale = largest_magnitude(expected);
  return largest_difference(found, expected) / (scale > 0 ? scale : 1);
}

inline std::vector<double> flat(const std::vector<RealMatrix>& all) {
  std::vector<double> values;
  for (const RealMatrix& matrix : all) values.insert(values.end(), matrix.values.begin(), matrix.values.end());
  return values;
}

// The elements with these indices.
template <class T>
std::vector<T> chosen(const std::vector<T>& all, const std::vector<int>& numbers) {
  std::vector<T> result;
  for (const int i : numbers) result.push_back(all[static_cast<std::size_t>(i)]);
  return result;
}

}  // namespace eegate::test
