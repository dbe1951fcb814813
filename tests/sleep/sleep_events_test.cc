// Spindles and slow waves of synthetic signals are found at their known times, and nowhere else.
#include "sleep/sleep_events.h"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <numbers>

#include "files/edf_write.h"

namespace eegate::test::sleep_events_test {
namespace {

constexpr double kPi = std::numbers::pi;

struct Planted {
  std::vector<float> x;
  double sfreq = 0;
  std::vector<double> onsets_s;
};

// Noise of a few microvolts, the same on every system.
Planted noise(double sfreq, double duration_s, double size_uv) {
  Planted out{std::vector<float>(static_cast<std::size_t>(sfreq * duration_s)), sfreq, {}};
  std::uint32_t state = 7;
  for (float& value : out.x) {
    state = state * 1664525u + 1013904223u;
    value = static_cast<float>((static_cast<double>(state) / 0x1p31 - 1) * size_uv);
  }
  return out;
}

void add(Planted& signal, double onset_s, double duration_s, double (*shape)(double t, double duration_s)) {
  const auto first = static_cast<std::size_t>(std::round(onset_s * signal.sfreq));
  const auto n = static_cast<std::size_t>(duration_s * signal.sfreq);
  for (std::size_t i = 0; i < n; ++i)
    signal.x[first + i] += static_cast<float>(shape(static_cast<double>(i) / signal.sfreq, duration_s));
  signal.onsets_s.push_back(onset_s);
}

// 13 Hz under a Hann window, 60 uV from peak to peak.
double spindle(double t, double duration_s) {
  return 30 * std::sin(2 * kPi * 13 * t) * (0.5 - 0.5 * std::cos(2 * kPi * t / duration_s));
}
// Half a second down to -65 uV, half a second up to 65 uV; the mean is 0, so that a high-pass filter adds no drift.
double slow_wave(double t, double) { return -65 * std::sin(2 * kPi * t); }

Recording recorded(const Planted& signal) {
  const EdfOutSignal signals[] = {
      {.label = "C3", .sfreq = signal.sfreq, .values = signal.x},
      {.label = "light", .physical_dimension = "lux", .sfreq = signal.sfreq, .values = signal.x}};
  const auto bytes = write_edf_plus(signals, {});
  REQUIRE(bytes.ok());
  auto recording = Recording::open(std::make_shared<MemorySource>(*bytes), "night.edf");
  REQUIRE(recording.ok());
  return std::move(recording).value();
}

SleepEventSearch searched(const Recording& recording, const Hypnogram& hypnogram) {
  auto search = SleepEventSearch::open(recording, 0, hypnogram);
  REQUIRE(search.ok());
  for (double done = 0; done < 1;) {
    const auto next = search->advance();
    REQUIRE(next.ok());
    CHECK(*next > done);
    done = *next;
  }
  return std::move(search).value();
}

// Number of detected events that overlap a true one, and number of true events that were detected.
std::pair<std::size_t, std::size_t> met(const std::vector<SleepEvent>& events, const Planted& signal, double length_s) {
  std::size_t n_right = 0, n_found = 0;
  for (const SleepEvent& event : events) {
    for (const double onset_s : signal.onsets_s)
      n_right += event.onset_s < onset_s + length_s && event.onset_s + event.duration_s > onset_s ? 1 : 0;
  }
  for (const double onset_s : signal.onsets_s) {
    bool is_met = false;
    for (const SleepEvent& event : events)
      is_met = is_met || (event.onset_s < onset_s + length_s && event.onset_s + event.duration_s > onset_s);
    n_found += is_met ? 1 : 0;
  }
  return {n_right, n_found};
}

Hypnogram all_of(Stage stage, std::size_t n) { return {30, 0, std::vector<Stage>(n, stage)}; }

TEST_CASE("Planted spindles are found, with their frequency and amplitude", "[sleep_events]") {
  for (const double sfreq : {100.0, 256.0}) {
    Planted signal = noise(sfreq, 600, 8);
    for (int i = 0; i < 40; ++i) add(signal, 7 + 14.7 * i, 1.2, spindle);
    const Recording recording = recorded(signal);
    const SleepEventSearch search = searched(recording, all_of(Stage::kN2, 20));
    const auto [n_right, n_found] = met(search.spindles(), signal, 1.2);
    CHECK(n_found == 40);
    CHECK(n_right == search.spindles().size());
    CHECK(search.spindles().size() == 40);
    for (const SleepEvent& event : search.spindles()) {
      CHECK(std::abs(event.frequency_hz - 13) < 0.6);
      CHECK(std::abs(event.amplitude_uv - 60) < 8);
      CHECK(event.duration_s >= 0.5);
    }
    CHECK(search.searched_min() == 10);
    CHECK(search.slow_waves().empty());
  }
}

TEST_CASE("Planted slow waves are found, with their size and time", "[sleep_events]") {
  Planted signal = noise(128, 300, 8);
  for (int i = 0; i < 25; ++i) add(signal, 5 + 11.3 * i, 1, slow_wave);
  const Recording recording = recorded(signal);
  const SleepEventSearch search = searched(recording, all_of(Stage::kN3, 10));
  const auto [n_right, n_found] = met(search.slow_waves(), signal, 1);
  CHECK(n_found == 25);
  CHECK(n_right == search.slow_waves().size());
  REQUIRE(search.slow_waves().size() == 25);
  for (std::size_t i = 0; i < 25; ++i) {
    const SleepEvent& event = search.slow_waves()[i];
    CHECK(std::abs(event.onset_s - signal.onsets_s[i]) < 0.06);
    CHECK(std::abs(event.amplitude_uv - 130) < 4);
  }
}

TEST_CASE("Spindles and slow waves are looked for in N2 and N3 alone", "[sleep_events]") {
  Planted signal = noise(100, 300, 8);
  for (int i = 0; i < 20; ++i) add(signal, 5 + 14.5 * i, 1, slow_wave);
  Hypnogram night = all_of(Stage::kWake, 10);
  for (std::size_t i = 4; i < 7; ++i) night.stages[i] = i == 5 ? Stage::kN2 : Stage::kN3;  // 120 s to 210 s
  const Recording recording = recorded(signal);
  const SleepEventSearch search = searched(recording, night);
  std::size_t n_true = 0;
  for (const double onset_s : signal.onsets_s) n_true += onset_s > 119.9 && onset_s < 209.9 ? 1 : 0;
  CHECK(search.slow_waves().size() == n_true);
  for (const SleepEvent& event : search.slow_waves()) CHECK((event.onset_s >= 120 && event.onset_s < 210));
  CHECK(search.searched_min() == 1.5);
}

TEST_CASE("Spindles last half a second to three seconds", "[sleep_events]") {
  const auto n_found = [](std::size_t n_above) {  // samples above the threshold, 100 a second
    const FilteredChunk chunk{0, 100, std::vector<double>(500)};
    std::vector<double> rms(500, 1.0);
    std::fill_n(rms.begin() + 20, n_above, 3.0);
    std::vector<SleepEvent> found;
    find_spindles(chunk, rms, 2, {}, 0, 5, found);
    return found.size();
  };
  CHECK(n_found(49) == 0);
  CHECK(n_found(50) == 1);
  CHECK(n_found(300) == 1);
  CHECK(n_found(301) == 0);
}

// Half-waves of half a second, 100 samples a second, with these extremes; then a sample of either sign, so that the
// last has an end.
std::vector<SleepEvent> slow_waves_of(const std::vector<double>& extremes_uv, const SlowWaveRule& rule = {}) {
  FilteredChunk chunk{0, 100, {}};
  for (const double extreme_uv : extremes_uv)
    for (int i = 0; i < 50; ++i) chunk.x.push_back(extreme_uv * std::sin(kPi * i / 50));
  chunk.x.insert(chunk.x.end(), {-1, 1, -1});
  std::vector<SleepEvent> found;
  find_slow_waves(chunk, rule, 0, 10, found);
  return found;
}

TEST_CASE("A slow wave has a deep trough and a height, and begins with the trough", "[sleep_events]") {
  CHECK(slow_waves_of({5, -41, 60}).size() == 1);
  CHECK(slow_waves_of({5, -39, 60}).empty());  // 99 uV high, but its trough is not 40 uV deep
  CHECK(slow_waves_of({5, -41, 33}).empty());  // not 75 uV high
  // Even without a minimum depth a wave begins with its negative half: -20 +60, not +60 -20.
  const auto any_depth = slow_waves_of({5, -5, 60, -20, 60}, {.negative_uv = 0});
  REQUIRE(any_depth.size() == 1);
  CHECK(std::abs(any_depth[0].onset_s - 1.5) < 0.02);
}

TEST_CASE("What cannot be searched is named", "[sleep_events]") {
  const Recording recording = recorded(noise(100, 60, 5));
  CHECK(SleepEventSearch::open(recording, 0, all_of(Stage::kRem, 2)).error().code == "SLEEP_STAGES");
  CHECK(SleepEventSearch::open(recording, 0, {30, 900, {Stage::kN2}}).error().code == "SLEEP_STAGES");
  CHECK(SleepEventSearch::open(recording, 9, all_of(Stage::kN2, 2)).error().code == "CHANNEL_UNKNOWN");
  CHECK(SleepEventSearch::open(recording, 1, all_of(Stage::kN2, 2)).error().code == "SLEEP_CHANNEL");
  const Recording slow = recorded(noise(25, 60, 5));
  CHECK(SleepEventSearch::open(slow, 0, all_of(Stage::kN2, 2)).error().code == "SLEEP_CHANNEL");
}

}  // namespace
}  // namespace eegate::test::sleep_events_test
