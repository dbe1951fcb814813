#include "session/open/open_models.h"

#include <utility>

#include "session/open/arrays.h"
#include "session/open/epoch_checks.h"

namespace eegate {

Result<const OpenModel*> OpenModels::load(int id, std::span<const std::byte> bytes, std::string file_name,
                                          Digest digest) {
  EEGATE_TRY(OpenModel open, open_model(bytes, std::move(file_name), digest));
  auto& slot = models_[id];
  slot = std::make_shared<OpenModel>(std::move(open));
  return static_cast<const OpenModel*>(slot.get());
}

Result<std::shared_ptr<OpenModel>> OpenModels::find(int id) const { return find_open(models_, id, "model"); }

Result<std::vector<float>> OpenModels::predict(int id, std::span<const float> x, std::size_t n_epochs,
                                               std::size_t n_times, const Ablation* parts) const {
  EEGATE_TRY(const auto open, find(id));
  const std::size_t n_chans = open->model.config().n_chans, n_outputs = open->model.config().n_outputs;
  EEGATE_CHECK(check_epochs(x.size(), n_epochs, n_chans, n_times));
  std::vector<float> logits(n_epochs * n_outputs);
  const ConstTensor3 epochs(x.data(), n_epochs, n_chans, n_times);
  const Matrix out(logits.data(), n_epochs, n_outputs);
  EEGATE_CHECK(parts == nullptr ? predict_in_batches(open->model, epochs, out)
                                : open->model.predict(epochs, out, parts));
  return logits;
}

}  // namespace eegate
