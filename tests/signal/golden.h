// Reference results of SciPy and MNE outside the repository (folder EEGATE_GOLDEN) and recordings (folder EEGATE_DATA).
// Tests are skipped without them.
#pragma once

#include <catch2/catch_test_macros.hpp>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "base/tensor.h"
#include "files/json.h"
#include "files/npy.h"

namespace eegate::test {

inline std::string folder_of(const char* variable) {
  const char* folder = std::getenv(variable);
  if (folder == nullptr || *folder == '\0') SKIP(variable << " is not set");
  return folder;
}

inline std::vector<std::byte> bytes_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  INFO(path);
  REQUIRE(file.good());
  const std::vector<char> chars{std::istreambuf_iterator<char>(file), {}};
  std::vector<std::byte> bytes(chars.size());
  for (std::size_t i = 0; i < chars.size(); ++i) bytes[i] = static_cast<std::byte>(chars[i]);
  return bytes;
}

inline std::string text_of(const std::string& path) {
  const std::vector<std::byte> bytes = bytes_of(path);
  std::string text(bytes.size(), ' ');
  for (std::size_t i = 0; i < bytes.size(); ++i) text[i] = static_cast<char>(bytes[i]);
  return text;
}

// A two-dimensional array.
struct Table {
  std::size_t rows = 0, cols = 0;
  std::vector<double> values;
  MatrixView<double> view() { return {values.data(), rows, cols}; }
  std::vector<float> floats() const {
    std::vector<float> out(values.size());
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = static_cast<float>(values[i]);
    return out;
  }
};

inline Table read_table(const std::string& path) {
  auto array = parse_npy(bytes_of(path));
  INFO(path);
  REQUIRE(array.ok());
  REQUIRE(array->shape.size() == 2);
  return {static_cast<std::size_t>(array->shape[0]), static_cast<std::size_t>(array->shape[1]),
          std::move(array->values)};
}

}  // namespace eegate::test
