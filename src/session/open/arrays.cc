#include "session/open/arrays.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/numbers_as_text.h"
#include "files/npy.h"
#include "session/open/epoch_checks.h"

namespace eegate {
namespace {

Result<> check_input_shape(const Model& model, const std::vector<std::uint64_t>& shape) {
  const std::string expected = "[B, " + std::to_string(model.config().n_chans) + ", T]";
  if (shape.size() != 3) {
    return Error{.code = "NPY_SHAPE",
                 .message = "A model takes an array of epochs",
                 .found = shape_text(shape),
                 .expected = expected};
  }
  if (shape[1] != model.config().n_chans) {
    return Error{.code = "MODEL_CHANNELS",
                 .message = "The array has another number of channels than the model",
                 .found = shape_text(shape),
                 .expected = expected};
  }
  return model.check_n_times(static_cast<std::size_t>(shape[2]));
}

}  // namespace

Result<> check_npy(std::span<const std::byte> npy) {
  EEGATE_TRY([[maybe_unused]] const NpyHeader header, parse_npy_header(npy));
  return {};
}

Result<> check_epochs_npy(std::span<const std::byte> npy) {
  EEGATE_TRY(const NpyHeader header, parse_npy_header(npy));
  if (header.shape.size() == 3) return {};
  return Error{.code = "NPY_SHAPE",
               .message = "The array does not hold epochs",
               .found = shape_text(header.shape),
               .expected = "[B, C, T]"};
}

std::vector<std::byte> samples_npy(const PreviewSamples& samples) {
  const std::size_t n_chans = samples.n_times == 0 ? 0 : samples.values.size() / samples.n_times;
  const std::array<std::uint64_t, 2> shape = {n_chans, samples.n_times};
  return write_npy(std::span<const float>(samples.values), shape);
}

Result<> predict_in_batches(Model& model, ConstTensor3 x, Matrix logits, const Progress& progress) {
  EEGATE_CHECK(model.check_n_times(x.d2));
  const std::size_t batch_size = std::max<std::size_t>(1, kBatchFloats / std::max<std::size_t>(1, x.d1 * x.d2));
  for (std::size_t first = 0; first < x.d0; first += batch_size) {
    const std::size_t n = std::min(batch_size, x.d0 - first);
    EEGATE_CHECK(model.predict(x.slice(first, n), logits.slice_rows(first, n)));
    if (progress) progress(static_cast<double>(first + n) / static_cast<double>(x.d0));
  }
  return {};
}

Result<PredictedArray> predict_npy(OpenModel& open, std::span<const std::byte> x, const Progress& progress) {
  EEGATE_TRY(const NpyFloats input, parse_npy_floats(x));
  EEGATE_CHECK(check_input_shape(open.model, input.shape));
  const auto n_epochs = static_cast<std::size_t>(input.shape[0]);
  const std::size_t n_outputs = open.model.config().n_outputs;
  const ConstTensor3 epochs(input.values.data(), n_epochs, static_cast<std::size_t>(input.shape[1]),
                            static_cast<std::size_t>(input.shape[2]));
  std::vector<float> logits(n_epochs * n_outputs);
  EEGATE_CHECK(predict_in_batches(open.model, epochs, Matrix(logits.data(), n_epochs, n_outputs), progress));
  const std::array<std::uint64_t, 2> shape = {n_epochs, n_outputs};
  return PredictedArray{write_npy(std::span<const float>(logits), shape), n_epochs,
                        count_unanswered(logits, n_outputs)};
}

}  // namespace eegate
