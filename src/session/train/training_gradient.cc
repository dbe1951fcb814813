#include "session/train/training_gradient.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/finite.h"
#include "files/json.h"
#include "files/safetensors.h"
#include "model/architecture.h"
#include "model/model_file.h"
#include "model/quantize.h"
#include "model/resize.h"
#include "session/train/training_data.h"
#include "train/shard.h"

namespace eegate {
namespace {

Result<TrainableModel> trainable(const ModelFile& file, std::size_t n_times) {
  const Architecture& architecture = *find_architecture(file.config.architecture);
  EEGATE_TRY(ResizedModel sized, resized(file.config, file.weights, n_times));
  EEGATE_TRY(std::unique_ptr<Network> network, architecture.make(sized.config, sized.weights));
  return TrainableModel{std::move(sized.config), std::move(sized.weights), std::move(network)};
}

std::string loss_text(double value) {
  JsonWriter out;
  out.value(value);
  return out.take();
}

Result<> check_finite(const Weights& gradients, std::span<const float> input, const LossSum& sum) {
  const auto nonfinite = [](std::string field) {
    return Error{.code = "TRAIN_DIVERGED",
                 .message = "The loss or a gradient of these epochs is not finite",
                 .field = std::move(field),
                 .expected = "finite numbers"};
  };
  if (!std::isfinite(sum.loss / sum.weight)) return nonfinite("loss");
  if (!all_finite(input)) return nonfinite("input");
  for (std::size_t i = 0; i < gradients.specs().size(); ++i) {
    if (!all_finite(gradients.values(i))) return nonfinite(gradients.specs()[i].name);
  }
  return {};
}

}  // namespace

Result<std::vector<std::byte>> gradient_file(std::span<const std::byte> model_bytes, std::span<const std::byte> x,
                                             std::span<const std::byte> y, bool batch_statistics) {
  EEGATE_TRY(const ModelFile file, read_model_file(model_bytes));
  EEGATE_CHECK(check_differentiable(file.weights));
  EEGATE_TRY(const LabelledEpochs epochs, read_labelled_epochs(x, y, file.config));
  const ConstTensor3 all = epochs.set.x;
  EEGATE_TRY(const TrainableModel model, trainable(file, all.d2));
  Weights gradients(model.weights.specs());
  std::vector<float> input(all.size());
  const Tensor3 dx(input.data(), all.d0, all.d1, all.d2);
  PassMemory memory;
  const PassOptions options{
      .batch_statistics = batch_statistics,
      .total_weight = total_weight(model.config.task, epochs.set.targets, 0, all.d0, model.config.n_outputs, {})};
  const std::size_t chunk =
      batch_statistics ? all.d0 : std::max<std::size_t>(1, model.network->preferred_batch(all.d2));
  LossSum sum;
  for (std::size_t first = 0; first < all.d0; first += chunk) {
    const std::size_t n = std::min(chunk, all.d0 - first);
    const LossSum part =
        add_gradients(model, all, epochs.set.targets, first, n, options, memory, gradients, dx.slice(first, n));
    sum.loss += part.loss;
    sum.weight += part.weight;
  }
  EEGATE_CHECK(check_finite(gradients, input, sum));
  std::vector<SafetensorsOut> tensors = {{"input", {all.d0, all.d1, all.d2}, input}};
  for (std::size_t i = 0; i < gradients.specs().size(); ++i) {
    const TensorSpec& spec = gradients.specs()[i];
    if (spec.is_parameter) tensors.push_back({spec.name, {spec.shape.begin(), spec.shape.end()}, gradients.values(i)});
  }
  return write_safetensors({{"loss", loss_text(sum.loss / sum.weight)}}, tensors);
}

}  // namespace eegate
