// What stands in place of a signal that is taken away, if silence would be a signal that no electrode ever gives: one
// that could be another of the same recording.
#pragma once

#include <cstdint>

#include "base/tensor.h"

namespace eegate {

// out [n, C, T]: signals with the mean power spectrum that the electrode has over all `epochs` [m, C, T], and with
// random phases. Its band, its rhythms and its strength stay as they are on average; what happened when, and what is
// particular to one epoch, is gone. The offset is the mean one. Each epoch and electrode of `out` has phases of its
// own, from `seed`.
void make_surrogates(ConstTensor3 epochs, std::uint64_t seed, Tensor3 out);

}  // namespace eegate
