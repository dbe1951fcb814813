#include "signal/filter.h"

#include <array>
#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <cmath>
#include <numbers>

#include "base/rng.h"
#include "support/close_to.h"

namespace eegate::filter_test {
namespace {

using test::largest_difference;

// One pass with zero initial state.
std::vector<double> impulse_response(const Sections& sections, std::size_t n) {
  std::vector<double> x(n);
  x[0] = 1;
  for (const Biquad& section : sections) {
    std::vector<double> state(2);
    biquad_filter(x, state, section, TimeDirection::kForward);
  }
  return x;
}

Sections bandpass(double low_hz, double high_hz, double sfreq, int order) {
  return design_bandpass(low_hz, high_hz, sfreq, order).value();
}

std::vector<double> applied(std::vector<double> x, const Sections& sections, FilterMode mode) {
  REQUIRE(apply_filter(MatrixView<double>(x.data(), 1, x.size()), sections, mode).ok());
  return x;
}

std::vector<double> noise(std::size_t n) {
  const Rng rng(3, "filter test");
  std::vector<double> x(n);
  for (std::size_t i = 0; i < n; ++i) x[i] = 40 * rng.symmetric24(i) - 300;
  return x;
}

// Rows of tables that SciPy 1.10 made: b0 b1 b2 a1 a2 of two sections.
struct Design {
  double low_hz, high_hz, sfreq;
  std::array<double, 5> first, second;
};
const std::array<Design, 4> kDesigns = {{
    {0.5,
     55,
     160,
     {0.4823259579689529, 0.9646519159379058, 0.4823259579689529, 0.6958081516556236, 0.260632975342297},
     {1, -2, 1, -1.9722327804979303, 0.9726170108268652}},
    {5,
     95,
     1000,
     {0.05644846226073643, 0.11289692452147286, 0.05644846226073643, -1.2376558600713707, 0.4706653458411755},
     {1, -2, 1, -1.9559774467456637, 0.9570397184245688}},
    {14,
     70,
     1000,
     {0.02463060804906885, 0.0492612160981377, 0.02463060804906885, -1.5475567411151183, 0.6733886399777622},
     {1, -2, 1, -1.8936477790564727, 0.903053088940489}},
    {55,
     95,
     1000,
     {0.0133592000278565, 0.026718400055713, 0.0133592000278565, -1.5389796713953432, 0.8103834434699463},
     {1, -2, 1, -1.7367611633586204, 0.8648952379718697}},
}};

Biquad section_of(const std::array<double, 5>& row) {
  return {.b0 = row[0], .b1 = row[1], .b2 = row[2], .a1 = row[3], .a2 = row[4]};
}

TEST_CASE("A band-pass has the impulse response of SciPy's design", "[signal]") {
  for (const Design& d : kDesigns) {
    CAPTURE(d.low_hz, d.high_hz);
    const Sections expected{section_of(d.first), section_of(d.second)};
    const Sections designed = bandpass(d.low_hz, d.high_hz, d.sfreq, 2);
    CHECK(designed.size() == 2);
    CHECK(largest_difference(impulse_response(designed, 200), impulse_response(expected, 200)) < 1e-12);
  }
}

TEST_CASE("A band-pass of order 1 is one section", "[signal]") {
  const Sections sections = bandpass(0.5, 55, 160, 1);
  REQUIRE(sections.size() == 1);
  CHECK(sections[0].b0 == Catch::Approx(0.6463286503468979).epsilon(1e-13));
  CHECK(sections[0].b1 == 0);
  CHECK(sections[0].b2 == Catch::Approx(-0.6463286503468979).epsilon(1e-13));
  CHECK(sections[0].a1 == Catch::Approx(-0.6818267163696634).epsilon(1e-13));
  CHECK(sections[0].a2 == Catch::Approx(-0.2926573006937958).epsilon(1e-13));
}

TEST_CASE("The first samples of the impulse response are the published ones", "[signal]") {
  const std::vector<double> expected{0.4823259579689529,   0.6156527318815307,  -0.11175227524800058,
                                     -0.13552646458686413, 0.07134756554490168, -0.06565512714816892};
  CHECK(largest_difference(impulse_response(bandpass(0.5, 55, 160, 2), 6), expected) < 1e-12);
}

TEST_CASE("A band-pass has -3 dB at its edges and zeros at 0 Hz and the Nyquist frequency", "[signal]") {
  const int order = GENERATE(1, 2, 3, 4, 5, 6, 8);
  const Sections sections = bandpass(8, 30, 250, order);
  CAPTURE(order);
  CHECK(sections.size() == static_cast<std::size_t>(order));
  CHECK(std::abs(frequency_response(sections, 8, 250)) == Catch::Approx(std::sqrt(0.5)).epsilon(1e-9));
  CHECK(std::abs(frequency_response(sections, 30, 250)) == Catch::Approx(std::sqrt(0.5)).epsilon(1e-9));
  CHECK(std::abs(frequency_response(sections, 16, 250)) == Catch::Approx(1).margin(0.03));
  CHECK(std::abs(frequency_response(sections, 0, 250)) < 1e-12);
  CHECK(std::abs(frequency_response(sections, 125, 250)) < 1e-12);
}

TEST_CASE("Two real poles of a wide band with an odd order are in one section", "[signal]") {
  const Sections sections = bandpass(0.1, 124, 250, 3);
  CHECK(std::abs(frequency_response(sections, 20, 250)) == Catch::Approx(1).margin(1e-6));
  CHECK(std::abs(frequency_response(sections, 0.1, 250)) == Catch::Approx(std::sqrt(0.5)).epsilon(1e-7));
}

TEST_CASE("Invalid bands are rejected with DSP_BAND", "[signal]") {
  const auto code = [](double low, double high, double sfreq) {
    return design_bandpass(low, high, sfreq, 2).error().code;
  };
  CHECK(code(0, 40, 160) == "DSP_BAND");
  CHECK(code(-1, 20, 160) == "DSP_BAND");
  CHECK(code(0.5, 80, 160) == "DSP_BAND");
  CHECK(code(55, 95, 160) == "DSP_BAND");
  CHECK(code(30, 20, 160) == "DSP_BAND");
  CHECK(code(std::nan(""), 20, 160) == "DSP_BAND");
  CHECK(design_bandpass(1, 20, 160, 0).error().code == "DSP_BAND");
  CHECK(design_notch(80, 30, 160).error().code == "DSP_BAND");
  CHECK(design_notch(0, 30, 160).error().code == "DSP_BAND");
  CHECK(design_notch(50, 0, 160).error().code == "DSP_BAND");
}

TEST_CASE("The notch has SciPy's coefficients and removes its frequency", "[signal]") {
  const auto [hz, sfreq, b0, b1, a2] =
      GENERATE(std::array{50.0, 1000.0, 0.9947912376593769, -1.8922053778585426, 0.9895824753187539},
               std::array{60.0, 160.0, 0.9621952458291035, 1.3607495663024323, 0.9243904916582071},
               std::array{50.0, 160.0, 0.9683011039960308, 0.7411055800802135, 0.9366022079920615});
  const Sections notch = design_notch(hz, 30, sfreq).value();
  REQUIRE(notch.size() == 1);
  CHECK(notch[0].b0 == Catch::Approx(b0).epsilon(1e-13));
  CHECK(notch[0].b1 == Catch::Approx(b1).epsilon(1e-13));
  CHECK(notch[0].a2 == Catch::Approx(a2).epsilon(1e-13));
  CHECK(std::abs(frequency_response(notch, hz, sfreq)) < 1e-12);
  CHECK(std::abs(frequency_response(notch, hz * (1 + 0.5 / 30), sfreq)) == Catch::Approx(std::sqrt(0.5)).margin(0.02));
}

TEST_CASE("The zero-phase pass gives the published values", "[signal]") {
  const Sections sections = bandpass(0.5, 55, 160, 2);
  std::vector<double> sine(64), power(20);
  for (std::size_t k = 0; k < 64; ++k) sine[k] = std::sin(2 * std::numbers::pi * 10 * static_cast<double>(k) / 160);
  for (std::size_t k = 0; k < 20; ++k) power[k] = std::pow(static_cast<double>(k), 1.5) / 10;
  std::vector<double> y = applied(sine, sections, FilterMode::kZeroPhase);
  y.resize(4);
  CHECK(largest_difference(
            y, std::vector{-0.1745496478771532, 0.2158136273909133, 0.5480489348143756, 0.7727731095136823}) < 1e-12);
  y = applied(power, sections, FilterMode::kZeroPhase);
  y.resize(4);
  CHECK(largest_difference(
            y, std::vector{-3.941981589512526, -4.1199837706554305, -4.2282143266924965, -4.277122915040884}) < 1e-11);
}

TEST_CASE("15 samples are reflected for two sections, and a signal must be longer", "[signal]") {
  const Sections sections = bandpass(0.5, 55, 160, 2);
  CHECK(reflection_samples(sections) == 15);
  CHECK(reflection_samples(bandpass(0.5, 55, 160, 1)) == 9);
  CHECK(reflection_samples(design_notch(50, 30, 160).value()) == 9);
  std::vector<float> x(15, 1.0f);
  const auto refused = apply_filter(Matrix(x.data(), 1, 15), sections, FilterMode::kZeroPhase);
  REQUIRE_FALSE(refused.ok());
  CHECK(refused.error().code == "DSP_TOO_SHORT");
  CHECK(apply_filter(Matrix(x.data(), 1, 15), sections, FilterMode::kCausal).ok());
  x.push_back(2);
  CHECK(apply_filter(Matrix(x.data(), 1, 16), sections, FilterMode::kZeroPhase).ok());
}

TEST_CASE("A causal filter starts in the steady state of the first sample", "[signal]") {
  const std::vector<double> constant(50, -4000);
  const auto passed = applied(constant, design_notch(50, 30, 160).value(), FilterMode::kCausal);
  CHECK(largest_difference(passed, constant) < 1e-8);
  const auto stopped = applied(constant, bandpass(0.5, 55, 160, 2), FilterMode::kCausal);
  CHECK(test::largest_magnitude(stopped) < 1e-8);
}

TEST_CASE("A causal result does not depend on later samples", "[signal]") {
  const Sections sections = bandpass(0.5, 55, 160, 2);
  std::vector<double> x = noise(300);
  std::vector<double> whole = applied(x, sections, FilterMode::kCausal);
  x.resize(200), whole.resize(200);
  CHECK(applied(x, sections, FilterMode::kCausal) == whole);
}

TEST_CASE("A zero-phase filter commutes with time reversal", "[signal]") {
  const Sections sections = bandpass(1, 40, 250, 3);
  const std::vector<double> x = noise(8000);
  const std::vector<double> y = applied(x, sections, FilterMode::kZeroPhase);
  const std::vector<double> mirrored = applied({x.rbegin(), x.rend()}, sections, FilterMode::kZeroPhase);
  // The order of the passes only matters near the ends.
  for (std::size_t k = 3900; k < 4100; ++k) {
    CHECK(mirrored[7999 - k] == Catch::Approx(y[k]).margin(1e-9));
  }
}

TEST_CASE("Channels are filtered independently of other channels", "[signal]") {
  const Sections sections = bandpass(0.5, 55, 160, 2);
  const std::size_t n_chans = GENERATE(1, 3, 8, 9, 64);
  const std::vector<double> one = noise(100);
  std::vector<float> all;
  for (std::size_t c = 0; c < n_chans; ++c) all.insert(all.end(), one.begin(), one.end());
  std::vector<float> alone(one.begin(), one.end());
  REQUIRE(apply_filter(Matrix(all.data(), n_chans, 100), sections, FilterMode::kZeroPhase).ok());
  REQUIRE(apply_filter(Matrix(alone.data(), 1, 100), sections, FilterMode::kZeroPhase).ok());
  for (std::size_t c = 0; c < n_chans; ++c) {
    const Matrix rows(all.data(), n_chans, 100);
    CHECK(std::equal(alone.begin(), alone.end(), rows.row(c).begin()));
  }
}

TEST_CASE("memory_samples is the length of the impulse response", "[signal]") {
  const auto [low, high, sfreq, order] = GENERATE(
      std::array{0.5, 55.0, 160.0, 2.0}, std::array{8.0, 30.0, 160.0, 4.0}, std::array{0.1, 20.0, 128.0, 2.0},
      std::array{55.0, 95.0, 1000.0, 2.0}, std::array{0.5, 55.0, 160.0, 1.0}, std::array{9.0, 11.0, 250.0, 6.0});
  const Sections sections = bandpass(low, high, sfreq, static_cast<int>(order));
  const std::size_t memory = memory_samples(sections, 1e-12);
  const std::vector<double> h = impulse_response(sections, memory + 2000);
  CAPTURE(memory, order);
  const std::vector<double> tail(h.begin() + static_cast<std::ptrdiff_t>(memory), h.end());
  CHECK(test::largest_magnitude(tail) < 1e-11 * test::largest_magnitude(h));
}

}  // namespace
}  // namespace eegate::filter_test
