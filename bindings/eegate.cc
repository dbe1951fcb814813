// The core as JavaScript sees it: names and copies, no decisions. Every method answers { value } or { error }; the
// objects inside are those of web/worker/protocol.ts.
#include <emscripten/bind.h>
#include <emscripten/heap.h>
#include <emscripten/val.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "session/describe.h"
#include "session/session.h"
#include "session/version.h"

namespace eegate {
namespace {

using emscripten::typed_memory_view;
using emscripten::val;

// What the emitted types call the values that pass through.
EMSCRIPTEN_DECLARE_VAL_TYPE(Outcome)
EMSCRIPTEN_DECLARE_VAL_TYPE(JsSource)
EMSCRIPTEN_DECLARE_VAL_TYPE(JsRecipe)
EMSCRIPTEN_DECLARE_VAL_TYPE(JsBuffer)
EMSCRIPTEN_DECLARE_VAL_TYPE(JsFloats)
EMSCRIPTEN_DECLARE_VAL_TYPE(JsIntegers)
EMSCRIPTEN_DECLARE_VAL_TYPE(JsBuffers)
EMSCRIPTEN_DECLARE_VAL_TYPE(JsReadRequest)

// A view into wasm memory dies when the memory grows: JavaScript always gets a copy of its own.
val to_js(std::span<const float> values) {
  return val::global("Float32Array").new_(typed_memory_view(values.size(), values.data()));
}

val to_js(std::span<const std::byte> bytes) {
  const auto* data = reinterpret_cast<const std::uint8_t*>(bytes.data());
  return val::global("Uint8Array").new_(typed_memory_view(bytes.size(), data))["buffer"];
}

val from_json(const std::string& json) { return val::global("JSON").call<val>("parse", json); }

std::vector<std::byte> bytes_of(const val& buffer) {
  if (buffer.isNull() || buffer.isUndefined()) return {};
  const val array = val::global("Uint8Array").new_(buffer);
  std::vector<std::byte> bytes(array["length"].as<std::size_t>());
  val(typed_memory_view(bytes.size(), reinterpret_cast<std::uint8_t*>(bytes.data()))).call<void>("set", array);
  return bytes;
}

std::vector<std::int32_t> integers_of(const val& array) {
  if (array.isNull() || array.isUndefined()) return {};
  return emscripten::convertJSArrayToNumberVector<std::int32_t>(array);
}

std::string json_of(const JsRecipe& recipe) {
  if (recipe.isNull() || recipe.isUndefined()) return {};
  return val::global("JSON").call<std::string>("stringify", static_cast<const val&>(recipe));
}

Outcome success(val value) {
  val outcome = val::object();
  outcome.set("value", std::move(value));
  return Outcome(std::move(outcome));
}

Outcome failure(const Error& error) {
  val js = val::object();
  js.set("code", std::string(error.code));
  js.set("message", error.message);
  for (const auto& [name, text] : {std::pair("hint", &error.hint),
                                   {"field", &error.field},
                                   {"place", &error.place},
                                   {"found", &error.found},
                                   {"expected", &error.expected}}) {
    if (!text->empty()) js.set(name, *text);
  }
  val outcome = val::object();
  outcome.set("error", std::move(js));
  return Outcome(std::move(outcome));
}

Outcome to_outcome(const Result<>& result) { return result.ok() ? success(val::undefined()) : failure(result.error()); }

template <class T, class ToJs>
Outcome to_outcome(const Result<T>& result, ToJs convert) {
  return result.ok() ? success(convert(*result)) : failure(result.error());
}

val with_id(const std::string& json, int id) {
  val object = from_json(json);
  object.set("id", id);
  return object;
}

// { size, read(offset, length) } of JavaScript. A read that fails answers fewer bytes than were asked for: an exception
// would unwind the core, which cannot be unwound.
class ValSource final : public ByteSource {
 public:
  explicit ValSource(val source)
      : source_(std::move(source)), size_(static_cast<std::uint64_t>(source_["size"].as<double>())) {}
  std::uint64_t size() const override { return size_; }
  Result<> read(std::uint64_t offset, std::span<std::byte> out) override {
    EEGATE_CHECK(check_range(size_, offset, out.size()));
    if (out.empty()) return {};
    const val bytes = source_.call<val>("read", static_cast<double>(offset), static_cast<double>(out.size()));
    if (bytes.isNull() || bytes.isUndefined() || bytes["length"].as<double>() != static_cast<double>(out.size())) {
      return Error{.code = "IO_READ",
                   .message = "The file can no longer be read",
                   .place = "byte " + std::to_string(offset),
                   .hint = "It may have been changed, moved or removed. Open it again.",
                   .byte_offset = static_cast<std::int64_t>(offset)};
    }
    val(typed_memory_view(out.size(), reinterpret_cast<std::uint8_t*>(out.data()))).call<void>("set", bytes);
    return {};
  }

 private:
  val source_;
  std::uint64_t size_;
};

val samples_to_js(const PreviewSamples& samples, const OpenRecording& open) {
  val js = val::object();
  js.set("sfreq", samples.sfreq);
  js.set("startS", samples.start_s);
  js.set("bytesRead", static_cast<double>(open.source->n_bytes_read()));
  val data = val::array();
  const std::span<const float> values(samples.values);
  for (std::size_t at = 0; at < values.size(); at += samples.n_times) {
    data.call<void>("push", to_js(values.subspan(at, samples.n_times)));
  }
  js.set("data", data);
  return js;
}

val advance_to_js(const TrainAdvance& advance, const TrainingSession& training) {
  val js = from_json(training.describe(advance));
  js.set("parts", advance.parts.empty() ? val::null() : to_js(advance.parts));
  return js;
}

class Engine {
 public:
  Outcome info() const {
    val js = val::object();
    js.set("version", std::string(kVersion));
    js.set("buildId", std::string(kBuildId));
#ifdef __wasm_relaxed_simd__
    js.set("backend", std::string("relaxed"));
    js.set("target", std::string("relaxed-simd"));
#else
    js.set("backend", std::string("simd"));
    js.set("target", std::string("simd128"));
#endif
    js.set("wasmBytes", static_cast<double>(emscripten_get_heap_size()));
    return success(js);
  }

  Outcome open_recording(int id, JsSource source, std::string file_name) {
    return to_outcome(session_.open_recording(id, std::make_shared<ValSource>(std::move(source)), std::move(file_name)),
                      [id](const OpenRecording* open) { return with_id(describe_recording(*open, Keys::kCamel), id); });
  }
  Outcome close_recording(int id) { return session_.close_recording(id), success(val::undefined()); }

  Outcome read_annotations(int id, double budget_bytes) {
    return to_outcome(session_.read_annotations(id, static_cast<std::uint64_t>(budget_bytes)),
                      [](const OpenRecording* open) { return from_json(describe_annotations(*open, Keys::kCamel)); });
  }

  Outcome read_samples(int id, JsReadRequest request) {
    const auto open = session_.recording(id);
    if (!open.ok()) return failure(open.error());
    const auto numbers = emscripten::convertJSArrayToNumberVector<std::uint32_t>(request["channels"]);
    const std::vector<std::size_t> channels(numbers.begin(), numbers.end());
    return to_outcome(session_.read_samples(id, channels, request["startS"].as<double>(),
                                            request["durationS"].as<double>(), json_of(JsRecipe(request["preview"]))),
                      [&](const PreviewSamples& samples) { return samples_to_js(samples, **open); });
  }

  Outcome make_sample(double seed, double duration_s) const {
    return to_outcome(eegate::make_sample(static_cast<std::uint64_t>(seed), duration_s),
                      [](const std::vector<std::byte>& bytes) { return to_js(bytes); });
  }

  Outcome load_model(int id, JsBuffer bytes, std::string file_name) {
    return to_outcome(session_.load_model(id, bytes_of(bytes), std::move(file_name)),
                      [id](const OpenModel* open) { return with_id(describe_model(*open, Keys::kCamel), id); });
  }
  Outcome close_model(int id) { return session_.close_model(id), success(val::undefined()); }

  Outcome predict(int model_id, JsFloats x, std::size_t n_epochs, std::size_t n_times) {
    return to_outcome(session_.predict(model_id, emscripten::convertJSArrayToNumberVector<float>(x), n_epochs, n_times),
                      [](const std::vector<float>& logits) { return to_js(logits); });
  }

  Outcome fit(int model_id, int recording_id, JsRecipe recipe) const {
    return to_outcome(session_.fit(model_id, recording_id, json_of(recipe)),
                      [](const Fit& fit) { return from_json(describe_fit(fit, Keys::kCamel)); });
  }

  Outcome plan(int plan_id, int model_id, int recording_id, JsRecipe recipe, bool override) {
    return to_outcome(session_.plan(plan_id, model_id, recording_id, json_of(recipe), override),
                      [plan_id](const Plan* plan) { return with_id(describe_plan(*plan, Keys::kCamel), plan_id); });
  }
  Outcome close_plan(int id) { return session_.close_plan(id), success(val::undefined()); }

  Outcome classify(int plan_id, std::size_t first, std::size_t count) {
    return to_outcome(session_.classify(plan_id, first, count),
                      [](const std::vector<float>& values) { return to_js(values); });
  }

  Outcome advance(int plan_id, std::size_t first) {
    return to_outcome(session_.advance(plan_id, first), [](double done) { return val(done); });
  }

  Outcome export_results(int plan_id, JsFloats probabilities, std::string format) const {
    return to_outcome(
        session_.export_results(plan_id, emscripten::convertJSArrayToNumberVector<float>(probabilities), format),
        [](const std::vector<std::byte>& bytes) { return to_js(bytes); });
  }

  Outcome train_begin(int id, JsRecipe request, JsBuffer model) {
    return to_outcome(session_.begin_training(id, json_of(request), bytes_of(model)));
  }
  Outcome close_training(int id) { return session_.close_training(id), success(val::undefined()); }

  Outcome train_add_recording(int id, int recording_id, JsRecipe recipe, std::string subject) {
    return to_outcome(session_.add_to_training(id, recording_id, json_of(recipe), subject));
  }
  Outcome train_add_labels(int id, JsIntegers labels, JsIntegers subjects, std::size_t epoch_floats) {
    return with_training(id, [&](TrainingSession& training) {
      return to_outcome(training.add_labels(integers_of(labels), integers_of(subjects), epoch_floats));
    });
  }
  Outcome train_plan(int id) {
    return with_training(id, [&](TrainingSession& training) {
      return to_outcome(training.plan(), [&](const auto&) { return from_json(training.describe_plan()); });
    });
  }
  Outcome train_load(int id) {
    return with_training(id, [&](TrainingSession& training) {
      return to_outcome(training.load(), [](double done) { return val(done); });
    });
  }
  Outcome train_add_epochs(int id, JsFloats x) {
    return with_training(id, [&](TrainingSession& training) {
      return to_outcome(training.add_epochs(emscripten::convertJSArrayToNumberVector<float>(x)));
    });
  }
  Outcome train_start(int id) {
    return with_training(id, [](TrainingSession& training) { return to_outcome(training.begin()); });
  }

  Outcome train_advance(int id, double position, std::size_t lane, std::size_t n_lanes, bool stop, JsBuffers parts) {
    return with_training(id, [&](TrainingSession& training) {
      for (const val& part : emscripten::vecFromJSArray<val>(parts)) {
        if (const auto given = training.give(bytes_of(part)); !given.ok()) return failure(given.error());
      }
      return to_outcome(training.advance(static_cast<std::uint64_t>(position), lane, n_lanes, stop),
                        [&](const TrainAdvance& advance) { return advance_to_js(advance, training); });
    });
  }

  Outcome train_checkpoint(int id, double position) {
    return with_training(id, [&](const TrainingSession& training) {
      return to_outcome(training.checkpoint(static_cast<std::uint64_t>(position)),
                        [](const std::vector<std::byte>& bytes) { return to_js(bytes); });
    });
  }
  Outcome train_restore(int id, JsBuffer checkpoint, bool go_on) {
    return with_training(id, [&](TrainingSession& training) {
      const auto restored = training.restore(bytes_of(checkpoint), go_on);
      return restored.ok() ? success(val(static_cast<double>(training.position()))) : failure(restored.error());
    });
  }
  Outcome train_result(int id, double position) {
    return with_training(id, [&](const TrainingSession& training) {
      return to_outcome(training.model_file(static_cast<std::uint64_t>(position)),
                        [](const std::vector<std::byte>& bytes) { return to_js(bytes); });
    });
  }

 private:
  template <class Body>
  Outcome with_training(int id, Body body) const {
    const auto training = session_.training(id);
    return training.ok() ? body(**training) : failure(training.error());
  }

  Session session_;
};

}  // namespace

EMSCRIPTEN_BINDINGS(eegate) {
  emscripten::register_type<Outcome>(
      "{ value: any } | { error: { code: string; message: string; hint?: string; field?: string; place?: string; "
      "found?: string; expected?: string } }");
  emscripten::register_type<JsSource>("{ size: number; read(offset: number, length: number): Uint8Array | null }");
  emscripten::register_type<JsRecipe>("Record<string, unknown> | null");
  emscripten::register_type<JsBuffer>("ArrayBuffer | null");
  emscripten::register_type<JsFloats>("Float32Array");
  emscripten::register_type<JsIntegers>("Int32Array | null");
  emscripten::register_type<JsBuffers>("ArrayBuffer[]");
  emscripten::register_type<JsReadRequest>(
      "{ channels: number[]; startS: number; durationS: number; preview?: Record<string, unknown> }");

  emscripten::class_<Engine>("Engine")
      .constructor<>()
      .function("info", &Engine::info)
      .function("openRecording(id, source, fileName)", &Engine::open_recording)
      .function("closeRecording(id)", &Engine::close_recording)
      .function("readAnnotations(id, budgetBytes)", &Engine::read_annotations)
      .function("readSamples(id, request)", &Engine::read_samples)
      .function("makeSample(seed, durationS)", &Engine::make_sample)
      .function("loadModel(id, bytes, fileName)", &Engine::load_model)
      .function("closeModel(id)", &Engine::close_model)
      .function("predict(modelId, x, nEpochs, nTimes)", &Engine::predict)
      .function("fit(modelId, recordingId, recipe)", &Engine::fit)
      .function("plan(planId, modelId, recordingId, recipe, override)", &Engine::plan)
      .function("classify(planId, first, count)", &Engine::classify)
      .function("advance(planId, first)", &Engine::advance)
      .function("closePlan(id)", &Engine::close_plan)
      .function("exportResults(planId, probabilities, format)", &Engine::export_results)
      .function("trainBegin(id, request, model)", &Engine::train_begin)
      .function("trainAddRecording(id, recordingId, recipe, subject)", &Engine::train_add_recording)
      .function("trainAddLabels(id, labels, subjects, epochFloats)", &Engine::train_add_labels)
      .function("trainPlan(id)", &Engine::train_plan)
      .function("trainLoad(id)", &Engine::train_load)
      .function("trainAddEpochs(id, x)", &Engine::train_add_epochs)
      .function("trainStart(id)", &Engine::train_start)
      .function("trainAdvance(id, position, lane, nLanes, stop, parts)", &Engine::train_advance)
      .function("trainCheckpoint(id, position)", &Engine::train_checkpoint)
      .function("trainRestore(id, checkpoint, goOn)", &Engine::train_restore)
      .function("trainResult(id, position)", &Engine::train_result)
      .function("closeTraining(id)", &Engine::close_training);
}

}  // namespace eegate
