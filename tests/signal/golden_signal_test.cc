// Filters, resampling, reference and spectrum compared with SciPy: on noise, in small cases in the repository
// (scripts/fixtures/golden_signals.py) and larger ones outside it, and on real EEG.
#include <array>
#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <string>
#include <string_view>

#include "golden.h"
#include "signal/filter.h"
#include "signal/reference.h"
#include "signal/resample.h"
#include "signal/spectrum.h"
#include "signal/standardize.h"
#include "support/close_to.h"
#include "support/reference_data.h"

namespace eegate::golden_signal_test {
namespace {

using test::largest_difference;
using test::largest_magnitude;
using test::read_table;
using test::Table;

constexpr double kFloatTolerance = 2e-6;

struct Band {
  std::string_view name;
  double low_hz, high_hz;
};
constexpr std::array<Band, 5> kBands = {{{"delta", 0.5, 4},
                                         {"theta", 4, 8},
                                         {"alpha", 8, 13},
                                         {"beta", 13, 30},
                                         {"gamma", 30, 50}}};  // of the golden cases

struct GoldenCase {
  std::string folder;
  JsonValue json;

  double number(std::string_view key) const { return json.get(key).number(); }
  int integer(std::string_view key) const { return static_cast<int>(number(key)); }
  bool has(std::string_view key) const { return !json.get(key).absent(); }
  Table table(std::string_view key) const { return read_table(folder + std::string(json.get(key).string())); }
};

using Check = void (*)(const GoldenCase& c);

void for_each_case(const std::string& folder, std::string_view kind, Check check) {
  const auto document = JsonDocument::parse(test::text_of(folder + "signals.json"));
  REQUIRE(document.ok());
  std::size_t n_cases = 0;
  for (const JsonValue& json : document->root().get("cases").elements()) {
    if (json.get("kind").string() != kind) continue;
    CAPTURE(json.get("name").string(), json.get("what").string());
    check(GoldenCase{folder, json});
    ++n_cases;
  }
  CHECK(n_cases > 0);
}

std::string external_cases() { return test::folder_of("EEGATE_GOLDEN") + "/signal/"; }

void check_filter(const GoldenCase& c, std::string_view x_key, std::string_view y_key, const Sections& sections,
                  FilterMode mode, double tolerance) {
  CAPTURE(y_key);
  Table x = c.table(x_key);
  const Table y = c.table(y_key);
  std::vector<float> floats = x.floats();
  const double size = largest_magnitude(y.values);
  REQUIRE(apply_filter(x.view(), sections, mode).ok());
  CHECK(largest_difference(x.values, y.values) <= tolerance * size);
  REQUIRE(apply_filter(Matrix(floats.data(), x.rows, x.cols), sections, mode).ok());
  CHECK(largest_difference(floats, y.values) <= kFloatTolerance * size);
}

void check_response(const GoldenCase& c, const Sections& sections, double tolerance) {
  if (!c.has("response")) return;
  for (const JsonValue& row : c.json.get("response").elements()) {
    const auto h = frequency_response(sections, row.at(0).number(), c.number("fs"));
    const auto expected = std::polar(row.at(1).number(), row.at(2).number());
    CHECK(std::abs(h - expected) <= tolerance);
  }
}

void check_bandpass(const GoldenCase& c) {
  const int order = c.integer("order");
  const double tolerance = order >= 4 ? 1e-6 : 1e-9;
  const auto sections = design_bandpass(c.number("low"), c.number("high"), c.number("fs"), order);
  REQUIRE(sections.ok());
  CHECK(reflection_samples(*sections) == static_cast<std::size_t>(c.number("pad")));
  check_response(c, *sections, tolerance);
  check_filter(c, "x", "causal", *sections, FilterMode::kCausal, tolerance);
  check_filter(c, "x", "zero_phase", *sections, FilterMode::kZeroPhase, tolerance);
}

void check_notch(const GoldenCase& c) {
  const auto sections = design_notch(c.number("f0"), c.number("q"), c.number("fs"));
  REQUIRE(sections.ok());
  CHECK(std::abs(frequency_response(*sections, c.number("f0"), c.number("fs"))) < 1e-12);
  check_filter(c, "x", "causal", *sections, FilterMode::kCausal, 1e-9);
  check_filter(c, "x", "zero_phase", *sections, FilterMode::kZeroPhase, 1e-9);
}

void check_refusal(const GoldenCase& c) {
  const auto sections = design_bandpass(c.number("low"), c.number("high"), c.number("fs"), c.integer("order"));
  if (!sections.ok()) {
    CHECK(sections.error().code == c.json.get("code").string());
    return;
  }
  std::vector<float> x(static_cast<std::size_t>(c.number("n")));
  const auto result = apply_filter(Matrix(x.data(), 1, x.size()), *sections, FilterMode::kZeroPhase);
  REQUIRE_FALSE(result.ok());
  CHECK(result.error().code == c.json.get("code").string());
}

void check_resampling(Table x, const Table& y, const Resampler& resampler) {
  const double size = largest_magnitude(y.values);
  CHECK(resampler.n_out(x.cols) == y.cols);
  std::vector<double> out(y.values.size());
  resampler.run(x.view(), 0, MatrixView<double>(out.data(), y.rows, y.cols), 0);
  CHECK(largest_difference(out, y.values) <= 1e-9 * size);
  const std::vector<float> floats = x.floats();
  std::vector<float> out_floats(y.values.size());
  resampler.run(ConstMatrix(floats.data(), x.rows, x.cols), 0, Matrix(out_floats.data(), y.rows, y.cols), 0);
  CHECK(largest_difference(out_floats, y.values) <= kFloatTolerance * size);
}

void check_resampled(const GoldenCase& c) {
  const auto resampler = Resampler::design(c.number("from_hz"), c.number("to_hz"));
  REQUIRE(resampler.ok());
  CHECK(static_cast<double>(resampler->up()) == c.number("up"));
  CHECK(static_cast<double>(resampler->down()) == c.number("down"));
  CHECK(resampler->taps().size() == static_cast<std::size_t>(c.number("taps")));
  if (resampler->up() != resampler->down()) check_resampling(c.table("x"), c.table("y"), *resampler);
}

void check_average_reference(const GoldenCase& c) {
  const Table x = c.table("x"), y = c.table("y");
  std::vector<std::size_t> good;
  for (const JsonValue& index : c.json.get("good").elements()) {
    good.push_back(static_cast<std::size_t>(index.number()));
  }
  std::vector<float> values = x.floats();
  subtract_mean(Matrix(values.data(), x.rows, x.cols), good, good);
  CHECK(largest_difference(values, y.values) <= kFloatTolerance * largest_magnitude(y.values));
}

void check_spectrum(const std::vector<float>& signal, const Table& psd, JsonValue powers, double sfreq,
                    std::size_t segment, std::size_t overlap, double tolerance) {
  const std::size_t n_times = signal.size() / psd.rows;
  for (std::size_t row = 0; row < psd.rows; ++row) {
    const auto spectrum = welch({signal.data() + row * n_times, n_times}, sfreq, segment, overlap);
    REQUIRE(spectrum.ok());
    const std::vector<double> expected(psd.values.begin() + static_cast<std::ptrdiff_t>(row * psd.cols),
                                       psd.values.begin() + static_cast<std::ptrdiff_t>((row + 1) * psd.cols));
    CHECK(largest_difference(spectrum->density, expected) <= tolerance * largest_magnitude(expected));
    for (const Band& band : kBands) {
      CHECK(band_power(*spectrum, band.low_hz, band.high_hz) ==
            Catch::Approx(powers.get(band.name).at(row).number()).epsilon(tolerance));
    }
  }
}

void check_welch(const GoldenCase& c) {
  check_spectrum(c.table("x").floats(), c.table("psd"), c.json.get("band_power"), c.number("fs"),
                 static_cast<std::size_t>(c.number("segment")), static_cast<std::size_t>(c.number("overlap")), 1e-9);
}

void check_real(const GoldenCase& c) {
  const Sections band = design_bandpass(c.number("low"), c.number("high"), c.number("fs"), c.integer("order")).value();
  const Sections notch = design_notch(60, 30, c.number("fs")).value();
  check_filter(c, "x", "causal", band, FilterMode::kCausal, 1e-9);
  check_filter(c, "x", "zero_phase", band, FilterMode::kZeroPhase, 1e-9);
  check_filter(c, "x", "notch60_zero", notch, FilterMode::kZeroPhase, 1e-9);
  const Table x = c.table("x"), car = c.table("car");
  std::vector<float> values = x.floats();
  std::vector<std::size_t> all(x.rows);
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
  subtract_mean(Matrix(values.data(), x.rows, x.cols), all, all);
  CHECK(largest_difference(values, car.values) <= kFloatTolerance * largest_magnitude(car.values));
  check_resampling(x, c.table("resample_128"), Resampler::design(160, 128).value());
  const std::vector<float> filtered = c.table("zero_phase").floats();
  check_spectrum(filtered, c.table("psd"), c.json.get("band_power_after_zero_phase"), 160, 320, 160, 2e-6);
}

// Standardisation in recipes; standardisation inside models is tested with reference models.
void check_standardized(const GoldenCase& c) {
  const Table x = c.table("x"), y = c.table("y");
  const auto how = kStandardizations.find(c.json.get("word").string());
  REQUIRE(how.has_value());
  std::vector<float> values = x.floats();
  standardize_epoch(Matrix(values.data(), x.rows, x.cols), *how);
  CHECK(largest_difference(values, y.values) <= kFloatTolerance * largest_magnitude(y.values));
}

const std::pair<std::string_view, Check> kSmallCases[] = {{"bandpass", check_bandpass},
                                                          {"notch", check_notch},
                                                          {"refuse", check_refusal},
                                                          {"resample", check_resampled},
                                                          {"average_reference", check_average_reference},
                                                          {"standardize", check_standardized},
                                                          {"welch", check_welch}};

TEST_CASE("The small signals of the repository agree with SciPy and NumPy", "[signal][golden]") {
  for (const auto& [kind, check] : kSmallCases) {
    CAPTURE(kind);
    for_each_case((test::test_data() / "golden" / "signal" / "").string(), kind, check);
  }
}

TEST_CASE("Band-pass filters agree with SciPy", "[signal][golden]") {
  for_each_case(external_cases(), "bandpass", check_bandpass);
}

TEST_CASE("Notch filters agree with SciPy", "[signal][golden]") {
  for_each_case(external_cases(), "notch", check_notch);
}

TEST_CASE("Designs that SciPy rejects are rejected with the documented code", "[signal][golden]") {
  for_each_case(external_cases(), "refuse", check_refusal);
}

TEST_CASE("Resampling agrees with SciPy", "[signal][golden]") {
  for_each_case(external_cases(), "resample", check_resampled);
}

TEST_CASE("The average reference agrees with NumPy", "[signal][golden]") {
  for_each_case(external_cases(), "average_reference", check_average_reference);
}

TEST_CASE("Welch spectra agree with SciPy", "[signal][golden]") {
  for_each_case(external_cases(), "welch", check_welch);
}

TEST_CASE("Processing of real EEG agrees with SciPy", "[signal][golden]") {
  for_each_case(external_cases(), "real", check_real);
}

}  // namespace
}  // namespace eegate::golden_signal_test
