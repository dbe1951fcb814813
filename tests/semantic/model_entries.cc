// Models of extreme finite weights: opened, run, explained, inspected, exported.
#include "semantic/made.h"
#include "semantic/oracles.h"
#include "session/exchange/import_export.h"
#include "session/explain/explanation.h"
#include "session/explain/inspection.h"
#include "session/open/arrays.h"
#include "session/session.h"
#include "session/train/network_preview.h"

namespace eegate::test::semantic {
namespace {

constexpr int kMaxExplainCalls = 200000;  // for any request of an explanation

void explain(const std::vector<std::byte>& file, std::span<const float> x, std::size_t n_epochs, std::size_t n_times,
             Choices& choices, Outcome& outcome) {
  const auto explanation = begin_explanation(file, x, n_epochs, n_times, made_explanation(choices));
  if (!holds(explanation, outcome)) return;
  double done = 0;
  for (int n_calls = 0; done < 1; ++n_calls) {
    expect(n_calls < kMaxExplainCalls, "an explanation does not come to its end");
    const auto share = (*explanation)->advance();
    if (!holds(share, outcome)) return;
    expect(*share >= done && *share <= 1, "the share that is done goes back");
    done = *share;
  }
  expect_finite((*explanation)->values(), "a relevance");
  expect_json(describe_explanation(**explanation, Keys::kCamel), "checks");
}

void inspect_one(OpenModel& open, std::span<const float> x, Choices& choices, Outcome& outcome) {
  const auto inspection = inspect(open, x, made_inspection(choices));
  if (!holds(inspection, outcome)) return;
  for (const InspectedTensor& tensor : inspection->tensors) {
    std::size_t n = 1;
    for (const std::size_t extent : tensor.shape) n *= extent;
    expect(n == tensor.values.size(), "a step whose shape is not that of its values: " + tensor.name);
  }
  expect_json(describe(*inspection), "an inspection");
}

}  // namespace

Outcome run_model(Choices& choices) {
  Outcome outcome;
  const std::vector<std::byte> file = choices.one_of(4) ? made_transformer(choices) : made_model(choices);
  auto opened = open_model(file, "made.safetensors");
  if (!holds(opened, outcome)) return outcome;
  const ModelConfig& config = opened->model.config();
  const std::size_t n_epochs = choices.between(1, 3), n_outputs = config.n_outputs;
  const std::size_t n_times = choices.one_of(6) ? choices.between(1, 400) : config.n_times;
  const std::vector<float> x = made_samples(choices, n_epochs * config.n_chans * n_times);
  std::vector<float> logits(n_epochs * n_outputs), probabilities(config.n_classes());
  const auto predicted =
      opened->model.predict({x.data(), n_epochs, config.n_chans, n_times}, {logits.data(), n_epochs, n_outputs});
  if (holds(predicted, outcome)) {
    for (std::size_t i = 0; i < n_epochs; ++i) {
      opened->model.probabilities(std::span(logits).subspan(i * n_outputs, n_outputs), probabilities);
      expect_rows(probabilities, probabilities.size(), "probabilities");
    }
  }
  if (choices.one_of(2)) explain(file, x, n_epochs, n_times, choices, outcome);
  if (choices.one_of(2)) inspect_one(*opened, std::span(x).first(config.n_chans * n_times), choices, outcome);
  if (choices.one_of(2)) (void)holds(onnx_file(file, choices.one_of(3) ? choices.below(2000) : 0), outcome);
  return outcome;
}

// The description of a network before training: returned, or refused by an error, without delay for any size.
Outcome preview_setup(Choices& choices) {
  Outcome outcome;
  double now = 0;
  std::string config = made_config(choices);
  const std::size_t at = config.find("regress");  // which is always refused, so that few of them are enough
  if (at != std::string::npos && !choices.one_of(4)) config.replace(at, 7, "classify");
  const auto preview = preview_network(R"({"config":)" + config + "}", [&now] { return now += 50; });
  if (holds(preview, outcome)) expect_json(describe(*preview), "a preview");
  return outcome;
}

}  // namespace eegate::test::semantic
