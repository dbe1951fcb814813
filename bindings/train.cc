// The module that trains: eegate-train-simd, eegate-train-relaxed. A page asks for it when its first training begins.
// It also carries models to and from other programs, which is as rare, looks inside them, and explains, which needs its
// backward passes.
#include "bindings/engine_files.h"
#include "bindings/methods.h"
#include "session/exchange.h"
#include "session/network_preview.h"

namespace eegate::bindings {
namespace {

JsValue advance_to_js(const TrainAdvance& advance, const TrainingSession& training) {
  JsValue js = from_json(training.describe(advance));
  js.set("parts", advance.parts.empty() ? JsValue::null() : to_js(advance.parts));
  return js;
}

// Names and shapes as JSON, values beside them.
JsValue inspection_to_js(const Inspection& inspection) {
  JsValue js = from_json(describe(inspection));
  const JsValue given = js["tensors"];
  std::size_t index = 0;
  for (const InspectedTensor& tensor : inspection.tensors) {
    given.at(index++).set("values", to_js(tensor.values));
  }
  return js;
}

class Engine : public EngineFiles {
 public:
  Outcome load_model(int id, JsBuffer bytes, std::string file_name) {
    return to_outcome(session_.load_model(id, bytes_of(bytes), std::move(file_name)),
                      [id](const OpenModel* open) { return with_id(describe_model(*open, Keys::kCamel), id); });
  }
  Outcome close_model(int id) { return session_.close_model(id), success(JsValue()); }
  Outcome inspect(int model_id, JsFloats x, JsRecipe options) const {
    return to_outcome(session_.inspect(model_id, floats_of(x), json_of(options)), &inspection_to_js);
  }
  Outcome ablate(int model_id, JsFloats x, std::size_t n_epochs, std::size_t n_times, JsRecipe parts) {
    return to_outcome(session_.predict(model_id, floats_of(x), n_epochs, n_times, json_of(parts)),
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
    const auto now_ms = [] { return eegate_js_now_ms(); };
    return to_outcome(preview_network(json_of(setup), now_ms),
                      [](const NetworkPreview& preview) { return from_json(describe(preview)); });
  }

  Outcome explain_begin(int id, JsBuffer model, JsRecipe request, JsFloats x, std::size_t n_epochs,
                        std::size_t n_times) {
    return to_outcome(
        session_.begin_explanation(id, bytes_of(model), floats_of(x), n_epochs, n_times, json_of(request)));
  }
  // About a frame's worth of work, so that messages do not outweigh it.
  Outcome explain_advance(int id) {
    const auto explanation = session_.explanation(id);
    if (!explanation.ok()) return failure(explanation.error());
    constexpr double kPiece_ms = 25;
    const double begun = eegate_js_now_ms();
    double done = 0;
    do {
      const auto share = (*explanation)->advance();
      if (!share.ok()) return failure(share.error());
      done = *share;
    } while (done < 1 && eegate_js_now_ms() - begun < kPiece_ms);
    return success(JsValue(done));
  }
  Outcome explain_result(int id) {
    return to_outcome(session_.explanation(id), [](const Explanation* explanation) {
      JsValue js = JsValue::object();
      js.set("values", to_js(explanation->values()));
      js.set("checks", from_json(describe_explanation(*explanation, Keys::kCamel)));
      return js;
    });
  }
  Outcome close_explanation(int id) { return session_.close_explanation(id), success(JsValue()); }

  Outcome train_begin(int id, JsRecipe request, JsBuffer model) {
    return to_outcome(session_.begin_training(id, json_of(request), bytes_of(model)));
  }
  Outcome close_training(int id) { return session_.close_training(id), success(JsValue()); }

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
      return to_outcome(training.load(), [](double done) { return JsValue(done); });
    });
  }
  Outcome train_add_epochs(int id, JsFloats x) {
    return with_training(id, [&](TrainingSession& training) { return to_outcome(training.add_epochs(floats_of(x))); });
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
      for (std::size_t i = 0; i < parts.size(); ++i) {
        if (const auto given = training.give(bytes_of(parts.at(i))); !given.ok()) return failure(given.error());
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
      return restored.ok() ? success(JsValue(static_cast<double>(training.position()))) : failure(restored.error());
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

constexpr Method<Engine> kMethods[] = {
    {"info", run_method<&Engine::info, Engine>},
    {"openRecording", run_method<&Engine::open_recording, Engine>},
    {"closeRecording", run_method<&Engine::close_recording, Engine>},
    {"loadModel", run_method<&Engine::load_model, Engine>},
    {"closeModel", run_method<&Engine::close_model, Engine>},
    {"inspect", run_method<&Engine::inspect, Engine>},
    {"ablate", run_method<&Engine::ablate, Engine>},
    {"exportOnnx", run_method<&Engine::export_onnx, Engine>},
    {"importModel", run_method<&Engine::import_model, Engine>},
    {"describeNetwork", run_method<&Engine::describe_network, Engine>},
    {"explainBegin", run_method<&Engine::explain_begin, Engine>},
    {"explainAdvance", run_method<&Engine::explain_advance, Engine>},
    {"explainResult", run_method<&Engine::explain_result, Engine>},
    {"closeExplanation", run_method<&Engine::close_explanation, Engine>},
    {"trainBegin", run_method<&Engine::train_begin, Engine>},
    {"trainAddRecording", run_method<&Engine::train_add_recording, Engine>},
    {"trainAddLabels", run_method<&Engine::train_add_labels, Engine>},
    {"trainPlan", run_method<&Engine::train_plan, Engine>},
    {"trainLoad", run_method<&Engine::train_load, Engine>},
    {"trainAddEpochs", run_method<&Engine::train_add_epochs, Engine>},
    {"trainAudit", run_method<&Engine::train_audit, Engine>},
    {"trainStart", run_method<&Engine::train_start, Engine>},
    {"trainAdvance", run_method<&Engine::train_advance, Engine>},
    {"trainCheckpoint", run_method<&Engine::train_checkpoint, Engine>},
    {"trainRestore", run_method<&Engine::train_restore, Engine>},
    {"trainResult", run_method<&Engine::train_result, Engine>},
    {"closeTraining", run_method<&Engine::close_training, Engine>},
};

}  // namespace

extern "C" {
EEGATE_EXPORT(methods) Handle eegate_methods() { return names_of<Engine>(kMethods); }
EEGATE_EXPORT(run) Handle eegate_run(std::size_t method, Handle arguments) {
  return run<Engine>(kMethods, method, arguments);
}
}

}  // namespace eegate::bindings
