// Discrete prolate spheroidal sequences (Slepian 1978; scipy.signal.windows.dpss): the tapers of multitaper spectra. Of
// all sequences of n samples they have the largest share of energy within +-half_bandwidth / n cycles per sample.
#pragma once

#include <cstddef>

#include "covariance/real_matrix.h"

namespace eegate {

// [n_tapers, n], rows of norm 1 by descending concentration. Signs as in SciPy: symmetric sequences have a positive
// sum, antisymmetric ones a positive first lobe. Requires 0 < half_bandwidth < n / 2, 1 <= n_tapers <= n.
RealMatrix dpss(std::size_t n, double half_bandwidth, std::size_t n_tapers);

}  // namespace eegate
