// The audit must find labels that were deliberately shifted or exchanged, and report nothing else.
#include "train/label_fit.h"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "base/rng.h"

using namespace eegate;

namespace label_fit_test {

namespace {

constexpr std::size_t kChans = 4, kTimes = 48;

struct World {
  std::size_t n_people = 6, n_per_person = 40, n_classes = 2;
  double effect = 0.5;     // by which the amplitude of the class's channel grows
  std::size_t stay = 1;    // epochs before a new class is drawn
  bool alternate = false;  // classes in strict turn
};

// Subjects with different gains; class k has a larger amplitude in channel k.
struct Recorded {
  Recorded(const World& w, std::uint64_t seed) : world(w) {
    const Rng rng(seed, "world");
    const std::size_t n = w.n_people * w.n_per_person;
    for (std::size_t i = 0; i < n; ++i) {
      const std::size_t turn = i % w.n_per_person / w.stay;
      const std::uint64_t draw = w.alternate ? turn : rng.bits(i / w.n_per_person * 1000 + turn);
      labels.push_back(static_cast<int>(draw % w.n_classes));
      const auto person = static_cast<std::int32_t>(i / w.n_per_person);
      places.push_back({person + 1, person, static_cast<double>(i), 1});
      for (std::size_t c = 0; c < kChans; ++c) {
        const double gain = 5 + 20 * rng.uniform(100000 + static_cast<std::uint64_t>(person) * kChans + c);
        const double louder = static_cast<int>(c) == labels.back() ? 1 + w.effect : 1;
        for (std::size_t t = 0; t < kTimes; ++t)
          x.push_back(static_cast<float>(gain * louder * rng.normal(1000000 + x.size())));
      }
    }
  }
  // Within each person: the labels that a wrong offset would give.
  std::vector<int> moved(int by) const {
    std::vector<int> result = labels;
    const auto length = static_cast<int>(world.n_per_person);
    for (int i = 0; i < static_cast<int>(labels.size()); ++i) {
      const int from = std::clamp(i % length + by, 0, length - 1) + i / length * length;
      result[static_cast<std::size_t>(i)] = labels[static_cast<std::size_t>(from)];
    }
    return result;
  }
  std::vector<int> exchanged(std::span<const std::int32_t> people, int a, int b) const {
    std::vector<int> result = labels;
    for (std::size_t i = 0; i < result.size(); ++i) {
      const bool concerned = std::ranges::find(people, places[i].subject) != people.end();
      if (concerned && (result[i] == a || result[i] == b)) result[i] = a + b - result[i];
    }
    return result;
  }
  // "AUDIT_SHIFTED" or "AUDIT_SWAPPED 3 5", or nothing.
  std::string verdict(std::span<const int> given) const {
    const auto findings = audit_label_fit({x.data(), labels.size(), kChans, kTimes}, given, world.n_classes, places);
    std::string text;
    for (const AuditFinding& f : findings) {
      CHECK(!f.is_error);
      if (text.empty()) text = f.code;
      if (f.code == "AUDIT_SHIFTED") text += f.message.find("earlier") != std::string::npos ? " earlier" : " later";
      const std::size_t at = f.message.find("person ");
      if (f.code == "AUDIT_SWAPPED") text += f.message.substr(at + 6, 2);
    }
    return text;
  }

  World world;
  std::vector<float> x;
  std::vector<int> labels;
  std::vector<EpochPlace> places;
};

constexpr std::uint64_t kSeeds = 30;

}  // namespace

TEST_CASE("labels that are right, or have nothing to do with the signals, are not suspected", "[train]") {
  const World worlds[] = {{},
                          {.effect = 0.15},
                          {.effect = 0},
                          {.n_classes = 3},
                          {.stay = 10},
                          {.alternate = true},
                          {.n_people = 3},
                          {.n_people = 1, .n_per_person = 120},
                          {.n_people = 1, .n_per_person = 120, .stay = 10},
                          {.n_people = 2, .n_per_person = 20}};
  std::size_t n_alarms = 0;
  for (std::size_t w = 0; w < std::size(worlds); ++w) {
    for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
      CAPTURE(w, seed);
      const Recorded recorded(worlds[w], seed);
      const std::string verdict = recorded.verdict(recorded.labels);
      CHECK(verdict == "");
      n_alarms += verdict.empty() ? 0 : 1;
    }
  }
  CHECK(n_alarms == 0);
}

TEST_CASE("labels that slipped by some epochs are found, with their direction", "[train]") {
  const World worlds[] = {{}, {.n_classes = 3}, {.stay = 3}, {.n_people = 1, .n_per_person = 150}};
  for (const World& world : worlds) {
    for (std::uint64_t seed = 0; seed < kSeeds / 3; ++seed) {
      const Recorded recorded(world, seed);
      for (const int by : {1, -1, 2}) {
        CAPTURE(world.n_people, world.stay, seed, by);
        CHECK(recorded.verdict(recorded.moved(by)) == (by > 0 ? "AUDIT_SHIFTED later" : "AUDIT_SHIFTED earlier"));
      }
    }
  }
}

TEST_CASE("a channel without any signal hides no labels that slipped", "[train]") {
  Recorded recorded({}, 1);
  for (std::size_t i = 0; i < recorded.labels.size(); ++i)
    std::fill_n(recorded.x.begin() + static_cast<std::ptrdiff_t>((i * kChans + 3) * kTimes), kTimes, 0.0F);
  CHECK(recorded.verdict(recorded.labels).empty());
  CHECK(recorded.verdict(recorded.moved(1)) == "AUDIT_SHIFTED later");
}

TEST_CASE("people whose classes were exchanged are found, and nobody else", "[train]") {
  const std::vector<std::int32_t> one = {3}, two = {2, 5};
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    CAPTURE(seed);
    const Recorded six({}, seed), four({.n_people = 4}, seed), three({.n_people = 3}, seed),
        classes({.n_per_person = 60, .n_classes = 3}, seed);
    CHECK(six.verdict(six.exchanged(one, 0, 1)) == "AUDIT_SWAPPED 3");
    const std::string pair = six.verdict(six.exchanged(two, 0, 1));
    CHECK((pair == "AUDIT_SWAPPED 2 5" || pair == "AUDIT_SWAPPED 5 2"));
    CHECK(classes.verdict(classes.exchanged(one, 1, 2)) == "AUDIT_SWAPPED 3");
    const std::string of_four = four.verdict(four.exchanged(one, 0, 1));
    CHECK((of_four.empty() || of_four == "AUDIT_SWAPPED 3"));
    CHECK(three.verdict(three.exchanged(one, 0, 1)).empty());
  }
}

TEST_CASE("half of the people exchanged, one class, or a handful of epochs leave nothing to say", "[train]") {
  const Recorded recorded({}, 1), few({.n_people = 3, .n_per_person = 5}, 1);
  CHECK(recorded.verdict(recorded.exchanged(std::vector<std::int32_t>{1, 2, 3}, 0, 1)) == "");
  CHECK(recorded.verdict(std::vector<int>(recorded.labels.size(), 1)) == "");
  CHECK(few.verdict(few.labels) == "");
  CHECK(few.verdict(few.moved(1)) == "");
}

}  // namespace label_fit_test
