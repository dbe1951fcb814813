// Gates in place of residual connections (Parisotto et al. 2020, Stabilizing Transformers for Reinforcement Learning),
// without their matrix products: x is the input of the sub-layer, y its output, and g, u, r, z, h are pre-activations
// including biases. All arguments have the shape [rows, E]; `out` may be any of them.
#pragma once

#include "base/tensor.h"

namespace eegate {

// out = sigmoid(g) x + y                     g = W_g x
void input_gate(Matrix out, ConstMatrix g, ConstMatrix x, ConstMatrix y);
// out = x + sigmoid(g) y                     g = W_g x - b_g
void output_gate(Matrix out, ConstMatrix g, ConstMatrix x, ConstMatrix y);
// out = s x + (1 - s) y, s = sigmoid(g)      g = W_g x + b_g
void highway_gate(Matrix out, ConstMatrix g, ConstMatrix x, ConstMatrix y);
// out = x + sigmoid(g) tanh(u)               g = W_g y - b_g, u = U_g y
void sigtanh_gate(Matrix out, ConstMatrix g, ConstMatrix u, ConstMatrix x);
// out = sigmoid(r) x                         r = W_r y + U_r x: the first half of the GRU gate
void gru_reset(Matrix out, ConstMatrix r, ConstMatrix x);
// out = (1 - s) x + s tanh(h), s = sigmoid(z)   z = W_z y + U_z x - b_g, h = W_g y + U_g (sigmoid(r) x): the second
// half of the GRU gate
void gru_update(Matrix out, ConstMatrix z, ConstMatrix h, ConstMatrix x);

// The backward passes. a_g ... are the gradients with respect to the pre-activations and are overwritten; gradients are
// added to dx and dy.
//
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
