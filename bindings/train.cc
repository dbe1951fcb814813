// The module that trains: eegate-train-simd, eegate-train-relaxed. A page loads it when its first training begins. It
// also imports and exports models, inspects and explains them, which needs backward passes, stages sleep, and makes
// synthetic trials and nights.
#include "bindings/engine_sleep.h"
#include "bindings/methods.h"
#include "session/exchange/import_export.h"
#include "session/sleep/stagers.h"
#include "session/train/network_preview.h"

namespace eegate::bindings {
namespace {

val advance_to_js(const TrainAdvance& advance, const TrainingSession& training) {
  val js = from_json(training.describe(advance));
  js.set("parts", advance.parts.empty() ? val::null() : to_js(advance.parts));
  return js;
}

double now_s() { return now_ms() / 1000; }

// Names and shapes as JSON, and the values.
val inspection_to_js(const Inspection& inspection) {
  val js = from_json(describe(inspection));
  const val given = js["tensors"];
  std::uint32_t index = 0;
  for (const InspectedTensor& tensor : inspection.tensors) {
    given[index++].set("data", to_js(tensor.values));
  }
  return js;
}

class Engine : public EngineSleep {
 public:
  Answer<EEGATE_SHAPE("InspectionReply")> inspect(int model_id, JsFloats x, JsSettings options) const {
    return to_outcome(session_.inspect(model_id, floats_of(x), json_of(options)), &inspection_to_js);
  }
  Answer<"Float32Array"> ablate(int model_id, JsFloats x, std::size_t n_epochs, std::size_t n_times, JsParts parts) {
    return to_outcome(session_.predict(model_id, floats_of(x), n_epochs, n_times, json_of(parts)),
                      [](const std::vector<float>& logits) { return to_js(logits); });
  }

  Answer<"ArrayBuffer"> export_onnx(JsBuffer model, std::size_t n_times) {
    return to_outcome(onnx_file(bytes_of(model), n_times), [](const OnnxFile& onnx) { return to_js(onnx.bytes); });
  }
  Answer<"ArrayBuffer"> import_model(JsBuffer weights, JsSettings config) {
    return to_outcome(eegate::import_model(bytes_of(weights), json_of(config)),
                      [](const ImportedModel& model) { return to_js(model.bytes); });
  }

  Answer<"ArrayBuffer"> make_planted(JsSettings request) const {
    return to_outcome(eegate::make_planted(json_of(request)),
                      [](const std::vector<std::byte>& bytes) { return to_js(bytes); });
  }
  Answer<"Record<string, unknown>"> describe_network(JsSettings setup) {
    return to_outcome(preview_network(json_of(setup), &now_ms),
                      [](const NetworkPreview& preview) { return from_json(describe(preview)); });
  }

  Done explain_begin(int id, JsBuffer model, JsSettings request, JsFloats x, std::size_t n_epochs,
                     std::size_t n_times) {
    return to_outcome(
        session_.begin_explanation(id, bytes_of(model), floats_of(x), n_epochs, n_times, json_of(request)));
  }
  Answer<"number"> explain_advance(int id) {
    const auto explanation = session_.explanation(id);
    if (!explanation.ok()) return failure(explanation.error());
    return in_pieces([&] { return (*explanation)->advance(); });
  }
  Answer<"{ data: Float32Array; checks: Record<string, unknown> }"> explain_result(int id) {
    return to_outcome(session_.explanation(id), [](const Explanation* explanation) {
      val js = val::object();
      js.set("data", to_js(explanation->values()));
      js.set("checks", from_json(describe_explanation(*explanation, Keys::kCamel)));
      return js;
    });
  }
  Done close_explanation(int id) { return session_.close_explanation(id), done(); }

  Answer<"ArrayBuffer"> import_stager(JsBuffer weights) {
    return to_outcome(eegate::import_stager(bytes_of(weights)),
                      [](const ImportedModel& model) { return to_js(model.bytes); });
  }
  Done stage_begin(int id, int recording_id, JsBuffers models, JsSettings request) {
    std::vector<std::vector<std::byte>> files;
    for (const val& model : emscripten::vecFromJSArray<val>(models)) files.push_back(bytes_of(model));
    return to_outcome(session_.begin_staging(id, recording_id, files, json_of(request)));
  }
  Answer<"number"> stage_advance(int id) {
    const auto staging = session_.staging(id);
    if (!staging.ok()) return failure(staging.error());
    return in_pieces([&] { return (*staging)->advance(); });
  }
  Answer<EEGATE_SHAPE("StagedReply")> stage_result(int id) {
    return to_outcome(session_.staging(id), [](const StagingSession* staging) {
      val js = from_json(describe_staged(staging->result(), Keys::kCamel));
      js.set("probabilities", to_js(staging->result().probabilities()));
      return js;
    });
  }
  Done close_staging(int id) { return session_.close_staging(id), done(); }

  Done train_begin(int id, JsTrainRequest request, JsModelFile model) {
    return to_outcome(session_.begin_training(id, json_of(request), bytes_of(model)));
  }
  Done close_training(int id) { return session_.close_training(id), done(); }

  Done train_add_recording(int id, int recording_id, JsRecipe recipe, std::string subject) {
    return to_outcome(session_.add_to_training(id, recording_id, json_of(recipe), subject));
  }
  Done train_add_labels(int id, JsLabels labels, JsSubjects subjects, std::size_t epoch_floats) {
    return with_training(id, [&](TrainingSession& training) {
      return to_outcome(training.add_labels(integers_of(labels), integers_of(subjects), epoch_floats));
    });
  }
  Answer<"Record<string, unknown>"> train_plan(int id) {
    return with_training(id, [&](TrainingSession& training) {
      return to_outcome(training.plan(), [&](const auto&) { return from_json(training.describe_plan()); });
    });
  }
  Answer<"number"> train_load(int id, std::size_t recording) {
    return with_training(id, [&](TrainingSession& training) {
      return to_outcome(training.load(recording), [](double done) { return val(done); });
    });
  }
  Answer<"Float32Array"> train_loaded(int id, std::size_t recording, std::size_t chunk) {
    return with_training(id, [&](const TrainingSession& training) {
      return to_outcome(training.loaded(recording, chunk), [](std::span<const float> values) { return to_js(values); });
    });
  }
  Done train_add_loaded(int id, std::size_t recording, JsFloats values) {
    return with_training(
        id, [&](TrainingSession& training) { return to_outcome(training.add_loaded(recording, floats_of(values))); });
  }
  Done train_add_epochs(int id, JsFloats x) {
    return with_training(id, [&](TrainingSession& training) { return to_outcome(training.add_epochs(floats_of(x))); });
  }
  Answer<"{ warnings: " EEGATE_SHAPE("Warning") "[] }"> train_audit(int id) {
    return with_training(id, [](const TrainingSession& training) {
      return success(from_json(TrainingSession::describe(training.audit_fit())));
    });
  }
  Answer<EEGATE_SHAPE("ComparisonPlan")> train_begin_comparison(int id, JsStrings presets) {
    const auto wanted = emscripten::vecFromJSArray<std::string>(presets);
    return with_training(id, [&](TrainingSession& training) {
      return to_outcome(training.begin_comparison(wanted, &now_s), [](const ModelComparison* comparison) {
        val js = val::object();
        js.set("nParts", static_cast<double>(comparison->n_parts()));
        val units = val::array();
        for (const std::uint32_t first : comparison->units()) units.call<void>("push", static_cast<double>(first));
        js.set("units", units);
        return js;
      });
    });
  }
  Answer<EEGATE_SHAPE("ComparedPart")> train_compare(int id, std::size_t part) {
    return with_comparison(id, [&](ModelComparison& comparison) {
      return to_outcome(comparison.work(part), [](const ComparedPart& found) {
        val js = val::object();
        js.set("done", found.done);
        js.set("probabilities", to_js(std::span<const float>(found.probabilities)));
        js.set("seconds", found.seconds);
        return js;
      });
    });
  }
  Answer<"number"> train_take_compared(int id, std::size_t part, JsFloats probabilities, double seconds) {
    return with_comparison(id, [&](ModelComparison& comparison) {
      const auto taken =
          comparison.take(part, {.done = true, .probabilities = floats_of(probabilities), .seconds = seconds});
      return taken.ok() ? success(val(static_cast<double>(comparison.n_finished()))) : failure(taken.error());
    });
  }
  Answer<"Record<string, unknown>"> train_compared(int id) {
    return with_training(id, [](const TrainingSession& training) {
      return to_outcome(training.describe_comparison(), [](const std::string& json) { return from_json(json); });
    });
  }
  Done train_start(int id) {
    return with_training(id, [](TrainingSession& training) { return to_outcome(training.begin()); });
  }

  Answer<EEGATE_SHAPE("TrainAdvance")> train_advance(int id, std::uint64_t position, std::size_t worker_index,
                                                     std::size_t n_workers, bool stop, JsBuffers parts) {
    return with_training(id, [&](TrainingSession& training) {
      for (const val& part : emscripten::vecFromJSArray<val>(parts)) {
        if (const auto given = training.give(bytes_of(part)); !given.ok()) return failure(given.error());
      }
      return to_outcome(training.advance(position, worker_index, n_workers, stop),
                        [&](const TrainAdvance& advance) { return advance_to_js(advance, training); });
    });
  }

  Answer<"ArrayBuffer"> train_checkpoint(int id, std::uint64_t position) {
    return with_training(id, [&](const TrainingSession& training) {
      return to_outcome(training.checkpoint(position),
                        [](const std::vector<std::byte>& bytes) { return to_js(bytes); });
    });
  }
  Answer<"number"> train_restore(int id, JsBuffer checkpoint, bool go_on) {
    return with_training(id, [&](TrainingSession& training) {
      const auto restored = training.restore(bytes_of(checkpoint), go_on);
      return restored.ok() ? success(val(static_cast<double>(training.position()))) : failure(restored.error());
    });
  }
  Answer<"ArrayBuffer"> train_result(int id, std::uint64_t position) {
    return with_training(id, [&](const TrainingSession& training) {
      return to_outcome(training.model_file(position),
                        [](const std::vector<std::byte>& bytes) { return to_js(bytes); });
    });
  }

 private:
  template <class Body>
  Outcome with_training(int id, Body body) const {
    const auto training = session_.training(id);
    return training.ok() ? body(**training) : failure(training.error());
  }
  template <class Body>
  Outcome with_comparison(int id, Body body) const {
    return with_training(id, [&](const TrainingSession& training) {
      const auto comparison = training.comparison();
      return comparison.ok() ? body(**comparison) : failure(comparison.error());
    });
  }
};

void register_shapes() {
  emscripten::register_type<JsRecipe>(EEGATE_SHAPE("Recipe"));
  emscripten::register_type<JsSettings>("Record<string, unknown>");
  emscripten::register_type<JsTrainRequest>(EEGATE_SHAPE("TrainRequest"));
  emscripten::register_type<JsStrings>("readonly string[]");
  emscripten::register_type<JsParts>("readonly Record<string, unknown>[]");
  emscripten::register_type<JsModelFile>("ArrayBuffer | null");
  emscripten::register_type<JsBuffers>("ArrayBuffer[]");
  emscripten::register_type<JsLabels>("Int32Array");
  emscripten::register_type<JsSubjects>("Int32Array | null");
  register_answers<EEGATE_SHAPE("StagedReply"), EEGATE_SHAPE("InspectionReply"), "ArrayBuffer",
                   "Record<string, unknown>", "number", "{ data: Float32Array; checks: Record<string, unknown> }",
                   "{ warnings: " EEGATE_SHAPE("Warning") "[] }", EEGATE_SHAPE("TrainAdvance"),
                   EEGATE_SHAPE("ComparisonPlan"), EEGATE_SHAPE("ComparedPart")>();
}

void bind_explanations() {
  bind<Engine, "explainBegin(id, model, request, x, nEpochs, nTimes)", &Engine::explain_begin>();
  bind<Engine, "explainAdvance(id)", &Engine::explain_advance>();
  bind<Engine, "explainResult(id)", &Engine::explain_result>();
  bind<Engine, "closeExplanation(id)", &Engine::close_explanation>();
}

void bind_staging() {
  bind<Engine, "importStager(weights)", &Engine::import_stager>();
  bind<Engine, "stageBegin(id, recordingId, models, request)", &Engine::stage_begin>();
  bind<Engine, "stageAdvance(id)", &Engine::stage_advance>();
  bind<Engine, "stageResult(id)", &Engine::stage_result>();
  bind<Engine, "closeStaging(id)", &Engine::close_staging>();
}

void bind_training() {
  bind<Engine, "trainBegin(id, request, model)", &Engine::train_begin>();
  bind<Engine, "trainAddRecording(id, recordingId, recipe, subject)", &Engine::train_add_recording>();
  bind<Engine, "trainAddLabels(id, labels, subjects, epochFloats)", &Engine::train_add_labels>();
  bind<Engine, "trainPlan(id)", &Engine::train_plan>();
  bind<Engine, "trainLoad(id, recording)", &Engine::train_load>();
  bind<Engine, "trainLoaded(id, recording, chunk)", &Engine::train_loaded>();
  bind<Engine, "trainAddLoaded(id, recording, values)", &Engine::train_add_loaded>();
  bind<Engine, "trainAddEpochs(id, x)", &Engine::train_add_epochs>();
  bind<Engine, "trainAudit(id)", &Engine::train_audit>();
  bind<Engine, "trainBeginComparison(id, presets)", &Engine::train_begin_comparison>();
  bind<Engine, "trainCompare(id, part)", &Engine::train_compare>();
  bind<Engine, "trainTakeCompared(id, part, probabilities, seconds)", &Engine::train_take_compared>();
  bind<Engine, "trainCompared(id)", &Engine::train_compared>();
  bind<Engine, "trainStart(id)", &Engine::train_start>();
  bind<Engine, "trainAdvance(id, position, workerIndex, nWorkers, stop, parts)", &Engine::train_advance>();
  bind<Engine, "trainCheckpoint(id, position)", &Engine::train_checkpoint>();
  bind<Engine, "trainRestore(id, checkpoint, goOn)", &Engine::train_restore>();
  bind<Engine, "trainResult(id, position)", &Engine::train_result>();
  bind<Engine, "closeTraining(id)", &Engine::close_training>();
}

}  // namespace

EMSCRIPTEN_BINDINGS(eegate_train) {
  bind_models<Engine>();
  bind_files<Engine>();
  register_shapes();
  bind<Engine, "inspect(modelId, x, options)", &Engine::inspect>();
  bind<Engine, "ablate(modelId, x, nEpochs, nTimes, parts)", &Engine::ablate>();
  bind<Engine, "exportOnnx(model, nTimes)", &Engine::export_onnx>();
  bind<Engine, "importModel(weights, config)", &Engine::import_model>();
  bind<Engine, "describeNetwork(setup)", &Engine::describe_network>();
  bind<Engine, "makePlanted(request)", &Engine::make_planted>();
  bind_explanations();
  bind_sleep<Engine>();
  bind_staging();
  bind_training();
}

}  // namespace eegate::bindings
