// LSTM over the samples and attention with a context vector, as ONNX.
#include "exchange/onnx/architectures.h"
#include "model/onnx/layers.h"

namespace eegate::onnx {

Value bilstm_attn(GraphBuilder& g, const Value& x, const Source& source) {
  const ConfigNode& f = source.config.fields;
  g.set_place("lstm");
  const Value h =
      lstm_stack(g, g.transpose(x, {2, 0, 1}), "lstm", f.size("n_layers"), f.size("hidden"), f.flag("bidirectional"));
  const Value pooled = context_attention(g, g.transpose(h, {1, 0, 2}), "attn", "u");
  g.set_place("head");
  return linear(g, pooled, "head");
}

}  // namespace eegate::onnx
