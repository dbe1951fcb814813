// What a quantized model says of its own change, beside the two models.
#include "session/exchange/quantization.h"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <vector>

#include "model/model_file.h"
#include "session/fixtures.h"

using namespace eegate;
using namespace eegate::test;

namespace quantization_test {

namespace {

std::vector<float> logits_of(std::span<const std::byte> bytes, const std::vector<float>& x) {
  auto open = open_model({bytes.begin(), bytes.end()}, {}, Digest::kNone);
  REQUIRE(open.ok());
  const ModelConfig& config = open->model.config();
  const std::size_t n = x.size() / (config.n_chans * config.n_times);
  std::vector<float> logits(n * config.n_outputs);
  REQUIRE(
      open->model.predict({x.data(), n, config.n_chans, config.n_times}, {logits.data(), n, config.n_outputs}).ok());
  return logits;
}

}  // namespace

TEST_CASE("the largest difference of a quantized model is that of its logits", "[session]") {
  const std::vector<std::byte> bytes = model_bytes(FixtureModel{});
  const auto q = quantize_model(bytes, 8);
  REQUIRE(q.ok());
  const auto file = read_model_file(q->bytes);
  REQUIRE(file.ok());
  const SafetensorsTensor* input = file->container.find("selftest.input");
  REQUIRE(input != nullptr);
  const auto x = read_floats(file->container, *input, q->bytes);
  REQUIRE(x.ok());
  const std::vector<float> before = logits_of(bytes, *x), after = logits_of(q->bytes, *x);
  double difference = 0, logit = 0;
  for (std::size_t i = 0; i < before.size(); ++i) {
    difference = std::max(difference, std::abs(static_cast<double>(after[i]) - static_cast<double>(before[i])));
    logit = std::max(logit, std::abs(static_cast<double>(before[i])));
  }
  CHECK(before.size() > 2);
  CHECK(q->n_inputs == before.size() / 2);
  CHECK(q->largest_difference == difference);
  CHECK(q->largest_logit == logit);
}

}  // namespace quantization_test
