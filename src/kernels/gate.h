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

}  // namespace eegate
