#include "session/explanation.h"

#include <cmath>
#include <optional>
#include <utility>

#include "base/count.h"
#include "files/npy.h"
#include "model/architecture.h"
#include "model/model_file.h"
#include "model/resize.h"
#include "session/input_shape.h"
#include "session/plan.h"
#include "train/init.h"

namespace eegate {
namespace {

constexpr double kMostSteps = 100000;
constexpr std::size_t kMostSamples = std::size_t{1} << 30;  // of a window, longer than any epoch

Error option_error(std::string field, std::string found, std::string expected) {
  return {.code = "EXPLAIN_OPTION",
          .message = "An explanation was asked for in a way that is not understood",
          .field = std::move(field),
          .found = std::move(found),
          .expected = std::move(expected)};
}

// A number from `least` to `most`, or `otherwise` if there is none.
Result<double> number_of(const JsonValue& request, std::string_view key, double otherwise, double least, double most) {
  const JsonValue value = request.get(key);
  if (value.absent() || value.is_null()) return otherwise;
  if (value.is_number() && value.number() >= least && value.number() <= most) return value.number();
  return option_error(std::string(key), value.text(),
                      "a number from " + JsonWriter().value(least).text() + " to " + JsonWriter().value(most).text());
}

struct Request {
  ExplainOptions options;
  CheckOptions checks;
};

Result<ExplainMethod> method_of(const JsonValue& request) {
  const JsonValue value = request.get("method");
  if (value.absent() || value.is_null()) return ExplainMethod::kIntegratedGradients;
  if (const auto method = kExplainMethods.find(value.string())) return *method;
  return Error{.code = "EXPLAIN_METHOD",
               .message = "There is no such method of explanation",
               .field = "method",
               .found = value.text(),
               .expected = alternatives(kExplainMethods.words)};
}

Result<Baseline> baseline_of(const JsonValue& request) {
  const JsonValue value = request.get("baseline");
  if (value.absent() || value.is_null()) return Baseline::kZero;
  if (const auto baseline = kBaselines.find(value.string())) return *baseline;
  return option_error("baseline", value.text(), alternatives(kBaselines.words));
}

Result<> check_keys(const JsonValue& request) {
  constexpr std::string_view kKnown[] = {"target", "method", "steps", "baseline",  "windowS",
                                         "stepS",  "checks", "seed",  "background"};
  for (const auto& [key, value] : request.members()) {
    if (std::find(std::begin(kKnown), std::end(kKnown), key) == std::end(kKnown))
      return option_error(std::string(key), value.text(),
                          "target, method, steps, baseline, background, windowS, stepS, checks, seed");
  }
  return {};
}

Result<Request> read_request(const std::string& json, double sfreq, std::size_t n_epochs) {
  EEGATE_TRY(const JsonDocument document, JsonDocument::parse(json));
  const JsonValue root = document.root();
  EEGATE_CHECK(check_keys(root));
  Request request;
  if (root.get("target").absent()) return option_error("target", "nothing", "the number of a class");
  EEGATE_TRY(const double target, number_of(root, "target", 0, 0, 1e6));
  EEGATE_TRY(const double n_steps, number_of(root, "steps", 0, 1, kMostSteps));
  EEGATE_TRY(const double window_s, number_of(root, "windowS", 0, 1 / sfreq, 1e6));
  EEGATE_TRY(const double step_s, number_of(root, "stepS", 0, 1 / sfreq, 1e6));
  EEGATE_TRY(const double seed, number_of(root, "seed", 0, 0, 9007199254740991));
  const double most = n_epochs == 0 ? 0 : static_cast<double>(n_epochs - 1);
  EEGATE_TRY(const double n_background, number_of(root, "background", 0, 0, most));
  EEGATE_TRY(request.options.method, method_of(root));
  EEGATE_TRY(request.options.baseline, baseline_of(root));
  request.options.target = static_cast<std::size_t>(target);
  request.options.n_steps = static_cast<std::size_t>(n_steps);
  request.options.window = to_size_within(std::round(window_s * sfreq), 0, kMostSamples);
  request.options.step = to_size_within(std::round(step_s * sfreq), 0, kMostSamples);
  request.options.n_background = static_cast<std::size_t>(n_background);
  request.checks.seed = request.options.surrogate_seed = static_cast<std::uint64_t>(seed);
  request.checks.wanted = root.get("checks").absent() || root.get("checks").boolean();
  if (!request.checks.wanted) request.checks.n_networks = request.checks.n_explained = 0;
  return request;
}

Error unexplainable(std::size_t n_unanswered, std::size_t n) {
  Error error = no_answer_error(n_unanswered, n);
  error.code = "EXPLAIN_NONFINITE";
  error.message = "What the model computes of some epochs is not finite, so there is nothing to explain";
  error.hint = "Take these epochs out, or look at their amplitude; the weights of the model may be too large for it.";
  return error;
}

Result<ExplainedNetwork> network_of(ModelConfig config, Weights weights) {
  EEGATE_TRY(std::unique_ptr<Network> network, find_architecture(config.architecture)->make(config, weights));
  return ExplainedNetwork{std::move(config), std::move(weights), std::move(network)};
}

void describe_checks(JsonOut& json, const ExplainChecks& checks) {
  const auto numbers = [&](std::string_view key, const std::vector<double>& values) {
    json.key(key).begin_array();
    for (const double value : values) json.writer().value(value);
    json.end_array();
  };
  json.key("completeness").begin_object();
  json.member("promised", checks.completeness.promised).member("residual", checks.completeness.residual);
  json.member("limit", checks.completeness.limit).count("steps", checks.completeness.n_steps);
  json.member("passed", checks.completeness.passed()).end_object();
  if (!checks.made) return;
  json.key("deletion").begin_object().member("applies", checks.deletion.applies());
  numbers("shares", checks.deletion.shares);
  numbers("curve", checks.deletion.curve);
  json.key("random").begin_array();
  for (const std::vector<double>& curve : checks.deletion.random) {
    json.writer().begin_array();
    for (const double value : curve) json.writer().value(value);
    json.writer().end_array();
  }
  json.end_array().member("area", checks.deletion.area);
  numbers("random_areas", checks.deletion.random_areas);
  json.member("passed", checks.deletion.passed()).end_object();
  json.key("random_weights").begin_object().member("applies", checks.random_weights.applies());
  numbers("correlations", checks.random_weights.correlations);
  json.member("mean", checks.random_weights.mean).member("limit", checks.random_weights.limit);
  json.member("passed", checks.random_weights.passed()).end_object();
  json.key("strength").begin_object().member("difference", checks.strength.difference);
  numbers("random", checks.strength.random);
  json.member("factor", checks.strength.factor).member("passed", checks.strength.passed()).end_object();
}

}  // namespace

Result<std::unique_ptr<Explanation>> begin_explanation(std::span<const std::byte> model, std::span<const float> x,
                                                       std::size_t n_epochs, std::size_t n_times,
                                                       const std::string& request) {
  EEGATE_TRY(Model checked, Model::load(model));
  EEGATE_TRY(const ModelFile file, read_model_file(model));
  EEGATE_TRY(const Request wanted, read_request(request, file.contract.sfreq, n_epochs));
  EEGATE_CHECK(check_some_epochs(x.size(), n_epochs, file.config.n_chans, n_times));
  // Says what is wrong with the input.
  std::vector<float> logits(n_epochs * file.config.n_outputs);
  EEGATE_CHECK(checked.predict({x.data(), n_epochs, file.config.n_chans, n_times},
                               {logits.data(), n_epochs, file.config.n_outputs}));
  if (const std::size_t n = count_unanswered(logits, file.config.n_outputs); n > 0) return unexplainable(n, n_epochs);
  EEGATE_TRY(ResizedModel sized, resized(file.config, file.weights, n_times));
  sized.config.n_times = n_times;
  const auto make_random = [config = sized.config, seed = wanted.checks.seed](std::size_t index) {
    return network_of(config, initial_weights(config, seed + 1 + index));
  };
  EEGATE_TRY(ExplainedNetwork network, network_of(std::move(sized.config), std::move(sized.weights)));
  return Explanation::begin(std::move(network), x, file.contract.sfreq, wanted.options, wanted.checks, make_random);
}

std::string describe_explanation(const Explanation& explanation, Keys keys) {
  const ExplainChecks& checks = explanation.checks();
  const ExplainOptions& options = explanation.options();
  JsonOut json(keys, keys == Keys::kSnake);
  json.begin_object().member("method", kExplainMethods.word_of(options.method)).count("target", options.target);
  json.member("baseline", kBaselines.word_of(options.baseline)).count("n_background", options.n_background);
  json.count("n_epochs", explanation.n_trials()).count("n_checked", checks.n_trials);
  json.count("window", options.window).count("step", options.step);
  json.member("made", checks.made).member("trustworthy", checks.trustworthy()).strings("reasons", checks.reasons());
  json.key("logits").begin_array();
  for (const double logit : explanation.logits()) json.writer().value(logit);
  json.end_array().key("baseline_logits").begin_array();
  for (const double logit : explanation.baseline_logits()) json.writer().value(logit);
  json.end_array();
  describe_checks(json, checks);
  json.end_object();
  return json.take();
}

Result<ExplanationFiles> explain_npy(std::span<const std::byte> model, std::span<const std::byte> x,
                                     const std::string& request, const std::function<void(double)>& progress) {
  EEGATE_TRY(const NpyFloats input, parse_npy_floats(x));
  if (input.shape.size() != 3 || input.shape[0] == 0) {
    return Error{
        .code = "NPY_SHAPE",
        .message = "An explanation takes an array of epochs",
        .found = std::to_string(input.shape.size()) + " axes, " + std::to_string(input.values.size()) + " values",
        .expected = "[B, C, T]"};
  }
  EEGATE_TRY(const auto explanation, begin_explanation(model, input.values, static_cast<std::size_t>(input.shape[0]),
                                                       static_cast<std::size_t>(input.shape[2]), request));
  for (double done = 0; done < 1;) {
    EEGATE_TRY(done, explanation->advance());
    progress(done);
  }
  std::vector<std::uint64_t> shape = {explanation->n_trials(), input.shape[1], input.shape[2]};
  if (explanation->options().method == ExplainMethod::kAttentionRollout) shape.erase(shape.begin() + 1);
  return ExplanationFiles{write_npy(explanation->values(), shape), describe_explanation(*explanation, Keys::kSnake)};
}

}  // namespace eegate
