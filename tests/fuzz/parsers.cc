// libFuzzer: one program for each parser (fuzz_edf, fuzz_tal, ...), see README.md. Beside what the sanitizers find, an
// input fails if a parser holds more than README.md allows, or reads what it wrote otherwise than it meant it.
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "support/parser_entries.h"
#include "support/peak_memory.h"

namespace {

constexpr std::string_view kName = EEGATE_FUZZ_ENTRY;

const eegate::test::ParserEntry& entry() {
  for (const auto& one : eegate::test::kParserEntries)
    if (one.name == kName) return one;
  std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const auto enter = entry().enter;
  const eegate::test::PeakMemory memory;
  enter({reinterpret_cast<const std::byte*>(data), size});
  if (memory.bytes() > size * 8 + (std::size_t{64} << 20)) {
    std::fprintf(stderr, "held %zu bytes for a file of %zu\n", memory.bytes(), size);
    std::abort();
  }
  return 0;
}
