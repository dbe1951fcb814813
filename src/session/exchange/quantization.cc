#include "session/exchange/quantization.h"

#include <algorithm>
#include <cmath>

#include "model/model_file.h"
#include "model/quantize.h"
#include "session/output/json_out.h"
#include "session/output/version.h"
#include "session/train/training_data.h"
#include "session/train/training_run.h"
#include "train/save.h"

namespace eegate {
namespace {

Result<std::vector<float>> logits_of(Model& model, ConstTensor3 x, const Progress& progress = {}) {
  std::vector<float> logits(x.d0 * model.config().n_outputs);
  EEGATE_CHECK(predict_in_batches(model, x, {logits.data(), x.d0, model.config().n_outputs}, progress));
  return logits;
}

// The inputs of the file's own self-test, or noise.
Result<SelfTestNoise> inputs_of(const ModelFile& file, std::span<const std::byte> bytes) {
  const SafetensorsTensor* own = file.container.find("selftest.input");
  if (own == nullptr) return self_test_noise(file.config, /*seed=*/0);
  SelfTestNoise inputs{.values = {},
                       .n_trials = static_cast<std::size_t>(own->shape[0]),
                       .n_chans = file.config.n_chans,
                       .n_times = file.config.n_times};
  EEGATE_TRY(inputs.values, read_floats(file.container, *own, bytes));
  return inputs;
}

std::size_t answer_of(std::span<const float> row) {
  if (row.size() == 1) return row[0] > 0 ? 1 : 0;
  return static_cast<std::size_t>(std::ranges::max_element(row) - row.begin());
}

std::size_t count_changed(const std::vector<float>& before, const std::vector<float>& after, std::size_t n_outputs) {
  std::size_t n = 0;
  for (std::size_t i = 0; i < before.size(); i += n_outputs)
    n +=
        answer_of(std::span(before).subspan(i, n_outputs)) != answer_of(std::span(after).subspan(i, n_outputs)) ? 1 : 0;
  return n;
}

void write_score(JsonOut& json, const Evaluation& evaluation) {
  json.begin_object();
  if (evaluation.task == Task::kRegress) {
    json.member("mean_squared_error", evaluation.regression.mean_squared_error);
  } else {
    const ClassificationMetrics& m = evaluation.classification;
    json.member("accuracy", m.accuracy).key("accuracy_interval").begin_array();
    json.writer().value(m.accuracy_interval.low).value(m.accuracy_interval.high);
    json.end_array();
  }
  json.end_object();
}

// Members of an object.
void write_change(JsonOut& json, const Quantization& q) {
  json.member("bits", q.bits).count("n_inputs", q.n_inputs);
  json.member("largest_difference", q.largest_difference).member("largest_logit", q.largest_logit);
  if (!q.judged) return;
  json.count("n_epochs", q.judged->before.n_trials);
  if (q.judged->before.task != Task::kRegress) json.count("n_changed", q.judged->n_changed);
  write_score(json.key("before"), q.judged->before);
  write_score(json.key("after"), q.judged->after);
}

// The members of `train`, and what changed.
Result<std::string> card_of(const std::string& train_json, const Quantization& q) {
  JsonOut json(Keys::kSnake);
  json.begin_object();
  if (!train_json.empty()) {
    EEGATE_TRY(const JsonDocument document, JsonDocument::parse(train_json));
    for (const auto& [key, value] : document.root().members()) {
      if (key != "quantization") json.writer().key(key).raw(value.text());
    }
  }
  json.key("quantization").begin_object();
  write_change(json, q);
  json.member("by", "eegate " + std::string(kVersion)).end_object().end_object();
  return json.take();
}

struct Compared {
  OpenModel before, after;
};

Result<> judge(Quantization& q, Compared& models, const QuantizationEpochs& epochs, const Progress& progress) {
  Quantization::Judged judged;
  const auto part = [&](double from, double share) {
    return [&progress, from, share](double done) {
      if (progress) progress(from + share * done);
    };
  };
  EEGATE_TRY(judged.before, evaluate_npy(models.before, epochs.x, epochs.y, part(0, 0.3)));
  EEGATE_TRY(judged.after, evaluate_npy(models.after, epochs.x, epochs.y, part(0.3, 0.2)));
  const ModelConfig& config = models.before.model.config();
  EEGATE_TRY(const LabelledEpochs labelled, read_labelled_epochs(epochs.x, epochs.y, config));
  EEGATE_TRY(const std::vector<float> before, logits_of(models.before.model, labelled.set.x, part(0.5, 0.3)));
  EEGATE_TRY(const std::vector<float> after, logits_of(models.after.model, labelled.set.x, part(0.8, 0.2)));
  judged.n_changed = count_changed(before, after, config.n_outputs);
  q.judged = std::move(judged);
  return {};
}

}  // namespace

Result<Quantization> quantize_model(std::span<const std::byte> model, int bits, const QuantizationEpochs& epochs,
                                    const Progress& progress) {
  EEGATE_TRY(const ModelFile file, read_model_file(model));
  if (const Result<> exact = check_differentiable(file.weights); !exact.ok()) {
    Error error = exact.error();
    error.message = "The model has weights of 8 bits already";
    error.hint = "Quantize the model that it was made from.";
    return error;
  }
  Quantization q{.bits = bits, .bytes = {}, .size_before = model.size(), .judged = {}};
  EEGATE_TRY(const SelfTestNoise inputs, inputs_of(file, model));
  const ConstTensor3 x = inputs.trials();
  ModelContract contract = file.contract;
  Weights weights = file.weights;
  if (bits == 8) {
    EEGATE_TRY(weights, quantized(file.weights));
  }
  EEGATE_TRY(OpenModel before, open_model(model, {}, Digest::kNone));
  // What stays in floats has as many bits as before.
  const bool keeps_floats = bits == 8 && before.model.bits() == 32;
  const WeightFormat format = keeps_floats ? WeightFormat::kF32 : WeightFormat::kF16;
  EEGATE_TRY(q.bytes, write_model(file.config, weights, contract, x, format));
  EEGATE_TRY(OpenModel after, open_model(q.bytes, {}, Digest::kNone));
  Compared models{std::move(before), std::move(after)};
  EEGATE_TRY(const std::vector<float> exact, logits_of(models.before.model, x));
  EEGATE_TRY(const std::vector<float> rounded, logits_of(models.after.model, x));
  q.n_inputs = x.d0;
  for (std::size_t i = 0; i < exact.size(); ++i) {
    const double value = static_cast<double>(exact[i]);
    q.largest_logit = std::max(q.largest_logit, std::abs(value));
    q.largest_difference = std::max(q.largest_difference, std::abs(static_cast<double>(rounded[i]) - value));
  }
  if (!epochs.x.empty()) EEGATE_CHECK(judge(q, models, epochs, progress));
  EEGATE_TRY(contract.train_json, card_of(file.contract.train_json, q));
  EEGATE_TRY(q.bytes, write_model(file.config, weights, contract, x, format));
  return q;
}

std::string quantization_json(const Quantization& quantization) {
  JsonOut json(Keys::kSnake, true);
  json.begin_object()
      .count("size_bytes", quantization.bytes.size())
      .count("size_before_bytes", quantization.size_before);
  write_change(json, quantization);
  json.end_object();
  return json.take() + "\n";
}

}  // namespace eegate
