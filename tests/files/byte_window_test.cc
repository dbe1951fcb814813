// Sequential reading of small parts: few reads where they lie close together, few bytes where they do not.
#include "files/byte_window.h"

#include <catch2/catch_test_macros.hpp>
#include <memory>

#include "support/file_source.h"

namespace eegate::test::byte_window_test {
namespace {

constexpr std::uint64_t kKib = 1024, kMib = kKib * 1024, kFileBytes = 32 * kMib;

// Reads 16 bytes every so often to the end of a file, whose bytes are the number of the mebibyte.
CountingSource read_parts_of_file(std::uint64_t step_bytes) {
  std::vector<std::byte> file(kFileBytes);
  for (std::size_t i = 0; i < file.size(); ++i) file[i] = static_cast<std::byte>(i / kMib);
  CountingSource source(std::make_shared<MemorySource>(std::move(file)));
  ByteWindow window(source, 4 * kKib);
  std::size_t n_wrong = 0;
  for (std::uint64_t at = 0; at + 16 <= kFileBytes; at += step_bytes) {
    const auto bytes = window.at(at, 16);
    REQUIRE(bytes.ok());
    n_wrong += bytes->size() >= 16 && bytes->front() == static_cast<std::byte>(at / kMib) ? 0 : 1;
  }
  CHECK(n_wrong == 0);
  return source;
}

TEST_CASE("parts that lie close together are read many at once", "[files]") {
  const CountingSource source = read_parts_of_file(64 * kKib);
  CHECK(source.n_reads < 40);  // of 512 parts
  CHECK(source.largest_read == 4 * kMib);
}

TEST_CASE("of parts that lie far apart no more is read than the window", "[files]") {
  const CountingSource source = read_parts_of_file(kMib);
  CHECK(source.n_reads == 32);
  CHECK(source.bytes_read == 32 * 4 * kKib);
}

}  // namespace
}  // namespace eegate::test::byte_window_test
