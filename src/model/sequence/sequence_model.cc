#include "model/sequence/sequence_model.h"

#include <algorithm>
#include <cmath>

#include "base/numbers_as_text.h"
#include "base/rng.h"
#include "files/safetensors.h"
#include "model/memory_limit.h"
#include "model/sequence/sequence_architecture.h"

namespace eegate {
namespace {

// A correct engine stays below 2e-5; an error in a layer is far above this.
constexpr double kSequenceTolerance = 5e-4;

Result<JsonDocument> config_of(const SafetensorsFile& container) {
  const std::string* config = container.metadata_value("config");
  return JsonDocument::parse(config == nullptr ? std::string_view("{}") : std::string_view(*config));
}

// Input [B, L, C, n_times], or images [B, L, C, frames, bins]; logits [B, L, classes], or [B, classes] of the middle
// epochs.
Result<> check_test_shape(const SafetensorsTensor& input, const SafetensorsTensor& logits,
                          const SequenceNetwork& network, const ModelConfig& config, bool images) {
  const std::vector<std::uint64_t>&x = input.shape, &y = logits.shape;
  const SpectrogramForm& form = network.spectrogram.form();
  const bool answers = network.classifies_middle ? y.size() == 2 && x.size() > 1 && x[1] == network.n_context
                                                 : y.size() == 3 && x.size() > 1 && y[1] == x[1];
  const bool axes = x.size() == (images ? 5U : 4U) && answers && y[0] == x[0] && y.back() == config.n_outputs &&
                    std::ranges::all_of(x, [](std::uint64_t n) { return n > 0; });
  const bool channels = axes && (x[2] == config.n_chans || network.any_channels);
  const bool right = channels && (images ? x[4] == form.n_bins() : x[3] == config.n_times);
  if (right) return {};
  return Error{.code = "MODEL_SELFTEST_SHAPE",
               .message = "The self-test does not have the shape of the model's input and output",
               .field = "selftest.input",
               .expected = std::string(images ? "[B, L, channels, frames, bins]" : "[B, L, channels, n_times]") +
                           (network.classifies_middle ? " and [B, classes]" : " and [B, L, classes]")};
}

Result<> check_times(const SequenceNetwork& network, const ModelConfig& config) {
  if (network.spectrogram.form().samples) return {};
  if (config.fields.has_field("frames") && config.fields.is_set("frames")) return {};
  const std::size_t window = network.spectrogram.form().window;
  if (config.n_times >= window) return {};
  return config_conflict("An epoch is shorter than one frame of its spectrogram", "n_times",
                         std::to_string(config.n_times), std::to_string(window) + " or more");
}

constexpr std::uint64_t kTestEpochs = 3;

// Random noise in the shape of the self-test: signals, or standardised images.
struct SequenceTest {
  std::vector<std::uint64_t> shape;
  std::vector<float> values;
};

SequenceTest make_test(const ModelConfig& config) {
  const SequenceArchitecture& architecture = *find_sequence_architecture(config.architecture);
  const MapShape images = images_of_window(config);
  const std::uint64_t n_epochs = architecture.classifies_middle ? config.fields.size("context") : kTestEpochs;
  SequenceTest test{{1, n_epochs, config.n_chans, config.n_times}, {}};
  if (architecture.tests_images) test.shape = {1, n_epochs, config.n_chans, images.width, images.maps};
  std::size_t n = 1;
  for (const std::uint64_t extent : test.shape) n *= static_cast<std::size_t>(extent);
  const Rng rng(1, "self-test of a stager");
  test.values.resize(n);
  for (std::size_t i = 0; i < n; ++i) test.values[i] = static_cast<float>(rng.normal(i));
  return test;
}

// Epochs in one forward pass: a window, or the whole self-test. A double: the product of sizes from a file may exceed
// every integer.
double epochs_at_once(const ModelConfig& config, const SafetensorsFile& container) {
  const auto window = static_cast<double>(config.fields.size("context"));
  const SafetensorsTensor* input = container.find("selftest.input");
  if (input == nullptr || input->shape.size() < 2) return window;
  return std::max(window, static_cast<double>(input->shape[0]) * static_cast<double>(input->shape[1]));
}

std::vector<SafetensorsOut> tensors_out(const Weights& weights, bool half) {
  std::vector<SafetensorsOut> tensors;
  for (std::size_t i = 0; i < weights.specs().size(); ++i) {
    const TensorSpec& spec = weights.specs()[i];
    const char* type = half && spec.is_parameter ? "F16" : "F32";
    tensors.push_back({spec.name, {spec.shape.begin(), spec.shape.end()}, weights.values(i), type});
  }
  return tensors;
}

}  // namespace

SequenceModel::SequenceModel() = default;
SequenceModel::~SequenceModel() = default;
SequenceModel::SequenceModel(SequenceModel&&) noexcept = default;
SequenceModel& SequenceModel::operator=(SequenceModel&&) noexcept = default;

bool SequenceModel::is_named_in(std::span<const std::byte> file) {
  const auto container = parse_safetensors(file);
  if (!container.ok()) return false;
  const auto document = config_of(*container);
  if (!document.ok() || !document->root().is_object()) return false;
  const JsonValue name = document->root().get("architecture");
  return name.is_string() && find_sequence_architecture(name.string()) != nullptr;
}

Result<SequenceModel> SequenceModel::load(std::span<const std::byte> bytes) {
  EEGATE_TRY(ModelFile file, read_sequence_file(bytes));
  const SafetensorsFile& container = file.container;
  const Weights& weights = file.weights;
  SequenceModel model;
  model.contract_ = std::move(file.contract);
  model.config_ = std::move(file.config);
  model.warnings_ = std::move(file.warnings);
  const SequenceArchitecture& architecture = *find_sequence_architecture(model.config_.architecture);
  for (const TensorSpec& spec : weights.specs()) {
    model.tensors_.push_back({spec.name, spec.shape, spec.is_parameter});
    model.n_parameters_ += spec.is_parameter ? spec.n_values() : 0;
  }
  model.network_ = make_sequence_network(model.config_, weights);
  EEGATE_CHECK(check_times(*model.network_, model.config_));
  const SafetensorsTensor *input = container.find("selftest.input"), *logits = container.find("selftest.logits");
  if ((input == nullptr) != (logits == nullptr)) {
    return Error{.code = "MODEL_SELFTEST_INCOMPLETE",
                 .message = "The self-test lacks one of its two tensors",
                 .field = input == nullptr ? "selftest.input" : "selftest.logits"};
  }
  if (input == nullptr) return model;
  EEGATE_CHECK(check_test_shape(*input, *logits, *model.network_, model.config_, architecture.tests_images));
  EEGATE_TRY(const std::vector<float> x, read_floats(container, *input, bytes));
  EEGATE_TRY(const std::vector<double> expected, read_doubles(container, *logits, bytes));
  EEGATE_CHECK(model.run_self_test(x, input->shape, expected));
  return model;
}

std::vector<float> SequenceModel::logits(std::span<const float> x, std::span<const std::uint64_t> shape) {
  const auto extent = [&](std::size_t axis) { return static_cast<std::size_t>(shape[axis]); };
  const std::size_t n_windows = extent(0), n_epochs = extent(1), n_chans = extent(2);
  const ArenaScope scope(arena_);
  ForwardContext context{.arena = arena_, .n_trials = n_windows};
  ConstMaps images(x.data(), n_windows,
                   {n_epochs, n_chans, shape.size() == 5 ? extent(3) : 1, extent(shape.size() - 1)});
  if (shape.size() == 4) {
    const MapShape signal{n_epochs, n_chans, extent(3), 1}, made = network_->spectrogram.out_shape(signal);
    const Matrix values = arena_.matrix(n_windows, made.size());
    network_->spectrogram.forward({values.data, n_windows, made}, {x.data(), n_windows, signal}, context);
    images = {values.data, n_windows, made};
  }
  const std::size_t n_rows = n_windows * network_->n_answers(n_epochs);
  std::vector<float> logits(n_rows * config_.n_outputs);
  network_->forward({logits.data(), n_rows, config_.n_outputs}, images, context);
  return logits;
}

Result<> SequenceModel::run_self_test(std::span<const float> x, std::span<const std::uint64_t> shape,
                                      std::span<const double> expected) {
  const std::vector<float> found = logits(x, shape);
  SelfTest test{.n_inputs = static_cast<std::size_t>(shape[0])};
  double largest = 1;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const double difference = std::abs(static_cast<double>(found[i]) - expected[i]);
    // NaN compares false with everything: it must not pass.
    test.max_abs_diff = difference <= test.max_abs_diff ? test.max_abs_diff : difference;
    largest = std::max(largest, std::abs(expected[i]));
  }
  test.passed = test.max_abs_diff <= kSequenceTolerance * largest;
  self_test_ = test;
  if (test.passed) return {};
  return Error{.code = "MODEL_SELFTEST",
               .message = "On this machine the model does not give the results that its author recorded",
               .field = "selftest.logits",
               .found = "a difference of " + significant(test.max_abs_diff, 6),
               .expected = "at most " + significant(kSequenceTolerance * largest, 6),
               .hint = "The weights or the configuration were altered after the self-test was written."};
}

Result<ModelFile> read_sequence_file(std::span<const std::byte> bytes) {
  EEGATE_CHECK(refuse_pickle(bytes));
  EEGATE_TRY(SafetensorsFile container, parse_safetensors(bytes));
  EEGATE_TRY(ModelContract contract, read_contract(container));
  EEGATE_TRY(const JsonDocument document, JsonDocument::parse(*container.metadata_value("config")));
  EEGATE_TRY(ModelConfig config, read_sequence_config(document.root()));
  EEGATE_CHECK(check_contract(contract, config));
  const std::vector<TensorSpec> specs = find_sequence_architecture(config.architecture)->tensors(config);
  EEGATE_CHECK(check_weights_memory(specs));
  EEGATE_CHECK(check_sequence_memory(config, specs, epochs_at_once(config, container)));
  Warnings warnings = container.warnings;
  EEGATE_TRY(Weights weights, read_checked_weights(container, specs, bytes, warnings));
  return ModelFile{std::move(container), std::move(contract), std::move(config), std::move(weights),
                   std::move(warnings)};
}

Result<std::vector<std::byte>> write_sequence_file(const std::vector<std::pair<std::string, std::string>>& metadata,
                                                   const ModelConfig& config, const Weights& weights, bool half) {
  std::vector<SafetensorsOut> tensors = tensors_out(weights, half);
  EEGATE_TRY(SequenceModel untested, SequenceModel::load(write_safetensors(metadata, tensors)));
  const SequenceTest test = make_test(config);
  const std::vector<float> logits = untested.logits(test.values, test.shape);
  tensors.push_back({"selftest.input", test.shape, test.values});
  std::vector<std::uint64_t> answers = {test.shape[0], test.shape[1], config.n_outputs};
  if (untested.network().classifies_middle) answers.erase(answers.begin() + 1);
  tensors.push_back({"selftest.logits", std::move(answers), logits});
  std::vector<std::byte> bytes = write_safetensors(metadata, std::move(tensors));
  EEGATE_TRY([[maybe_unused]] const SequenceModel tested, SequenceModel::load(bytes));
  return bytes;
}

}  // namespace eegate
