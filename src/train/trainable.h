// What training asks of a model, whether its trials are windows of a recording or sequences of epochs.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "base/result.h"
#include "model/config.h"
#include "model/network.h"
#include "model/tensor_list.h"
#include "model/weights.h"

namespace eegate {

// How a trial lies in a training set: so many rows [n_chans, n_times], each with a label of its own. A trial of a model
// of sequences has a row for every epoch, its picture; where it answers for the middle one, the labels of the others do
// not count.
struct TrialShape {
  std::size_t n_rows = 1, n_chans = 0, n_times = 0;
  std::size_t first_answer = 0, n_answers = 1;
  bool answers(std::size_t row) const { return row >= first_answer && row - first_answer < n_answers; }
  std::size_t row_size() const { return n_chans * n_times; }
};

bool is_of_sequences(const ModelConfig& config);
TrialShape trial_shape_of(const ModelConfig& config);
// Whether gradients pass through many steps of time.
bool is_recurrent(const ModelConfig& config);
std::vector<TensorSpec> tensors_of(const ModelConfig& config);
// The values of new weights that training leaves alone.
void set_fixed_weights(Weights& weights, const ModelConfig& config);
// Errors of the architecture.
Result<std::unique_ptr<Network>> network_of(const ModelConfig& config, const Weights& weights);

}  // namespace eegate
