// The smallest module: eegate-predict-simd, eegate-predict-relaxed. It reads model files and predicts on tensors. The
// one architecture it is linked with is the transformer; what it does not know the module of classify.cc does.
#include "bindings/values.h"
#include "session/describe.h"
#include "session/open_models.h"

namespace eegate::bindings {
namespace {

class Engine {
 public:
  Outcome info() const { return engine_info(); }

  Outcome load_model(int id, JsBuffer bytes, std::string file_name) {
    return to_outcome(models_.load(id, bytes_of(bytes), std::move(file_name)),
                      [id](const OpenModel* open) { return with_id(describe_model(*open, Keys::kCamel), id); });
  }
  Outcome close_model(int id) { return models_.close(id), success(val::undefined()); }

  Outcome predict(int model_id, JsFloats x, std::size_t n_epochs, std::size_t n_times) const {
    return to_outcome(models_.predict(model_id, emscripten::convertJSArrayToNumberVector<float>(x), n_epochs, n_times),
                      [](const std::vector<float>& logits) { return to_js(logits); });
  }

 private:
  OpenModels models_;
};

}  // namespace

EMSCRIPTEN_BINDINGS(eegate) {
  register_types();
  emscripten::class_<Engine>("Engine")
      .constructor<>()
      .function("info", &Engine::info)
      .function("loadModel(id, bytes, fileName)", &Engine::load_model)
      .function("closeModel(id)", &Engine::close_model)
      .function("predict(modelId, x, nEpochs, nTimes)", &Engine::predict);
}

}  // namespace eegate::bindings
