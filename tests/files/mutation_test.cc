// Every fixture with reproducible random changes: no parser may crash, hang or use too much memory.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cstdlib>
#include <filesystem>
#include <set>

#include "base/rng.h"
#include "files/signal_formats.h"
#include "support/parser_entries.h"
#include "support/peak_memory.h"
#include "support/reference_data.h"

namespace eegate::test::mutation_test {
namespace {

using namespace std::string_view_literals;

// Per parser; EEGATE_MUTATIONS overrides it.
std::uint64_t n_mutations() {
  const char* text = std::getenv("EEGATE_MUTATIONS");
  return text == nullptr ? 5'000 : std::strtoull(text, nullptr, 10);
}

constexpr std::size_t kLargestSeed = 4096;  // small files mutate more per second

std::vector<std::vector<std::byte>> seeds_of(std::string_view folder) {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(test::test_data().parent_path() / folder)) {
    paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());  // the same mutations on every machine
  std::vector<std::vector<std::byte>> seeds;
  for (const auto& path : paths) {
    if (std::filesystem::file_size(path) <= kLargestSeed) seeds.push_back(read_bytes(path));
  }
  return seeds;
}

// Bytes with a meaning in one of the formats.
constexpr std::string_view kInteresting = "+-.,0 19eE\x00\x14\x15\xFF\n\r{}[]()\"':\\"sv;

void mutate(std::vector<std::byte>& bytes, const Rng& rng, std::uint64_t& i) {
  const auto below = [&](std::size_t n) { return n == 0 ? 0 : static_cast<std::size_t>(rng.bits(i++) % n); };
  // Half of all changes are in headers, where most rules apply.
  const std::size_t reach = below(2) == 0 ? std::min<std::size_t>(bytes.size(), 600) : bytes.size();
  const std::size_t at = below(reach);
  switch (below(6)) {
    case 0:
      if (!bytes.empty()) bytes[at] = static_cast<std::byte>(below(256));
      break;
    case 1:
      if (!bytes.empty()) bytes[at] = static_cast<std::byte>(kInteresting[below(kInteresting.size())]);
      break;
    case 2:
      if (!bytes.empty()) bytes[at] ^= static_cast<std::byte>(1u << below(8));
      break;
    case 3:
      bytes.insert(bytes.begin() + static_cast<std::ptrdiff_t>(at), below(9), static_cast<std::byte>(below(256)));
      break;
    case 4:
      bytes.erase(bytes.begin() + static_cast<std::ptrdiff_t>(at),
                  bytes.begin() + static_cast<std::ptrdiff_t>(std::min(bytes.size(), at + below(9))));
      break;
    default:
      if (below(4) == 0) bytes.resize(at);
      break;
  }
}

TEST_CASE("no mutation of a fixture makes a parser crash or use too much memory", "[files]") {
  const std::uint64_t n_rounds = n_mutations();
  for (const ParserEntry& entry : kParserEntries) {
    const Rng rng(1, entry.name);
    const auto seeds = seeds_of(entry.folder);
    REQUIRE(seeds.size() >= 10);  // the folder was found
    std::uint64_t i = 0, n_too_much = 0;
    for (std::uint64_t round = 0; round < n_rounds; ++round) {
      std::vector<std::byte> bytes = seeds[static_cast<std::size_t>(round % seeds.size())];
      for (std::uint64_t n = rng.bits(i++) % 6 + 1; n > 0; --n) mutate(bytes, rng, i);
      const PeakMemory memory;
      entry.enter(bytes);
      n_too_much += memory.bytes() > bytes.size() * 8 + (std::size_t{64} << 20) ? 1 : 0;
    }
    INFO(entry.name);
    CHECK(n_too_much == 0);
  }
}

TEST_CASE("every format of recordings has a parser here, with files of it", "[files]") {
  std::set<std::string_view> found;
  for (const ParserEntry& entry : kParserEntries)
    for (const std::vector<std::byte>& bytes : seeds_of(entry.folder))
      if (const SignalFormat* format = recognised_format(bytes)) found.insert(format->name);
  const auto unknown =
      open_signal_file(std::make_shared<MemorySource>(std::vector<std::byte>(4096)), "unknown", {}).error();
  std::string_view known = unknown.expected;  // "EDF or BDF, Muse, ..."
  for (std::size_t end = 0; !known.empty(); known.remove_prefix(std::min(known.size(), end + 2))) {
    end = std::min(known.size(), known.find(", "));
    INFO(known.substr(0, end));
    CHECK(found.contains(known.substr(0, end)));
  }
}

TEST_CASE("malicious files cannot allocate much memory", "[files]") {
  const auto bounded = [](const std::string& text, void (*enter)(Bytes)) {
    const auto* first = reinterpret_cast<const std::byte*>(text.data());
    const PeakMemory memory;
    enter({first, text.size()});
    CHECK(memory.bytes() <= text.size() * 8 + (std::size_t{64} << 20));
  };
  std::string ones = "[1";
  for (int k = 0; k < 5'000'000; ++k) ones += ",1";
  bounded(ones + "]", enter_json);
  bounded(std::string(20'000'000, '['), enter_json);
  std::string annotations = "+1\x14";
  for (int k = 0; k < 2'000'000; ++k) annotations += "a\x14";
  bounded(annotations + '\0', enter_tal);
}

}  // namespace
}  // namespace eegate::test::mutation_test
