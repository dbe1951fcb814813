// Trials and windows of real recordings compared with SciPy and MNE: padded tails, onsets, filtered values.
#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>
#include <cmath>

#include "golden.h"
#include "signal/prepare.h"
#include "signal/selection.h"
#include "support/file_source.h"

namespace eegate::golden_epochs_test {
namespace {

using Catch::Approx;

struct Prepared {
  std::shared_ptr<Recording> recording;
  Preparation preparation;
  std::size_t c3 = 0, oz = 0;

  std::vector<float> epoch(std::size_t index) {
    const PreparePlan& plan = preparation.plan();
    std::vector<float> values(plan.n_chans() * plan.n_times);
    REQUIRE(preparation.epochs(index, 1, values).ok());
    return values;
  }
};

Prepared prepared(const std::string& path, std::string_view recipe) {
  auto recording = Recording::open(std::make_shared<test::FileSource>(path), path);
  REQUIRE(recording.ok());
  auto shared = std::make_shared<Recording>(*std::move(recording));
  auto parsed = parse_recipe(recipe);
  REQUIRE(parsed.ok());
  auto preparation = Preparation::open(*shared, *parsed);
  REQUIRE(preparation.ok());
  const auto c3 = static_cast<std::size_t>(shared->find("C3")), oz = static_cast<std::size_t>(shared->find("Oz"));
  return {shared, *std::move(preparation), c3, oz};
}

void check_tail(const Recording& recording, JsonValue file) {
  const auto segments = find_segments(recording, 0);
  REQUIRE(segments.ok());
  REQUIRE(segments->size() == 1);
  const StoredSegment& only = segments->front();
  CHECK(static_cast<double>(only.stored.n) == file.get("n").number());
  CHECK(static_cast<double>(only.stored.n - only.n_usable) == file.get("tail").number());
}

void check_windows(const std::string& path, JsonValue file) {
  Prepared p = prepared(path, R"({"bandpass":{"low_hz":0.5,"high_hz":55},"epochs":{"by":"window","length_s":2}})");
  check_tail(*p.recording, file);
  CHECK(static_cast<double>(p.preparation.plan().epochs.size()) == file.get("windows_320").number());
  for (const JsonValue& window : file.get("first_windows").elements()) {
    const std::vector<float> x = p.epoch(static_cast<std::size_t>(window.get("start").number() / 320));
    double sum = 0, size = 0;
    for (const float value : x) {
      sum += static_cast<double>(value);
      size += std::fabs(static_cast<double>(value));
    }
    CHECK(sum == Approx(window.get("sum").number()).margin(1e-7 * size));
    const std::vector<JsonValue> oz = window.get("oz").elements();
    for (std::size_t k = 0; k < 3; ++k) {
      const std::size_t at = std::vector<std::size_t>{0, 100, 319}[k];
      CHECK(static_cast<double>(x[p.oz * 320 + at]) == Approx(oz[k].number()).epsilon(2e-6).margin(2e-4));
    }
  }
}

constexpr std::string_view kTrials =
    R"("epochs":{"by":"annotation","labels":{"T1":"one","T2":"two"},"tmin_s":0,"tmax_s":4.1}})";

void check_trial(Prepared& filtered, Prepared& raw, std::size_t index, JsonValue trial) {
  const Epoch& epoch = filtered.preparation.plan().epochs[index];
  CHECK(static_cast<double>(epoch.first_sample) == trial.get("start").number());
  CHECK(epoch.label == (trial.get("text").string() == "T1" ? "one" : "two"));
  if (trial.get("c3").absent()) return;
  const std::vector<float> x = filtered.epoch(index), samples = raw.epoch(index);
  const std::vector<JsonValue> c3 = trial.get("c3").elements();
  for (std::size_t k = 0; k < 3; ++k) {
    const std::size_t at = std::vector<std::size_t>{0, 100, 655}[k];
    CHECK(static_cast<double>(x[filtered.c3 * 656 + at]) == Approx(c3[k].number()).epsilon(2e-6).margin(2e-4));
  }
  double sum = 0;
  for (const float value : samples) sum += static_cast<double>(value);
  CHECK(sum == Approx(trial.get("raw_sum").number()).epsilon(1e-9));
}

void check_trials(const std::string& path, JsonValue file) {
  Prepared filtered = prepared(path, R"({"bandpass":{"low_hz":0.5,"high_hz":55},)" + std::string(kTrials));
  Prepared raw = prepared(path, "{" + std::string(kTrials));
  check_tail(*filtered.recording, file);
  std::size_t index = 0;
  for (const JsonValue& trial : file.get("trials").elements()) {
    if (!trial.get("fits_before_tail").boolean()) continue;
    REQUIRE(index < filtered.preparation.plan().epochs.size());
    check_trial(filtered, raw, index++, trial);
  }
  CHECK(index == filtered.preparation.plan().epochs.size());
}

TEST_CASE("Every recording gives the trials and windows of SciPy and MNE", "[signal][golden]") {
  const std::string golden = test::folder_of("EEGATE_GOLDEN"), data = test::folder_of("EEGATE_DATA");
  const auto document = JsonDocument::parse(test::text_of(golden + "/signal/epochs.json"));
  REQUIRE(document.ok());
  for (const JsonValue& file : document->root().get("files").elements()) {
    CAPTURE(file.get("file").string());
    const std::string path = data + "/" + std::string(file.get("file").string());
    if (!file.get("first_windows").absent()) {
      check_windows(path, file);
    } else {
      check_trials(path, file);
    }
  }
}

}  // namespace
}  // namespace eegate::golden_epochs_test
