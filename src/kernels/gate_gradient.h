// Backward passes of the gates (gate.h) without their matrix products. g, u, r, z, h are the pre-activations of the
// forward pass; a_g ... are the gradients with respect to them and are overwritten. Gradients are added to dx and dy.
#pragma once

#include "base/tensor.h"

namespace eegate {

// s = sigmoid(g):  a = dout x s (1 - s),  dx += dout s,  dy += dout
void input_gate_gradient(Matrix a_g, Matrix dx, Matrix dy, ConstMatrix dout, ConstMatrix g, ConstMatrix x);
// a = dout y s (1 - s),  dx += dout,  dy += dout s
void output_gate_gradient(Matrix a_g, Matrix dx, Matrix dy, ConstMatrix dout, ConstMatrix g, ConstMatrix y);
// a = dout (x - y) s (1 - s),  dx += dout s,  dy += dout (1 - s)
void highway_gate_gradient(Matrix a_g, Matrix dx, Matrix dy, ConstMatrix dout, ConstMatrix g, ConstMatrix x,
                           ConstMatrix y);
// t = tanh(u):  a_g = dout t s (1 - s),  a_u = dout s (1 - t^2),  dx += dout
void sigtanh_gate_gradient(Matrix a_g, Matrix a_u, Matrix dx, ConstMatrix dout, ConstMatrix g, ConstMatrix u);
// Second half of the GRU gate, z and h pre-activations, s = sigmoid(z), t = tanh(h):
//   a_z = dout (t - x) s (1 - s),  a_h = dout s (1 - t^2),  dx += dout (1 - s)
void gru_update_gradient(Matrix a_z, Matrix a_h, Matrix dx, ConstMatrix dout, ConstMatrix z, ConstMatrix h,
                         ConstMatrix x);
// First half of the GRU gate, v being the gradient with respect to sigmoid(r) x:  a_r = v x r' (1 - r'),  dx += v r',
// r' = sigmoid(r)
void gru_reset_gradient(Matrix a_r, Matrix dx, ConstMatrix v, ConstMatrix r, ConstMatrix x);

}  // namespace eegate
