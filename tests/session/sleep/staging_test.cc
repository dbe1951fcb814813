// Staging where no published weights are: what gets no stage and why, edges, strides, gaps, and what is refused.
#include "session/sleep/staging.h"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <functional>
#include <numbers>
#include <string>
#include <vector>

#include "base/rng.h"
#include "files/safetensors.h"
#include "model/sequence/sequence_architecture.h"
#include "model/sequence/window_means.h"
#include "session/open/open_files.h"
#include "session/sleep/stagers.h"
#include "session/sleep/staging_channels.h"
#include "session/sleep/staging_session.h"
#include "support/edf_builder.h"
#include "support/random_values.h"
#include "support/reference_data.h"

using namespace eegate;
using eegate::test::random_values;

namespace staging_test {

namespace {

constexpr std::string_view kConfig =
    R"({"architecture":"robust_sleep_net","n_chans":2,"n_times":1800,"n_outputs":5,"filters":4,"virtual_channels":2,)"
    R"("channel_units":3,"hidden":4,"reduced":4,"attn_units":3,"sequence_hidden":3,"sequence_layers":1,"context":5})";
constexpr std::string_view kRecipe =
    R"({"version":2,"steps":[{"resample_hz":100},{"bandpass":{"low_hz":0.2,"high_hz":30,"order":2}},)"
    R"({"resample_hz":60},{"robust_scale":{"clip_iqr":20}}],"epochs":{"by":"sequence","length_s":30,"context":5}})";

constexpr const char* kClasses = R"(["W","N1","N2","N3","REM"])";

// A small network with made-up weights, as a file.
std::vector<std::byte> model_bytes(std::string_view recipe = kRecipe, const std::string& seed = "weights",
                                   const std::string& classes = kClasses, std::size_t context = 5, std::size_t hop = 60,
                                   std::size_t n_fft = 128, double scale = 0.7) {
  std::string text(kConfig);
  text.replace(
      text.rfind("5}"), 2,
      std::to_string(context) + R"(,"hop":)" + std::to_string(hop) + R"(,"n_fft":)" + std::to_string(n_fft) + "}");
  const ModelConfig config = read_sequence_config(JsonDocument::parse(text)->root()).value();
  const std::vector<TensorSpec> specs = find_sequence_architecture(config.architecture)->tensors(config);
  std::vector<std::vector<float>> values;
  for (const TensorSpec& spec : specs) values.push_back(random_values(spec.n_values(), seed + spec.name, scale));
  std::vector<SafetensorsOut> tensors;
  for (std::size_t i = 0; i < specs.size(); ++i)
    tensors.push_back({specs[i].name, {specs[i].shape.begin(), specs[i].shape.end()}, values[i]});
  return write_safetensors({{"format", "eegate-1"},
                            {"config", text},
                            {"channels", R"(["EEG","EOG"])"},
                            {"sfreq", "60"},
                            {"unit", "uV"},
                            {"classes", classes},
                            {"recipe", std::string(recipe)}},
                           tensors);
}

SequenceModel model_of(const std::vector<std::byte>& bytes) {
  auto model = SequenceModel::load(bytes);
  INFO((model.ok() ? std::string() : describe(model.error())));
  REQUIRE(model.ok());
  return std::move(model).value();
}

using Wave = std::function<double(std::size_t)>;  // uV of each sample at 100 Hz

// Slow waves, an alpha rhythm and a little noise: a spectrum that falls.
Wave brain(const std::string& seed) {
  return [rng = Rng(3, seed)](std::size_t k) {
    const double t = static_cast<double>(k) / 100;
    return 30 * std::sin(2 * std::numbers::pi * 1.3 * t) + 8 * std::sin(2 * std::numbers::pi * 10 * t) + rng.normal(k);
  };
}
Wave noise(const std::string& seed) {
  return [rng = Rng(3, seed)](std::size_t k) { return 20 * rng.normal(k); };
}

struct Named {
  std::string label;
  Wave wave;
};

Recording recording_of(const std::vector<Named>& channels, std::size_t seconds) {
  test::BuiltEdf edf{.n_records = seconds};
  for (const Named& channel : channels) {
    test::BuiltSignal signal{.label = channel.label, .samples = 100};
    for (std::size_t second = 0; second < seconds; ++second) {
      std::vector<int> values;
      for (std::size_t i = 0; i < 100; ++i)
        values.push_back(
            static_cast<int>(std::lround(std::clamp(channel.wave(second * 100 + i), -99.0, 99.0) * 20.48)));
      signal.records.push_back(test::int16_bytes(values));
    }
    edf.signals.push_back(std::move(signal));
  }
  auto opened = Recording::open(test::source_of(edf), "night.edf");
  INFO((opened.ok() ? std::string() : describe(opened.error())));
  REQUIRE(opened.ok());
  return std::move(opened).value();
}

StagedRecord staged(const Recording& recording, SequenceModel& model, const StageOptions& options = {}) {
  SequenceModel* models[] = {&model};
  auto record = stage_record(recording, models, options);
  INFO((record.ok() ? std::string() : describe(record.error())));
  REQUIRE(record.ok());
  return std::move(record).value();
}

std::string refused(const Recording& recording, std::vector<SequenceModel*> models, const StageOptions& options = {}) {
  const auto record = stage_record(recording, models, options);
  return record.ok() ? std::string() : std::string(record.error().code);
}

double flat_zero(std::size_t) { return 0; }

}  // namespace

TEST_CASE("a channel is read, filtered step by step and drawn in pieces", "[staging]") {
  SequenceModel model = model_of(model_bytes());
  const Recording recording = recording_of({{"C3", brain("a")}, {"C4", brain("b")}}, 250);
  SequenceModel* models[] = {&model};
  auto staging = Staging::open(recording, models);
  REQUIRE(staging.ok());
  double before = 0;
  std::size_t n_pieces = 0;
  while (before < 1) {
    const auto done = staging->advance();
    REQUIRE(done.ok());
    CHECK(*done >= before);
    before = *done;
    ++n_pieces;
  }
  // Of each channel: reading, four steps, beginning and making its images. Then judging, and windows.
  CHECK(n_pieces >= 2 * 7 + 2);
  CHECK(staging->result().n_staged() == 8);
}

TEST_CASE("every epoch of a record gets a stage whose probabilities sum to 1", "[staging]") {
  SequenceModel model = model_of(model_bytes());
  const Recording recording =
      recording_of({{"C3", brain("a")}, {"EOG left", brain("b")}, {"EMG chin", brain("c")}}, 250);
  const StagedRecord record = staged(recording, model);
  REQUIRE(record.epochs.size() == 8);
  CHECK(record.n_staged() == 8);
  REQUIRE(record.channels.size() == 2);  // no muscle
  CHECK(record.channels[1].label == "EOG left");
  for (std::size_t i = 0; i < 8; ++i) {
    const StagedEpoch& epoch = record.epochs[i];
    CHECK(epoch.onset_s == 30.0 * static_cast<double>(i));
    float sum = 0;
    for (const float p : epoch.probabilities) sum += p;
    CHECK(std::abs(sum - 1) < 1e-5F);
    const auto best = std::ranges::max_element(epoch.probabilities) - epoch.probabilities.begin();
    CHECK(epoch.stage == best);
    CHECK(epoch.agreement == 1);
  }
  CHECK(record.probabilities().size() == 40);
}

TEST_CASE("flat lines and noise get no stage, and a channel of them is left out", "[staging]") {
  SequenceModel model = model_of(model_bytes());
  const StagedRecord flat = staged(recording_of({{"C3", flat_zero}, {"C4", flat_zero}}, 180), model);
  CHECK(flat.n_staged() == 0);
  CHECK(flat.epochs[2].reason == NoStage::kGap);
  CHECK(std::isnan(flat.epochs[2].probabilities[0]));
  const StagedRecord noisy = staged(recording_of({{"C3", noise("x")}, {"C4", noise("y")}}, 180), model);
  CHECK(noisy.n_staged() == 0);
  CHECK(noisy.epochs[2].reason == NoStage::kNoise);
  // An epoch in which one channel is noise and the other flat is noise.
  const Wave first_noise = [brain = brain("a"), noise = noise("x")](std::size_t k) {
    return k < 9000 ? noise(k) : brain(k);
  };
  const Wave first_flat = [brain = brain("b")](std::size_t k) { return k < 9000 ? 0 : brain(k); };
  const StagedRecord both = staged(recording_of({{"C3", first_noise}, {"C4", first_flat}}, 180), model);
  CHECK(both.epochs[0].reason == NoStage::kNoise);
  CHECK(both.epochs[2].reason == NoStage::kNoise);
  CHECK(both.epochs[5].reason == NoStage::kNone);
  const StagedRecord alone = staged(recording_of({{"C3", brain("a")}}, 180), model);
  const StagedRecord some =
      staged(recording_of({{"C3", brain("a")}, {"C4", flat_zero}, {"O1", noise("x")}}, 180), model);
  CHECK(some.channels[1].left_out == "flat");
  CHECK(some.channels[2].left_out == "noise");
  CHECK(some.probabilities() == alone.probabilities());
}

TEST_CASE("noise has a flat spectrum in both kinds of images, waves have not", "[staging]") {
  for (const bool density : {false, true}) {
    const SpectrogramForm form =
        density ? SpectrogramForm{.n_fft = 256, .window = 200, .hop = 100, .density = true, .floor = 1e-16}
                : SpectrogramForm{};
    const Spectrogram spectrogram(form);
    const double sfreq = density ? 100 : 60;
    const auto n = static_cast<std::size_t>(30 * sfreq);
    const auto is_flat = [&](const Wave& wave) {
      std::vector<double> x(n);
      for (std::size_t k = 0; k < n; ++k) x[k] = wave(k);
      std::vector<float> image(spectrogram.out_shape({1, 1, n, 1}).size());
      spectrogram.image(image, {x.data(), 1, n});
      return has_flat_spectrum(image, form, sfreq);
    };
    for (const char* seed : {"a", "b", "c", "d"}) CHECK(is_flat(noise(seed)));
    CHECK_FALSE(is_flat(brain("a")));
  }
}

TEST_CASE("a gap gets no stage, and what lies behind it does not change what lies before", "[staging]") {
  SequenceModel model = model_of(model_bytes());
  const Wave wave = brain("a");
  const auto with_gap = [&](std::size_t k) { return k >= 15200 && k < 21500 ? 0 : wave(k); };
  const StagedRecord record = staged(recording_of({{"C3", with_gap}}, 330), model);
  REQUIRE(record.epochs.size() == 11);
  for (std::size_t i = 0; i < 11; ++i) CHECK((record.epochs[i].stage < 0) == (i >= 5 && i <= 7));
  CHECK(record.epochs[6].reason == NoStage::kGap);
  const std::string csv = staged_csv(record);
  CHECK(csv.starts_with("onset,duration,stage,reason,p_W,p_N1,p_N2,p_N3,p_REM,agreement\n"));
  CHECK(csv.find("180,30,n/a,gap,n/a,n/a,n/a,n/a,n/a,n/a\n") != std::string::npos);
  const StagedRecord whole = staged(recording_of({{"C3", with_gap}}, 330), model, {.split_at_gaps = false});
  CHECK(whole.n_staged() == 11);
}

TEST_CASE("pieces of work end at 1 and give what one call gives", "[staging]") {
  SequenceModel model = model_of(model_bytes()), other = model_of(model_bytes(kRecipe, "other"));
  const Recording recording = recording_of({{"C3", brain("a")}, {"C4", brain("b")}}, 240);
  SequenceModel* models[] = {&model, &other};
  auto staging = Staging::open(recording, models, {});
  REQUIRE(staging.ok());
  double done = 0;
  while (done < 1) {
    const auto now = staging->advance();
    REQUIRE(now.ok());
    CHECK(*now >= done);
    done = *now;
  }
  const auto at_once = stage_record(recording, models, {});
  REQUIRE(at_once.ok());
  CHECK(at_once->probabilities() == staging->result().probabilities());
  const StagedRecord one = staged(recording, model), two = staged(recording, other);
  for (std::size_t i = 0; i < at_once->epochs.size(); ++i) {
    CHECK(std::abs(at_once->epochs[i].probabilities[2] -
                   (one.epochs[i].probabilities[2] + two.epochs[i].probabilities[2]) / 2) < 1e-6F);
  }
}

TEST_CASE("a page stages with models as bytes and wishes as JSON", "[staging]") {
  const auto recording = std::make_shared<OpenRecording>(
      OpenRecording{.source = nullptr, .recording = recording_of({{"C3", brain("a")}, {"C4", flat_zero}}, 90)});
  const std::vector<std::vector<std::byte>> models = {model_bytes()};
  const auto session = StagingSession::begin(recording, models, R"({"edges":"zeros","channels":[0,1]})");
  INFO((session.ok() ? std::string() : describe(session.error())));
  REQUIRE(session.ok());
  double done = 0;
  while (done < 1) done = (*session)->advance().value();
  const JsonDocument json = JsonDocument::parse(describe_staged((*session)->result(), Keys::kCamel)).value();
  CHECK(json.root().get("edges").string() == "zeros");
  CHECK(json.root().get("onsetS").elements().size() == 3);
  CHECK(json.root().get("channels").elements()[1].get("leftOut").string() == "flat");
  CHECK(json.root().get("models").elements()[0].string() == "robust_sleep_net");
  const auto code = [&](std::string_view request) {
    const auto begun = StagingSession::begin(recording, models, request);
    return begun.ok() ? std::string() : std::string(begun.error().code);
  };
  CHECK(code("{}").empty());
  CHECK(code(R"({"channels":[2]})") == "STAGE_REQUEST");
  CHECK(code(R"({"edges":"both"})") == "STAGE_REQUEST");
  CHECK(code(R"({"strides":1})") == "STAGE_REQUEST");
}

TEST_CASE("windows inside a record and beyond its edges", "[staging]") {
  SequenceModel model = model_of(model_bytes());  // windows of 5 epochs
  const SequenceNetwork& network = model.network();
  using Starts = std::vector<std::ptrdiff_t>;
  CHECK(plan_windows(network, 8, {}).starts == Starts{0, 1, 2, 3});
  CHECK(plan_windows(network, 8, {.stride = 2}).starts == Starts{0, 2, 3});
  CHECK(plan_windows(network, 3, {}).starts == Starts{0});
  CHECK(plan_windows(network, 3, {}).length == 3);
  CHECK(plan_windows(network, 2, {.beyond_edges = true}).starts == Starts{-4, -3, -2, -1, 0, 1});
}

TEST_CASE("what cannot be staged is refused with its code", "[staging]") {
  SequenceModel model = model_of(model_bytes());
  const Recording recording = recording_of({{"C3", brain("a")}}, 60), brief = recording_of({{"C3", brain("a")}}, 20),
                  muscle = recording_of({{"EMG", brain("a")}}, 60);
  CHECK(refused(recording, {}) == "STAGE_NO_MODEL");
  CHECK(refused(muscle, {&model}) == "STAGE_NO_CHANNEL");
  CHECK(refused(brief, {&model}) == "STAGE_TOO_SHORT");
  CHECK(refused(recording, {&model}, {.stride = 0}) == "STAGE_STRIDE");
  CHECK(refused(recording, {&model}, {.stride = 6}) == "STAGE_STRIDE");
  SequenceModel others = model_of(model_bytes(kRecipe, "w", R"(["a","b","c","d","e"])"));
  CHECK(refused(recording, {&others}) == "STAGE_MODELS");
  std::string recipe(kRecipe);
  recipe.replace(recipe.find("\"clip_iqr\":20"), 13, "\"clip_iqr\":10");
  SequenceModel unlike = model_of(model_bytes(recipe));
  CHECK(refused(recording, {&model, &unlike}) == "STAGE_MODELS");
  SequenceModel misspelt = model_of(model_bytes(R"({"version":2,"steps":[{"resample":1}],"epochs":{"length_s":30}})"));
  CHECK(refused(recording, {&misspelt}) == "RECIPE_UNKNOWN_KEY");
}

TEST_CASE("a file of a stager is told from others, and refuses what does not fit", "[staging]") {
  const std::vector<std::byte> bytes = model_bytes();
  CHECK(is_stager(bytes));
  CHECK_FALSE(open_model(bytes, "stager").ok());
  const auto file = test::read_bytes(test::test_data() / "golden" / "model" / "cnn.safetensors");
  CHECK_FALSE(is_stager(file));
  const auto opened = open_stager(file, "cnn");
  REQUIRE_FALSE(opened.ok());
  CHECK(opened.error().code == "MODEL_CONFIG_VALUE");
  for (const auto& model : {file, bytes}) CHECK(import_stager(model).error().code == "IMPORT_NOT_NEEDED");
  const std::vector<float> one = {1};
  CHECK(import_stager(write_safetensors({}, {{"w", {1}, one}})).error().code == "IMPORT_UNKNOWN");
}

TEST_CASE("published weights become the model files that float64 arithmetic tested", "[staging][golden]") {
  EEGATE_GOLDEN_OR_SKIP(golden);
  const std::filesystem::path folder = golden.parent_path() / "models" / "sleep";
  if (!std::filesystem::exists(folder)) SKIP("the published weights are not there");
  for (const std::string name :
       {"robustsleepnet-wo-shhs", "robustsleepnet-wo-mesa", "robustsleepnet-wo-sleep_edf",
        "physioex-seqsleepnet-EEG-L21-test-acc0.864", "physioex-seqsleepnet-EEG-EOG-EMG-L21-test-acc0.877",
        "physioex-chambon-EEG-L21-test-acc0.843", "physioex-chambon-EEG-EOG-EMG-L21-test-acc0.867"}) {
    CAPTURE(name);
    const auto imported = import_stager(test::read_bytes(folder / (name + ".safetensors")));
    INFO((imported.ok() ? std::string() : describe(imported.error())));
    REQUIRE(imported.ok());
    SequenceModel ours = model_of(imported->bytes),
                  theirs = model_of(test::read_bytes(folder / "eegate" / (name + ".safetensors")));
    REQUIRE(ours.self_test().has_value());
    CHECK(ours.self_test()->max_abs_diff == 0);
    CHECK(ours.contract().license == "MIT");
    CHECK(ours.n_parameters() == theirs.n_parameters());
    const auto ours_file = parse_safetensors(imported->bytes).value();
    const auto bytes = test::read_bytes(folder / "eegate" / (name + ".safetensors"));
    const auto theirs_file = parse_safetensors(bytes).value();
    for (const SafetensorsTensor& tensor : theirs_file.tensors) {
      if (tensor.name.starts_with("selftest")) continue;
      CAPTURE(tensor.name);
      REQUIRE(ours_file.find(tensor.name) != nullptr);
      CHECK(read_floats(ours_file, *ours_file.find(tensor.name), imported->bytes).value() ==
            read_floats(theirs_file, tensor, bytes).value());
    }
  }
}

TEST_CASE("a recipe that does not resample refuses a channel at another rate", "[staging]") {
  constexpr std::string_view kAsIs =
      R"({"version":2,"steps":[{"robust_scale":{"clip_iqr":20}}],"epochs":{"by":"sequence","length_s":30,"context":5}})";
  SequenceModel model = model_of(model_bytes(kAsIs));  // for 60 Hz
  CHECK(refused(recording_of({{"C3", brain("a")}}, 250), {&model}) == "STAGE_RATE");
}

TEST_CASE("windows are never further apart than the shortest of several models is long", "[staging]") {
  SequenceModel long_one = model_of(model_bytes()), short_one = model_of(model_bytes(kRecipe, "weights", kClasses, 2));
  const Recording recording = recording_of({{"C3", brain("a")}}, 250);
  CHECK(refused(recording, {&long_one, &short_one}, {.stride = 3}) == "STAGE_STRIDE");
  SequenceModel* models[] = {&long_one, &short_one};
  const auto record = stage_record(recording, models, {.stride = 2});
  REQUIRE(record.ok());
  CHECK(record->n_staged() == record->epochs.size());
}

TEST_CASE("a night whose images no engine can hold is refused before it is read", "[staging]") {
  // 777 frames of 513 bins, 1001 epochs beside each other: one window fits where memory is addressed with 64 bits.
  auto model = SequenceModel::load(model_bytes(kRecipe, "weights", kClasses, 1001, 1, 1024));
  REQUIRE(model.ok() == (sizeof(void*) > 4));
  if (!model.ok()) {
    CHECK(model.error().code == "MODEL_TOO_LARGE");
    return;
  }
  CHECK(refused(recording_of({{"C3", brain("a")}, {"C4", brain("b")}}, 250), {&*model}) == "MODEL_TOO_LARGE");
}

TEST_CASE("where a model computes no finite number there is no stage, and the reason is said", "[staging]") {
  SequenceModel model = model_of(model_bytes(kRecipe, "weights", kClasses, 5, 60, 128, 1e38));
  const StagedRecord record = staged(recording_of({{"C3", brain("a")}}, 250), model);
  REQUIRE(record.epochs.size() == 8);
  for (const StagedEpoch& epoch : record.epochs) {
    CHECK(epoch.stage == -1);
    CHECK(epoch.reason == NoStage::kNoAnswer);
  }
  CHECK(staged_csv(record).find(",n/a,no answer,n/a,") != std::string::npos);
  CHECK(staged_csv(record).find("nan") == std::string::npos);
}

TEST_CASE("bins that are wider than bands tell nothing of noise", "[staging]") {
  const std::vector<float> image(3, -5);
  CHECK_FALSE(has_flat_spectrum(image, {.n_fft = 4, .window = 4, .hop = 2}, 60));
}

}  // namespace staging_test
