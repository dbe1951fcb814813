// libFuzzer: one program for each entry of semantic/entries.h (fuzz_made_recipe, ...), see README.md. The fuzzer's
// bytes are the decisions of a generator, so every input is well formed. An entry throws when an answer is not finite.
#include <cstdint>
#include <cstdlib>

#include "semantic/entries.h"

namespace {

constexpr std::string_view kName = EEGATE_FUZZ_ENTRY;

const eegate::test::semantic::Entry& entry() {
  for (const auto& one : eegate::test::semantic::kEntries)
    if (one.name == kName) return one;
  std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const auto enter = entry().enter;
  eegate::test::semantic::Choices choices({reinterpret_cast<const std::byte*>(data), size});
  enter(choices);
  return 0;
}
