// A model can be given away without the recordings that it was trained on: it holds no samples of them.
#include <cstring>
#include <set>

#include "cli/train_task.h"

namespace eegate::test::trained_models_test {
namespace {

// Two neighbours of a trial, as they stand in a file. Noise hardly has the same two twice.
std::uint64_t pair_at(const char* bytes) {
  std::uint64_t pair = 0;
  std::memcpy(&pair, bytes, sizeof pair);
  return pair;
}

// How many pairs of neighbours of the samples stand in a file, wherever.
std::size_t n_pairs_in(const std::string& file, const std::vector<float>& samples) {
  std::set<std::uint64_t> pairs;
  for (std::size_t i = 0; i + 1 < samples.size(); ++i)
    pairs.insert(pair_at(reinterpret_cast<const char*>(&samples[i])));
  std::size_t n = 0;
  for (std::size_t at = 0; at + sizeof(std::uint64_t) <= file.size(); ++at) n += pairs.count(pair_at(&file[at]));
  return n;
}

TEST_CASE("a model holds no samples of the trials that it was trained on", "[cli][train]") {
  const Workshop shop;
  put_task(shop);
  const std::vector<float> samples = planted(40, "train");
  REQUIRE(n_pairs_in(bytes(shop, "x.npy"), samples) == samples.size() - 1);
  shop.put_text("setup.json", R"({"config":{},"channels":["C3","Cz","C4"],"sfreq":160,"classes":["slow","fast"]})");
  for (const char* arguments : {"full.json --epochs 2 --batch-size 16", "setup.json --preset tangent_space",
                                "setup.json --preset mdm", "setup.json --preset fgmdm", "setup.json --preset csp"}) {
    const Outcome outcome = shop.run("train " + std::string(arguments) + kData + "-o model.bin");
    INFO(arguments << ": " << outcome.err);
    REQUIRE(outcome.exit_code == 0);
    CHECK(n_pairs_in(bytes(shop, "model.bin"), samples) == 0);
  }
}

}  // namespace
}  // namespace eegate::test::trained_models_test
