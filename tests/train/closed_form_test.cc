// Models that are fitted in closed form: accuracy, files, errors.
#include "train/closed_form.h"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <complex>
#include <numeric>

#include "base/rng.h"
#include "covariance/matrix_functions.h"
#include "covariance/means.h"
#include "files/json.h"
#include "model/covariance_config.h"
#include "model/head_patterns.h"
#include "support/close_to.h"
#include "support/model_bytes.h"
#include "train/save.h"
#include "train/trainer.h"

using namespace eegate;

namespace closed_form_test {

namespace {

constexpr std::size_t kChans = 6, kTimes = 120;

// Sources of noise, mixed into the electrodes; in class k source k is three times as strong.
struct Sources {
  Sources(std::size_t n, std::size_t n_classes, const char* purpose, double slant = 0.4)
      : n_trials(n), values(n * kChans * kTimes) {
    const Rng rng(3, purpose);
    for (std::size_t i = 0; i < n; ++i) {
      const std::size_t label = i % n_classes;
      labels.push_back(static_cast<int>(label));
      for (std::size_t t = 0; t < kTimes; ++t) {
        double source[kChans];
        for (std::size_t c = 0; c < kChans; ++c)
          source[c] = (c == label ? 30 : 10) * rng.normal((i * kTimes + t) * kChans + c);
        for (std::size_t c = 0; c < kChans; ++c)
          values[(i * kChans + c) * kTimes + t] = static_cast<float>(source[c] + slant * source[(c + 1) % kChans]);
      }
    }
  }
  std::span<float> row(std::size_t trial, std::size_t channel) {
    return std::span(values).subspan((trial * kChans + channel) * kTimes, kTimes);
  }
  TrainingSet set() const { return {{values.data(), n_trials, kChans, kTimes}, {labels, {}}, groups}; }

  std::size_t n_trials;
  std::vector<float> values;
  std::vector<int> labels;
  std::vector<std::int32_t> groups;
};

ModelConfig config_of(const std::string& fields, std::size_t n_classes) {
  const std::string outputs =
      n_classes == 1 ? R"(,"task":"binary","n_outputs":1)" : R"(,"n_outputs":)" + std::to_string(n_classes);
  return test::config_from("{" + fields + outputs + R"(,"standardize":"none","n_chans":6,"n_times":120})");
}

Weights first_weights(const ModelConfig& config) {
  return Weights(find_architecture(config.architecture)->tensors(config));
}

Result<Trainer> trainer_for(const ModelConfig& config, const Sources& train, const Sources& validation,
                            const TrainOptions& options = {}) {
  return Trainer::create(config, first_weights(config), train.set(), validation.set(), options);
}

EpochRecord finish(Trainer& trainer) {
  REQUIRE(trainer.step().ok());
  REQUIRE(trainer.at_epoch_end());
  return trainer.finish_epoch();
}

std::vector<float> logits_of(const ClosedFormFit& fit, const Sources& data) {
  auto network = find_architecture(fit.config.architecture)->make(fit.config, fit.weights);
  REQUIRE(network.ok());
  const TrainableModel model{fit.config, fit.weights, std::move(network).value()};
  std::vector<std::uint32_t> all(data.n_trials);
  std::iota(all.begin(), all.end(), 0U);
  PassMemory memory;
  return infer(model, data.set(), all, memory);
}

const char* const kMethods[] = {
    R"("architecture":"tangent_space")",
    R"("architecture":"tangent_space","fitted_by":"lda","mean":"logeuclid")",
    R"("architecture":"tangent_space","fitted_by":"svm","estimator":"lwf")",
    R"("architecture":"tangent_space","order":2,"lag":3)",
    R"("architecture":"mdm")",
    R"("architecture":"csp")",
    R"("architecture":"csp","select":"distance","n_filters":4,"estimator":"scm")",
    R"("architecture":"tangent_space","bands":[4,20,40,60],"sfreq":160)",
    R"("architecture":"tangent_space","bands":[4,30,60],"sfreq":160,"estimator":"lwf","fitted_by":"lda")",
    R"("architecture":"csp","bands":[4,20,40,60],"sfreq":160,"n_filters":4)",
};

}  // namespace

TEST_CASE("Fits in one go tell classes apart that differ by the power of their sources", "[train][covariance]") {
  for (const std::size_t n_outputs : {std::size_t{1}, std::size_t{2}, std::size_t{3}}) {
    const std::size_t n_classes = std::max<std::size_t>(n_outputs, 2);
    const Sources train(24 * n_classes, n_classes, "train"), other(20 * n_classes, n_classes, "other");
    for (const char* method : kMethods) {
      CAPTURE(method, n_outputs);
      auto trainer = trainer_for(config_of(method, n_outputs), train, other);
      INFO((trainer.ok() ? std::string() : describe(trainer.error())));
      REQUIRE(trainer.ok());
      CHECK(trainer->begin_step().empty());
      const EpochRecord record = finish(*trainer);
      CHECK(record.accuracy > 0.95);
      CHECK(record.train_loss < 0.3);
      CHECK(trainer->done());
      CHECK(trainer->state() == TrainState::kEpochsDone);
      CHECK(trainer->n_steps_done() == 1);
    }
  }
}

TEST_CASE("Filtering on the geodesic of two classes is a classifier of two classes alone", "[train][covariance]") {
  const std::string fields = R"("architecture":"tangent_space","fitted_by":"fgmdm")";
  const Sources train(40, 2, "train"), other(40, 2, "other");
  auto trainer = trainer_for(config_of(fields, 2), train, other);
  REQUIRE(trainer.ok());
  CHECK(finish(*trainer).accuracy > 0.95);
  const auto three =
      JsonDocument::parse("{" + fields + R"(,"standardize":"none","n_chans":6,"n_times":120,"n_outputs":3})");
  const auto refused = read_config(three->root());
  REQUIRE_FALSE(refused.ok());
  CHECK(refused.error().code == "MODEL_CONFIG_CONFLICT");
  CHECK(refused.error().field == "config.fitted_by");
}

TEST_CASE("Networks of fits give the logits of their formula in float64", "[train][covariance]") {
  const Sources train(40, 2, "train"), other(12, 2, "other");
  const auto fit = fit_closed_form(config_of(R"("architecture":"tangent_space")", 1), train.set(), {});
  REQUIRE(fit.ok());
  const CovarianceOptions options = covariance_options(fit->config);
  const auto tensor = [&](const char* name) {
    const std::span<const float> values = fit->weights[name];
    return std::vector<double>(values.begin(), values.end());
  };
  const RealMatrix whitener(kChans, kChans, tensor("whiten"));
  const std::vector<double> head = tensor("head.weight");
  std::vector<double> expected;
  for (std::size_t i = 0; i < other.n_trials; ++i) {
    const RealMatrix c = covariance_of(centered_trial(other.set().x[i], options), options).matrix;
    expected.push_back(dot(tangent_vector(c, whitener), head) + tensor("head.bias")[0]);
  }
  CHECK(test::largest_difference(logits_of(*fit, other), expected) < 1e-5);
}

TEST_CASE("An average reference is fitted in the directions that it leaves", "[train][covariance]") {
  const auto referenced = [](Sources data) {
    for (std::size_t i = 0; i < data.n_trials; ++i) {
      for (std::size_t t = 0; t < kTimes; ++t) {
        float sum = 0;
        for (std::size_t c = 0; c < kChans; ++c) sum += data.row(i, c)[t];
        for (std::size_t c = 0; c < kChans; ++c) data.row(i, c)[t] -= sum / kChans;
      }
    }
    return data;
  };
  const Sources train = referenced({40, 2, "train"}), other = referenced({40, 2, "other"});
  for (const char* method : kMethods) {
    CAPTURE(method);
    auto trainer = trainer_for(config_of(method, 2), train, other);
    REQUIRE(trainer.ok());
    CHECK(finish(*trainer).accuracy > 0.9);
    if (trainer->config().architecture == "csp") continue;
    const std::size_t rows = n_covariance_rows(trainer->config());
    CHECK(trainer->config().fields.size("rank") == rows - rows / kChans);
    CHECK(trainer->weights().has("basis"));
  }
}

TEST_CASE("Flat and duplicated channels and trials of zeros do not enter a fit", "[train][covariance]") {
  const auto spoiled = [](Sources data) {
    for (std::size_t i = 0; i < data.n_trials; ++i) {
      std::ranges::fill(data.row(i, 4), 7.0F);
      std::ranges::copy(data.row(i, 0), data.row(i, 5).begin());
    }
    return data;
  };
  Sources train = spoiled({41, 2, "train"});
  const Sources other = spoiled({40, 2, "other"});
  for (std::size_t c = 0; c < kChans; ++c) std::ranges::fill(train.row(40, c), 0.0F);
  for (const char* method : kMethods) {
    CAPTURE(method);
    auto trainer = trainer_for(config_of(method, 2), train, other);
    REQUIRE(trainer.ok());
    const auto report = JsonDocument::parse(trainer->fit_json());
    CHECK(report->root().get("n_left_out").integer() == 1);
    CHECK(report->root().get("n_trials").integer() == 40);
    CHECK(finish(*trainer).accuracy > 0.9);
    // The output of a trial of zeros is NaN.
    const std::vector<std::uint32_t> last = {40};
    PassMemory memory;
    for (const float logit : infer(trainer->model(), train.set(), last, memory)) CHECK(std::isnan(logit));
  }
}

TEST_CASE("Fits refuse what they cannot be made of, with numbers", "[train][covariance]") {
  const ModelConfig config = config_of(R"("architecture":"tangent_space")", 2);
  Sources one(20, 2, "train");
  std::ranges::fill(one.labels, 0);
  one.labels[3] = 1;
  const auto few = fit_closed_form(config, one.set(), {});
  REQUIRE_FALSE(few.ok());
  CHECK(few.error().code == "TRAIN_LABELS");
  CHECK(few.error().found == "1 trials of class 1");
  Sources flat(20, 2, "train");
  for (std::size_t i = 0; i < flat.n_trials; ++i) {
    for (std::size_t c = 1; c < kChans; ++c) std::ranges::fill(flat.row(i, c), 0.0F);
  }
  const auto thin = fit_closed_form(config, flat.set(), {});
  REQUIRE_FALSE(thin.ok());
  CHECK(thin.error().code == "TRAIN_RANK");
  CHECK(thin.error().found == "1 of 6");
}

TEST_CASE("Files of fits pass their self-test and give the same logits", "[train][covariance]") {
  const Sources train(40, 2, "train"), other(10, 2, "other");
  for (const char* method : kMethods) {
    CAPTURE(method);
    const auto fit = fit_closed_form(config_of(method, 2), train.set(), {});
    REQUIRE(fit.ok());
    ModelContract contract{.ch_names = {"F3", "F4", "C3", "C4", "P3", "P4"}, .sfreq = 160, .classes = {"a", "b"}};
    const auto bytes = write_model(fit->config, fit->weights, contract, other.set().x.slice(0, 2));
    INFO((bytes.ok() ? std::string() : describe(bytes.error())));
    REQUIRE(bytes.ok());
    auto model = Model::load(*bytes);
    REQUIRE(model.ok());
    CHECK(model->self_test()->passed);
    std::vector<float> logits(2 * other.n_trials);
    REQUIRE(model->predict(other.set().x, {logits.data(), other.n_trials, 2}).ok());
    CHECK(logits == logits_of(*fit, other));
  }
}

TEST_CASE("Recentring takes away what differs between people", "[train][covariance]") {
  // Other subjects have other mixtures of sources at their electrodes.
  const auto person = [](const char* purpose, double slant, std::int32_t number) {
    Sources data(40, 2, purpose, slant);
    data.groups.assign(40, number);
    return data;
  };
  Sources train = person("one", 0.1, 1);
  for (const auto& [purpose, slant, number] : {std::tuple("two", 0.9, 2), std::tuple("three", -0.6, 3)}) {
    const Sources more = person(purpose, slant, number);
    train.values.insert(train.values.end(), more.values.begin(), more.values.end());
    train.labels.insert(train.labels.end(), more.labels.begin(), more.labels.end());
    train.groups.insert(train.groups.end(), more.groups.begin(), more.groups.end());
    train.n_trials += more.n_trials;
  }
  auto fit = fit_closed_form(config_of(R"("architecture":"tangent_space","recentre":true)", 2), train.set(), {});
  REQUIRE(fit.ok());
  // Recentring for a new subject by the mean of the subject's own trials changes the weights instead of the trials.
  const Sources other = person("four", 1.5, 4);
  const CovarianceOptions options = covariance_options(fit->config);
  std::vector<RealMatrix> own;
  for (std::size_t i = 0; i < other.n_trials; ++i)
    own.push_back(covariance_of(centered_trial(other.set().x[i], options), options).matrix);
  const RealMatrix whitener = matrix_inverse_sqrt(riemann_mean(own).mean);
  const std::span<float> stored = fit->weights.values(static_cast<std::size_t>(fit->weights.find("whiten")));
  std::ranges::transform(whitener.values, stored.begin(), [](double v) { return static_cast<float>(v); });
  const std::vector<float> logits = logits_of(*fit, other);
  int right = 0;
  for (std::size_t i = 0; i < other.n_trials; ++i)
    right += (logits[2 * i + 1] > logits[2 * i]) == (other.labels[i] == 1) ? 1 : 0;
  CHECK(right >= 38);
}

TEST_CASE("Patterns on the head show the sources that tell classes apart", "[train][covariance]") {
  const Sources train(80, 2, "train");
  for (const char* method : {kMethods[0], kMethods[5]}) {
    CAPTURE(method);
    const auto fit = fit_closed_form(config_of(method, 2), train.set(), {});
    REQUIRE(fit.ok());
    const std::vector<HeadPattern> patterns = head_patterns(fit->config, fit->weights);
    REQUIRE(patterns.size() >= 2);
    // Source 0 is strong in class 0 and reaches channel 0 and, weaker, channel 5; source 1 channels 1 and 0.
    for (std::size_t j = 0; j < 2; ++j) {
      const bool for_own = patterns[j].weight > 0;
      const std::size_t source = for_own ? patterns[j].class_index : 1 - patterns[j].class_index;
      std::vector<double> sizes;
      for (const double value : patterns[j].pattern) sizes.push_back(std::abs(value));
      CHECK(static_cast<std::size_t>(std::ranges::max_element(sizes) - sizes.begin()) == source);
      CHECK(std::abs(sizes[(source + kChans - 1) % kChans] / sizes[source] - 0.4) < 0.15);
    }
    CHECK(patterns[0].class_index + (patterns[0].weight > 0 ? 0 : 1) !=
          patterns[1].class_index + (patterns[1].weight > 0 ? 0 : 1));
  }
  const auto delayed = fit_closed_form(config_of(kMethods[3], 2), train.set(), {});
  CHECK(head_patterns(delayed->config, delayed->weights).empty());
}

TEST_CASE("Mirror images count as trials of the other class", "[train][covariance]") {
  const Sources train(20, 2, "train");
  // Channels 0 and 1 are those that the classes differ in; the others stay.
  const AugmentOptions mirror{.mirror_channels = {1, 0, 2, 3, 4, 5}, .mirror_classes = {1, 0}};
  const auto fit = fit_closed_form(config_of(R"("architecture":"mdm")", 2), train.set(), mirror);
  REQUIRE(fit.ok());
  CHECK(JsonDocument::parse(fit->report_json)->root().get("n_trials").integer() == 40);
  // The mean of each class is the mirrored mean of the other.
  const std::span<const float> means = fit->weights["means.whiten"];
  for (std::size_t i = 0; i < kChans; ++i) {
    for (std::size_t j = 0; j < kChans; ++j) {
      const auto other = [&](std::size_t c) { return c < 2 ? 1 - c : c; };
      const double a = means[i * kChans + j], b = means[kChans * kChans + other(i) * kChans + other(j)];
      CHECK(std::abs(a - b) < 1e-6);
    }
  }
}

namespace {

// Noise, and in class 1 a rhythm of 24 Hz at the third electrode and twice as much of it at the fourth.
Sources rhythmic(std::size_t n, const char* purpose) {
  Sources data(n, 1, purpose);
  const Rng rng(5, purpose);
  for (std::size_t i = 0; i < n; ++i) {
    data.labels[i] = static_cast<int>(i % 2);
    if (i % 2 == 0) continue;
    const double phase = rng.uniform(i);
    for (std::size_t t = 0; t < kTimes; ++t) {
      const double wave = 12 * std::sin(6.283185307179586 * (24 * static_cast<double>(t) / 160 + phase));
      data.row(i, 2)[t] += static_cast<float>(wave);
      data.row(i, 3)[t] += static_cast<float>(2 * wave);
    }
  }
  return data;
}

}  // namespace

TEST_CASE("A bank of bands finds the band that tells classes apart, and its place on the head", "[train][covariance]") {
  const Sources train = rhythmic(60, "train"), other = rhythmic(40, "other");
  for (const std::string architecture : {"tangent_space", "csp"}) {
    CAPTURE(architecture);
    const ModelConfig config =
        config_of(R"("bands":[8,14,20,28],"sfreq":160,"architecture":")" + architecture + "\"", 2);
    auto trainer = trainer_for(config, train, other);
    INFO((trainer.ok() ? std::string() : describe(trainer.error())));
    REQUIRE(trainer.ok());
    CHECK(finish(*trainer).accuracy > 0.9);
    const std::vector<HeadPattern> patterns = head_patterns(trainer->config(), trainer->weights());
    REQUIRE(patterns.size() >= 3);
    const HeadPattern* best = &patterns[0];
    for (const HeadPattern& one : patterns) {
      if (one.class_index == 1 && std::abs(one.weight) > std::abs(best->weight)) best = &one;
    }
    CHECK(best->class_index == 1);
    CHECK(best->band == 2);
    CHECK(std::abs(best->pattern[3] / best->pattern[2] - 2) < 0.02);
  }
}

TEST_CASE("Networks of banks give the logits of their formula in float64", "[train][covariance]") {
  const Sources train(40, 2, "train"), other(6, 2, "other");
  const auto fit = fit_closed_form(config_of(R"("architecture":"tangent_space","bands":[10,30,60],"sfreq":160)", 1),
                                   train.set(), {});
  REQUIRE(fit.ok());
  const std::span<const float> whiteners = fit->weights["whiten"], head = fit->weights["head.weight"];
  std::vector<double> expected;
  for (std::size_t i = 0; i < other.n_trials; ++i) {
    double score = fit->weights["head.bias"][0];
    for (const std::size_t b : {std::size_t{0}, std::size_t{1}}) {
      // Cosines and sines of the bins at 10 to 30 and 30 to 60 Hz, one by one.
      std::vector<double> parts;
      for (std::size_t c = 0; c < kChans; ++c) {
        const std::span<const float> x = other.set().x[i].row(c);
        double mean = 0;
        for (const float value : x) mean += value / static_cast<double>(kTimes);
        for (std::size_t bin = b == 0 ? 8 : 23; bin < (b == 0 ? 23 : 45); ++bin) {  // of 160 / 120 Hz
          std::complex<double> sum;
          for (std::size_t t = 0; t < kTimes; ++t) {
            const double angle = 6.283185307179586 * static_cast<double>(t) / kTimes;
            sum += (x[t] - mean) * (0.5 - 0.5 * std::cos(angle)) * std::polar(1.0, angle * static_cast<double>(bin));
          }
          parts.insert(parts.end(), {sum.real(), sum.imag()});
        }
      }
      RealMatrix samples(kChans, parts.size() / kChans, parts);
      const double scale = std::sqrt(16.0 * static_cast<double>(samples.cols) / 3) / kTimes;
      for (double& value : samples.values) value *= scale;
      const std::span<const float> own = whiteners.subspan(b * kChans * kChans, kChans * kChans);
      const RealMatrix whitener(kChans, kChans, {own.begin(), own.end()});
      const std::vector<double> vector = tangent_vector(covariance_of(samples, {}).matrix, whitener);
      for (std::size_t k = 0; k < vector.size(); ++k) score += vector[k] * head[b * vector.size() + k];
    }
    expected.push_back(score);
  }
  CHECK(test::largest_difference(logits_of(*fit, other), expected) < 1e-5);
}

}  // namespace closed_form_test
