// What training needs to know of a model, for networks on single windows and for sequence models alike.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "base/result.h"
#include "model/config.h"
#include "model/network.h"
#include "model/weights.h"

namespace eegate {

// The layout of a trial in a training set: n_rows rows [n_chans, n_times], each with a label. A trial of a sequence
// model has one row for each epoch, its image; if the model classifies only the middle epoch, the other labels are
// ignored.
struct TrialShape {
  std::size_t n_rows = 1, n_chans = 0, n_times = 0;
  std::size_t first_answer = 0, n_answers = 1;
  bool answers(std::size_t row) const { return row >= first_answer && row - first_answer < n_answers; }
  std::size_t row_size() const { return n_chans * n_times; }
};

bool is_sequence_model(const ModelConfig& config);
TrialShape trial_shape_of(const ModelConfig& config);
// Whether the network has recurrent layers (Architecture::is_recurrent).
bool is_recurrent(const ModelConfig& config);
std::vector<TensorSpec> tensors_of(const ModelConfig& config);
// Sets the weights that are not trained (Constraint::kFixed) of a new model.
void set_fixed_weights(Weights& weights, const ModelConfig& config);
// Errors: those of the architecture's build().
Result<std::unique_ptr<Network>> network_of(const ModelConfig& config, const Weights& weights);

}  // namespace eegate
