// What training starts from and what it leaves behind.
#include <array>
#include <catch2/catch_test_macros.hpp>
#include <string>
#include <vector>

#include "base/rng.h"
#include "files/npy.h"
#include "session/fixtures.h"
#include "session/train/training_card.h"
#include "session/train/training_data.h"
#include "session/train/training_evaluation.h"
#include "session/train/training_gradient.h"
#include "session/train/training_run.h"
#include "support/model_bytes.h"
#include "support/random_values.h"

using namespace eegate;
using namespace eegate::test;

namespace training_test {

namespace {

std::span<const std::byte> bytes_of(std::string_view text) {
  return std::as_bytes(std::span(text.data(), text.size()));
}

const std::string kConfig =
    R"({"architecture":"transformer","n_chans":2,"n_times":12,"n_outputs":2,"n_heads":2,"n_blocks":1,"ffn_dim":8,)"
    R"("embedding":{"kind":"linear","dim":6}})";

std::vector<std::byte> samples(std::size_t n, std::size_t n_chans = 2, std::size_t n_times = 12) {
  const std::array<std::uint64_t, 3> shape = {n, n_chans, n_times};
  const std::vector<float> values = random_values(n * n_chans * n_times, "samples", 30);
  return write_npy(std::span<const float>(values), shape);
}

std::vector<std::byte> labels(const std::vector<std::int64_t>& values) {
  const std::array<std::uint64_t, 1> shape = {values.size()};
  return write_npy(std::span<const std::int64_t>(values), shape);
}

std::vector<std::byte> decimals(const std::vector<double>& values, std::vector<std::uint64_t> shape) {
  return write_npy(std::span<const double>(values), shape);
}

TrainingStart start_of(const std::string& json) {
  auto start = read_training_start(bytes_of(json), 1);
  INFO((start.ok() ? std::string() : describe(start.error())));
  REQUIRE(start.ok());
  return std::move(start).value();
}

}  // namespace

TEST_CASE("a bare configuration gets names, a wrapped one keeps its own", "[session][train]") {
  const TrainingStart bare = start_of("\n " + kConfig);
  CHECK(bare.new_weights);
  CHECK(bare.contract.ch_names == std::vector<std::string>{"E1", "E2"});
  CHECK(bare.contract.classes == std::vector<std::string>{"0", "1"});
  CHECK(bare.contract.sfreq == 160);
  const TrainingStart full = start_of(
      R"({"config":)" + kConfig +
      R"(,"channels":["O1","O2"],"sfreq":250,"classes":["a","b"],"recipe":{"version":1},"license":"CC0-1.0"})");
  CHECK(full.contract.ch_names == std::vector<std::string>{"O1", "O2"});
  CHECK(full.contract.sfreq == 250);
  CHECK(full.contract.recipe_json == R"({"version":1})");
  CHECK(full.contract.license == "CC0-1.0");
  const auto model = model_bytes(FixtureModel{});
  const auto old = read_training_start(model, 1);
  REQUIRE(old.ok());
  CHECK_FALSE(old->new_weights);
  CHECK(old->contract.classes[1] == "eyes closed");
}

TEST_CASE("setups that contradict themselves are refused", "[session][train]") {
  const auto code = [](const std::string& more) {
    return std::string(read_training_start(bytes_of(R"({"config":)" + kConfig + more + "}"), 1).error().code);
  };
  CHECK(code(R"(,"channels":["O1"])") == "MODEL_META_VALUE");
  CHECK(code(R"(,"channels":"O1")") == "MODEL_META_VALUE");
  CHECK(code(R"(,"classes":["a",2])") == "MODEL_META_VALUE");
  CHECK(code(R"(,"sfreq":"fast")") == "MODEL_META_VALUE");
  CHECK(code(R"(,"sfreq":0)") == "MODEL_META_VALUE");
  CHECK(code(R"(,"recipe":{"version":1,"ica":true})") == "RECIPE_UNKNOWN_KEY");
  CHECK(code(R"(,"extra":1)") == "MODEL_CONFIG_UNKNOWN");
  CHECK(code(R"(,"card":"good")") == "MODEL_META_VALUE");
  CHECK(read_training_start(bytes_of("{\"config\":"), 1).error().code == "JSON_SYNTAX");
  CHECK_FALSE(read_training_start({}, 1).ok());
}

TEST_CASE("labels are one whole number for each epoch, or values for regression", "[session][train]") {
  const ModelConfig config = config_from(kConfig);
  CHECK(read_labelled_epochs(samples(3), labels({0, 1, 0}), config).ok());
  CHECK(read_labelled_epochs(samples(3), decimals({0, 1, 0}, {3, 1}), config).ok());
  CHECK(read_labelled_epochs(samples(3), labels({0, 1}), config).error().code == "TRAIN_LABELS");
  CHECK(read_labelled_epochs(samples(3), labels({0, 1, 2}), config).error().code == "TRAIN_LABELS");
  CHECK(read_labelled_epochs(samples(3), labels({0, -1, 1}), config).error().code == "TRAIN_LABELS");
  CHECK(read_labelled_epochs(samples(3), decimals({0, 0.5, 1}, {3}), config).error().code == "TRAIN_LABELS");
  CHECK(read_labelled_epochs(samples(3, 4), labels({0, 1, 0}), config).error().code == "MODEL_CHANNELS");
  CHECK(read_labelled_epochs(samples(0), labels({}), config).error().code == "TRAIN_EMPTY");
  const ModelConfig regress = config_from(kConfig.substr(0, kConfig.size() - 1) + R"(,"task":"regress"})");
  CHECK(read_labelled_epochs(samples(2), decimals({0.1, 0.2, 0.3, 0.4}, {2, 2}), regress).ok());
  CHECK(read_labelled_epochs(samples(2), decimals({0.1, 0.2}, {2}), regress).error().code == "TRAIN_LABELS");
}

TEST_CASE("the people of validation are not those of training", "[session][train]") {
  const ModelConfig config = config_from(kConfig);
  const std::vector<std::int32_t> subjects = {4, 4, 7, 7, 9, 9};
  auto epochs = read_labelled_epochs(samples(6), labels({0, 1, 0, 1, 0, 1}), config);
  REQUIRE(epochs.ok());
  const std::vector<float> values = epochs->values;
  const auto sets = arrange_sets(std::move(epochs).value(), {}, subjects, config, 3);
  REQUIRE(sets.ok());
  REQUIRE(sets->train.set.x.d0 == 4);
  REQUIRE(sets->validation.set.x.d0 == 2);
  CHECK(sets->validation.set.x.data == sets->validation.values.data());
  std::size_t first = 0;  // where the two of validation stood
  while (values[first] != sets->validation.values[0]) ++first;
  CHECK(first % (2 * 2 * 12) == 0);
  CHECK(sets->validation.set.targets.classes == std::vector<int>{0, 1});
  auto two = read_labelled_epochs(samples(4), labels({0, 1, 0, 1}), config);
  CHECK(arrange_sets(std::move(two).value(), {}, std::vector<std::int32_t>{1, 1, 2, 2}, config, 3).error().code ==
        "TRAIN_SPLIT");
}

TEST_CASE("blocks of overlapping windows share no samples, and where nothing tells of them, that is said",
          "[session][train]") {
  const ModelConfig config = config_from(kConfig);
  const auto sets_of = [&](std::string_view recipe, SplitRule rule = SplitRule::kBlock) {
    const std::vector<std::int64_t> y = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    auto epochs = read_labelled_epochs(samples(24), labels(y), config);
    auto sets = arrange_sets(std::move(epochs).value(), {}, {}, config, 0, rule, recipe);
    REQUIRE(sets.ok());
    return std::move(sets).value();
  };
  const auto told = [](const TrainingSets& sets, std::string_view code) {
    return std::ranges::count(sets.warnings, code, &Warning::code) == 1;
  };
  // Validation is 10, 11 and 22, 23; windows of 3 steps reach into two neighbours.
  const TrainingSets cut = sets_of(R"({"version":1,"epochs":{"by":"window","length_s":1.5,"step_s":0.5}})");
  CHECK(cut.validation.set.x.d0 == 4);
  CHECK(cut.train.set.targets.classes == std::vector<int>{0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1});
  CHECK(told(cut, "TRAIN_DROPPED"));
  CHECK_FALSE(told(cut, "EPOCHS_UNTIMED"));
  const TrainingSets apart = sets_of(R"({"version":1,"epochs":{"by":"window","length_s":1,"step_s":1}})");
  CHECK(apart.train.set.x.d0 == 20);
  CHECK_FALSE((told(apart, "TRAIN_DROPPED") || told(apart, "EPOCHS_UNTIMED")));
  CHECK(told(sets_of(""), "EPOCHS_UNTIMED"));
  CHECK_FALSE(told(sets_of("", SplitRule::kNone), "EPOCHS_UNTIMED"));
}

TEST_CASE("one class only is refused, imbalance is told", "[session][train]") {
  const ModelConfig config = config_from(kConfig);
  auto same = read_labelled_epochs(samples(3), labels({1, 1, 1}), config);
  CHECK(arrange_sets(std::move(same).value(), {}, {}, config, 0).error().code == "AUDIT_ONE_CLASS");
  auto uneven = read_labelled_epochs(samples(4), labels({1, 1, 1, 0}), config);
  const auto sets = arrange_sets(std::move(uneven).value(), {}, {}, config, 0);
  REQUIRE(sets.ok());
  REQUIRE(sets->warnings.size() == 1);
  CHECK(sets->warnings[0].code == "AUDIT_IMBALANCE");
}

TEST_CASE("labels that slipped by one epoch, or were exchanged for one person, are told", "[session][train]") {
  const ModelConfig config = config_from(kConfig);
  constexpr std::size_t kEpochs = 160, kPerPerson = 40, kSize = 2 * 12;
  const Rng rng(1, "slipped");
  std::vector<float> x = random_values(kEpochs * kSize, "samples", 30);
  std::vector<std::int64_t> right, slipped(kEpochs), exchanged;
  std::vector<std::int32_t> people;
  for (std::size_t i = 0; i < kEpochs; ++i) {
    right.push_back(static_cast<std::int64_t>(rng.bits(i) % 2));
    people.push_back(static_cast<std::int32_t>(i / kPerPerson));
    exchanged.push_back(people.back() == 2 ? 1 - right.back() : right.back());
    slipped[i] = i % kPerPerson == 0 ? right[i] : right[i - 1];
    const std::size_t loud = i * kSize + static_cast<std::size_t>(right.back()) * 12;
    for (std::size_t t = 0; t < 12; ++t) x[loud + t] *= 3;
  }
  const auto warned = [&](const std::vector<std::int64_t>& y) {
    const std::array<std::uint64_t, 3> shape = {kEpochs, 2, 12};
    auto epochs = read_labelled_epochs(write_npy(std::span<const float>(x), shape), labels(y), config);
    const auto sets = arrange_sets(std::move(epochs).value(), {}, people, config, 0);
    std::string codes;
    for (const Warning& warning : sets->warnings) codes += std::string(warning.code) + " ";
    return codes;
  };
  CHECK(warned(right).empty());
  CHECK(warned(slipped) == "AUDIT_SHIFTED ");
  CHECK(warned(exchanged) == "AUDIT_SWAPPED ");
}

TEST_CASE("a kappa that is not defined and intervals without a width are null", "[session][train]") {
  const std::vector<float> rows = {1, 0, 1, 0, 1, 0};
  const ConstMatrix probabilities(rows.data(), 3, 2);
  const std::vector<int> same = {0, 0, 0};
  const Evaluation evaluation{.n_trials = 3,
                              .n_unanswered = 0,
                              .classes = {"a", "b"},
                              .classification = classification_metrics(probabilities, same),
                              .intervals = bootstrap_intervals(probabilities, same),
                              .regression = {},
                              .calibration = {}};
  const auto json = JsonDocument::parse(evaluation_json(evaluation));
  REQUIRE(json.ok());
  CHECK(json->root().get("kappa").is_null());
  CHECK(json->root().get("intervals_95").get("kappa").is_null());
  CHECK(json->root().get("intervals_95").get("macro_f1").is_null());
  CHECK(json->root().get("intervals_95").get("accuracy").size() == 2);
  JsonOut of_page(Keys::kCamel);
  of_page.begin_object();
  write_judgement(of_page, evaluation.classification, evaluation.classes);
  CHECK(of_page.end_object().take().find("kappa") == std::string::npos);
}

TEST_CASE("three classes of a binary model are refused with the task that has them", "[session][train]") {
  const std::string setup =
      R"({"config":{"architecture":"cnn","task":"binary","n_chans":2,"n_times":80,"n_outputs":1},"classes":["a","b","c"]})";
  const auto refused = read_training_start(bytes_of(setup), 1);
  REQUIRE_FALSE(refused.ok());
  CHECK(refused.error().code == "MODEL_META_VALUE");
  CHECK(refused.error().hint.find("use classify") != std::string::npos);
}

TEST_CASE("values have no labels to smooth", "[session][train]") {
  const TrainingStart start = start_of(kConfig.substr(0, kConfig.size() - 1) + R"(,"task":"regress"})");
  const auto refused = training_options(start, {.label_smoothing = 0.3});
  REQUIRE_FALSE(refused.ok());
  CHECK(refused.error().code == "TRAIN_OPTION");
  CHECK(refused.error().field == "label smoothing");
}

TEST_CASE("people that the earlier model was not trained on validate, or a warning says that there are none",
          "[session][train]") {
  const ModelConfig config = config_from(kConfig);
  const std::vector<std::int32_t> subjects = {4, 4, 4, 4, 7, 7, 7, 7, 9, 9, 9, 9, 10, 10, 10, 10};
  const auto sets_of = [&](std::string_view card, std::uint64_t seed, SplitRule rule = SplitRule::kAuto) {
    auto epochs = read_labelled_epochs(samples(16), labels({0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1}), config);
    auto sets = arrange_sets(std::move(epochs).value(), {}, subjects, config, seed, rule, {}, card);
    REQUIRE(sets.ok());
    return std::move(sets).value();
  };
  const auto is_told = [](const TrainingSets& sets) {
    return std::ranges::any_of(sets.warnings, [](const auto& w) { return w.code == "AUDIT_TRAINED_BEFORE"; });
  };
  const TrainingSets first = sets_of({}, 0);
  CHECK_FALSE(is_told(first));
  CHECK(first.subjects == std::vector<std::string>{"4", "7", "9", "10"});
  REQUIRE(first.set_aside.size() == 1);
  const std::string card =
      R"({"subjects":["10","4","7","9"],"validation":"1 of the subjects set aside","set_aside":[")" +
      first.set_aside[0] + "\"]}";
  for (const std::uint64_t seed : {0U, 1U, 2U, 3U}) {
    CHECK(sets_of(card, seed).set_aside == first.set_aside);
    CHECK_FALSE(is_told(sets_of(card, seed)));
    CHECK(is_told(sets_of(R"({"people":["S004","S007","S009","S010"]})", seed)));
    CHECK(sets_of(R"({"subjects":["1","2"]})", seed).set_aside == sets_of({}, seed).set_aside);
    CHECK(sets_of(R"({"subjects":["9"],"before":{"subjects":["4","7"]}})", seed).set_aside ==
          std::vector<std::string>{"10"});
  }
  // The same last epochs of each subject were set aside before.
  CHECK(is_told(sets_of(card, 0, SplitRule::kBlock)));
  CHECK_FALSE(
      is_told(sets_of(R"({"subjects":["4","7","9"],"validation":"the last epochs of every recording and label"})", 0,
                      SplitRule::kBlock)));
}

TEST_CASE("a trained model loads, tells its run and remembers the one before", "[session][train]") {
  const TrainingStart start =
      start_of(R"({"config":)" + kConfig + R"(,"card":{"limits":"two epochs","ended":"well"}})");
  auto epochs = read_labelled_epochs(samples(6), labels({0, 1, 0, 1, 0, 1}), start.config);
  const auto sets = arrange_sets(std::move(epochs).value(), {}, {}, start.config, 0);
  const auto options =
      training_options(start, {.optimizer = "adam", .n_epochs = 2, .batch_size = 4, .learning_rate = 1e-3});
  REQUIRE(options.ok());
  CHECK(options->schedule.peak == 1e-3);
  auto trainer = start_training(start, *sets, *options);
  REQUIRE(trainer.ok());
  while (!trainer->done()) {
    REQUIRE(trainer->step().ok());
    if (trainer->at_epoch_end()) trainer->finish_epoch();
  }
  const auto bytes = trained_model(*trainer, start, *sets);
  REQUIRE(bytes.ok());
  const auto again = read_training_start(*bytes, 0);
  REQUIRE(again.ok());
  CHECK(again->contract.train_json.find("epochs done") != std::string::npos);
  CHECK(again->contract.train_json.find("well") == std::string::npos);
  CHECK(again->contract.train_json.find(R"("limits":"two epochs")") != std::string::npos);
  auto open = open_model(*bytes, "m.safetensors");
  REQUIRE(open.ok());
  REQUIRE(open->model.self_test());
  const auto evaluation = evaluate_npy(*open, samples(6), labels({0, 1, 0, 1, 0, 1}));
  REQUIRE(evaluation.ok());
  const auto json = JsonDocument::parse(evaluation_json(*evaluation));
  REQUIRE(json.ok());
  CHECK(json->root().get("n_trials").number() == 6);
  CHECK(json->root().get("recall").at(1).get("class").string() == "1");
  CHECK(training_options(start, {.optimizer = "newton"}).error().code == "TRAIN_OPTION");
}

TEST_CASE("gradients in pieces are those of the whole batch", "[session][train]") {
  const auto model = model_bytes(config_from(kConfig), metadata_for(config_from(kConfig)));
  std::vector<std::int64_t> classes(200);
  for (std::size_t i = 0; i < classes.size(); ++i) classes[i] = static_cast<std::int64_t>(i % 3 == 0);
  const auto pieces = gradient_file(model, samples(200), labels(classes), false);
  const auto whole = gradient_file(model, samples(200), labels(classes), true);  // without batch norms the same
  REQUIRE(pieces.ok());
  REQUIRE(whole.ok());
  const auto a = parse_safetensors(*pieces), b = parse_safetensors(*whole);
  REQUIRE((a.ok() && b.ok()));
  REQUIRE(a->tensors.size() == b->tensors.size());
  for (const SafetensorsTensor& tensor : a->tensors) {
    const auto x = read_floats(*a, tensor, *pieces), y = read_floats(*b, *b->find(tensor.name), *whole);
    for (std::size_t i = 0; i < x->size(); ++i) CHECK(std::abs((*x)[i] - (*y)[i]) < 1e-6F);
  }
}

TEST_CASE("a log is cut back to a point of the run", "[session][train]") {
  const std::string log = "{\"step\":0}\n{\"step\":1}\n{\"epoch\":0}\n{\"step\":2}\n{\"epoch\":1}\n{\"ste";
  CHECK(kept_log(log, 2, 1) == "{\"step\":0}\n{\"step\":1}\n{\"epoch\":0}\n");
  CHECK(kept_log(log, 3, 1) == "{\"step\":0}\n{\"step\":1}\n{\"epoch\":0}\n{\"step\":2}\n");
  CHECK(kept_log("", 5, 5).empty());
}

}  // namespace training_test
