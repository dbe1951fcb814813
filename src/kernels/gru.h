// One step of a GRU (Cho et al. 2014; equations and gate order of torch.nn.GRU) without its matrix products, forward
// and backward. Gates are concatenated in the order r, z, n: [rows, 3 H]; everything else is [rows, H]. Rows are
// sequences.
#pragma once

#include "base/tensor.h"

namespace eegate {

// On entry `gates` holds W_ih x + b_ih and `recurrent` W_hh h_before + b_hh; on return `gates` holds r, z, n:
//   r, z = sigmoid of the sum of both,  n = tanh(gates_n + r recurrent_n),  h = (1 - z) n + z h_before
// `h` may be `h_before`.
void gru_cell(Matrix h, Matrix gates, ConstMatrix recurrent, ConstMatrix h_before);

// Backward pass; dh is the gradient of h. `dgates` receives the gradient of W_ih x + b_ih and `drecurrent` that of W_hh
// h_before + b_hh, which differs by the factor r in n. dh_before += dh z; the caller adds the contribution of
// `drecurrent`.
void gru_cell_gradient(Matrix dgates, Matrix drecurrent, Matrix dh_before, ConstMatrix dh, ConstMatrix gates,
                       ConstMatrix recurrent, ConstMatrix h_before);

}  // namespace eegate
