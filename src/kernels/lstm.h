// One step of an LSTM after its matrix products, forward and backward. Gates stand side by side in the order i, f, g,
// o: [rows, 4 H]; everything else is [rows, H]. Rows are sequences.
#pragma once

#include "base/tensor.h"

namespace eegate {

// i, f, o = sigmoid, g = tanh of the pre-activations, in place;  c = f c_before + i g,  h = o tanh(c).
// `c` may be `c_before`.
void lstm_cell(Matrix h, Matrix c, Matrix gates, ConstMatrix c_before);

// Backward: dc is the gradient of c that comes from later steps, and becomes that of c_before; dh is the gradient of h.
//   dc' = dc + dh o (1 - tanh(c)^2),  dc = dc' f
//   dgates = dc' g i (1 - i),  dc' c_before f (1 - f),  dc' i (1 - g^2),  dh tanh(c) o (1 - o)
void lstm_cell_gradient(Matrix dgates, Matrix dc, ConstMatrix dh, ConstMatrix gates, ConstMatrix c,
                        ConstMatrix c_before);

}  // namespace eegate
