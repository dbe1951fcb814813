// The module that trains: eegate-train-simd, eegate-train-relaxed. A page asks for it when its first training begins.
// It also carries models to and from other programs, which is as rare, looks inside them, and explains, which needs its
// backward passes.
#include "bindings/engine_files.h"
#include "session/exchange.h"
#include "session/network_preview.h"

namespace eegate::bindings {
namespace {

val advance_to_js(const TrainAdvance& advance, const TrainingSession& training) {
  val js = from_json(training.describe(advance));
  js.set("parts", advance.parts.empty() ? val::null() : to_js(advance.parts));
  return js;
}

// Names and shapes as JSON, values beside them.
val inspection_to_js(const Inspection& inspection) {
  val js = from_json(describe(inspection)), given = js["tensors"];
  for (const InspectedTensor& tensor : inspection.tensors) {
    val next = given.call<val>("shift");
    next.set("values", to_js(tensor.values));
    given.call<void>("push", next);
  }
  return js;
}

class Engine : public EngineFiles {
 public:
  Outcome load_model(int id, JsBuffer bytes, std::string file_name) {
    return to_outcome(session_.load_model(id, bytes_of(bytes), std::move(file_name)),
                      [id](const OpenModel* open) { return with_id(describe_model(*open, Keys::kCamel), id); });
  }
  Outcome close_model(int id) { return session_.close_model(id), success(val::undefined()); }
  Outcome inspect(int model_id, JsFloats x, JsRecipe options) const {
    return to_outcome(session_.inspect(model_id, emscripten::convertJSArrayToNumberVector<float>(x), json_of(options)),
                      &inspection_to_js);
  }
  Outcome ablate(int model_id, JsFloats x, std::size_t n_epochs, std::size_t n_times, JsRecipe parts) {
    return to_outcome(session_.predict(model_id, emscripten::convertJSArrayToNumberVector<float>(x), n_epochs, n_times,
                                       json_of(parts)),
                      [](const std::vector<float>& logits) { return to_js(logits); });
  }

  Outcome export_onnx(JsBuffer model, std::size_t n_times) {
    return to_outcome(onnx_file(bytes_of(model), n_times), [](const OnnxFile& onnx) { return to_js(onnx.bytes); });
  }
  Outcome import_model(JsBuffer weights, JsRecipe config) {
    return to_outcome(eegate::import_model(bytes_of(weights), json_of(config)),
                      [](const ImportedModel& model) { return to_js(model.bytes); });
  }

  Outcome describe_network(JsRecipe setup) {
    const auto now_ms = [] { return val::global("performance").call<double>("now"); };
    return to_outcome(preview_network(json_of(setup), now_ms),
                      [](const NetworkPreview& preview) { return from_json(describe(preview)); });
  }

  Outcome explain_begin(int id, JsBuffer model, JsRecipe request, JsFloats x, std::size_t n_epochs,
                        std::size_t n_times) {
    return to_outcome(session_.begin_explanation(
        id, bytes_of(model), emscripten::convertJSArrayToNumberVector<float>(x), n_epochs, n_times, json_of(request)));
  }
  // About a frame's worth of work, so that messages do not outweigh it.
  Outcome explain_advance(int id) {
    const auto explanation = session_.explanation(id);
    if (!explanation.ok()) return failure(explanation.error());
    constexpr double kPiece_ms = 25;
    const val clock = val::global("performance");
    const double begun = clock.call<double>("now");
    double done = 0;
    do {
      const auto share = (*explanation)->advance();
      if (!share.ok()) return failure(share.error());
      done = *share;
    } while (done < 1 && clock.call<double>("now") - begun < kPiece_ms);
    return success(val(done));
  }
  Outcome explain_result(int id) {
    return to_outcome(session_.explanation(id), [](const Explanation* explanation) {
      val js = val::object();
      js.set("values", to_js(explanation->values()));
      js.set("checks", from_json(describe_explanation(*explanation, Keys::kCamel)));
      return js;
    });
  }
  Outcome close_explanation(int id) { return session_.close_explanation(id), success(val::undefined()); }

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
  Outcome train_audit(int id) {
    return with_training(id, [](const TrainingSession& training) {
      return success(from_json(TrainingSession::describe(training.audit_fit())));
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
};

}  // namespace

EMSCRIPTEN_BINDINGS(eegate) {
  register_types();
  register_engine<Engine>()
      .function("loadModel(id, bytes, fileName)", &Engine::load_model)
      .function("closeModel(id)", &Engine::close_model)
      .function("inspect(modelId, x, options)", &Engine::inspect)
      .function("ablate(modelId, x, nEpochs, nTimes, parts)", &Engine::ablate)
      .function("exportOnnx(model, nTimes)", &Engine::export_onnx)
      .function("importModel(weights, config)", &Engine::import_model)
      .function("describeNetwork(setup)", &Engine::describe_network)
      .function("explainBegin(id, model, request, x, nEpochs, nTimes)", &Engine::explain_begin)
      .function("explainAdvance(id)", &Engine::explain_advance)
      .function("explainResult(id)", &Engine::explain_result)
      .function("closeExplanation(id)", &Engine::close_explanation)
      .function("trainBegin(id, request, model)", &Engine::train_begin)
      .function("trainAddRecording(id, recordingId, recipe, subject)", &Engine::train_add_recording)
      .function("trainAddLabels(id, labels, subjects, epochFloats)", &Engine::train_add_labels)
      .function("trainPlan(id)", &Engine::train_plan)
      .function("trainLoad(id)", &Engine::train_load)
      .function("trainAddEpochs(id, x)", &Engine::train_add_epochs)
      .function("trainAudit(id)", &Engine::train_audit)
      .function("trainStart(id)", &Engine::train_start)
      .function("trainAdvance(id, position, lane, nLanes, stop, parts)", &Engine::train_advance)
      .function("trainCheckpoint(id, position)", &Engine::train_checkpoint)
      .function("trainRestore(id, checkpoint, goOn)", &Engine::train_restore)
      .function("trainResult(id, position)", &Engine::train_result)
      .function("closeTraining(id)", &Engine::close_training);
}

}  // namespace eegate::bindings
