// Sleep statistics and agreement of scorers compared with an independent computation: loops over letters without any
// code of src/sleep.
#include "sleep/sleep_statistics.h"

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>
#include <map>
#include <string>

namespace eegate::test::sleep_statistics_test {
namespace {

using Catch::Approx;

const std::string kLetters = "W123RM?";

Hypnogram night(const std::string& letters, double epoch_s = 30, double start_s = 0) {
  Hypnogram out{epoch_s, start_s, {}};
  for (const char letter : letters) out.stages.push_back(static_cast<Stage>(kLetters.find(letter)));
  return out;
}

// A random sequence of stages, each lasting for a while as in real nights.
std::string random_night(std::uint64_t seed, std::size_t n) {
  std::string out;
  std::uint64_t state = seed * 2654435761u + 1;
  const auto next = [&](std::uint64_t below) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (state >> 33) % below;
  };
  char stage = 'W';
  for (std::size_t i = 0; i < n; ++i) {
    if (next(4) == 0) stage = kLetters[next(next(8) == 0 ? 7 : 5)];
    out += stage;
  }
  return out;
}

double minutes(const std::string& letters, const std::string& which, double epoch_s) {
  double seconds = 0;
  for (const char letter : letters) seconds += which.find(letter) != std::string::npos ? epoch_s : 0;
  return seconds / 60;
}

void check_against_letters(const std::string& letters, double epoch_s) {
  INFO(letters);
  const auto statistics = sleep_statistics(night(letters, epoch_s));
  REQUIRE(statistics.ok());
  const std::string sleep = "123R";
  const double total = minutes(letters, sleep, epoch_s), in_bed = static_cast<double>(letters.size()) * epoch_s / 60;
  CHECK(statistics->time_in_bed_min == Approx(in_bed));
  CHECK(statistics->total_sleep_min == Approx(total));
  CHECK(statistics->sleep_efficiency == Approx(100 * total / in_bed));
  CHECK(statistics->unscored_min == Approx(minutes(letters, "M?", epoch_s)));
  for (std::size_t i = 0; i < 5; ++i) {
    const double own = minutes(letters, kLetters.substr(i, 1), epoch_s), whole = i == 0 ? in_bed : total;
    CHECK(statistics->stage_min[i] == Approx(own));
    CHECK(statistics->stage_percent[i] == Approx(whole == 0 ? 0 : 100 * own / whole));
  }
  const std::size_t onset = letters.find_first_of(sleep), last = letters.find_last_of(sleep);
  REQUIRE(statistics->sleep_latency_min.has_value() == (onset != std::string::npos));
  if (onset == std::string::npos) return;
  const std::string asleep = letters.substr(onset), period = letters.substr(onset, last + 1 - onset);
  CHECK(*statistics->sleep_latency_min == Approx(static_cast<double>(onset) * epoch_s / 60));
  CHECK(statistics->sleep_period_min == Approx(static_cast<double>(period.size()) * epoch_s / 60));
  CHECK(statistics->wake_after_onset_min == Approx(minutes(asleep, "W", epoch_s)));
  CHECK(statistics->wake_in_period_min == Approx(minutes(period, "W", epoch_s)));
  CHECK(statistics->sleep_maintenance == Approx(100 * total / (static_cast<double>(period.size()) * epoch_s / 60)));
  const std::size_t rem = asleep.find('R');
  REQUIRE(statistics->rem_latency_min.has_value() == (rem != std::string::npos));
  if (rem != std::string::npos) CHECK(*statistics->rem_latency_min == Approx(static_cast<double>(rem) * epoch_s / 60));
  std::map<std::string, std::uint64_t> pairs;
  for (std::size_t i = 0; i + 1 < letters.size(); ++i) ++pairs[letters.substr(i, 2)];
  std::uint64_t shifts = 0, awakenings = 0;
  for (std::size_t i = 0; i < 5; ++i) {
    for (std::size_t j = 0; j < 5; ++j) {
      const std::uint64_t n = pairs[{kLetters[i], kLetters[j]}];
      CHECK(statistics->transitions[i][j] == n);
      if (i != j) shifts += n;
      if (i > 0 && j == 0) awakenings += n;
    }
  }
  CHECK(statistics->n_stage_shifts == shifts);
  CHECK(statistics->n_awakenings == awakenings);
}

TEST_CASE("Sleep statistics are those of a count over letters", "[sleep]") {
  for (std::uint64_t seed = 0; seed < 40; ++seed) check_against_letters(random_night(seed, 1 + 37 * seed), 30);
  for (std::uint64_t seed = 0; seed < 10; ++seed) check_against_letters(random_night(seed, 400), 20);
  for (const char* letters : {"W", "R", "?", "WWW", "???1", "2W", "WM?W", "222"}) check_against_letters(letters, 30);
}

TEST_CASE("Sleep statistics of a night by hand", "[sleep]") {
  // 2 min awake, N1 1, N2 2, awake 1, N3 1, R 2, N2 1, awake 3, in epochs of 30 s
  const auto out =
      sleep_statistics(night("WWWW"
                             "11"
                             "2222"
                             "WW"
                             "33"
                             "RRRR"
                             "22"
                             "WWWWWW"));
  REQUIRE(out.ok());
  CHECK(out->time_in_bed_min == 13);
  CHECK(out->total_sleep_min == 7);
  CHECK(out->sleep_period_min == 8);
  CHECK(*out->sleep_latency_min == 2);
  CHECK(*out->rem_latency_min == 5);
  CHECK(out->wake_after_onset_min == 4);
  CHECK(out->wake_in_period_min == 1);
  CHECK(out->sleep_efficiency == Approx(100.0 * 7 / 13));
  CHECK(out->sleep_maintenance == Approx(87.5));
  CHECK(out->stage_min == std::array<double, 5>{6, 1, 3, 1, 2});
  CHECK(out->n_awakenings == 2);
  CHECK(out->n_stage_shifts == 7);
}

TEST_CASE("Lights off and on bound the time in bed", "[sleep]") {
  const Hypnogram whole = night("WWWW22RRWW", 30, 60);
  const auto counted = [&](const Lights& lights) {
    Hypnogram lit = whole;
    lit.lights = lights;
    return sleep_statistics(lit);
  };
  const auto out = counted({.off_s = 120, .on_s = 330});
  REQUIRE(out.ok());
  CHECK(out->time_in_bed_min == 3.5);
  CHECK(*out->sleep_latency_min == 1);
  CHECK(out->wake_after_onset_min == 0.5);
  // Times are rounded to the nearest boundary of epochs.
  const auto between = counted({.off_s = 110, .on_s = 320});
  REQUIRE(between.ok());
  CHECK(between->time_in_bed_min == 3.5);
  CHECK(*between->sleep_latency_min == 1);
  CHECK(between->wake_after_onset_min == 0.5);
  CHECK(counted({.off_s = 330, .on_s = 120}).error().code == "SLEEP_LIGHTS");
  CHECK(counted({.off_s = 5000}).error().code == "SLEEP_LIGHTS");
  CHECK(sleep_statistics(night("")).error().code == "SLEEP_LIGHTS");
}

TEST_CASE("Lights outside the epochs move to their border, with a warning", "[sleep]") {
  const auto kept = [](const Lights& lights, Warnings& warnings) {
    Hypnogram lit = night("WWWW22RRWW", 30, 60);
    lit.lights = lights;
    keep_lights_within(lit, warnings);
    return lit.lights;
  };
  Warnings warnings;
  CHECK(*kept({.off_s = 46, .on_s = 374}, warnings).off_s == 46);
  CHECK(*kept({.off_s = 46, .on_s = 374}, warnings).on_s == 374);
  CHECK_FALSE(kept({}, warnings).are_known());
  CHECK(warnings.empty());
  const Lights moved = kept({.off_s = -600, .on_s = 6000}, warnings);
  CHECK(moved.off_s == 60);
  CHECK(moved.on_s == 360);
  REQUIRE(warnings.size() == 2);
  CHECK(warnings[0].code == "SLEEP_LIGHTS");
  CHECK(warnings[0].message == "Lights off at -600 s is outside the epochs: the time in bed begins at 60 s");
  CHECK(warnings[1].message == "Lights on at 6000 s is outside the epochs: the time in bed ends at 360 s");
}

// Cohen's kappa by its definition: pairs of letters, then every pair of an epoch of one with an epoch of the other.
double kappa_of(const std::string& a, const std::string& b) {
  double same = 0, by_chance = 0;
  const auto n = static_cast<double>(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    same += a[i] == b[i] ? 1 : 0;
    for (const char other : b) by_chance += a[i] == other ? 1 : 0;
  }
  same /= n;
  by_chance /= n * n;
  return (same - by_chance) / (1 - by_chance);
}

TEST_CASE("Agreement of two scorers is that of a count over letters", "[sleep]") {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const std::string a = random_night(seed, 300);
    std::string b = random_night(seed + 100, 300);
    for (std::size_t i = 0; i < b.size(); ++i) b[i] = i % 3 == 0 ? b[i] : a[i];
    std::string scored_a, scored_b;
    std::map<std::string, std::uint64_t> pairs;
    for (std::size_t i = 0; i < a.size(); ++i) {
      if (kLetters.find(a[i]) > 4 || kLetters.find(b[i]) > 4) continue;
      scored_a += a[i];
      scored_b += b[i];
      ++pairs[{a[i], b[i]}];
    }
    Warnings warnings;
    const auto out = compare_stages(night(a), night(b), warnings);
    REQUIRE(out.ok());
    CHECK(out->n_compared == scored_a.size());
    CHECK(*out->kappa == Approx(kappa_of(scored_a, scored_b)).epsilon(1e-12));
    for (std::size_t i = 0; i < 5; ++i) {
      std::string one = scored_a, other = scored_b;
      for (char& letter : one) letter = letter == kLetters[i] ? 'x' : 'y';
      for (char& letter : other) letter = letter == kLetters[i] ? 'x' : 'y';
      if (out->stage_kappa[i]) CHECK(*out->stage_kappa[i] == Approx(kappa_of(one, other)).epsilon(1e-12));
      for (std::size_t j = 0; j < 5; ++j) CHECK(out->confusion[i][j] == pairs[{kLetters[i], kLetters[j]}]);
    }
    CHECK(warnings.empty());
  }
}

TEST_CASE("Agreement: epochs are those of one time, and what cannot be compared is named", "[sleep]") {
  Warnings warnings;
  const auto shifted = compare_stages(night("WW22RR", 30, 0), night("22RR", 30, 60), warnings);
  REQUIRE(shifted.ok());
  CHECK(shifted->n_compared == 4);
  CHECK(shifted->agreement == 1);
  CHECK(shifted->n_left_out == 2);
  CHECK(*shifted->kappa == 1);
  REQUIRE(warnings.size() == 1);
  CHECK(warnings[0].code == "HYP_LENGTH");
  warnings.clear();
  const auto between = compare_stages(night("WW22", 30, 0), night("WW22", 30, 10), warnings);
  CHECK(between->n_compared == 4);
  REQUIRE(warnings.size() == 1);
  CHECK(warnings[0].code == "HYP_EPOCH");
  CHECK(compare_stages(night("WW22", 30), night("WW22", 20), warnings).error().code == "HYP_EPOCH");
  CHECK(compare_stages(night("WW22"), night("??MM"), warnings).error().code == "HYP_LENGTH");
  CHECK(compare_stages(night("WW22"), night("WW22", 30, 1e9), warnings).error().code == "HYP_LENGTH");
  CHECK_FALSE(compare_stages(night("222"), night("222"), warnings)->kappa);
  CHECK_FALSE(compare_stages(night("22W"), night("22W"), warnings)->stage_kappa[4]);
}

}  // namespace
}  // namespace eegate::test::sleep_statistics_test
