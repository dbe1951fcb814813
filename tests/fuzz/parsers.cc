// One libFuzzer target for all parsers: the first byte chooses. Seeds: tests/data.
//   clang++ -std=c++20 -g -O1 -fsanitize=fuzzer,address,undefined ... tests/fuzz/parsers.cc
#include <cstdint>

#include "support/parser_entries.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const auto& entry = eegate::test::kParserEntries[data[0] % eegate::test::kParserEntries.size()];
  entry.enter({reinterpret_cast<const std::byte*>(data + 1), size - 1});
  return 0;
}
