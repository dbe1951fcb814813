// Reference results and recordings outside the repository. Tests that need them are skipped without them.
#pragma once

#include <catch2/catch_test_macros.hpp>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "files/npy.h"

namespace eegate::test {

// Paths are resolved at run time, so that compiled objects can be shared between checkouts. `npm test` sets both
// variables.
inline std::string path_or(const char* variable, const char* otherwise) {
  const char* value = std::getenv(variable);
  return value == nullptr ? otherwise : value;
}
// The fixtures of the repository: tests/data.
inline std::filesystem::path test_data() {
  return std::filesystem::absolute(path_or("EEGATE_TEST_DATA", "tests/data"));
}
// The native command.
inline std::string command_path() {
  return std::filesystem::absolute(path_or("EEGATE_CLI", "build/native-tests/eegate")).string();
}

// A folder named by an environment variable; empty if it is not set.
inline std::filesystem::path folder_from(const char* variable) {
  const char* value = std::getenv(variable);
  return value == nullptr ? std::filesystem::path() : std::filesystem::path(value);
}

#define EEGATE_GOLDEN_OR_SKIP(folder)                                              \
  const std::filesystem::path folder = eegate::test::folder_from("EEGATE_GOLDEN"); \
  if (folder.empty()) SKIP("EEGATE_GOLDEN is not set")

#define EEGATE_DATA_OR_SKIP(folder)                                              \
  const std::filesystem::path folder = eegate::test::folder_from("EEGATE_DATA"); \
  if (folder.empty()) SKIP("EEGATE_DATA is not set")

// Recordings of other formats than EDF, and reference.json with their content.
#define EEGATE_DATA2_OR_SKIP(folder)                                              \
  const std::filesystem::path folder = eegate::test::folder_from("EEGATE_DATA2"); \
  if (folder.empty()) SKIP("EEGATE_DATA2 is not set")

inline std::vector<std::byte> read_bytes(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  INFO("file " << path);
  REQUIRE(in.good());
  const std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  const auto* first = reinterpret_cast<const std::byte*>(text.data());
  return {first, first + text.size()};
}

inline std::string read_text(const std::filesystem::path& path) {
  const std::vector<std::byte> bytes = read_bytes(path);
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

inline NpyArray read_npy(const std::filesystem::path& path) {
  auto array = parse_npy(read_bytes(path));
  INFO("file " << path);
  REQUIRE(array.ok());
  return std::move(array).value();
}

}  // namespace eegate::test
