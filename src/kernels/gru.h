// One step of a GRU after its matrix products, forward and backward. Gates stand side by side in the order r, z, n:
// [rows, 3 H]; everything else is [rows, H]. Rows are sequences.
#pragma once

#include "base/tensor.h"

namespace eegate {

// `gates` holds W_ih x + b_ih and becomes r, z, n; `recurrent` holds W_hh h_before + b_hh:
//   r, z = sigmoid of the sum of both,  n = tanh(gates_n + r recurrent_n),  h = (1 - z) n + z h_before
// `h` may be `h_before`.
void gru_cell(Matrix h, Matrix gates, ConstMatrix recurrent, ConstMatrix h_before);

// Backward: dh is the gradient of h. `dgates` receives that of what the input contributed, `drecurrent` that of what
// the state contributed (which differs in n alone, by the factor r). dh_before += dh z, the direct way to the state
// before; the way through `drecurrent` is the caller's.
void gru_cell_gradient(Matrix dgates, Matrix drecurrent, Matrix dh_before, ConstMatrix dh, ConstMatrix gates,
                       ConstMatrix recurrent, ConstMatrix h_before);

}  // namespace eegate
