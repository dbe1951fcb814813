#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "signal/continuous.h"
#include "signal/filter.h"
#include "support/close_to.h"

namespace eegate::filter_edges_test {
namespace {

// scipy.signal.butter(order, hz, kind, fs=sfreq), SciPy 1.10: the first samples of the impulse response, and gains at
// kHz.
struct Design {
  bool is_high;
  double hz, sfreq;
  int order;
  std::vector<double> impulse, gains;
};
const std::vector<double> kHz{0.1, 0.5, 1, 10, 35, 60};
const std::vector<Design> kDesigns = {
    {true,
     0.5,
     160,
     2,
     {0.9862119246270823, -0.02738342737005328, -0.026998089048527595, -0.026613037857539962, -0.026228412345634874,
      -0.025844347105201868},
     {0.03996557687569093, 0.7071067811865942, 0.9701535000492736, 0.9999970325984683, 0.9999999897592314,
      0.9999999998632515}},
    {false,
     35,
     250,
     2,
     {0.11735103672460914, 0.3315439488618459, 0.3563759369776802, 0.1964080050570951, 0.05708087701274446,
      -0.010763984571421664},
     {0.9999999999745712, 0.9999999841058802, 0.9999997456540037, 0.9974128376978186, 0.7071067811865478,
      0.24354077946280347}},
    {true,
     1,
     1000,
     3,
     {0.9937365023539875, -0.012487640640982622, -0.01240905536519106, -0.012330718141908975, -0.012252628970908988,
      -0.01217478785178316},
     {0.0009999897293136353, 0.1240338305846554, 0.7071067811881523, 0.9999995009767305, 0.999999999734517,
      0.9999999999900255}},
    {false,
     70,
     512,
     4,
     {0.01371874881864212, 0.07931472437055852, 0.20295075744618513, 0.305247915468199, 0.2983166735697625,
      0.18627706544868466},
     {1.0000000000000004, 1.0000000000000007, 1.0000000000000004, 0.9999999476165585, 0.9986801958413016,
      0.8933390528517725}},
};

Result<Sections> designed(const Design& d) {
  return d.is_high ? design_highpass(d.hz, d.sfreq, d.order) : design_lowpass(d.hz, d.sfreq, d.order);
}

TEST_CASE("Low-pass and high-pass filters agree with SciPy", "[signal][look]") {
  for (const Design& d : kDesigns) {
    CAPTURE(d.hz, d.order);
    const Sections sections = designed(d).value();
    std::vector<double> x(d.impulse.size());
    x[0] = 1;
    for (const Biquad& section : sections) {
      std::vector<double> state(2);
      biquad_filter(x, state, section, TimeDirection::kForward);
    }
    CHECK(test::largest_difference(x, d.impulse) < 1e-12);
    for (std::size_t i = 0; i < kHz.size(); ++i) {
      CHECK(std::abs(frequency_response(sections, kHz[i], d.sfreq)) == Catch::Approx(d.gains[i]).margin(1e-10));
    }
  }
}

TEST_CASE("An edge outside the band of the recording is rejected", "[signal][look]") {
  CHECK(design_lowpass(80, 160, 2).error().code == "DSP_BAND");
  CHECK(design_highpass(0, 160, 2).error().code == "DSP_BAND");
  CHECK(design_highpass(1, 160, 0).error().code == "DSP_BAND");
  CHECK(design_lowpass(std::nan(""), 160, 2).error().field == "lowpass");
}

TEST_CASE("A display filter is parsed strictly", "[signal][look]") {
  const Recipe settings =
      parse_display_settings(R"({"reference": ["A1", "A2"], "notch_hz": 50, "lowpass_hz": 35})").value();
  CHECK(settings.reference->ch_names == std::vector<std::string>{"A1", "A2"});
  CHECK(settings.notch->hz == 50);
  CHECK(settings.lowpass_hz == 35);
  CHECK_FALSE(settings.highpass_hz);
  CHECK(parse_display_settings("{}").ok());
  CHECK(parse_display_settings(R"({"highpass": 1})").error().code == "RECIPE_UNKNOWN_KEY");
  CHECK(parse_display_settings(R"({"highpass": 1})").error().message.starts_with("The display has a field"));
  CHECK(parse_display_settings(R"({"highpass_hz": -1})").error().code == "RECIPE_VALUE");
  CHECK(parse_recipe(R"({"highpass_hz": 1})").error().code == "RECIPE_UNKNOWN_KEY");
  const ContinuousSteps steps =
      design_steps(parse_display_settings(R"({"highpass_hz": 0.5, "lowpass_hz": 35})").value(), 250).value();
  CHECK(steps.bandpass.size() == 2);
  CHECK(steps.mode == FilterMode::kZeroPhase);
}

}  // namespace
}  // namespace eegate::filter_edges_test
