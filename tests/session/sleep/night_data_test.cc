// Nights with hypnograms as training sets, and what models make of them.
#include "session/sleep/night_data.h"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "model/sequence/sequence_architecture.h"
#include "session/open/samples.h"
#include "session/sleep/hypnogram.h"
#include "session/sleep/night_evaluation.h"
#include "session/sleep/stagers.h"
#include "session/train/training_run.h"
#include "signal/sample_night.h"
#include "train/trainable.h"

using namespace eegate;

namespace night_data_test {

namespace {

constexpr std::string_view kSmall =
    R"({"config":{"architecture":"robust_sleep_net","filters":6,"virtual_channels":2,"channel_units":4,"hidden":6,)"
    R"("reduced":6,"attn_units":4,"sequence_hidden":6,"sequence_layers":1,"context":5,"drop_prob":0},)"
    R"("license":"CC0-1.0","card":{"author":"nobody"}})";

// Images are standardised over the record: a window of five epochs can be of one stage.
constexpr std::string_view kGated =
    R"({"config":{"architecture":"gated_stager","filters":8,"dim":16,"attn_units":8,"n_blocks":1,"n_heads":2,)"
    R"("ffn_dim":16,"context":5,"drop_prob":0},"card":{"author":"nobody"}})";

TrainingStart start_of(std::string_view setup, const std::vector<std::string>& channels = {}) {
  auto start = read_night_start(std::as_bytes(std::span(setup.data(), setup.size())), {}, channels, 1);
  INFO((start.ok() ? std::string() : describe(start.error())));
  REQUIRE(start.ok());
  return std::move(start).value();
}

OpenRecording night_of(std::uint64_t seed, std::size_t n_epochs, const std::string& name) {
  auto bytes = make_night_sample(seed, 30.0 * static_cast<double>(n_epochs));
  REQUIRE(bytes.ok());
  auto open = open_recording(std::make_shared<MemorySource>(std::move(bytes).value()), name);
  REQUIRE(open.ok());
  REQUIRE(read_all_annotations(open->recording).ok());
  return std::move(open).value();
}

LabelledNight labelled(const OpenRecording& open, const TrainingStart& start) {
  const auto hypnogram = hypnogram_of_recording(open);
  REQUIRE(hypnogram.ok());
  auto night = load_night(open, hypnogram->hypnogram, start);
  INFO((night.ok() ? std::string() : describe(night.error())));
  REQUIRE(night.ok());
  return std::move(night).value();
}

// Without signals: what arranging needs.
LabelledNight bare(const std::string& name, std::vector<int> labels, std::size_t row_size) {
  LabelledNight night{.name = name, .subject = subject_of_night(name), .labels = std::move(labels)};
  night.runs = {night.labels.size()};
  night.images.resize(night.labels.size() * row_size);
  return night;
}

}  // namespace

TEST_CASE("a time has the stage that holds the most of it", "[night]") {
  const Hypnogram coarse{.epoch_s = 30, .start_s = 10, .stages = {Stage::kWake, Stage::kN2, Stage::kNone}};
  CHECK(stage_between(coarse, 10, 40) == 0);
  CHECK(stage_between(coarse, 30, 60) == 2);  // 10 s W, 20 s N2
  CHECK(stage_between(coarse, 0, 30) == 0);
  CHECK(stage_between(coarse, 60, 90) == kNoClass);  // 10 s of N2 alone
  CHECK(stage_between(coarse, 500, 530) == kNoClass);
  const Hypnogram fine{.epoch_s = 5,
                       .stages = {Stage::kN3, Stage::kN3, Stage::kN3, Stage::kRem, Stage::kMovement, Stage::kRem}};
  CHECK(stage_between(fine, 0, 30) == 3);
}

TEST_CASE("the person of a recording stands in its name", "[night]") {
  CHECK(subject_of_night("SC4001E0-PSG.edf") == "SC400");
  CHECK(subject_of_night("SC4002E0-PSG.edf") == "SC400");
  CHECK(subject_of_night("ST7011J0-PSG.edf") == "ST701");
  CHECK(subject_of_night("sub-03_task-sleep_eeg.edf") == "sub-03");
  CHECK(subject_of_night("S007R04.edf") == "S7");
  CHECK(subject_of_night("night one.edf") == "night one");
}

TEST_CASE("a simulated night has the stages that it says", "[night]") {
  const std::vector<int> stages = sample_night_stages({.seed = 5, .n_epochs = 960});
  REQUIRE(stages.size() == 960);
  CHECK(std::set<int>(stages.begin(), stages.end()) == std::set<int>{0, 1, 2, 3, 4});
  CHECK(stages != sample_night_stages({.seed = 6, .n_epochs = 960}));
  const OpenRecording open = night_of(5, 120, "simulated.edf");
  const auto hypnogram = hypnogram_of_recording(open);
  REQUIRE(hypnogram.ok());
  const std::vector<int> wanted = sample_night_stages({.seed = 5, .n_epochs = 120});
  REQUIRE(hypnogram->hypnogram.stages.size() == 120);
  for (std::size_t i = 0; i < 120; ++i) REQUIRE(static_cast<int>(hypnogram->hypnogram.stages[i]) == wanted[i]);
  CHECK(make_night_sample(1, 10).error().code == "SAMPLE_LENGTH");
  CHECK(make_night_sample(1, 30).value() == make_night_sample(1, 30).value());
}

TEST_CASE("a night becomes rows of images with the stages of its hypnogram", "[night]") {
  const TrainingStart start = start_of(kSmall);
  CHECK(start.config.n_times == 1800);
  CHECK(start.config.n_outputs == 5);
  CHECK(start.contract.classes == std::vector<std::string>{"W", "N1", "N2", "N3", "REM"});
  CHECK(start.contract.sfreq == 60);
  CHECK(start.contract.license == "CC0-1.0");
  const OpenRecording open = night_of(2, 130, "S002.edf");
  const LabelledNight night = labelled(open, start);
  // Sleep, and 30 min before and after it at most.
  const std::vector<int> stages = sample_night_stages({.seed = 2, .n_epochs = 130});
  const auto first =
      static_cast<std::size_t>(std::ranges::find_if(stages, [](int stage) { return stage > 0; }) - stages.begin());
  const std::size_t kept_from = first > 60 ? first - 60 : 0;
  REQUIRE(night.labels.size() + kept_from == 130);
  CHECK(std::equal(night.labels.begin(), night.labels.end(), stages.begin() + static_cast<std::ptrdiff_t>(kept_from)));
  CHECK(night.runs == std::vector<std::size_t>{night.labels.size()});
  const std::size_t row = trial_shape_of(start.config).row_size();
  CHECK(night.images.size() == night.labels.size() * row);
  CHECK(std::ranges::all_of(night.images, [](float v) { return std::isfinite(v); }));
  CHECK(night.subject == "S002");

  const Hypnogram elsewhere{.start_s = 1e6, .stages = {Stage::kN2}};
  CHECK(load_night(open, elsewhere, start).error().code == "NIGHT_LABELS");
  CHECK(load_night(open, {.stages = {Stage::kN2}}, start, {.channels = {"Cz"}}).error().code == "CHANNEL_UNKNOWN");
  CHECK(load_night(open, {.stages = {Stage::kN2}}, start, {.channels = {"EEG Fpz-Cz", "EEG Pz-Oz"}}).error().code ==
        "STAGE_CHANNELS");
}

TEST_CASE("two channels stand side by side as the network takes them", "[night]") {
  const OpenRecording open = night_of(3, 12, "two.edf");
  const std::vector<std::string> both = {"EEG Fpz-Cz", "EEG Pz-Oz"};
  for (const std::string_view architecture : {"robust_sleep_net", "seq_sleep_net"}) {
    const std::string setup = R"({"config":{"architecture":")" + std::string(architecture) + R"(","context":5}})";
    const TrainingStart two = start_of(setup, both), one = start_of(setup);
    const Hypnogram all_n2{.stages = std::vector<Stage>(12, Stage::kN2)};
    const auto joined = load_night(open, all_n2, two, {.channels = both});
    const auto first = load_night(open, all_n2, one, {.channels = {both[0]}});
    const auto second = load_night(open, all_n2, one, {.channels = {both[1]}});
    REQUIRE((joined.ok() && first.ok() && second.ok()));
    const MapShape window = images_of_window(two.config);  // {L, frames, C, bins} or {L, C, frames, bins}
    const std::size_t row = window.size() / window.frames, bins = window.maps;
    REQUIRE(joined->images.size() == 12 * row);
    for (std::size_t k = 0; k < row; ++k) {
      const std::size_t outer = k / bins / window.width, inner = k / bins % window.width;
      const bool frames_first = architecture == "robust_sleep_net";
      const std::size_t channel = frames_first ? inner : outer, frame = frames_first ? outer : inner;
      const std::vector<float>& own = channel == 0 ? first->images : second->images;
      REQUIRE(joined->images[7 * row + k] == own[7 * (row / 2) + frame * bins + k % bins]);
    }
  }
}

TEST_CASE("nights train or validate by person or by recording", "[night]") {
  const TrainingStart start = start_of(kSmall);
  const std::size_t row = trial_shape_of(start.config).row_size();
  std::vector<LabelledNight> nights;
  for (int person = 0; person < 6; ++person) {
    for (const char* number : {"1", "2"}) {
      std::vector<int> labels(20);
      for (std::size_t i = 0; i < 20; ++i) labels[i] = i == 4 ? kNoClass : static_cast<int>(i % 5);
      nights.push_back(bare("SC40" + std::to_string(person) + number + "E0-PSG.edf", labels, row));
    }
  }
  const auto by_person = arrange_nights(nights, start, 1);
  REQUIRE(by_person.ok());
  CHECK(by_person->sets.validation.set.x.d0 == 40);  // both nights of one
  CHECK(by_person->sets.train.set.x.d0 == 200);
  CHECK(by_person->sets.split == "1 subject set aside");
  CHECK(by_person->sets.validation.set.first_rows == std::vector<std::uint32_t>{0, 5, 10, 15, 20, 25, 30, 35});
  CHECK(std::ranges::find(by_person->sets.train.set.first_rows, 18U) == by_person->sets.train.set.first_rows.end());
  const auto by_run = arrange_nights(nights, start, 1, SplitRule::kRun);
  REQUIRE(by_run.ok());
  CHECK(by_run->sets.split.ends_with("recordings set aside"));
  const auto none = arrange_nights(nights, start, 1, SplitRule::kNone);
  REQUIRE(none.ok());
  CHECK(none->sets.validation.set.n_trials() == 0);
  CHECK(arrange_nights(nights, start, 1, SplitRule::kBlock).error().code == "TRAIN_SPLIT");
  const std::vector<LabelledNight> alone = {nights[0]};
  CHECK(arrange_nights(alone, start, 1)->sets.split.empty());
  CHECK(arrange_nights(alone, start, 1, SplitRule::kSubject).error().code == "TRAIN_SPLIT");
  const std::vector<LabelledNight> brief = {bare("short.edf", {1, 2, 3}, row)};
  CHECK(arrange_nights(brief, start, 1).error().code == "NIGHT_SHORT");
  CHECK(by_person->card.find(R"("subjects":["SC400","SC401")") != std::string::npos);

  // Trained further: those who were set aside validate again; where all trained, the figures are no test.
  REQUIRE(by_person->sets.set_aside.size() == 2);
  const std::string aside = by_person->sets.set_aside[0];
  TrainingStart further = start_of(kSmall);
  further.contract.train_json =
      R"({"subjects":["SC400","SC401","SC402","SC403","SC404","SC405"],"set_aside":[")" + aside + "\"]}";
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    const auto again = arrange_nights(nights, further, seed);
    REQUIRE(again.ok());
    CHECK(again->sets.set_aside[0] == aside);
    CHECK(again->sets.warnings.empty());
  }
  further.contract.train_json = R"({"files":["SC4001E0-PSG.edf"],"before":)" + further.contract.train_json + "}";
  const auto by_file = arrange_nights(nights, further, 1);
  CHECK(by_file->sets.warnings.empty() == (aside != "SC400"));
  further.contract.train_json = R"({"subjects":["SC400","SC401","SC402","SC403","SC404","SC405"]})";
  const auto known = arrange_nights(nights, further, 1);
  REQUIRE(known.ok());
  REQUIRE(known->sets.warnings.size() == 1);
  CHECK(known->sets.warnings[0].code == "AUDIT_TRAINED_BEFORE");
  CHECK(known->card.find("they are no test.") != std::string::npos);
}

TEST_CASE("a stager that was trained on simulated nights stages another one", "[night][heavy]") {
  const TrainingStart start = start_of(kGated);
  std::vector<LabelledNight> nights;
  for (std::uint64_t seed = 1; seed <= 3; ++seed)
    nights.push_back(labelled(night_of(seed, 240, "sub-0" + std::to_string(seed) + "_eeg.edf"), start));
  const auto arranged = arrange_nights(std::move(nights), start, 1);
  REQUIRE(arranged.ok());
  const TrainingSets& sets = arranged->sets;
  const auto options =
      training_options(start, {.n_epochs = 12, .learning_rate = 1e-2}, class_counts(sets, start.config));
  REQUIRE(options.ok());
  auto trainer = start_training(start, sets, *options);
  REQUIRE(trainer.ok());
  while (!trainer->done()) {
    REQUIRE(trainer->step().ok());
    if (trainer->at_epoch_end()) trainer->finish_epoch();
  }
  const auto bytes = trained_model(*trainer, start, sets, arranged->card);
  INFO((bytes.ok() ? std::string() : describe(bytes.error())));
  REQUIRE(bytes.ok());
  auto stager = open_stager(*bytes, "trained.safetensors");
  REQUIRE(stager.ok());
  CHECK(stager->model.contract().train_json.find(R"("epochs_by_stage")") != std::string::npos);
  CHECK(stager->model.contract().train_json.find(R"("author":"nobody")") != std::string::npos);

  const OpenRecording other = night_of(9, 240, "other.edf");
  const auto hypnogram = hypnogram_of_recording(other);
  SequenceModel* const models[] = {&stager->model};
  const auto record = stage_record(other.recording, models, {.channels = {0}});
  REQUIRE(record.ok());
  NightEvaluator evaluator;
  evaluator.add("other.edf", *record, hypnogram->hypnogram);
  const auto evaluation = evaluator.result();
  REQUIRE(evaluation.ok());
  CHECK(evaluation->all.n_trials == 240);
  CHECK(evaluation->all.accuracy > evaluation->all.chance + 0.15);
  CHECK(evaluation->all.kappa > 0.4);
  CHECK(describe_night_evaluation(*evaluation, Keys::kSnake).find(R"("stage_f1")") != std::string::npos);

  // The file can be trained further.
  const auto again = read_night_start(*bytes, {}, {}, 1);
  REQUIRE(again.ok());
  CHECK_FALSE(again->new_weights);
  CHECK(is_night_start(*bytes, {}));
  CHECK(is_night_start({}, "seq_sleep_net"));
  CHECK_FALSE(is_night_start({}, "eegnet"));
  CHECK(read_night_start({}, "eegnet", {}, 1).error().code == "MODEL_PRESET");
}

TEST_CASE("F1 of each stage is that of its precision and recall", "[night]") {
  const std::vector<float> said = {0.9F, 0.1F, 0, 0.2F, 0.8F, 0, 0.6F, 0.4F, 0, 0.3F, 0.7F, 0};
  const std::vector<int> truth = {0, 0, 0, 1};
  const ClassificationMetrics metrics = classification_metrics({said.data(), 4, 3}, truth);
  const std::vector<double> f1 = f1_by_class(metrics);
  REQUIRE(f1.size() == 3);
  CHECK(std::abs(f1[0] - 0.8) < 1e-12);      // precision 1, recall 2/3
  CHECK(std::abs(f1[1] - 2.0 / 3) < 1e-12);  // precision 1/2, recall 1
  CHECK(f1[2] == 0);
  NightEvaluator nothing;
  CHECK(nothing.result().error().code == "NIGHT_LABELS");
}

}  // namespace night_data_test
