// Discrete prolate spheroidal sequences (Slepian 1978): the tapers of a multitaper spectrum, of all sequences of n
// samples those that keep most of their energy within +-half_bandwidth / n cycles per sample.
#pragma once

#include <cstddef>

#include "covariance/real_matrix.h"

namespace eegate {

// Rows of length 1 in the order of their concentration, with the signs that SciPy gives them: the sum of those that are
// symmetric is positive, and so is the first lobe of the others. 0 < half_bandwidth < n / 2, 1 <= n_tapers <= n.
RealMatrix dpss(std::size_t n, double half_bandwidth, std::size_t n_tapers);

}  // namespace eegate
