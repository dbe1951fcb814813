#include "session/explain/explanation.h"

#include <cmath>
#include <optional>
#include <utility>

#include "base/count.h"
#include "base/numbers_as_text.h"
#include "files/npy.h"
#include "files/strict_object.h"
#include "model/architecture.h"
#include "model/model_file.h"
#include "model/quantize.h"
#include "model/resize.h"
#include "session/open/epoch_checks.h"
#include "train/init.h"

namespace eegate {
namespace {

constexpr double kMaxSteps = 100000, kMaxSeconds = 1e6, kMaxExplainSeed = 9007199254740991;
constexpr std::size_t kMaxSamples = std::size_t{1} << 30;  // of a window, longer than any epoch

constexpr ObjectForm kExplainForm = form_with_one_code("request for an explanation", "EXPLAIN_OPTION");
constexpr FieldSpec kExplainRequest[] = {
    required_field(optional_integer("target", 0, 1e6)),
    optional_text("method"),  // one of kExplainMethods; its error has a code of its own
    optional_integer("steps", 1, kMaxSteps),
    choice_field("baseline", "zero", kBaselines.names),
    optional_integer("background", 0, kMaxLength),
    optional_number("windowS", 0, kMaxSeconds),
    optional_number("stepS", 0, kMaxSeconds),
    bool_field("checks", true),
    integer_field("seed", 0, 0, kMaxExplainSeed),
};

struct Request {
  ExplainOptions options;
  CheckOptions checks;
};

Result<ExplainMethod> method_of(const StrictObject& request) {
  if (!request.is_set("method")) return ExplainMethod::kIntegratedGradients;
  if (const auto method = kExplainMethods.find(request.text("method"))) return *method;
  return request.error("EXPLAIN_METHOD", "There is no such method of explanation", "method",
                       quoted(request.text("method")), alternatives(kExplainMethods.names));
}

// A length in samples, at least one; 0 where none is given.
Result<std::size_t> samples_of(const StrictObject& request, std::string_view name, double sfreq) {
  if (!request.is_set(name)) return std::size_t{0};
  const double seconds = request.number(name);
  if (seconds < 1 / sfreq) return request.value_error(name, "at least a sample, " + significant(1 / sfreq, 6) + " s");
  return to_size_within(std::round(seconds * sfreq), 0, kMaxSamples);
}

Result<Request> read_request(const std::string& json, double sfreq, std::size_t n_epochs) {
  EEGATE_TRY(const JsonDocument document, JsonDocument::parse(json));
  EEGATE_TRY(const StrictObject object, StrictObject::read(kExplainRequest, document.root(), kExplainForm));
  Request request;
  ExplainOptions& options = request.options;
  options.target = object.size("target");
  EEGATE_TRY(options.method, method_of(object));
  options.baseline = object.option("baseline", kBaselines);
  object.copy("steps", options.n_steps);
  EEGATE_TRY(options.window, samples_of(object, "windowS", sfreq));
  EEGATE_TRY(options.step, samples_of(object, "stepS", sfreq));
  object.copy("background", options.n_background);
  if (options.n_background > 0 && options.n_background >= n_epochs)
    return object.value_error("background", "fewer than there are epochs, " + std::to_string(n_epochs));
  request.checks.seed = options.surrogate_seed = static_cast<std::uint64_t>(object.number("seed"));
  request.checks.wanted = object.flag("checks");
  if (!request.checks.wanted) request.checks.n_networks = request.checks.n_explained = 0;
  return request;
}

Error unexplainable(std::size_t n_unanswered, std::size_t n) {
  Error error = no_answer_error(n_unanswered, n);
  error.code = "EXPLAIN_NONFINITE";
  error.message = "What the model computes of some epochs is not finite, so there is nothing to explain";
  error.hint = "Remove these epochs, or check their amplitude; the weights of the model may be too large for it.";
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

std::span<const FieldSpec> explain_request_fields() { return kExplainRequest; }

Result<std::unique_ptr<Explanation>> begin_explanation(std::span<const std::byte> model, std::span<const float> x,
                                                       std::size_t n_epochs, std::size_t n_times,
                                                       const std::string& request) {
  EEGATE_TRY(Model checked, Model::load(model));
  EEGATE_TRY(const ModelFile file, read_model_file(model));
  EEGATE_TRY(const Request wanted, read_request(request, file.contract.sfreq, n_epochs));
  if (takes_gradients(wanted.options.method)) EEGATE_CHECK(check_differentiable(file.weights));
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
  json.begin_object().member("method", kExplainMethods.name_of(options.method)).count("target", options.target);
  json.member("baseline", kBaselines.name_of(options.baseline)).count("n_background", options.n_background);
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
