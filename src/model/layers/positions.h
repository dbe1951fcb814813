// What is added to every token: absolute positions and, for patches of single channels, the channel's embedding.
#pragma once

#include <cstddef>
#include <vector>

#include "base/tensor.h"
#include "model/transformer_config.h"
#include "model/weights.h"

namespace eegate {

// Sinusoids of positions 0 ... n - 1, [n, width], computed in double (Vaswani et al. 2017). Interleaved: sine in even
// columns, cosine of the same frequency in the odd one after it; concat_parity: all sines, then all cosines.
std::vector<float> sinusoid_table(std::size_t n, std::size_t width, bool concat_parity);

// Rows of `table` resampled to n rows along the first axis: linear, half-pixel centres, ends held.
std::vector<float> resample_rows(ConstMatrix table, std::size_t n);

// The table that is added to the tokens of a trial of n_times samples, class token first: [N + cls, E]. Empty if
// nothing is added.
std::vector<float> token_offsets(const TransformerConfig& config, const Weights& weights, std::size_t n_times,
                                 std::size_t trained_n_times);

// Backward: adds the gradients of a learned table and of channel embeddings for doffsets [N + cls, E], the gradient of
// what token_offsets() returned.
void token_offsets_gradient(Weights& gradients, ConstMatrix doffsets, const TransformerConfig& config,
                            std::size_t n_times, std::size_t trained_n_times);

}  // namespace eegate
