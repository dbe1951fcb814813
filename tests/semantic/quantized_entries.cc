// Models of extreme finite weights that are stored with weights of 8 or 16 bits: opened, run on any samples, explained,
// exported, trained further, and stored so once more.
#include <array>
#include <cstdint>

#include "files/npy.h"
#include "semantic/made.h"
#include "semantic/oracles.h"
#include "session/exchange/import_export.h"
#include "session/exchange/quantization.h"
#include "session/open/describe.h"
#include "session/session.h"

namespace eegate::test::semantic {
namespace {

struct EpochFiles {
  std::vector<std::byte> x, y;
};

// Labelled epochs of any samples; now and then a label that the model has not.
EpochFiles epoch_files(Choices& choices, const ModelConfig& config) {
  const std::uint64_t n = choices.between(1, 3);
  const std::array<std::uint64_t, 3> shape = {n, config.n_chans, config.n_times};
  const std::array<std::uint64_t, 1> count = {n};
  std::vector<std::int64_t> labels;
  for (std::uint64_t i = 0; i < n; ++i)
    labels.push_back(static_cast<std::int64_t>(choices.below(config.n_classes() + (choices.one_of(16) ? 2 : 0))));
  const std::vector<float> x = made_samples(choices, n * config.n_chans * config.n_times);
  return {write_npy(x, shape), write_npy(labels, count)};
}

void run_quantized(OpenModel& open, Choices& choices, Outcome& outcome) {
  const ModelConfig& config = open.model.config();
  const std::size_t n_epochs = choices.between(1, 3), n_outputs = config.n_outputs;
  const std::size_t n_times = choices.one_of(6) ? choices.between(1, 400) : config.n_times;
  const std::vector<float> x = made_samples(choices, n_epochs * config.n_chans * n_times);
  std::vector<float> logits(n_epochs * n_outputs), probabilities(config.n_classes());
  const auto predicted =
      open.model.predict({x.data(), n_epochs, config.n_chans, n_times}, {logits.data(), n_epochs, n_outputs});
  if (!holds(predicted, outcome)) return;
  for (std::size_t i = 0; i < n_epochs; ++i) {
    open.model.probabilities(std::span(logits).subspan(i * n_outputs, n_outputs), probabilities);
    expect_rows(probabilities, probabilities.size(), "probabilities of a quantised model");
  }
}

void use_quantized(const std::vector<std::byte>& file, Choices& choices, Outcome& outcome) {
  Session session;
  const auto loaded = session.load_model(0, file, "made.safetensors");
  expect(loaded.ok(), "a quantised model was written that is not read");
  const ModelConfig& config = (*loaded)->model.config();
  const std::vector<float> x = made_samples(choices, config.n_chans * config.n_times);
  const auto begun = session.begin_explanation(0, file, x, 1, config.n_times, made_explanation(choices));
  if (holds(begun, outcome)) {
    const auto explanation = session.explanation(0);
    for (std::size_t n = choices.between(1, 20); n > 0 && explanation.ok(); --n) {
      if (!holds((*explanation)->advance(), outcome)) break;
    }
  }
  (void)holds(session.inspect(0, x, made_inspection(choices)), outcome);
  if (choices.one_of(2)) (void)holds(onnx_file(file, 0), outcome);
  if (choices.one_of(2))
    (void)holds(session.begin_training(0, made_training(choices, /*is_further=*/true, config.n_chans), file), outcome);
}

}  // namespace

Outcome quantize(Choices& choices) {
  Outcome outcome;
  const std::vector<std::byte> file = choices.one_of(6) ? made_model(choices) : made_transformer(choices);
  const auto original = open_model(file, "made.safetensors");
  if (!holds(original, outcome)) return outcome;
  const int bits = choices.one_of(4) ? 16 : 8;
  EpochFiles epochs;
  if (choices.one_of(3)) epochs = epoch_files(choices, original->model.config());
  const auto quantized = quantize_model(file, bits, {epochs.x, epochs.y});
  if (!holds(quantized, outcome)) return outcome;
  expect_json(quantization_json(*quantized), "what a quantisation changes");
  expect(std::isfinite(quantized->largest_difference) && std::isfinite(quantized->largest_logit),
         "a difference that is not finite");
  auto opened = open_model(quantized->bytes, "made.safetensors");
  expect(opened.ok(), "a quantised model was written that is not read");
  expect_json(describe_model(*opened, Keys::kCamel), "a quantised model");
  run_quantized(*opened, choices, outcome);
  use_quantized(quantized->bytes, choices, outcome);
  const auto again = quantize_model(quantized->bytes, choices.one_of(2) ? 8 : 16);
  if (holds(again, outcome)) expect(bits == 16, "a model in 8 bits was quantised once more");
  return outcome;
}

}  // namespace eegate::test::semantic
