// The smallest module: eegate-predict-simd, eegate-predict-relaxed. It reads model files and predicts on tensors. The
// one architecture it is linked with is the transformer; everything else is in the module of classify.cc.
#include "bindings/methods.h"
#include "session/open/describe.h"
#include "session/open/open_models.h"

namespace eegate::bindings {
namespace {

class Engine {
 public:
  Answer<EEGATE_SHAPE("EngineInfo")> info() const { return engine_info(); }

  Answer<EEGATE_SHAPE("ModelInfo")> load_model(int id, JsBuffer bytes, std::string file_name) {
    // Only reports contain the digest, and this module writes none.
    return to_outcome(models_.load(id, bytes_of(bytes), std::move(file_name), Digest::kNone),
                      [id](const OpenModel* open) { return with_id(describe_model(*open, Keys::kCamel), id); });
  }
  Done close_model(int id) { return models_.close(id), done(); }

  Answer<"Float32Array"> predict(int model_id, JsFloats x, std::size_t n_epochs, std::size_t n_times) const {
    return to_outcome(models_.predict(model_id, floats_of(x), n_epochs, n_times),
                      [](const std::vector<float>& logits) { return to_js(logits); });
  }

 private:
  OpenModels models_;
};

}  // namespace

EMSCRIPTEN_BINDINGS(eegate_predict) {
  bind_models<Engine>();
  bind<Engine, "predict(modelId, x, nEpochs, nTimes)", &Engine::predict>();
}

}  // namespace eegate::bindings
