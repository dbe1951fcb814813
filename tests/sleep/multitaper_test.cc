// Tapers and spectra compared with SciPy (scripts/fixtures/golden_sleep.py), and the spectrogram of a synthetic night.
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <numbers>
#include <string>

#include "files/edf_write.h"
#include "files/json.h"
#include "sleep/night_spectrogram.h"
#include "support/close_to.h"
#include "support/reference_data.h"

namespace eegate::test::multitaper_test {
namespace {

std::filesystem::path folder() { return test_data() / "golden" / "sleep"; }

JsonDocument cases() {
  auto document = JsonDocument::parse(read_text(folder() / "sleep.json"));
  REQUIRE(document.ok());
  return std::move(document).value();
}

std::vector<double> doubles(const JsonValue& entry, const char* key) {
  return read_npy(folder() / std::string(entry.get(key).string())).values;
}

TEST_CASE("Tapers are SciPy's", "[spectrogram]") {
  const JsonDocument document = cases();
  for (const JsonValue& entry : document.root().get("tapers").elements()) {
    const RealMatrix tapers =
        dpss(static_cast<std::size_t>(entry.get("n").number()), entry.get("half_bandwidth").number(),
             static_cast<std::size_t>(entry.get("n_tapers").number()));
    CHECK(largest_difference(tapers.values, doubles(entry, "file")) < 1e-10);
  }
}

TEST_CASE("Long tapers are orthogonal and of length 1", "[spectrogram]") {
  const RealMatrix tapers = dpss(2560, 5, 9);
  const RealMatrix products = gram(tapers);
  CHECK(largest_difference(products.values, RealMatrix::identity(9).values) < 1e-10);
}

TEST_CASE("Multitaper spectra are the mean of SciPy's periodograms", "[spectrogram]") {
  const JsonDocument document = cases();
  for (const JsonValue& entry : document.root().get("spectra").elements()) {
    std::vector<float> x;
    for (const double value : doubles(entry, "x")) x.push_back(static_cast<float>(value));
    const auto multitaper =
        Multitaper::design(x.size(), entry.get("sfreq").number(), entry.get("half_bandwidth_hz").number());
    REQUIRE(multitaper.ok());
    std::vector<double> density(multitaper->n_bins());
    multitaper->add_density(x, density);
    const std::vector<double> expected = doubles(entry, "density");
    CHECK(largest_difference(density, expected) < 1e-9 * largest_magnitude(expected));
  }
}

TEST_CASE("Multitaper spectra that have no taper are refused", "[spectrogram]") {
  CHECK(Multitaper::design(100, 100, 0.5).error().code == "DSP_SPECTRUM");
  CHECK(Multitaper::design(100, 100, 50).error().code == "DSP_SPECTRUM");
  CHECK(fast_length(2560) == 2560);
  CHECK(fast_length(1736) == 1728);
  CHECK(fast_length(1) == 1);
}

// Two minutes: 10 Hz of 20 uV in the first, 4 Hz in the second, flat in the last half minute.
TEST_CASE("The spectrogram of a night shows the rhythm of each column with its power", "[spectrogram]") {
  std::vector<float> flat(15'000), x(15'000);
  for (std::size_t i = 0; i < 12'000; ++i) {
    const double t = static_cast<double>(i) / 100;
    x[i] = static_cast<float>(20 * std::sin(2 * std::numbers::pi * (t < 60 ? 10 : 4) * t));
  }
  const EdfOutSignal signals[] = {{.label = "C3", .sfreq = 100, .values = flat},
                                  {.label = "C4", .sfreq = 100, .values = x}};
  const auto bytes = write_edf_plus(signals, {});
  REQUIRE(bytes.ok());
  const auto recording = Recording::open(std::make_shared<MemorySource>(*bytes), "night.edf");
  REQUIRE(recording.ok());
  auto spectrogram = NightSpectrogram::open(*recording, 1);
  REQUIRE(spectrogram.ok());
  double done = 0;
  for (int i = 0; i < 5; ++i) {
    CHECK(done < 1);
    done = *spectrogram->advance();
  }
  CHECK(done == 1);
  CHECK(spectrogram->n_columns() == 5);
  CHECK(spectrogram->n_tapers() == 9);
  CHECK(spectrogram->bin_hz() == 0.1);
  for (std::size_t column = 0; column < 5; ++column) {
    const auto row = std::span(spectrogram->density()).subspan(column * spectrogram->n_bins(), spectrogram->n_bins());
    if (column == 4) {
      CHECK(std::isnan(row[0]));
      continue;
    }
    double power = 0, inside = 0;
    for (std::size_t f = 0; f < row.size(); ++f) {
      const double hz = static_cast<double>(f) * spectrogram->bin_hz(), own = column < 2 ? 10 : 4;
      power += static_cast<double>(row[f]) * spectrogram->bin_hz();
      if (std::abs(hz - own) <= 0.6) inside += static_cast<double>(row[f]) * spectrogram->bin_hz();
    }
    CHECK(std::abs(power - 200) < 2);  // 20^2 / 2
    CHECK(inside > 0.99 * power);
  }
  CHECK(NightSpectrogram::open(*recording, 2).error().code == "CHANNEL_UNKNOWN");
  CHECK(NightSpectrogram::open(*recording, 0, {.column_s = 300}).error().code == "DSP_TOO_SHORT");
}

}  // namespace
}  // namespace eegate::test::multitaper_test
