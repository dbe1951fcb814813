#include "signal/epochs.h"

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>

namespace eegate::epochs_test {
namespace {

std::size_t left_out(const EpochPlan& plan, std::string_view reason) {
  for (const LeftOut& entry : plan.left_out) {
    if (entry.reason == reason) return entry.count;
  }
  return 0;
}

EpochPlan planned(const EpochsStep& step, std::vector<EpochSegment> segments, double sfreq,
                  std::vector<Annotation> annotations = {}) {
  auto plan = plan_epochs(step, segments, sfreq, annotations);
  REQUIRE(plan.ok());
  return *std::move(plan);
}

const AnnotationEpochs kTrials{{{"T1", "left"}, {"T2", "right"}}, 0, 4.1};

TEST_CASE("Times are rounded to samples, ties to even", "[signal]") {
  CHECK(sample_at(4.2, 160) == 672);
  CHECK(sample_at(4.1, 160) == 656);
  CHECK(sample_at(4.1, 128) == 525);
  CHECK(sample_at(0.5, 1) == 0);
  CHECK(sample_at(1.5, 1) == 2);
  CHECK(sample_at(0.15, 10) == 2);  // 1.4999999999999998 in doubles
  CHECK(sample_at(-0.2, 160) == -32);
  CHECK(sample_at(86399.75, 1000) == 86399750);
}

TEST_CASE("An epoch may end with the last sample", "[signal]") {
  const auto plan =
      planned(kTrials, {{0, 1312, 1312}}, 160, {{0, 4.1, "T1"}, {4.1, 4.1, "T2"}, {4.11, 4.1, "T2"}, {0, 4, "T0"}});
  CHECK(plan.n_times == 656);
  REQUIRE(plan.epochs.size() == 2);
  CHECK(plan.epochs[1].first_sample == 656);
  CHECK(plan.epochs[1].onset_s == Catch::Approx(4.1));
  CHECK(plan.epochs[1].duration_s == Catch::Approx(4.1));
  CHECK(plan.epochs[1].label == "right");
  CHECK(plan.epochs[1].label_index == 1);
  CHECK(plan.labels == std::vector<std::string>{"left", "right"});
  CHECK(left_out(plan, "end of data") == 1);
  CHECK(left_out(plan, "not in labels") == 1);
}

TEST_CASE("An epoch before the first sample or in the padded tail is left out", "[signal]") {
  const AnnotationEpochs step{{{"cue", "cue"}}, -0.5, 0.5};
  const auto plan = planned(step, {{0, 900, 1000}}, 100,
                            {{0.4, 0, "cue"}, {0.5, 0, "cue"}, {8.5, 0, "cue"}, {8.6, 0, "cue"}, {9.6, 0, "cue"}});
  CHECK(plan.epochs.size() == 2);
  CHECK(left_out(plan, "start of data") == 1);
  CHECK(left_out(plan, "padded tail") == 1);
  CHECK(left_out(plan, "end of data") == 1);
}

TEST_CASE("No epoch crosses a gap, and epochs after it keep their time", "[signal]") {
  const std::vector<EpochSegment> segments{{0, 1000, 1000}, {25.005, 1000, 1000}};
  const AnnotationEpochs step{{{"cue", "cue"}}, 0, 2};
  const auto plan =
      planned(step, segments, 100,
              {{8, 0, "cue"}, {8.5, 0, "cue"}, {15, 0, "cue"}, {24, 0, "cue"}, {25.005, 0, "cue"}, {26.005, 0, "cue"}});
  REQUIRE(plan.epochs.size() == 3);
  CHECK(left_out(plan, "gap") == 3);
  CHECK(plan.epochs[1].segment == 1);
  CHECK(plan.epochs[1].first_sample == 0);
  CHECK(plan.epochs[1].onset_s == Catch::Approx(25.005));
  CHECK(plan.epochs[2].segment == 1);
  CHECK(plan.epochs[2].first_sample == 100);
  CHECK(plan.epochs[2].onset_s == Catch::Approx(26.005));
  CHECK(plan.warnings.empty());
}

TEST_CASE("Windows inside annotations are completely inside them", "[signal]") {
  const WindowEpochs step{2, 1, {}, {{"eyes open", "open"}, {"eyes closed", "closed"}}};
  const auto plan =
      planned(step, {{0, 6000, 6000}}, 100,
              {{0, 30, "eyes open"}, {30, 29.99, "eyes closed"}, {40, 1.9, "eyes open"}, {50, 5, "cough"}});
  CHECK(plan.n_times == 200);
  CHECK(plan.labels == std::vector<std::string>{"open", "closed"});
  REQUIRE(plan.epochs.size() == 29 + 28);
  CHECK(plan.epochs[28].first_sample == 2800);
  CHECK(plan.epochs[28].label == "open");
  CHECK(plan.epochs[29].first_sample == 3000);
  CHECK(plan.epochs[29].label_index == 1);
  CHECK(plan.epochs.back().first_sample == 5700);
  CHECK(left_out(plan, "not in labels") == 1);
}

TEST_CASE("Windows inside an annotation leave out missing data", "[signal]") {
  const WindowEpochs step{2, 2, {}, {{"rest", "rest"}}};
  const auto plan = planned(step, {{0, 900, 1000}, {20, 1000, 1000}}, 100, {{1, 25, "rest"}});
  REQUIRE(plan.epochs.size() == 4 + 2);  // from 1, 3, 5 and 7 s, 21 and 23 s
  CHECK(plan.epochs[4].onset_s == Catch::Approx(21));
  CHECK(left_out(plan, "gap") == 6);
}

TEST_CASE("Windows are consecutive and restart after a gap", "[signal]") {
  const std::vector<EpochSegment> segments{{0, 1050, 1050}, {30, 450, 600}};
  const auto plan = planned(WindowEpochs{2, 1, "rest"}, segments, 100);
  CHECK(plan.n_times == 200);
  REQUIRE(plan.epochs.size() == 9 + 3);
  CHECK(plan.epochs[8].first_sample == 800);
  CHECK(plan.epochs[9].segment == 1);
  CHECK(plan.epochs[9].onset_s == 30);
  CHECK(plan.epochs[11].label == "rest");
  CHECK(plan.epochs[11].label_index == 0);
  CHECK(left_out(plan, "padded tail") == 2);
}

TEST_CASE("Rounding errors of steps do not accumulate", "[signal]") {
  const auto plan = planned(WindowEpochs{1, 0.1, ""}, {{0, 12800, 12800}}, 128);
  CHECK(plan.epochs[10].first_sample == 128);
  CHECK(plan.epochs[900].first_sample == 11520);
  CHECK(plan.epochs[0].label_index == -1);
  REQUIRE(plan.warnings.size() == 1);
  CHECK(plan.warnings[0].code == "EPOCH_ROUNDED");
}

TEST_CASE("Without labels every annotation keeps its own text", "[signal]") {
  const auto plan =
      planned(AnnotationEpochs{{}, 0, 1}, {{0, 1000, 1000}}, 100, {{0, 0, "b"}, {2, 0, "a"}, {4, 0, "b"}});
  CHECK(plan.labels == std::vector<std::string>{"a", "b"});
  CHECK(plan.epochs[0].label_index == 1);
  CHECK(plan.epochs[1].label == "a");
}

TEST_CASE("Epochs without a sample are rejected", "[signal]") {
  const std::vector<EpochSegment> segments{{0, 100, 100}};
  CHECK(plan_epochs(WindowEpochs{0.001, 1, ""}, segments, 100, {}).error().code == "EPOCH_LENGTH");
  CHECK(plan_epochs(WindowEpochs{1, 0.001, ""}, segments, 100, {}).error().code == "EPOCH_LENGTH");
  CHECK(plan_epochs(AnnotationEpochs{{}, 0, 1e-4}, segments, 100, {}).error().code == "EPOCH_LENGTH");
}

// Segments of a quarter of a second, one per second.
std::vector<EpochSegment> short_segments(std::size_t n) {
  std::vector<EpochSegment> segments;
  for (std::size_t i = 0; i < n; ++i) segments.push_back({static_cast<double>(i), 40, 40});
  return segments;
}

// With a quadratic algorithm these would need 2^38 comparisons.
TEST_CASE("Planning is fast for the maximum number of gaps and annotations", "[signal]") {
  constexpr std::size_t kGaps = std::size_t{1} << 20, kAnnotations = std::size_t{1} << 18;
  std::vector<Annotation> annotations;
  for (std::size_t i = 0; i < kAnnotations; ++i)
    annotations.push_back({static_cast<double>(4 * i), 0, "text " + std::to_string(i)});
  const AnnotationEpochs step{{}, 0, 0.25};
  const auto plan = planned(step, short_segments(kGaps), 160, annotations);
  REQUIRE(plan.epochs.size() == kAnnotations);
  CHECK(plan.labels.size() == kAnnotations);
  bool all_right = true;
  for (std::size_t i = 0; i < kAnnotations; ++i) {
    const Epoch& epoch = plan.epochs[i];
    all_right = all_right && epoch.segment == 4 * i && epoch.first_sample == 0 && epoch.label == annotations[i].text &&
                plan.labels[static_cast<std::size_t>(epoch.label_index)] == epoch.label;
  }
  CHECK(all_right);
}

TEST_CASE("Windows along annotations over long gaps are rejected without a long search", "[signal]") {
  std::vector<Annotation> annotations(std::size_t{1} << 18, Annotation{0, 1e6, "on"});
  const WindowEpochs step{.length_s = 0.5, .step_s = 0.5, .label = {}, .labels = {{"on", "on"}}};
  const auto plan = plan_epochs(step, short_segments(1 << 10), 160, annotations);
  REQUIRE_FALSE(plan.ok());
  CHECK(plan.error().code == "EPOCH_LENGTH");
}

TEST_CASE("If the clock of a file runs backwards, the last segment that has started is used", "[signal]") {
  const AnnotationEpochs step{{}, 0, 1};
  const auto plan = planned(step, {{0, 500, 500}, {100, 500, 500}, {40, 500, 500}, {60, 500, 500}}, 100,
                            {{1, 0, "a"}, {41, 0, "b"}, {62, 0, "c"}, {101, 0, "d"}});
  REQUIRE(plan.epochs.size() == 3);
  CHECK(plan.epochs[0].segment == 0);
  CHECK(plan.epochs[1].segment == 2);
  CHECK(plan.epochs[2].segment == 3);
  CHECK(left_out(plan, "end of data") == 1);  // 101 s is after the last segment, which began at 60 s
}

}  // namespace
}  // namespace eegate::epochs_test
