// Well-formed inputs with extreme meaning through the whole core: none may end the program, run forever or give numbers
// that are not finite. Environment variables: EEGATE_SEMANTIC_INPUTS (number of inputs of each kind),
// EEGATE_SEMANTIC_SEED; to reproduce a failure, EEGATE_SEMANTIC_FIRST (number of the first input) and
// EEGATE_SEMANTIC_KIND (only this kind).
#include <catch2/catch_test_macros.hpp>
#include <cstdlib>
#include <filesystem>
#include <vector>

#include "base/rng.h"
#include "semantic/entries.h"
#include "support/reference_data.h"

using namespace eegate;
using namespace eegate::test;

namespace semantic_test {

namespace {

std::uint64_t from_environment(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr || *text == '\0' ? otherwise : std::strtoull(text, nullptr, 10);
}

std::vector<std::byte> semantic_input(const Rng& rng, std::uint64_t index) {
  constexpr std::size_t kBytes = 1024;
  std::vector<std::byte> bytes(kBytes);
  for (std::size_t i = 0; i < kBytes; ++i) bytes[i] = static_cast<std::byte>(rng.bits(index * kBytes + i) >> 40);
  return bytes;
}

}  // namespace

TEST_CASE("well-formed inputs of any meaning are answered with finite numbers or refused", "[semantic]") {
  const std::uint64_t n_inputs = from_environment("EEGATE_SEMANTIC_INPUTS", 200);
  const std::uint64_t seed = from_environment("EEGATE_SEMANTIC_SEED", 1);
  const std::uint64_t first = from_environment("EEGATE_SEMANTIC_FIRST", 0);
  const char* kind = std::getenv("EEGATE_SEMANTIC_KIND");
  for (const semantic::Entry& entry : semantic::kEntries) {
    if (kind != nullptr && entry.name != kind) continue;
    const Rng rng(seed, entry.name);
    semantic::Outcome sum;
    for (std::uint64_t i = first; i < first + n_inputs; ++i) {
      CAPTURE(entry.name, seed, i);
      const std::vector<std::byte> bytes = semantic_input(rng, i);
      semantic::Choices choices(bytes);
      const semantic::Outcome outcome = entry.enter(choices);
      sum.n_answers += outcome.n_answers;
      sum.n_refusals += outcome.n_refusals;
    }
    INFO(entry.name << ": " << sum.n_answers << " answers, " << sum.n_refusals << " refusals");
    CHECK(sum.n_answers > n_inputs / 4);
    CHECK(sum.n_refusals > n_inputs / 10);
  }
}

// Seeds of the fuzz programs, among them every input that once ended one.
TEST_CASE("inputs that once failed are answered or refused", "[semantic]") {
  std::size_t n_inputs = 0;
  for (const semantic::Entry& entry : semantic::kEntries) {
    const auto folder = test_data().parent_path() / "fuzz/corpus" / entry.name;
    if (!std::filesystem::is_directory(folder)) continue;
    for (const auto& file : std::filesystem::directory_iterator(folder)) {
      CAPTURE(file.path().string());
      const std::vector<std::byte> bytes = read_bytes(file.path());
      semantic::Choices choices(bytes);
      const semantic::Outcome outcome = entry.enter(choices);
      CHECK(outcome.n_answers + outcome.n_refusals > 0);
      ++n_inputs;
    }
  }
  CHECK(n_inputs > 20);
}

}  // namespace semantic_test
