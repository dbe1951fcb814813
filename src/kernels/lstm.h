// One step of an LSTM (Hochreiter and Schmidhuber 1997; equations and gate order of torch.nn.LSTM) without its matrix
// products, forward and backward. Gates are concatenated in the order i, f, g, o: [rows, 4 H]; everything else is
// [rows, H]. Rows are sequences.
#pragma once

#include "base/tensor.h"

namespace eegate {

// Replaces the pre-activations in `gates` by i, f, o = sigmoid and g = tanh of them;  c = f c_before + i g,  h = o
// tanh(c). `c` may be `c_before`.
void lstm_cell(Matrix h, Matrix c, Matrix gates, ConstMatrix c_before);

// Backward pass. dh is the gradient of h; dc is the gradient of c from later steps on entry, and that of c_before on
// return.
//   dc' = dc + dh o (1 - tanh(c)^2),  dc = dc' f
//   dgates = dc' g i (1 - i),  dc' c_before f (1 - f),  dc' i (1 - g^2),  dh tanh(c) o (1 - o)
void lstm_cell_gradient(Matrix dgates, Matrix dc, ConstMatrix dh, ConstMatrix gates, ConstMatrix c,
                        ConstMatrix c_before);

}  // namespace eegate
