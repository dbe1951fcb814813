// Explanations as a page and the command line ask for them.
#include "session/explain/explanation.h"

#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <limits>

#include "files/json.h"
#include "session/fixtures.h"
#include "session/session.h"

using namespace eegate;
using namespace eegate::test;

namespace explanation_test {

namespace {

std::string code_of(const std::string& request, std::vector<float> x = std::vector<float>(2 * 3 * 320, 1)) {
  const auto explanation = begin_explanation(model_bytes(FixtureModel{}), x, 2, x.size() / 6, request);
  return explanation.ok() ? std::string() : std::string(explanation.error().code);
}

}  // namespace

TEST_CASE("what cannot be explained is refused by name", "[session][explain]") {
  CHECK(code_of(R"({"target":1})").empty());
  CHECK(code_of(R"({"target":2})") == "EXPLAIN_TARGET");
  CHECK(code_of(R"({"method":"gradient_input"})") == "EXPLAIN_OPTION");
  CHECK(code_of(R"({"target":0,"method":"saliency"})") == "EXPLAIN_METHOD");
  CHECK(code_of(R"({"target":0,"step":3})") == "EXPLAIN_OPTION");
  CHECK(code_of(R"({"target":0,"steps":0})") == "EXPLAIN_OPTION");
  CHECK(code_of(R"({"target":0,"baseline":"noise"})") == "EXPLAIN_OPTION");
  CHECK(code_of(R"({"target":0,"windowS":0.1,"stepS":0.2})") == "EXPLAIN_OPTION");
  CHECK(code_of(R"({"target":0,"baseline":"surrogate","background":1})").empty());
  CHECK(code_of(R"({"target":0,"baseline":"surrogate","background":2})") == "EXPLAIN_OPTION");
  std::vector<float> broken(2 * 3 * 320, 1);
  CHECK(code_of(R"({"target":0})", std::vector<float>(2 * 3 * 320 - 1)) == "MODEL_CHANNELS");
  broken[7] = std::numeric_limits<float>::quiet_NaN();
  CHECK(code_of(R"({"target":0})", broken) == "MODEL_INPUT_NONFINITE");
}

TEST_CASE("a session explains piece by piece, and says what came of the checks", "[session][explain]") {
  Session session;
  std::vector<float> x(2 * 3 * 320);
  for (std::size_t i = 0; i < x.size(); ++i)
    x[i] = static_cast<float>(20 * std::sin(0.1 * static_cast<double>(i * i % 997)));
  REQUIRE(
      session
          .begin_explanation(5, model_bytes(FixtureModel{}), x, 2, 320, R"({"target":1,"method":"occlusion_channel"})")
          .ok());
  const auto explanation = session.explanation(5);
  REQUIRE(explanation.ok());
  std::size_t n_pieces = 0;
  for (double done = 0; done < 1; ++n_pieces) {
    const auto share = (*explanation)->advance();
    REQUIRE(share.ok());
    done = *share;
  }
  CHECK(n_pieces > 5);
  REQUIRE((*explanation)->values().size() == x.size());
  // The drop of the logit, by prediction alone: channels are standardised by themselves, so a flat one is zeros.
  REQUIRE(session.load_model(1, model_bytes(FixtureModel{}), "m.safetensors").ok());
  std::vector<float> silent = x;
  std::fill_n(silent.begin() + 320, 320, 0.0F);
  const auto with = session.predict(1, x, 2, 320), without = session.predict(1, silent, 2, 320);
  REQUIRE(with.ok());
  REQUIRE(without.ok());
  CHECK(std::abs((*explanation)->values()[320 + 17] - ((*with)[1] - (*without)[1])) < 1e-5F);

  const auto checks = JsonDocument::parse(describe_explanation(**explanation, Keys::kCamel));
  REQUIRE(checks.ok());
  CHECK(checks->root().get("nChecked").number() == 2);
  CHECK(checks->root().get("deletion").get("random").size() == 10);
  const JsonValue curve = checks->root().get("deletion").get("curve");
  REQUIRE(curve.size() == 4);  // the mean height under straight lines between four points
  const double area =
      (curve.at(0).number() / 2 + curve.at(1).number() + curve.at(2).number() + curve.at(3).number() / 2) / 3;
  CHECK(std::abs(checks->root().get("deletion").get("area").number() - area) < 1e-9);
  const double before = ((*with)[1] + (*with)[3]) / 2;  // the logit of both windows, as long as nothing is taken away
  CHECK(std::abs(curve.at(0).number() - before) < 1e-5);
  CHECK(checks->root().get("randomWeights").get("applies").boolean() == false);  // three electrodes are too few
  CHECK(checks->root().get("reasons").size() >= 1);
  session.close_explanation(5);
  CHECK(session.explanation(5).error().code == "SESSION_CLOSED");
}

TEST_CASE("epochs in the background tell surrogates their spectrum, and are not explained", "[session][explain]") {
  std::vector<float> x(2 * 3 * 320);
  for (std::size_t i = 0; i < x.size(); ++i)
    x[i] = static_cast<float>(20 * std::sin(0.1 * static_cast<double>(i * i % 997)));
  const auto values_of = [&](std::size_t n_epochs, const std::string& more) {
    const std::span<const float> epochs(x.data(), n_epochs * 3 * 320);
    const auto explanation = begin_explanation(
        model_bytes(FixtureModel{}), epochs, n_epochs, 320,
        R"({"target":1,"method":"occlusion_channel","baseline":"surrogate","checks":false)" + more + "}");
    REQUIRE(explanation.ok());
    for (auto share = (*explanation)->advance(); share.ok() && *share < 1;) share = (*explanation)->advance();
    return std::vector<float>((*explanation)->values().begin(), (*explanation)->values().end());
  };
  const auto both = values_of(2, ""), first = values_of(2, R"(,"background":1)"), alone = values_of(1, "");
  REQUIRE(first.size() == 3 * 320);
  CHECK(std::equal(first.begin(), first.end(), both.begin()));
  CHECK(first != alone);
  CHECK(first != values_of(2, R"(,"background":1,"seed":1)"));
}

}  // namespace explanation_test
