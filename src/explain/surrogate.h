// Fourier surrogates (Theiler et al. 1992) as a baseline for explanations: signals that could be from the same
// recording, other than a signal of zeros.
#pragma once

#include <cstdint>

#include "base/tensor.h"

namespace eegate {

// out [n, C, T]: signals with random phases and with the mean power spectrum of each channel over all `epochs` [m, C,
// T]. Frequencies and amplitudes stay as they are on average; timing, and what is specific to one epoch, is lost. The
// offset is the mean offset. Every signal of `out` has its own phases, drawn from `seed`.
void make_surrogates(ConstTensor3 epochs, std::uint64_t seed, Tensor3 out);

}  // namespace eegate
