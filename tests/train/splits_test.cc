// Splits keep together what belongs together, and the audit finds what they cannot.
#include "train/splits.h"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <string>
#include <vector>

#include "train/label_audit.h"

using namespace eegate;

namespace train_splits_test {

namespace {

// Every subject has two files of `per_file` epochs of 4 s, `step_s` apart.
std::vector<EpochPlace> places_of(int n_subjects, int per_file, double step_s = 4) {
  std::vector<EpochPlace> places;
  for (int s = 0; s < n_subjects; ++s) {
    for (int f = 0; f < 2; ++f) {
      for (int i = 0; i < per_file; ++i) places.push_back({100 + s, 2 * s + f, step_s * i, 4});
    }
  }
  return places;
}

std::size_t total(const Split& split) {
  return split.train.epochs.size() + split.validation.epochs.size() + split.test.epochs.size();
}

bool has(const std::vector<AuditFinding>& findings, std::string_view code, bool is_error) {
  return std::any_of(findings.begin(), findings.end(), [&](const AuditFinding& f) {
    return f.code == code && f.is_error == is_error && !f.message.empty();
  });
}

std::vector<int> alternating(std::size_t n) {
  std::vector<int> labels;
  for (std::size_t i = 0; i < n; ++i) labels.push_back(static_cast<int>(i % 2));
  return labels;
}

}  // namespace

TEST_CASE("people are split 4:1:1 as the protocol counts them", "[train]") {
  for (const auto& [n, sixth] : {std::pair{109, 18u}, std::pair{105, 17u}, std::pair{4, 1u}}) {
    const auto places = places_of(n, 2);
    const auto split = split_groups(places, GroupBy::kSubject, 3);
    REQUIRE(split.ok());
    CHECK(split->test.groups.size() == sixth);
    CHECK(split->validation.groups.size() == sixth);
    CHECK(split->train.groups.size() == static_cast<std::size_t>(n) - 2 * sixth);
    CHECK(total(*split) == places.size());
    CHECK(check_disjoint(*split, places).ok());
    CHECK(audit_labels(alternating(places.size()), 2, places, *split).empty());
    for (const std::uint32_t epoch : split->test.epochs) {
      CHECK(std::count(split->test.groups.begin(), split->test.groups.end(), places[epoch].subject) == 1);
    }
  }
}

TEST_CASE("the same seed gives the same people and another seed others", "[train]") {
  const auto places = places_of(30, 1);
  const auto a = split_groups(places, GroupBy::kSubject, 1), b = split_groups(places, GroupBy::kSubject, 1);
  const auto c = split_groups(places, GroupBy::kSubject, 2);
  CHECK(a->test.groups == b->test.groups);
  CHECK(a->test.groups != c->test.groups);
  CHECK(to_json(*a).starts_with(R"({"rule":"subjects 4:1:1","seed":1,)"));
}

TEST_CASE("each person is tested in exactly one fold", "[train]") {
  const auto places = places_of(11, 2);
  const auto splits = split_folds(places, GroupBy::kSubject, 4, 0);
  REQUIRE(splits.ok());
  std::vector<std::int32_t> tested;
  for (const Split& split : *splits) {
    CHECK(check_disjoint(split, places).ok());
    CHECK(total(split) == places.size());
    CHECK(!split.validation.epochs.empty());
    tested.insert(tested.end(), split.test.groups.begin(), split.test.groups.end());
  }
  std::sort(tested.begin(), tested.end());
  CHECK(tested.size() == 11);
  CHECK(std::adjacent_find(tested.begin(), tested.end()) == tested.end());
}

TEST_CASE("files can be named for validation and test", "[train]") {
  const auto places = places_of(2, 3);
  const auto split = split_named(places, GroupBy::kFile, std::vector<std::int32_t>{1}, std::vector<std::int32_t>{3});
  REQUIRE(split.ok());
  CHECK(split->train.epochs.size() == 6);
  CHECK(split->test.groups == std::vector<std::int32_t>{3});
  const std::vector<std::int32_t> one = {1}, nine = {9}, all = {0, 1, 2, 3};
  CHECK(split_named(places, GroupBy::kFile, one, one).error().code == "TRAIN_SPLIT");
  CHECK(split_named(places, GroupBy::kFile, {}, nine).error().code == "TRAIN_SPLIT");
  CHECK(split_named(places, GroupBy::kFile, {}, all).error().code == "TRAIN_SPLIT");
}

TEST_CASE("blocks of time are in order and share no sample", "[train]") {
  const auto places = places_of(1, 40);
  const auto apart = split_blocks(places);
  REQUIRE(apart.ok());
  CHECK(apart->n_dropped == 0);
  CHECK(apart->train.epochs.size() == 56);
  CHECK(apart->validation.epochs.size() == 12);
  const auto sliding = places_of(1, 40, 1);  // windows of 4 s every second
  const auto split = split_blocks(sliding);
  REQUIRE(split.ok());
  CHECK(split->n_dropped == 12);  // three at each of two borders in two files
  CHECK(check_disjoint(*split, sliding).ok());
  CHECK(!has(audit_labels(alternating(sliding.size()), 2, sliding, *split), "AUDIT_OVERLAP", true));
  CHECK(split_blocks(places_of(1, 2)).error().code == "TRAIN_SPLIT");
  // Time counts, not the order of the list.
  auto turned = places;
  std::ranges::reverse(turned);
  const auto of_turned = split_blocks(turned);
  REQUIRE(of_turned.ok());
  const auto in_time = [&](const SplitSet& earlier, const SplitSet& later) {
    return std::ranges::all_of(earlier.epochs, [&](std::uint32_t a) {
      return std::ranges::all_of(later.epochs, [&](std::uint32_t b) {
        return turned[a].file != turned[b].file || turned[a].onset_s < turned[b].onset_s;
      });
    });
  };
  CHECK(in_time(of_turned->train, of_turned->validation));
  CHECK(in_time(of_turned->validation, of_turned->test));
}

TEST_CASE("too few people are refused with a way out", "[train]") {
  const auto places = places_of(2, 5);
  const auto split = split_groups(places, GroupBy::kSubject, 0);
  REQUIRE(!split.ok());
  CHECK(split.error().code == "TRAIN_SPLIT");
  CHECK(!split.error().hint.empty());
  CHECK(split_folds(places, GroupBy::kSubject, 3, 0).error().code == "TRAIN_SPLIT");
  CHECK(split_folds(places, GroupBy::kSubject, 2, 0).error().code == "TRAIN_SPLIT");  // nobody would validate
}

TEST_CASE("the audit finds one class, a missing class and imbalance", "[train]") {
  const auto places = places_of(6, 4);
  const Split split = *split_groups(places, GroupBy::kSubject, 0);
  const std::vector<int> same(places.size(), 1);
  CHECK(has(audit_labels(same, 2, places, split), "AUDIT_ONE_CLASS", true));
  CHECK(has(audit_labels(alternating(places.size()), 3, places, split), "AUDIT_CLASS_MISSING", false));
  std::vector<int> rare(places.size(), 0);
  for (std::size_t i = 0; i < rare.size(); i += 4) rare[i] = 1;
  CHECK(has(audit_labels(rare, 2, places, split), "AUDIT_IMBALANCE", false));
}

TEST_CASE("the audit finds recentred groups of one class", "[train]") {
  const std::vector<int> labels{0, 0, 1, 1};
  const std::vector<std::int32_t> apart{1, 1, 2, 2}, together{1, 2, 1, 2};
  CHECK(!audit_recentring(labels, together));
  const auto finding = audit_recentring(labels, apart);
  REQUIRE(finding);
  CHECK(finding->code == "AUDIT_RECENTRED");
  CHECK(finding->message.starts_with("2 of 2 groups"));
}

TEST_CASE("the audit finds people and samples that are in two sets", "[train]") {
  const auto places = places_of(3, 4, 2);  // half of each epoch is also in the next
  Split split;
  for (std::uint32_t i = 0; i < places.size(); ++i) (i % 2 == 0 ? split.train : split.test).epochs.push_back(i);
  const auto findings = audit_labels(alternating(places.size()), 2, places, split);
  CHECK(has(findings, "AUDIT_SUBJECT_IN_TWO_SETS", false));
  CHECK(has(findings, "AUDIT_OVERLAP", true));
  const auto one = places_of(1, 4);
  const auto two = places_of(2, 4);
  Split parts;
  parts.train.epochs = {0, 8};
  parts.test.epochs = {1};
  const auto of_one = audit_labels(alternating(two.size()), 2, two, parts);
  CHECK(std::ranges::any_of(of_one, [](const auto& f) { return f.message.starts_with("1 subject is in more"); }));
  Split whole;
  for (std::uint32_t i = 0; i < one.size(); ++i) whole.train.epochs.push_back(i);
  CHECK(has(audit_labels(alternating(one.size()), 2, one, whole), "AUDIT_ONE_SUBJECT", false));
  split.test.epochs.push_back(0);
  CHECK(check_disjoint(split, places).error().code == "TRAIN_SPLIT");
}

TEST_CASE("the audit finds the same samples under two labels", "[train]") {
  std::vector<EpochPlace> places = places_of(2, 3);
  places.push_back(places[0]);
  Split split;
  for (std::uint32_t i = 0; i < places.size(); ++i) split.train.epochs.push_back(i);
  std::vector<int> labels = alternating(places.size());
  labels.back() = 1 - labels[0];
  CHECK(has(audit_labels(labels, 2, places, split), "AUDIT_DUPLICATE", false));
}

TEST_CASE("two parts: whole groups, both with every class where that is possible", "[train]") {
  const auto places = places_of(6, 4);
  const std::vector<int> labels = alternating(places.size());
  for (const GroupBy by : {GroupBy::kSubject, GroupBy::kFile}) {
    for (const std::uint64_t seed : {0u, 1u, 2u}) {
      const auto split = split_off_groups(places, labels, by, 1.0 / 6, seed);
      REQUIRE(split.ok());
      CHECK(split->validation.groups.size() == (by == GroupBy::kSubject ? 1 : 2));
      CHECK(total(*split) == places.size());
      CHECK(check_disjoint(*split, places).ok());
      CHECK(both_hold_all(*split, labels));
    }
  }
  CHECK(split_off_groups(places, labels, GroupBy::kSubject, 0.5, 0)->validation.groups.size() == 3);
  CHECK(split_off_groups(places_of(1, 4), alternating(8), GroupBy::kSubject, 0.5, 0).error().code == "TRAIN_SPLIT");
  // Only two people have both classes: one of them must train, the other one validate.
  std::vector<int> rare(places.size(), 0);
  rare[0] = rare[16] = 1;
  for (const std::uint64_t seed : {0u, 1u, 2u, 3u}) {
    CHECK(both_hold_all(*split_off_groups(places, rare, GroupBy::kSubject, 1.0 / 6, seed), rare));
  }
  rare[16] = 0;
  const std::vector<std::int32_t> from = {places[0].subject, places[8].subject};
  const auto few = split_off_groups(places, labels, GroupBy::kSubject, 0.5, 0, from);
  REQUIRE(few.ok());
  CHECK(few->validation.groups == from);  // two, although three were asked for
  CHECK(few->rule == "2 of 6 subjects");
  const auto hopeless = split_off_groups(places, rare, GroupBy::kSubject, 1.0 / 6, 0);
  REQUIRE(hopeless.ok());
  CHECK_FALSE(both_hold_all(*hopeless, rare));
}

TEST_CASE("epochs are dropped that share samples with others of the same recording", "[train]") {
  // Windows of 4 s every second of two recordings; 5 and 6 of the first are tested.
  const auto places = places_of(1, 12, 1);
  std::vector<std::uint32_t> epochs = {0, 1, 2, 3, 4, 7, 8, 9, 10, 11, 12, 17, 18};
  CHECK(drop_overlapping(places, epochs, std::vector<std::uint32_t>{6, 5}) == 6);
  CHECK(epochs == std::vector<std::uint32_t>{0, 1, 10, 11, 12, 17, 18});
  // A long one reaches beyond those that begin later.
  std::vector<EpochPlace> uneven = {{1, 0, 0, 10}, {1, 0, 2, 1}, {1, 0, 8, 1}, {1, 0, 10, 1}};
  std::vector<std::uint32_t> late = {2, 3};
  CHECK(drop_overlapping(uneven, late, std::vector<std::uint32_t>{0, 1}) == 1);
  CHECK(late == std::vector<std::uint32_t>{3});
  CHECK(drop_overlapping(uneven, late, {}) == 0);
}

TEST_CASE("two parts: the last epochs of every recording and label, without shared time", "[train]") {
  const auto places = places_of(1, 12);
  const std::vector<int> labels = alternating(places.size());
  const auto split = split_off_blocks(places, labels, 1.0 / 6);
  REQUIRE(split.ok());
  CHECK(split->validation.epochs == std::vector<std::uint32_t>{10, 11, 22, 23});
  CHECK(split->train.epochs.size() == 20);
  CHECK(both_hold_all(*split, labels));
  // A label that stands once in a recording trains.
  std::vector<int> with_rare = labels;
  with_rare[11] = 2;
  const auto rare = split_off_blocks(places, with_rare, 1.0 / 6);
  REQUIRE(rare.ok());
  CHECK(rare->validation.epochs == std::vector<std::uint32_t>{9, 10, 22, 23});
  CHECK(std::ranges::count(rare->train.epochs, 11u) == 1);
  // Windows of 4 s every second: those that reach into validation are dropped.
  const auto dense = places_of(1, 12, 1);
  const auto cut = split_off_blocks(dense, labels, 1.0 / 6);
  REQUIRE(cut.ok());
  CHECK(cut->n_dropped == 6);
  for (const AuditFinding& finding : audit_labels(labels, 2, dense, *cut)) CHECK_FALSE(finding.is_error);
  CHECK(split_off_blocks(places_of(1, 1), std::vector<int>{0, 1}, 0.2).error().code == "TRAIN_SPLIT");
}

}  // namespace train_splits_test
