#include "model/sequence/sequence_file.h"

#include <algorithm>

#include "base/rng.h"
#include "files/safetensors.h"
#include "model/memory_limit.h"
#include "model/sequence/sequence_architecture.h"
#include "model/sequence/sequence_model.h"

namespace eegate {
namespace {

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
