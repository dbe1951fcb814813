#include "session/open/spectra.h"

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "session/fixtures.h"
#include "session/session.h"

namespace eegate::spectra_test {
namespace {

using test::channels_named;
using test::edf_bytes;
using test::FixtureRecording;

TEST_CASE("the response of a look is that of SciPy's filters, twice", "[session][look]") {
  const Recipe look = parse_display_settings(R"({"notch_hz": 50, "highpass_hz": 0.5, "lowpass_hz": 35})").value();
  const std::vector<float> hz{0.25F, 0.5F, 1, 10, 35, 49, 50, 60, 100};
  const auto gains = filter_response(look, 250, hz);
  REQUIRE(gains.ok());
  // abs(iirnotch(50, 30) * butter(2, 0.5, "highpass") * butter(2, 35, "lowpass"))^2 at 250 Hz
  const std::vector<double> expected{0.05882134151704425,    0.4999999115332808,  0.941184187508059,
                                     0.9947642276779953,     0.49879522021854805, 0.09691125488069963,
                                     2.4220128603400783e-30, 0.05888760596564628, 0.0005461224757301155};
  REQUIRE(gains->size() == expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    CHECK((*gains)[i] == Catch::Approx(expected[i]).epsilon(1e-6).margin(1e-12));
  }
}

TEST_CASE("a causal recipe's response is that of one pass", "[session][look]") {
  const Recipe recipe =
      parse_recipe(R"({"version": 1, "bandpass": {"low_hz": 8, "high_hz": 30, "mode": "causal"}})").value();
  const auto gains = filter_response(recipe, 250, std::vector<float>{0.25F, 10, 35, -1, 126});
  REQUIRE(gains.ok());
  CHECK((*gains)[0] == Catch::Approx(0.0005389690900266628).epsilon(1e-6));
  CHECK((*gains)[1] == Catch::Approx(0.9240037965324482).epsilon(1e-6));
  CHECK((*gains)[2] == Catch::Approx(0.5050944812924287).epsilon(1e-6));
  CHECK(std::isnan((*gains)[3]));  // signals at 250 Hz have no such frequency
  CHECK(std::isnan((*gains)[4]));
  CHECK(filter_response(recipe, 40, std::vector<float>{1}).error().code == "DSP_BAND");
}

TEST_CASE("spectra of channels are SciPy's, and gaps are stepped over", "[session][look]") {
  const std::size_t n = 1000;
  std::vector<float> x(2 * n, std::numeric_limits<float>::quiet_NaN());
  for (std::size_t i = 0; i < n; ++i) x[i] = static_cast<float>(i % 25) * 2 - static_cast<float>(i % 7);
  const auto both = spectra(x, 2, 250, 2);
  REQUIRE(both.ok());
  CHECK(both->bin_hz == 0.5);
  REQUIRE(both->n_bins == 251);
  // scipy.signal.welch(x, 250, "hann", 500, noverlap=250)
  CHECK(both->density[20] == Catch::Approx(169.7603589694505).epsilon(1e-5));
  CHECK(both->density[40] == Catch::Approx(43.11743436705202).epsilon(1e-5));
  CHECK(both->density[74] == Catch::Approx(0.0016375035665128362).epsilon(1e-4));
  CHECK(both->density[100] == Catch::Approx(7.718448832837173).epsilon(1e-5));
  CHECK(std::isnan(both->density[251 + 20]));  // a channel of gaps

  std::vector<float> with_gap(x.begin(), x.begin() + n);
  with_gap.insert(with_gap.begin(), {1, 2, 3, std::numeric_limits<float>::quiet_NaN()});
  const auto after_gap = spectra(with_gap, 1, 250, 2);
  REQUIRE(after_gap.ok());
  CHECK(after_gap->density[20] == both->density[20]);

  // A channel with many gaps takes no resolution from the others.
  std::vector<float> holes(x.begin(), x.begin() + n);
  for (std::size_t i = 0; i < n; i += 3) holes[i] = std::numeric_limits<float>::quiet_NaN();
  std::ranges::copy(holes, x.begin() + n);
  const auto beside = spectra(x, 2, 250, 2);
  REQUIRE(beside->n_bins == 251);
  CHECK(beside->density[20] == both->density[20]);
  CHECK(std::isnan(beside->density[251 + 20]));

  CHECK(spectra(std::vector<float>{1, 2}, 2, 250, 2).error().code == "DSP_SPECTRUM");  // one sample each
  CHECK(spectra(x, 3, 250, 2).error().code == "DSP_SPECTRUM");
  CHECK(spectra({}, 4000000000, 250, 2).error().code == "DSP_SPECTRUM");
  const std::vector<float> gap(8, std::numeric_limits<float>::quiet_NaN());
  CHECK(spectra(gap, 2, 250, 1e300)->n_bins == 3);  // not longer than the signal
  CHECK(spectra(gap, 2, 250, std::numeric_limits<double>::infinity())->n_bins == 3);
  CHECK(spectra(std::vector<float>{1, 2, 3, 4}, 1, 250, 2)->n_bins == 3);  // shorter than a segment
}

TEST_CASE("samples are read through a look", "[session][look]") {
  Session session;
  FixtureRecording fixture{.channels = channels_named({"Fc5.", "C3..", "Cz..", "C4.."})};
  REQUIRE(session.open_recording(1, std::make_shared<MemorySource>(edf_bytes(fixture)), "a.edf").ok());
  const std::vector<std::size_t> channels{1, 3};
  const auto plain = session.read_samples(1, channels, 0, 1, "");
  const auto from_c3 = session.read_samples(1, channels, 0, 1, "", R"({"reference": ["C3"]})");
  REQUIRE(plain.ok());
  REQUIRE(from_c3.ok());
  CHECK(from_c3->values[5] == 0);
  const std::size_t n = plain->n_times;
  CHECK(from_c3->values[n + 5] == Catch::Approx(plain->values[n + 5] - plain->values[5]));
  CHECK(session.read_samples(1, channels, 0, 1, "", R"({"lowpass": 3})").error().code == "RECIPE_UNKNOWN_KEY");
}

TEST_CASE("electrodes have places, other channels have none", "[session][look]") {
  const std::vector<std::string> names{"Cz", "EEG t4-REF", "EMG"};
  const std::vector<float> at = electrode_positions(names);
  REQUIRE(at.size() == 9);
  CHECK(at[2] == 1);
  CHECK(at[3] == Catch::Approx(1));
  CHECK(std::isnan(at[6]));
}

}  // namespace
}  // namespace eegate::spectra_test
