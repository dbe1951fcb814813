// Recordings to probabilities against float64 results: the whole chain of published stagers.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "files/json.h"
#include "model/sequence/sequence_model.h"
#include "session/open/open_files.h"
#include "session/sleep/staging.h"
#include "support/close_to.h"
#include "support/file_source.h"
#include "support/reference_data.h"

using namespace eegate;
using eegate::test::read_bytes;
using eegate::test::read_npy;
using eegate::test::read_text;

namespace staging_golden_test {

namespace {

constexpr double kTolerance = 2e-4;

struct Golden {
  std::filesystem::path folder, models;
  explicit Golden(const std::filesystem::path& root)
      : folder(root / "sleep"), models(root.parent_path() / "models" / "sleep" / "eegate") {}
  bool is_there() const { return std::filesystem::exists(folder) && std::filesystem::exists(models); }
  SequenceModel model(const std::string& name) const {
    auto loaded = SequenceModel::load(read_bytes(models / (name + ".safetensors")));
    INFO((loaded.ok() ? std::string() : describe(loaded.error())));
    REQUIRE(loaded.ok());
    return std::move(loaded).value();
  }
  OpenRecording recording(const std::string& name) const {
    auto opened =
        open_recording(std::make_shared<test::FileSource>((folder / (name + ".edf")).string()), name + ".edf");
    INFO((opened.ok() ? std::string() : describe(opened.error())));
    REQUIRE(opened.ok());
    return std::move(opened).value();
  }
  std::vector<double> values(const std::string& name) const { return read_npy(folder / name).values; }
};

StagedRecord stage(const Recording& recording, std::vector<SequenceModel*> models, const StageOptions& options) {
  auto record = stage_record(recording, models, options);
  INFO((record.ok() ? std::string() : describe(record.error())));
  REQUIRE(record.ok());
  return std::move(record).value();
}

std::vector<std::size_t> picked(const Recording& recording, const JsonValue& names) {
  std::vector<std::size_t> channels;
  for (const JsonValue& name : names.elements()) {
    for (std::size_t i = 0; i < recording.channels().size(); ++i) {
      if (recording.channels()[i].label == name.string()) channels.push_back(i);
    }
  }
  REQUIRE(channels.size() == names.elements().size());
  return channels;
}

// Equal within the tolerance, no answer where none is expected, and the same label where the two best are apart.
void check_probabilities(const StagedRecord& record, const std::vector<double>& want) {
  REQUIRE(want.size() == record.epochs.size() * kSleepStages);
  double largest = 0;
  for (std::size_t i = 0; i < record.epochs.size(); ++i) {
    const StagedEpoch& epoch = record.epochs[i];
    std::vector<double> row(want.begin() + static_cast<std::ptrdiff_t>(i * kSleepStages),
                            want.begin() + static_cast<std::ptrdiff_t>((i + 1) * kSleepStages));
    CAPTURE(i);
    REQUIRE(std::isnan(row[0]) == (epoch.stage < 0));
    if (epoch.stage < 0) continue;
    for (std::size_t k = 0; k < kSleepStages; ++k)
      largest = std::max(largest, std::abs(static_cast<double>(epoch.probabilities[k]) - row[k]));
    const auto best = std::ranges::max_element(row) - row.begin();
    std::ranges::sort(row);
    if (row[4] - row[3] > 1e-3) CHECK(epoch.stage == best);
  }
  CHECK(largest < kTolerance);
}

}  // namespace

TEST_CASE("recordings of several rates, montages and lengths get the probabilities of float64 arithmetic",
          "[staging][golden][heavy]") {
  EEGATE_GOLDEN_OR_SKIP(root);
  const Golden golden(root);
  if (!golden.is_there()) SKIP("no golden data of sleep staging");
  const JsonDocument index =
      JsonDocument::parse(read_text(golden.folder / "index.json"), {.max_string_bytes = 1 << 24}).value();
  std::size_t n_run = 0;
  for (const JsonValue& entry : index.root().get("cases").elements()) {
    if (entry.get("kind").string() != "chain") continue;
    const std::string name(entry.get("name").string());
    const OpenRecording open = golden.recording(name);
    const std::vector<std::size_t> channels = picked(open.recording, entry.get("picked"));
    for (const auto& [held, about] : entry.get("models").members()) {
      CAPTURE(name, held);
      if (!std::filesystem::exists(golden.models / ("robustsleepnet-wo-" + std::string(held) + ".safetensors")))
        continue;
      SequenceModel model = golden.model("robustsleepnet-wo-" + std::string(held));
      StageOptions options{.edges = StageEdges::kZeros, .split_at_gaps = false, .channels = channels};
      const std::string stem = name + "." + std::string(held);
      check_probabilities(stage(open.recording, {&model}, options), golden.values(stem + ".prob.npy"));
      options.edges = StageEdges::kInside;
      check_probabilities(stage(open.recording, {&model}, options), golden.values(stem + ".inside.npy"));
      options.split_at_gaps = true;
      const bool has_split = about.get("split").is_string();
      const StagedRecord split = stage(open.recording, {&model}, options);
      check_probabilities(split, golden.values(stem + (has_split ? ".split.npy" : ".inside.npy")));
      for (const JsonValue& label : about.get("split_left_out").elements()) {
        CHECK(std::ranges::any_of(split.channels, [&](const StagingChannel& channel) {
          return channel.label == label.string() && channel.left_out == "flat";
        }));
      }
      ++n_run;
    }
  }
  CHECK(n_run == 6);
}

TEST_CASE("stagers of spectra standardised over the record get the probabilities of float64 arithmetic",
          "[staging][golden]") {
  EEGATE_GOLDEN_OR_SKIP(root);
  const Golden golden(root);
  if (!golden.is_there()) SKIP("no golden data of sleep staging");
  const OpenRecording open = golden.recording("three_125");
  const std::pair<const char*, const char*> models[] = {{"EEG", "EEG-L21-test-acc0.864"},
                                                        {"EEG-EOG-EMG", "EEG-EOG-EMG-L21-test-acc0.877"}};
  for (const auto& [kind, file] : models) {
    CAPTURE(kind);
    SequenceModel model = golden.model(std::string("physioex-seqsleepnet-") + file);
    std::vector<std::size_t> channels = {0, 1, 2};
    channels.resize(model.config().n_chans);
    const StagedRecord record = stage(open.recording, {&model}, {.channels = channels});
    check_probabilities(record, golden.values(std::string("px_seqsleepnet-") + kind + ".prob.npy"));
  }
}

TEST_CASE("stagers of samples answer for the middle of each window with the probabilities of float64 arithmetic",
          "[staging][golden]") {
  EEGATE_GOLDEN_OR_SKIP(root);
  const Golden golden(root);
  if (!golden.is_there()) SKIP("no golden data of sleep staging");
  const OpenRecording open = golden.recording("three_125");
  const std::pair<const char*, const char*> models[] = {{"EEG", "EEG-L21-test-acc0.843"},
                                                        {"EEG-EOG-EMG", "EEG-EOG-EMG-L21-test-acc0.867"}};
  for (const auto& [kind, file] : models) {
    CAPTURE(kind);
    SequenceModel model = golden.model(std::string("physioex-chambon-") + file);
    std::vector<std::size_t> channels = {0, 1, 2};
    channels.resize(model.config().n_chans);
    const StagedRecord record = stage(open.recording, {&model}, {.channels = channels});
    check_probabilities(record, golden.values(std::string("px_chambon-") + kind + ".prob.npy"));
    CHECK(record.epochs[9].reason == NoStage::kNoContext);
    CHECK(record.epochs[10].reason == NoStage::kNone);
    CHECK(record.epochs[record.epochs.size() - 10].reason == NoStage::kNoContext);
    // Windows further apart would leave epochs without an answer.
    SequenceModel* const alone[] = {&model};
    const auto refused = stage_record(open.recording, alone, {.stride = 2, .channels = channels});
    REQUIRE(!refused.ok());
    CHECK(refused.error().code == "STAGE_STRIDE");
  }
}

TEST_CASE("several models answer with the mean of their probabilities", "[staging][golden][heavy]") {
  EEGATE_GOLDEN_OR_SKIP(root);
  const Golden golden(root);
  if (!golden.is_there()) SKIP("no golden data of sleep staging");
  const OpenRecording open = golden.recording("two_128");
  SequenceModel shhs = golden.model("robustsleepnet-wo-shhs"), mesa = golden.model("robustsleepnet-wo-mesa");
  const StagedRecord one = stage(open.recording, {&shhs}, {}), other = stage(open.recording, {&mesa}, {}),
                     both = stage(open.recording, {&shhs, &mesa}, {});
  for (std::size_t i = 0; i < both.epochs.size(); ++i) {
    for (std::size_t k = 0; k < kSleepStages; ++k) {
      const float mean = (one.epochs[i].probabilities[k] + other.epochs[i].probabilities[k]) / 2;
      CHECK(std::abs(both.epochs[i].probabilities[k] - mean) < 1e-6F);
    }
    const bool agree = one.epochs[i].stage == other.epochs[i].stage;
    CHECK((both.epochs[i].agreement == 1.0F) == agree);
  }
}

}  // namespace staging_golden_test
