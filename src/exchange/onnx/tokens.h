// Trials to tokens as ONNX: embedding, class token, absolute positions.
#pragma once

#include "exchange/onnx/architectures.h"

namespace eegate::onnx {

// x [B, C, T] standardised -> [B, N, E], class token first.
Value tokens(GraphBuilder& g, const Value& x, const Source& source);

// The position index of each of those tokens.
Ints token_positions(const Source& source);

}  // namespace eegate::onnx
