// Networks that classify sequences of epochs, compared with float64 results: logits, activations, gradients.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "files/json.h"
#include "files/safetensors.h"
#include "model/forward_trace.h"
#include "model/model_file.h"
#include "model/sequence/sequence_architecture.h"
#include "model/sequence/sequence_model.h"
#include "support/close_to.h"
#include "support/reference_data.h"

using namespace eegate;
using eegate::test::read_bytes;
using eegate::test::read_npy;
using eegate::test::read_text;

namespace sequence_golden_test {

namespace {

std::size_t dim(const NpyArray& x, std::size_t axis) { return static_cast<std::size_t>(x.shape[axis]); }

constexpr double kTolerance = 2e-5, kGradientTolerance = 1e-4;

double relative_difference(std::span<const float> got, std::span<const double> want) {
  return test::largest_difference(got, want) / std::max(1.0, test::largest_magnitude(want));
}

struct Tensors {
  std::vector<std::byte> bytes;
  SafetensorsFile file;
  explicit Tensors(const std::filesystem::path& path) : bytes(read_bytes(path)) {
    auto parsed = parse_safetensors(bytes);
    REQUIRE(parsed.ok());
    file = std::move(parsed).value();
  }
  std::vector<double> operator[](std::string_view name) const {
    CAPTURE(name);
    REQUIRE(file.find(name) != nullptr);
    return read_doubles(file, *file.find(name), bytes).value();
  }
};

// A small model with its input and expected results.
struct Case {
  ModelConfig config;
  std::unique_ptr<Weights> weights;
  std::unique_ptr<SequenceNetwork> network;
  NpyArray x;
  std::vector<float> values;
  std::size_t n_windows = 0, n_epochs = 0, n_rows = 0;  // rows of logits
  MapShape signal, images;                              // of one window

  Case(const std::filesystem::path& folder, const std::string& name, const JsonValue& json) {
    auto read = read_sequence_config(json);
    INFO((read.ok() ? std::string() : describe(read.error())));
    REQUIRE(read.ok());
    config = std::move(read).value();
    const Tensors stored(folder / (name + ".safetensors"));
    Warnings warnings;
    auto made = read_checked_weights(stored.file, find_sequence_architecture(config.architecture)->tensors(config),
                                     stored.bytes, warnings);
    INFO((made.ok() ? std::string() : describe(made.error())));
    REQUIRE(made.ok());
    weights = std::make_unique<Weights>(std::move(made).value());
    network = make_sequence_network(config, *weights);
    x = read_npy(folder / (name + ".x.npy"));
    values.assign(x.values.begin(), x.values.end());
    n_windows = dim(x, 0);
    n_epochs = dim(x, 1);
    n_rows = n_windows * network->n_answers(n_epochs);
    signal = {n_epochs, dim(x, 2), dim(x, 3), 1};
    images = x.shape.size() == 5 ? MapShape{n_epochs, dim(x, 2), dim(x, 3), dim(x, 4)}
                                 : network->spectrogram.out_shape(signal);
  }
  bool has_signal() const { return x.shape.size() == 4; }
};

struct Passed {
  std::vector<float> logits, gradient_of_input;
  Weights gradients;
};

// Mean cross-entropy over all epochs that are classified.
std::vector<float> loss_gradient(const std::vector<float>& logits, std::span<const double> labels,
                                 std::size_t n_outputs) {
  std::vector<float> gradient(logits.size());
  for (std::size_t i = 0; i < labels.size(); ++i) {
    double sum = 0;
    for (std::size_t k = 0; k < n_outputs; ++k) sum += std::exp(static_cast<double>(logits[i * n_outputs + k]));
    for (std::size_t k = 0; k < n_outputs; ++k) {
      const double p = std::exp(static_cast<double>(logits[i * n_outputs + k])) / sum;
      gradient[i * n_outputs + k] =
          static_cast<float>((p - (labels[i] == static_cast<double>(k) ? 1 : 0)) / static_cast<double>(labels.size()));
    }
  }
  return gradient;
}

Passed pass(const Case& c, std::span<const double> labels) {
  Arena arena;
  Tape tape;
  const std::size_t n_outputs = c.config.n_outputs, n = c.n_rows;
  Passed result{std::vector<float>(n * n_outputs), std::vector<float>(c.values.size()), c.weights->zeros()};
  ForwardContext forward{.arena = arena, .tape = &tape, .n_trials = c.n_windows};
  std::vector<float> images = c.values;
  if (c.has_signal()) {
    images.resize(c.n_windows * c.images.size());
    c.network->spectrogram.forward({images.data(), c.n_windows, c.images}, {c.values.data(), c.n_windows, c.signal},
                                   forward);
  }
  const ConstMaps seen(images.data(), c.n_windows, c.images);
  c.network->forward({result.logits.data(), n, n_outputs}, seen, forward);
  if (labels.empty()) return result;
  const std::vector<float> dlogits = loss_gradient(result.logits, labels, n_outputs);
  std::vector<float> dimages(images.size());
  BackwardContext backward{arena, tape, *c.weights, result.gradients, nullptr, c.n_windows};
  c.network->backward({dimages.data(), c.n_windows, c.images}, {dlogits.data(), n, n_outputs}, seen, backward);
  CHECK(tape.empty());
  if (!c.has_signal()) {
    result.gradient_of_input = dimages;
  } else {
    c.network->spectrogram.backward({result.gradient_of_input.data(), c.n_windows, c.signal},
                                    {dimages.data(), c.n_windows, c.images}, {c.values.data(), c.n_windows, c.signal},
                                    seen, backward);
  }
  return result;
}

void check_gradients(const Case& c, const Passed& passed, const Tensors& want) {
  CHECK(relative_difference(passed.gradient_of_input, want["input"]) < kGradientTolerance);
  for (std::size_t i = 0; i < c.weights->specs().size(); ++i) {
    const TensorSpec& spec = c.weights->specs()[i];
    CAPTURE(spec.name);
    if (spec.is_parameter) CHECK(relative_difference(passed.gradients.values(i), want[spec.name]) < kGradientTolerance);
  }
}

void check_small(const std::filesystem::path& folder, const std::string& name, const JsonValue& config) {
  CAPTURE(name);
  const Case c(folder, name, config);
  const bool has_gradients = std::filesystem::exists(folder / (name + ".grad.safetensors"));
  std::vector<double> labels;
  if (has_gradients) labels = read_npy(folder / (name + ".y.npy")).values;
  const Passed passed = pass(c, labels);
  CHECK(relative_difference(passed.logits, read_npy(folder / (name + ".logits.npy")).values) < kTolerance);
  if (has_gradients) check_gradients(c, passed, Tensors(folder / (name + ".grad.safetensors")));
}

std::filesystem::path published_models(const std::filesystem::path& golden) {
  return golden.parent_path() / "models" / "sleep" / "eegate";
}

JsonDocument index_of(const std::filesystem::path& folder) {
  return JsonDocument::parse(read_text(folder / "index.json"), {.max_string_bytes = 1 << 24}).value();
}

// Epochs of the first window that a trace holds: all of them, or those in `epochs`.
std::vector<float> epochs_of(const std::vector<float>& values, std::size_t n_epochs,
                             std::span<const std::size_t> epochs) {
  if (epochs.empty()) return values;
  const std::size_t n = values.size() / n_epochs;
  std::vector<float> result;
  for (const std::size_t epoch : epochs)
    result.insert(result.end(), values.begin() + static_cast<std::ptrdiff_t>(epoch * n),
                  values.begin() + static_cast<std::ptrdiff_t>((epoch + 1) * n));
  return result;
}

// Outputs of the chain's layers, which are the tensors of the trace in this order.
void check_layers(const ForwardTrace& trace, std::span<const std::string_view> names, const Tensors& want,
                  std::size_t n_epochs) {
  const std::size_t four[] = {0, 1, 10, 20};
  std::size_t at = 0;
  for (const LayerTrace& layer : trace.layers) {
    if (layer.name == "dropout" || layer.name == "standardisation over the window") continue;
    const std::string_view name = names[at++];
    CAPTURE(name, layer.name);
    const SafetensorsTensor* tensor = want.file.find(name);
    REQUIRE(tensor != nullptr);
    const bool whole = tensor->shape[0] == n_epochs;
    const std::vector<float> values =
        epochs_of(layer.values, n_epochs, whole ? std::span<const std::size_t>() : std::span<const std::size_t>(four));
    CHECK(relative_difference(values, want[name]) < kTolerance);
  }
  CHECK(at == names.size());
}

/** The samples of `x`, for which the model gives the logits that the file holds. */
std::vector<float> check_logits(SequenceModel& model, const NpyArray& x, const std::filesystem::path& logits) {
  std::vector<float> values(x.values.begin(), x.values.end());
  const std::vector<std::uint64_t> shape(x.shape.begin(), x.shape.end());
  CHECK(relative_difference(model.logits(values, shape), read_npy(logits).values) < kTolerance);
  return values;
}

}  // namespace

TEST_CASE("every small network of sequences gives the logits and gradients of float64 arithmetic",
          "[model][sequence][golden]") {
  EEGATE_GOLDEN_OR_SKIP(golden);
  if (!std::filesystem::exists(golden / "sleep")) SKIP("no golden data of sleep staging");
  const JsonDocument index = index_of(golden / "sleep");
  std::size_t n_run = 0;
  for (const JsonValue& entry : index.root().get("cases").elements()) {
    const JsonValue config = entry.get("config");
    if (!config.is_object() || find_sequence_architecture(config.get("architecture").string()) == nullptr) continue;
    check_small(golden / "sleep", std::string(entry.get("name").string()), config);
    ++n_run;
  }
  CHECK(n_run >= 9);
}

TEST_CASE("published stagers of any number of channels give the logits and inner values of float64 arithmetic",
          "[model][sequence][golden]") {
  EEGATE_GOLDEN_OR_SKIP(golden);
  if (!std::filesystem::exists(published_models(golden))) SKIP("the published weights are not there");
  constexpr std::string_view kNames[] = {"filtered", "virtual",    "recurrent",  "reduced",
                                         "epochs",   "sequence.0", "sequence.1", "logits"};
  const std::filesystem::path folder = golden / "sleep";
  const JsonDocument index = index_of(folder);
  std::size_t n_run = 0;
  for (const JsonValue& entry : index.root().get("cases").elements()) {
    if (entry.get("kind").string() != "network") continue;
    const std::string name(entry.get("name").string());
    CAPTURE(name);
    const std::filesystem::path file(std::string(entry.get("model").string()));
    auto model = SequenceModel::load(read_bytes(published_models(golden) / file.filename()));
    INFO((model.ok() ? std::string() : describe(model.error())));
    REQUIRE(model.ok());
    REQUIRE(model->self_test().has_value());
    CHECK(model->self_test()->max_abs_diff < kTolerance);
    const NpyArray x = read_npy(folder / (name + ".x.npy"));
    const std::vector<float> values = check_logits(*model, x, folder / (name + ".logits.npy"));
    const MapShape signal{dim(x, 1), dim(x, 2), dim(x, 3), 1}, made = model->network().spectrogram.out_shape(signal);
    std::vector<float> images(made.size()), logits(dim(x, 1) * 5);
    ForwardTrace trace;
    trace.records_steps = true;
    ForwardContext context{.arena = model->arena(), .trace = &trace};
    model->network().spectrogram.forward({images.data(), 1, made}, {values.data(), 1, signal}, context);
    model->network().forward({logits.data(), dim(x, 1), 5}, {images.data(), 1, made}, context);
    check_layers(trace, kNames, Tensors(folder / (name + ".trace.safetensors")), dim(x, 1));
    ++n_run;
  }
  CHECK(n_run == 3);
}

TEST_CASE("published stagers of spectra give the logits and inner values of float64 arithmetic",
          "[model][sequence][golden]") {
  EEGATE_GOLDEN_OR_SKIP(golden);
  if (!std::filesystem::exists(published_models(golden))) SKIP("the published weights are not there");
  constexpr std::string_view kParts[] = {"filtered", "recurrent", "epochs", "sequence", "logits"};
  for (const std::string kind : {"EEG-L21-test-acc0.864", "EEG-EOG-EMG-L21-test-acc0.877"}) {
    const std::string name = "px_seqsleepnet-" + kind.substr(0, kind.find("-L21"));
    CAPTURE(name);
    const std::filesystem::path folder = golden / "sleep";
    auto model =
        SequenceModel::load(read_bytes(published_models(golden) / ("physioex-seqsleepnet-" + kind + ".safetensors")));
    INFO((model.ok() ? std::string() : describe(model.error())));
    REQUIRE(model.ok());
    const NpyArray x = read_npy(folder / (name + ".x.npy"));
    const std::vector<float> values = check_logits(*model, x, folder / (name + ".logits.npy"));
    ForwardTrace trace;
    trace.records_steps = true;
    ForwardContext context{.arena = model->arena(), .trace = &trace};
    std::vector<float> logits(dim(x, 1) * 5);
    const MapShape images{dim(x, 1), dim(x, 2), dim(x, 3), dim(x, 4)};
    model->network().forward({logits.data(), dim(x, 1), 5}, {values.data(), 1, images}, context);
    const Tensors want(folder / (name + ".trace.safetensors"));
    REQUIRE(trace.layers.size() == std::size(kParts));
    for (std::size_t i = 0; i < std::size(kParts); ++i) {  // of an encoder the first epoch
      CAPTURE(kParts[i]);
      std::vector<double> expected = want[kParts[i]];
      expected.resize(std::min(expected.size(), trace.layers[i].values.size()));
      CHECK(relative_difference(std::span(trace.layers[i].values).first(expected.size()), expected) < kTolerance);
    }
  }
}

TEST_CASE("published stagers of samples give the logits and inner values of float64 arithmetic",
          "[model][sequence][golden]") {
  EEGATE_GOLDEN_OR_SKIP(golden);
  if (!std::filesystem::exists(published_models(golden))) SKIP("the published weights are not there");
  for (const std::string kind : {"EEG-L21-test-acc0.843", "EEG-EOG-EMG-L21-test-acc0.867"}) {
    const std::string name = "px_chambon-" + kind.substr(0, kind.find("-L21"));
    CAPTURE(name);
    const std::filesystem::path folder = golden / "sleep";
    auto model =
        SequenceModel::load(read_bytes(published_models(golden) / ("physioex-chambon-" + kind + ".safetensors")));
    INFO((model.ok() ? std::string() : describe(model.error())));
    REQUIRE(model.ok());
    REQUIRE(model->self_test().has_value());
    CHECK(model->self_test()->max_abs_diff < kTolerance);
    const NpyArray x = read_npy(folder / (name + ".x.npy"));
    const std::vector<float> values = check_logits(*model, x, folder / (name + ".logits.npy"));
    // The input of the dense layer: all epochs concatenated.
    const MapShape signal{dim(x, 1), dim(x, 2), dim(x, 3), 1}, seen = model->network().seen_shape(signal);
    std::vector<float> features(seen.size());
    const ForwardContext context{.arena = model->arena(), .n_trials = signal.frames};
    MapShape epoch = signal, encoded = seen;
    epoch.frames = encoded.frames = 1;
    model->network().first->forward({features.data(), signal.frames, encoded}, {values.data(), signal.frames, epoch},
                                    context);
    CHECK(relative_difference(features, Tensors(folder / (name + ".trace.safetensors"))["features"]) < kTolerance);
  }
}

}  // namespace sequence_golden_test
