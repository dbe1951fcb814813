// What is added to the tokens: absolute positions (sinusoids or a learned table) and, for patches of channel groups,
// the learned embedding of the group.
#pragma once

#include <cstddef>
#include <vector>

#include "base/tensor.h"
#include "model/transformer_config.h"
#include "model/weights.h"

namespace eegate {

// Sinusoids of positions 0 ... n - 1, [n, width] (Vaswani et al. 2017), computed in double:
//   sin(p / 10000^(2j / width)), cos(p / 10000^(2j / width)).
// Interleaved: sines in the even columns, cosines in the odd ones; concat_parity: all sines, then all cosines.
std::vector<float> sinusoid_table(std::size_t n, std::size_t width, bool concat_parity);

// `table` resampled to n rows: linear interpolation with half-pixel centres and constant ends, as
// torch.nn.functional.interpolate(mode="linear", align_corners=False).
std::vector<float> resample_rows(ConstMatrix table, std::size_t n);

// What is added to the tokens of a trial of n_times samples, class token first: [cls + N, E]. Empty if nothing is
// added. A learned table is resampled from the positions of trained_n_times samples.
std::vector<float> token_offsets(const TransformerConfig& config, const Weights& weights, std::size_t n_times,
                                 std::size_t trained_n_times);

// Backward pass of token_offsets(): from doffsets [cls + N, E], the gradient of its result, adds the gradients of a
// learned table and of channel embeddings.
void token_offsets_gradient(Weights& gradients, ConstMatrix doffsets, const TransformerConfig& config,
                            std::size_t n_times, std::size_t trained_n_times);

}  // namespace eegate
