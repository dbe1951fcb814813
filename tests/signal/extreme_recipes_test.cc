// Well-formed recipes with extreme values: each is rejected with an error or gives finite values. A hash of all results
// must be the same natively and in WebAssembly.
#include <array>
#include <bit>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "base/numbers_as_text.h"
#include "base/portable_math.h"
#include "base/rng.h"
#include "signal/prepare.h"
#include "signal/recordings.h"
#include "signal/stream.h"

using namespace eegate;
using namespace eegate::test;

namespace extreme_recipes_test {

namespace {

constexpr std::size_t kRecipes = 10000;
constexpr std::array<double, 5> kRates = {160, 128, 250, 100, 512};

// The random draws for one recipe, in order.
class Draws {
 public:
  Draws(const Rng& rng, std::uint64_t recipe) : rng_(rng), at_(recipe << 16) {}
  std::uint64_t below(std::uint64_t n) { return rng_.bits(at_++) % n; }
  bool one_of(std::uint64_t n) { return below(n) == 0; }
  double share() { return static_cast<double>(rng_.bits(at_++) >> 11) * 0x1p-53; }

  // Common values, unusual ones, and values near half the sampling rate.
  std::string number(double sfreq) {
    constexpr std::array kSpecial = {0.0,    1e-300, 1e-12,  1e-9,   1e-6,  0.001, 0.1,   0.5,  1.0,  2.0,   4.0,
                                     8.0,    13.0,   30.0,   40.0,   50.0,  60.0,  100.0, 1e3,  1e6,  1e9,   0x1p31,
                                     0x1p32, 0x1p53, 0x1p63, 0x1p64, 1e100, 1e300, -1.0,  -0.5, -1e9, 5e-324};
    const std::uint64_t kind = below(8);
    if (kind < 2) return significant(kSpecial[below(kSpecial.size())], 17);
    if (kind == 2) {
      const double side = share() - 0.5, near = portable::exp(-40 * share());
      return significant(sfreq / 2 * (1 + side * near), 17);
    }
    if (kind < 6) return significant(60 * share(), 4);
    const double sign = one_of(8) ? -1 : 1;
    return significant(sign * portable::exp(60 * share() - 30), 17);
  }
  // A mostly plausible number.
  std::string around(double usual, double sfreq) {
    return one_of(4) ? number(sfreq) : significant(usual * portable::exp(2 * share() - 1), 5);
  }

 private:
  const Rng& rng_;
  std::uint64_t at_;
};

// Draws are separate statements, because the order of evaluation within an expression is unspecified.
std::string bandpass(Draws& draw, double sfreq) {
  std::string json = R"("bandpass":{"low_hz":)" + draw.around(1, sfreq);
  json += R"(,"high_hz":)" + draw.around(30, sfreq);
  if (draw.one_of(2)) json += R"(,"order":)" + std::to_string(1 + draw.below(20));
  if (draw.one_of(3)) json += R"(,"mode":"causal")";
  return json + "},";
}

std::string resample(Draws& draw, double sfreq) {
  constexpr std::array kTo = {"100", "128", "80", "200", "159.5", "1e-3", "1e6", "0.1", "1e300", "333.3333"};
  std::string to = draw.one_of(4) ? draw.number(sfreq) : kTo[draw.below(kTo.size())];
  if (draw.one_of(128)) to = "159.9984";  // a hundred thousand to a little more, which takes a while
  return R"("resample_hz":)" + to + ",";
}

std::string epochs(Draws& draw, double sfreq) {
  if (draw.one_of(2)) {
    const std::string json = R"("epochs":{"by":"window","length_s":)" + draw.around(1, sfreq);
    return json + R"(,"step_s":)" + draw.around(0.7, sfreq) + "}";
  }
  const std::string tmin = draw.one_of(2) ? "0" : draw.number(sfreq);
  return R"("epochs":{"by":"annotation","tmin_s":)" + tmin + R"(,"tmax_s":)" + draw.around(1, sfreq) + "}";
}

std::string recipe_of(Draws& draw, double sfreq) {
  std::string json = R"({"version":1,)";
  if (draw.one_of(3)) json += R"("reference":"average",)";
  if (draw.one_of(3)) {
    json += R"("notch":{"hz":)" + draw.around(50, sfreq);
    json += R"(,"q":)" + draw.around(30, sfreq) + "},";
  }
  if (draw.one_of(2)) json += bandpass(draw, sfreq);
  if (draw.one_of(32)) json += resample(draw, sfreq);
  if (draw.one_of(8)) json += R"("align":"euclidean",)";
  return json + epochs(draw, sfreq) + "}";
}

Recording recording_at(double sfreq) {
  std::vector<MadeChannel> channels;
  const auto n = static_cast<std::size_t>(4 * sfreq);
  for (const char* name : {"C3", "Cz", "C4"}) channels.push_back({name, made_signal(n, channels.size())});
  return make_recording(
      sfreq, channels,
      {{.onset_s = 0.5, .duration_s = 1, .text = "T1"}, {.onset_s = 2, .duration_s = 1, .text = "T2"}});
}

// FNV-1a over the results of the recipes.
class Fingerprint {
 public:
  void add(std::string_view text) {
    for (const char c : text) add_byte(static_cast<unsigned char>(c));
  }
  void add(std::uint64_t value) {
    for (int i = 0; i < 8; ++i) add_byte(static_cast<unsigned char>(value >> (8 * i)));
  }
  void add(std::span<const float> values) {
    for (const float value : values) add(std::uint64_t{std::bit_cast<std::uint32_t>(value)});
  }
  std::uint64_t value() const { return value_; }

 private:
  void add_byte(unsigned char byte) { value_ = (value_ ^ byte) * 0x100000001b3; }
  std::uint64_t value_ = 0xcbf29ce484222325;
};

struct Tally {
  Fingerprint fingerprint;
  std::map<std::string, std::size_t> refused;
  std::size_t n_answered = 0, n_nonfinite = 0;

  void refuse(const Error& error) {
    fingerprint.add(error.code);
    ++refused[std::string(error.code)];
  }
  void answer(std::span<const float> values) {
    fingerprint.add(values);
    ++n_answered;
    for (const float value : values) n_nonfinite += std::isfinite(value) ? 0 : 1;
  }
};

// The first and the last epoch.
Result<> prepare(const Recording& recording, const Recipe& recipe, Tally& tally) {
  EEGATE_TRY(Preparation preparation, Preparation::open(recording, recipe));
  const PreparePlan& plan = preparation.plan();
  tally.fingerprint.add(plan.epochs.size());
  tally.fingerprint.add(plan.n_times);
  if (plan.epochs.empty()) return {};
  std::vector<float> x(plan.n_chans() * plan.n_times);
  for (const std::size_t epoch : {std::size_t{0}, plan.epochs.size() - 1}) {
    EEGATE_CHECK(preparation.epochs(epoch, 1, x));
    tally.fingerprint.add(plan.epochs[epoch].first_sample);
    tally.answer(x);
  }
  return {};
}

// The same recipe on a live stream.
Result<> stream(double sfreq, const Recipe& recipe, Tally& tally) {
  const std::vector<std::string> names = {"C3", "Cz", "C4"};
  EEGATE_TRY(const StreamSteps steps, design_stream({.ch_names = names, .sfreq = sfreq}, recipe, names, true));
  if (steps.steps.sfreq_out > 1e4) return {};  // many samples take long and add no information
  SignalStream samples_in(steps.steps, {.n_times = 32, .step_s = 0.25});
  const std::vector<float> samples = made_signal(3 * 200, 7);
  samples_in.push(ConstMatrix(samples.data(), 3, 200));
  std::vector<float> window(3 * 32);
  while (samples_in.next(Matrix(window.data(), 3, 32))) tally.answer(window);
  return {};
}

}  // namespace

TEST_CASE("ten thousand extreme recipes are refused or give finite values, the same on every system",
          "[signal][bits]") {
  std::vector<Recording> recordings;
  for (const double sfreq : kRates) recordings.push_back(recording_at(sfreq));
  const Rng rng(1, "extreme recipes");
  Tally tally;
  for (std::uint64_t i = 0; i < kRecipes; ++i) {
    Draws draw(rng, i);
    const std::size_t at = draw.below(kRates.size());
    const std::string json = recipe_of(draw, kRates[at]);
    CAPTURE(i, json);
    const auto recipe = parse_recipe(json);
    if (!recipe.ok()) {
      tally.refuse(recipe.error());
      continue;
    }
    if (const auto prepared = prepare(recordings[at], *recipe, tally); !prepared.ok()) tally.refuse(prepared.error());
    if (const auto live = stream(kRates[at], *recipe, tally); !live.ok()) tally.refuse(live.error());
    CHECK(tally.n_nonfinite == 0);
    tally.n_nonfinite = 0;
  }
  std::string refused;
  for (const auto& [code, n] : tally.refused) refused += code + " " + std::to_string(n) + "\n";
  INFO(refused);
  CHECK(tally.n_answered > kRecipes / 4);  // enough recipes are valid
  CHECK(tally.refused["DSP_BAND"] > 100);
  CHECK(tally.refused["DSP_DESIGN"] > 10);
  CHECK(tally.fingerprint.value() == 0x265d758c2120794d);  // native code and WebAssembly alike
}

}  // namespace extreme_recipes_test
