// Explanations against those that scripts/fixtures/explain_golden.py computes in float64 PyTorch.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "files/npy.h"
#include "model/model_file.h"
#include "session/explain/explanation.h"
#include "support/close_to.h"
#include "support/reference_data.h"

using namespace eegate;
using namespace eegate::test;

namespace explain_golden_test {

namespace {

constexpr std::size_t kTrials = 2;
constexpr double kWindow = 8, kStep = 4;  // samples

std::string request_for(const std::string& name, const std::string& method, double sfreq) {
  const std::string times =
      R"(,"windowS":)" + std::to_string(kWindow / sfreq) + R"(,"stepS":)" + std::to_string(kStep / sfreq);
  const std::string kSurrogate = "_surrogate";
  const bool is_surrogate = method.ends_with(kSurrogate);
  const std::string plain = is_surrogate ? method.substr(0, method.size() - kSurrogate.size()) : method;
  return R"({"target":)" + std::string(name == "binary" ? "0" : "1") + R"(,"method":")" + plain +
         R"(","steps":32,"checks":false)" + (plain == "occlusion_time" ? times : "") +
         (is_surrogate ? R"(,"baseline":"surrogate","seed":11)" : "") + "}";
}

// Largest difference, relative to the largest relevance.
double difference(const std::filesystem::path& golden, const std::filesystem::path& file) {
  const std::string stem = file.stem().string();
  const std::string name = stem.substr(0, stem.find('.')), method = stem.substr(stem.find('.') + 1);
  CAPTURE(name, method);
  const std::vector<std::byte> model = read_bytes(golden / "model" / (name + ".safetensors"));
  const NpyArray x = read_npy(golden / "model" / (name + ".x.npy"));
  const auto opened = read_model_file(model);
  REQUIRE(opened.ok());
  std::vector<float> input(x.values.begin(), x.values.end());
  input.resize(kTrials * x.shape[1] * x.shape[2]);
  const auto explanation = begin_explanation(model, input, kTrials, static_cast<std::size_t>(x.shape[2]),
                                             request_for(name, method, opened->contract.sfreq));
  INFO((explanation.ok() ? "" : describe(explanation.error())));
  REQUIRE(explanation.ok());
  for (auto share = (*explanation)->advance(); share.ok() && *share < 1;) share = (*explanation)->advance();
  const NpyArray wanted = read_npy(file);
  const std::span<const float> values = (*explanation)->values();
  return test::largest_difference(values, wanted.values) / test::largest_magnitude(wanted.values);
}

}  // namespace

TEST_CASE("explanations are those that PyTorch computes", "[explain]") {
  EEGATE_GOLDEN_OR_SKIP(golden);
  std::size_t n_cases = 0;
  for (const auto& entry : std::filesystem::directory_iterator(test::test_data().string() + "/explain")) {
    CAPTURE(entry.path().filename().string());
    CHECK(difference(golden, entry.path()) < 1e-4);
    ++n_cases;
  }
  CHECK(n_cases >= 30);
}

}  // namespace explain_golden_test
