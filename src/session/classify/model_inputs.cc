#include "session/classify/model_inputs.h"

#include <algorithm>
#include <span>

namespace eegate {
namespace {

constexpr std::size_t kInputsPerRead = 64;

}  // namespace

Result<> append_inputs(Dataset& dataset, Plan& plan) {
  const Model& model = plan.model().model;
  if (dataset.file_names.empty() && model.config().task != Task::kRegress)
    dataset.label_names = model.contract().classes;
  const std::size_t first = dataset.epochs.size(), n_epochs = plan.epochs().size();
  EEGATE_CHECK(
      append_epochs(dataset, plan.recording().recording.file_name(), model.contract().ch_names, plan.prepared()));
  const std::size_t floats = dataset.epoch_floats();
  dataset.values.resize(dataset.epochs.size() * floats);
  for (std::size_t done = 0; done < n_epochs; done += kInputsPerRead) {
    const std::size_t n = std::min(kInputsPerRead, n_epochs - done);
    EEGATE_CHECK(plan.inputs(done, n, std::span(dataset.values).subspan((first + done) * floats, n * floats)));
  }
  return {};
}

}  // namespace eegate
