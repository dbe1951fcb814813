// The session as a page uses it, its descriptions, samples and data sets.
#include "session/session.h"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "files/npy.h"
#include "session/fixtures.h"
#include "session/open/arrays.h"
#include "session/open/dataset.h"
#include "session/open/describe.h"

using namespace eegate;
using namespace eegate::test;

namespace session_test {

namespace {

FixtureRecording fitting() { return {.channels = channels_named({"Fc5.", "C3..", "Cz..", "C4.."})}; }

std::shared_ptr<ByteSource> source_of(const FixtureRecording& fixture) {
  return std::make_shared<MemorySource>(edf_bytes(fixture));
}

Recipe recipe_of(const char* json) {
  auto recipe = parse_recipe(json);
  REQUIRE(recipe.ok());
  return std::move(recipe).value();
}

std::span<const std::byte> bytes_of(std::string_view text) {
  return std::as_bytes(std::span(text.data(), text.size()));
}

}  // namespace

TEST_CASE("a session opens, plans, classifies and exports by numbers", "[session]") {
  Session session;
  REQUIRE(session.open_recording(1, source_of(fitting()), "a.edf").ok());
  REQUIRE(session.load_model(7, model_bytes(FixtureModel{}), "m.safetensors").ok());
  REQUIRE(session.check_compatibility(7, 1, "").ok());
  const auto plan = session.plan(3, 7, 1, "", false);
  REQUIRE(plan.ok());
  const std::size_t n = (*plan)->epochs().size();
  const auto probabilities = session.classify(3, 0, n);
  REQUIRE(probabilities.ok());
  CHECK(session.export_results(3, *probabilities, "csv").ok());
  CHECK(session.export_results(3, *probabilities, "xls").error().code == "RESULT_FORMAT");
  CHECK(session.classify(3, n, 1).error().code == "PLAN_RANGE");
  CHECK(session.advance(3, 0).ok());
}

TEST_CASE("the epochs of a plan are what its classification was given", "[session]") {
  Session session;
  // Fc5 is missing: its rows are zeros.
  REQUIRE(session.open_recording(1, source_of({.channels = channels_named({"C3..", "Cz..", "C4.."})}), "a.edf").ok());
  FixtureModel with_missing;
  with_missing.ch_names = {"C3", "Fc5", "C4"};
  REQUIRE(session.load_model(7, model_bytes(with_missing), "m.safetensors").ok());
  const auto plan = session.plan(3, 7, 1, "", true);
  REQUIRE(plan.ok());
  const std::size_t n = (*plan)->epochs().size(), n_times = (*plan)->prepared().n_times;
  REQUIRE(n > 2);
  const auto x = session.plan_epochs(3, 1, n - 1);
  REQUIRE(x.ok());
  REQUIRE(x->size() == (n - 1) * 3 * n_times);
  CHECK(std::all_of(x->begin() + static_cast<std::ptrdiff_t>(n_times),
                    x->begin() + static_cast<std::ptrdiff_t>(2 * n_times), [](float value) { return value == 0; }));
  const auto logits = session.predict(7, *x, n - 1, n_times);
  const auto probabilities = session.classify(3, 1, n - 1);
  REQUIRE(logits.ok());
  REQUIRE(probabilities.ok());
  for (std::size_t i = 0; i + 1 < logits->size(); i += 2) {
    const float expected = 1 / (1 + std::exp((*logits)[i + 1] - (*logits)[i]));
    CHECK(std::abs((*probabilities)[i] - expected) < 1e-6f);
  }
  CHECK(session.plan_epochs(3, n, 1).error().code == "PLAN_RANGE");
  CHECK(session.plan_epochs(4, 0, 1).error().code == "SESSION_CLOSED");
}

TEST_CASE("what is closed is no longer there, and a plan keeps what it needs", "[session]") {
  Session session;
  REQUIRE(session.open_recording(1, source_of(fitting()), "a.edf").ok());
  REQUIRE(session.load_model(1, model_bytes(FixtureModel{}), "m.safetensors").ok());
  REQUIRE(session.plan(1, 1, 1, "", false).ok());
  session.close_recording(1);
  session.close_model(1);
  CHECK(session.recording(1).error().code == "SESSION_CLOSED");
  CHECK(session.check_compatibility(1, 1, "").error().code == "SESSION_CLOSED");
  CHECK(session.classify(1, 0, 1).ok());
  session.close_plan(1);
  CHECK(session.classify(1, 0, 1).error().code == "SESSION_CLOSED");
}

TEST_CASE("annotations that are given take the place of those of the file", "[session]") {
  Session session;
  REQUIRE(session.open_recording(1, source_of(fitting()), "a.edf").ok());
  REQUIRE(session.load_model(1, model_bytes(FixtureModel{}), "m.safetensors").ok());
  const char* given = R"({"annotations": [{"onset_s": 2, "duration_s": 0.5, "text": "b"},
                                          {"onset_s": 1, "text": "a"}, {"onset_s": 2, "text": "c"},
                                          {"onset_s": -3, "text": "before the start"}]})";
  const auto open = session.set_annotations(1, given);
  REQUIRE(open.ok());
  const Recording& recording = (*open)->recording;
  std::string order;
  for (const Annotation& one : recording.annotations()) order += one.text;
  CHECK(order == "before the startabc");
  CHECK(recording.annotations()[0].onset_s == -3);
  CHECK(recording.annotations()[1].duration_s == 0);
  CHECK(recording.annotations_complete());
  REQUIRE(session.read_annotations(1, 1 << 20).ok());
  CHECK(recording.annotations().size() == 4);  // none of the file's come back
  const auto plan = session.plan(
      1, 1, 1, R"({"version": 1, "epochs": {"by": "annotation", "tmin_s": 0, "tmax_s": 1, "labels": {"b": "x"}}})",
      true);
  REQUIRE(plan.ok());
  REQUIRE((*plan)->epochs().size() == 1);
  CHECK((*plan)->epochs()[0].onset_s == 2);
  CHECK(session.set_annotations(1, R"({"annotations": []})").ok());
  CHECK(recording.annotations().empty());
  CHECK(session.set_annotations(2, given).error().code == "SESSION_CLOSED");
  for (const char* wrong : {R"({"annotations": [{"onset_s": 1}]})", R"({"annotations": [{"text": "a"}]})",
                            R"({"annotations": [{"onset_s": 1, "duration_s": -1, "text": "a"}]})",
                            R"({"annotations": [{"onset_s": 1e300, "text": "a"}]})", R"({})"}) {
    CHECK(session.set_annotations(1, wrong).error().code == "ANNOTATION_VALUE");
  }
}

TEST_CASE("a file that cannot be opened leaves what was open before", "[session]") {
  Session session;
  REQUIRE(session.open_recording(1, source_of(fitting()), "a.edf").ok());
  const auto page = bytes_of("<!DOCTYPE html><html><body>Not found</body></html>");
  CHECK_FALSE(
      session.open_recording(1, std::make_shared<MemorySource>(std::vector(page.begin(), page.end())), "b.edf").ok());
  REQUIRE(session.recording(1).ok());
  CHECK((*session.recording(1))->recording.file_name() == "a.edf");
}

TEST_CASE("prediction checks the number of values", "[session]") {
  Session session;
  REQUIRE(session.load_model(1, model_bytes(FixtureModel{}), "m.safetensors").ok());
  const std::vector<float> x(2 * 3 * 320, 1.0f);
  const auto logits = session.predict(1, x, 2, 320);
  REQUIRE(logits.ok());
  CHECK(logits->size() == 4);
  CHECK(session.predict(1, x, 3, 320).error().code == "MODEL_CHANNELS");
}

TEST_CASE("a number of epochs whose product with their size wraps is refused", "[session]") {
  Session session;
  REQUIRE(session.load_model(1, model_bytes(FixtureModel{}), "m.safetensors").ok());
  const std::vector<float> x(2 * 3 * 320, 1.0f);
  // Times 3 x 320 this is 15 times all that a size_t can hold.
  constexpr std::size_t kWraps = std::size_t{1} << (8 * sizeof(std::size_t) - 6);
  CHECK(session.predict(1, x, 2 + kWraps, 320).error().code == "MODEL_CHANNELS");
  CHECK(session.predict(1, {}, kWraps, 320).error().code == "MODEL_CHANNELS");
  CHECK(session.predict(1, {}, kWraps, 0).error().code == "MODEL_CHANNELS");
  CHECK(session.predict(1, {}, 0, 320).ok());
  const auto begin = [&](std::span<const float> epochs, std::size_t n_epochs) {
    return session.begin_explanation(1, model_bytes(FixtureModel{}), epochs, n_epochs, 320,
                                     R"({"target":0,"method":"gradient_input"})");
  };
  CHECK(begin(x, 2 + kWraps).error().code == "MODEL_CHANNELS");
  CHECK(begin({}, 0).error().code == "MODEL_CHANNELS");
}

TEST_CASE("arrays of another shape than [B, C, T] are refused", "[session]") {
  const auto model = open(FixtureModel{});
  const std::vector<float> x(2 * 3 * 320, 0.5f);
  const auto run = [&](std::vector<std::uint64_t> shape) {
    return predict_npy(*model, write_npy(std::span<const float>(x), shape), {});
  };
  REQUIRE(run({2, 3, 320}).ok());
  CHECK(run({2 * 3, 320}).error().code == "NPY_SHAPE");
  CHECK(run({1, 6, 320}).error().code == "MODEL_CHANNELS");
}

TEST_CASE("descriptions speak snake_case to the command line and camelCase to the page", "[session]") {
  const auto recording = open(fitting());
  const auto snake = JsonDocument::parse(describe_recording(*recording, Keys::kSnake));
  const auto camel = JsonDocument::parse(describe_recording(*recording, Keys::kCamel));
  REQUIRE(snake.ok());
  REQUIRE(camel.ok());
  CHECK(snake->root().get("duration_s").number() == 10);
  CHECK(camel->root().get("durationS").number() == 10);
  CHECK(snake->root().get("channels").at(1).get("name").string() == "C3");
  CHECK(snake->root().get("channels").at(1).get("label").string() == "C3..");
  CHECK(camel->root().get("channels").at(1).get("nSamples").number() == 1600);
  CHECK(camel->root().get("mainChannels").size() == 4);
  CHECK(camel->root().get("startedAt").string() == "2009-08-12T16:15:00");
  CHECK(camel_case("max_abs_diff") == "maxAbsDiff");
}

TEST_CASE("a model's description holds its configuration as it is spelled in files", "[session]") {
  const auto model = open(FixtureModel{});
  const auto camel = JsonDocument::parse(describe_model(*model, Keys::kCamel));
  REQUIRE(camel.ok());
  CHECK(camel->root().get("config").get("n_chans").number() == 3);
  CHECK(camel->root().get("recipe").get("bandpass").get("low_hz").number() == 1);
  CHECK(camel->root().get("chNames").at(1).string() == "Cz");
  CHECK(camel->root().get("selfTest").is_null());
  CHECK(camel->root().get("tensors").size() == model->model.tensors().size());
  CHECK(camel->root().get("parameters").number() == static_cast<double>(model->model.n_parameters()));
}

TEST_CASE("samples are read by time, and gaps are NaN", "[session]") {
  FixtureRecording fixture = fitting();
  fixture.n_records = 4;
  fixture.record_starts_s = {0, 1, 5, 6};
  const auto opened = open(fixture);
  const std::vector<std::size_t> channels = {1, 2};
  const auto window = read_window(opened->recording, channels, 1.5, 4);
  REQUIRE(window.ok());
  CHECK(window->n_times == 640);
  CHECK_FALSE(std::isnan(window->values[0]));
  CHECK(std::isnan(window->values[200]));
  CHECK_FALSE(std::isnan(window->values[639]));
  const auto stored = read_stored(opened->recording, channels);
  REQUIRE(stored.ok());
  CHECK(stored->n_times == 640);
}

TEST_CASE("ranges and channels that are not there are errors", "[session]") {
  FixtureRecording fixture = fitting();
  fixture.channels[3].sfreq = 80;
  const auto opened = open(fixture);
  const Recording& recording = opened->recording;
  const std::vector<std::size_t> none, beyond = {9}, mixed = {1, 3}, good = {1};
  CHECK(read_window(recording, none, 0, 1).error().code == "CHANNEL_UNKNOWN");
  CHECK(read_window(recording, beyond, 0, 1).error().code == "CHANNEL_UNKNOWN");
  CHECK(read_window(recording, mixed, 0, 1).error().code == "CHANNEL_RATE");
  CHECK(read_window(recording, good, 10, 1).error().code == "READ_RANGE");
  CHECK(read_window(recording, good, 10, 1).error().field == "startS");
  CHECK(read_window(recording, good, 1, 0).error().field == "durationS");
  CHECK(read_window(recording, good, -1, 1).error().code == "READ_RANGE");
  CHECK(read_window(recording, good, std::nan(""), 1).error().code == "READ_RANGE");
  CHECK(find_channels(recording, {"C3", "Pz"}).error().code == "CHANNEL_UNKNOWN");
  REQUIRE(find_channels(recording, {"c3", "Fc5."}).ok());
}

TEST_CASE("a data set joins recordings, labels and subjects", "[session]") {
  const Recipe recipe = recipe_of(
      R"({"version":1,"epochs":{"by":"annotation","labels":{"T2":"right","T1":"left"},"tmin_s":0,"tmax_s":1}})");
  FixtureRecording fixture = fitting();
  fixture.annotations = {{1, 1, "T1"}, {3, 1, "T2"}, {5, 1, "T0"}};
  Dataset dataset;
  for (const char* name : {"S007R04.edf", "S012R08.edf", "mine.edf"}) {
    fixture.file_name = name;
    REQUIRE(append_recording(dataset, *open(fixture), recipe).ok());
  }
  CHECK(dataset.label_names == std::vector<std::string>{"right", "left"});
  CHECK(dataset.labels == std::vector<std::int64_t>{1, 0, 1, 0, 1, 0});
  CHECK(dataset.subjects_by_epoch() == std::vector<std::int32_t>{7, 7, 12, 12, -1, -1});
  CHECK(dataset.values.size() == 6u * 4 * 160);
  const auto array = parse_npy_floats(epochs_npy(dataset));
  REQUIRE(array.ok());
  CHECK(array->shape == std::vector<std::uint64_t>{6, 4, 160});
  CHECK(lines_of(epochs_tsv(dataset))[1] == "S007R04.edf\t1\t1\tleft");
}

TEST_CASE("who is who does not depend on the order of the files", "[session]") {
  const Recipe recipe = recipe_of(R"({"version":1,"epochs":{"by":"window","length_s":2,"step_s":2}})");
  const std::vector<std::string> names = {"S012R08.edf", "S013R08.edf", "mine.edf", "yours.edf"};
  std::vector<std::size_t> order = {0, 1, 2, 3};
  do {
    Dataset dataset;
    for (const std::size_t i : order) {
      FixtureRecording fixture = fitting();
      fixture.file_name = names[i];
      REQUIRE(append_recording(dataset, *open(fixture), recipe).ok());
    }
    std::map<std::string, std::int32_t> subject_of;
    for (std::size_t i = 0; i < names.size(); ++i) subject_of[dataset.file_names[i]] = dataset.subjects[i];
    CHECK(subject_of["S012R08.edf"] == 12);
    CHECK(subject_of["S013R08.edf"] == 13);
    const std::set<std::int32_t> people(dataset.subjects.begin(), dataset.subjects.end());
    CHECK(people.size() == 4);
  } while (std::ranges::next_permutation(order).found);
}

TEST_CASE("a person who was given a name is nobody else", "[session]") {
  const Recipe recipe = recipe_of(R"({"version":1,"epochs":{"by":"window","length_s":2,"step_s":2}})");
  Dataset dataset;
  const auto add = [&](const char* file_name, const char* subject) {
    FixtureRecording fixture = fitting();
    fixture.file_name = file_name;
    REQUIRE(DatasetPart::plan(dataset, *open(fixture), recipe, {}, subject).ok());
  };
  add("mine.edf", "");           // unknown
  add("other.edf", "mine.edf");  // a name that a file has, too
  add("mine.edf", "");           // another unknown person, in another folder
  add("third.edf", "mine.edf");
  add("S007R04.edf", "");
  add("fourth.edf", "7");
  CHECK(dataset.subjects == std::vector<std::int32_t>{-1, -2, -3, -2, 7, 7});
}

TEST_CASE("participants whose numbers are spelt differently are different subjects", "[session]") {
  const Recipe recipe = recipe_of(R"({"version":1,"epochs":{"by":"window","length_s":2,"step_s":2}})");
  Dataset dataset;
  for (const char* file_name : {"sub-01_eeg.edf", "sub-1_eeg.edf", "sub-01_run-2_eeg.edf", "sub-001_eeg.edf",
                                "sub-1_run-2_eeg.edf", "sub-02_eeg.edf"}) {
    FixtureRecording fixture = fitting();
    fixture.file_name = file_name;
    REQUIRE(append_recording(dataset, *open(fixture), recipe).ok());
  }
  CHECK(dataset.subjects == std::vector<std::int32_t>{1, -1, 1, -2, -1, 2});
}

TEST_CASE("recordings that differ are not joined, and epochs without labels give no labels", "[session]") {
  const Recipe recipe = recipe_of(R"({"version":1,"epochs":{"by":"window","length_s":2,"step_s":2}})");
  Dataset dataset;
  REQUIRE(append_recording(dataset, *open(fitting()), recipe).ok());
  CHECK(append_recording(dataset, *open({.channels = channels_named({"C3", "C4"})}), recipe).error().code ==
        "PREPARE_MISMATCH");
  FixtureRecording slower = fitting();
  for (auto& channel : slower.channels) channel.sfreq = 128;
  CHECK(append_recording(dataset, *open(slower), recipe).error().code == "PREPARE_MISMATCH");
  CHECK(labels_npy(dataset).error().code == "PREPARE_NO_LABELS");
}

TEST_CASE("subjects are read from names like S007R04.edf alone", "[session]") {
  CHECK(subject_in_name("S007R04.edf") == 7);
  CHECK(subject_in_name("s109r14_extra.edf") == 109);
  CHECK_FALSE(subject_in_name("S007.edf"));
  CHECK_FALSE(subject_in_name("Sleep01.edf"));
  CHECK_FALSE(subject_in_name("S-7R04.edf"));
  CHECK_FALSE(subject_in_name(""));
}

TEST_CASE("weights files and recordings are told apart by their first bytes", "[session]") {
  CHECK(looks_like_model(model_bytes(FixtureModel{}), "x.bin"));
  CHECK_FALSE(looks_like_model(edf_bytes(fitting()), "x.edf"));
  CHECK(looks_like_model(bytes_of("PK\x03\x04..............."), "weights.edf"));
  CHECK(looks_like_model(bytes_of("anything"), "weights.h5"));
  CHECK_FALSE(looks_like_model(bytes_of("0       {\"a\": a patient"), "x.edf"));
  CHECK_FALSE(looks_like_model({}, ""));
}

}  // namespace session_test
