#include "model/model.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "base/finite.h"
#include "base/numbers_as_text.h"
#include "base/portable_math.h"
#include "kernels/matmul_int8.h"
#include "kernels/softmax.h"
#include "model/ablation.h"
#include "model/architecture.h"
#include "model/layers/input_standardize.h"
#include "model/model_file.h"

namespace eegate {
namespace {

// A correct engine stays below 2e-5; an error in a layer or another recipe is far above this.
constexpr double kSelfTestTolerance = 5e-4;
// In 8 bits a value close to the middle of two steps may be rounded up on one processor and down on another.
constexpr double kInt8SelfTestTolerance = 5e-3;

Result<> check_self_test_shape(const SafetensorsTensor& input, const SafetensorsTensor& logits,
                               const ModelConfig& config) {
  const bool right = input.shape.size() == 3 && input.shape[0] >= 1 && input.shape[1] == config.n_chans &&
                     input.shape[2] == config.n_times && logits.shape.size() == 2 &&
                     logits.shape[0] == input.shape[0] && logits.shape[1] == config.n_outputs;
  if (right) return {};
  return Error{.code = "MODEL_SELFTEST_SHAPE",
               .message = "The self-test does not have the shape of the model's input and output",
               .field = "selftest.input",
               .expected = "[B, " + std::to_string(config.n_chans) + ", " + std::to_string(config.n_times) +
                           "] and [B, " + std::to_string(config.n_outputs) + "]"};
}

Error self_test_failed(double difference, double allowed) {
  return Error{
      .code = "MODEL_SELFTEST",
      .message = "On this machine the model does not give the results that its author recorded",
      .field = "selftest.logits",
      .found = "a difference of " + significant(difference, 6),
      .expected = "at most " + significant(allowed, 6),
      .hint =
          "The weights or the configuration were altered after the self-test was written, or the file was made "
          "for another engine."};
}

Result<> check_finite_input(ConstTensor3 x) {
  const std::span<const float> values = x.flat();
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (std::isfinite(values[i])) continue;
    return Error{.code = "MODEL_INPUT_NONFINITE",
                 .message = "The input holds values that are not finite numbers",
                 .field = "x",
                 .place = "epoch " + std::to_string(i / (x.d1 * x.d2)) + ", channel " +
                          std::to_string(i / x.d2 % x.d1) + ", sample " + std::to_string(i % x.d2),
                 .found = std::isnan(values[i]) ? "NaN" : "infinity",
                 .expected = "finite microvolts"};
  }
  return {};
}

}  // namespace

Model::Model() = default;
Model::~Model() = default;
Model::Model(Model&&) noexcept = default;
Model& Model::operator=(Model&&) noexcept = default;

Result<Model> Model::load(std::span<const std::byte> bytes) {
  EEGATE_TRY(ModelFile file, read_model_file(bytes));
  const SafetensorsTensor* input = file.container.find("selftest.input");
  const SafetensorsTensor* logits = file.container.find("selftest.logits");
  if ((input == nullptr) != (logits == nullptr)) {
    return Error{.code = "MODEL_SELFTEST_INCOMPLETE",
                 .message = "The self-test lacks one of its two tensors",
                 .field = input == nullptr ? "selftest.input" : "selftest.logits"};
  }
  if (input != nullptr) EEGATE_CHECK(check_self_test_shape(*input, *logits, file.config));
  if (file.contract.in_8_bits && !int8_product_is_exact()) {
    return Error{.code = "MODEL_8_BITS",
                 .message = "This program runs WebAssembly's products of 8 bits wrongly",
                 .field = "bits",
                 .found = "8",
                 .hint = "Take the plain SIMD build, or a newer version of the program."};
  }
  const Architecture& architecture = *find_architecture(file.config.architecture);
  Model model;
  EEGATE_TRY(model.network_, architecture.make(file.config, file.weights));
  if (file.config.fields.has_field("recentre") && file.config.fields.flag("recentre"))
    model.recentring_weights_ = std::make_unique<Weights>(file.weights);
  const auto parameter = std::ranges::find_if(file.weights.specs(), &TensorSpec::is_parameter);
  const std::string& dtype = file.container.find(parameter->name)->dtype;
  model.bits_ = file.weights.has_int8() ? 8 : dtype == "F16" || dtype == "BF16" ? 16 : 32;
  model.config_ = std::move(file.config);
  model.contract_ = std::move(file.contract);
  model.warnings_ = std::move(file.warnings);
  for (const TensorSpec& spec : file.weights.specs())
    model.tensors_.push_back({spec.name, spec.shape, spec.is_parameter});
  if (input != nullptr) {
    EEGATE_TRY(const std::vector<float> x, read_floats(file.container, *input, bytes));
    EEGATE_TRY(const std::vector<double> expected, read_doubles(file.container, *logits, bytes));
    EEGATE_CHECK(model.run_self_test(x, expected));
  }
  return model;
}

Result<> Model::run_self_test(std::span<const float> x, std::span<const double> expected) {
  const std::size_t n = expected.size() / config_.n_outputs;
  std::vector<float> logits(expected.size());
  EEGATE_CHECK(predict({x.data(), n, config_.n_chans, config_.n_times}, {logits.data(), n, config_.n_outputs}));
  SelfTest test{.n_inputs = n};
  double largest = 1;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const double difference = std::abs(static_cast<double>(logits[i]) - expected[i]);
    // Written so that NaN, which compares false with everything, does not pass.
    test.max_abs_diff = difference <= test.max_abs_diff ? test.max_abs_diff : difference;
    largest = std::max(largest, std::abs(expected[i]));
  }
  const double allowed = largest * (contract_.in_8_bits ? kInt8SelfTestTolerance : kSelfTestTolerance);
  test.passed = test.max_abs_diff <= allowed;
  if (!test.passed) return self_test_failed(test.max_abs_diff, allowed);
  self_test_ = test;
  return {};
}

std::size_t Model::n_parameters() const {
  std::size_t total = 0;
  for (const TensorInfo& tensor : tensors_) {
    if (!tensor.is_parameter) continue;
    std::size_t n = 1;
    for (const std::size_t extent : tensor.shape) n *= extent;
    total += n;
  }
  return total;
}

Result<> Model::check_n_times(std::size_t n_times) const { return check_length(config_, n_times); }

Result<> Model::check_input(ConstTensor3 x) const {
  if (x.d1 != config_.n_chans) {
    return Error{.code = "MODEL_CHANNELS",
                 .message = "The input has another number of channels than the model",
                 .field = "x",
                 .found = std::to_string(x.d1),
                 .expected = std::to_string(config_.n_chans)};
  }
  EEGATE_CHECK(check_n_times(x.d2));
  return check_finite_input(x);
}

void Model::run(ConstTensor3 x, Matrix logits, ForwardTrace* trace, const Ablation* ablation) {
  const ArenaScope scope(arena_);
  const Tensor3 standardized = arena_.tensor3(x.d0, x.d1, x.d2);
  for (std::size_t b = 0; b < x.d0; ++b) standardize_input(config_.standardize, standardized[b], x[b]);
  if (trace != nullptr) trace->standardized.assign(standardized.flat().begin(), standardized.flat().end());
  ForwardContext context{.arena = arena_, .trace = trace, .ablation = ablation};
  network_->forward(standardized, logits, context);
}

Result<> Model::predict(ConstTensor3 x, Matrix logits, const Ablation* ablation) {
  EEGATE_CHECK(check_input(x));
  if (ablation != nullptr) EEGATE_CHECK(check_ablation(*ablation, config_));
  const std::size_t step = network_->preferred_batch(x.d2);
  for (std::size_t first = 0; first < x.d0; first += step) {
    const std::size_t n = std::min(step, x.d0 - first);
    run(x.slice(first, n), logits.slice_rows(first, n), nullptr, ablation);
  }
  return {};
}

Result<> Model::trace(ConstTensor3 x, Matrix logits, ForwardTrace& trace, const Ablation* ablation) {
  assert(!trace.records_steps || x.d0 == 1);
  EEGATE_CHECK(check_input(x));
  if (ablation != nullptr) EEGATE_CHECK(check_ablation(*ablation, config_));
  run(x, logits, &trace, ablation);
  return {};
}

std::vector<float> Model::weight(std::string_view name) const {
  const Weights* weights = network_->weights();
  if (weights == nullptr || !weights->has(name)) return {};
  return weights->in_floats(static_cast<std::size_t>(weights->find(name)));
}

void Model::set_recentring_weights(const Weights& weights) {
  *recentring_weights_ = weights;
  network_->set_weights(weights);
}

// If one logit is not finite, the probabilities of all classes are NaN.
void Model::probabilities(std::span<const float> logits, std::span<float> out) const {
  if (!all_finite(logits)) return std::ranges::fill(out, std::numeric_limits<float>::quiet_NaN()), void();
  if (config_.task == Task::kBinary) {
    const double positive = 1.0 / (1.0 + portable::exp(-static_cast<double>(logits[0])));
    out[0] = static_cast<float>(1.0 - positive);
    out[1] = static_cast<float>(positive);
    return;
  }
  std::copy(logits.begin(), logits.end(), out.begin());
  if (config_.task == Task::kClassify) softmax_rows({out.data(), 1, out.size()});
}

}  // namespace eegate
