// The smallest module: eegate-predict-simd, eegate-predict-relaxed. It reads model files and predicts on tensors. The
// one architecture it is linked with is the transformer; what it does not know the module of classify.cc does.
#include "bindings/methods.h"
#include "session/describe.h"
#include "session/open_models.h"

namespace eegate::bindings {
namespace {

class Engine {
 public:
  Outcome info() const { return engine_info(); }

  Outcome load_model(int id, JsBuffer bytes, std::string file_name) {
    // Only reports tell a digest, and this module writes none.
    return to_outcome(models_.load(id, bytes_of(bytes), std::move(file_name), Digest::kNone),
                      [id](const OpenModel* open) { return with_id(describe_model(*open, Keys::kCamel), id); });
  }
  Outcome close_model(int id) { return models_.close(id), success(JsValue()); }

  Outcome predict(int model_id, JsFloats x, std::size_t n_epochs, std::size_t n_times) const {
    return to_outcome(models_.predict(model_id, floats_of(x), n_epochs, n_times),
                      [](const std::vector<float>& logits) { return to_js(logits); });
  }

 private:
  OpenModels models_;
};

constexpr Method<Engine> kMethods[] = {
    {"info", run_method<&Engine::info, Engine>},
    {"loadModel", run_method<&Engine::load_model, Engine>},
    {"closeModel", run_method<&Engine::close_model, Engine>},
    {"predict", run_method<&Engine::predict, Engine>},
};

}  // namespace

extern "C" {
EEGATE_EXPORT(methods) Handle eegate_methods() { return names_of<Engine>(kMethods); }
EEGATE_EXPORT(run) Handle eegate_run(std::size_t method, Handle arguments) {
  return run<Engine>(kMethods, method, arguments);
}
}

}  // namespace eegate::bindings
