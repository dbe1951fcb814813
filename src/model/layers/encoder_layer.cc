#include "model/layers/encoder_layer.h"

#include <algorithm>

#include "base/options.h"

namespace eegate {

// How many matrices a block saves depends on its configuration: they are counted in a forward pass of one token.
EncoderLayer::EncoderLayer(const Weights& weights, std::size_t index, const TransformerConfig& config)
    : config_(config), block_(weights, index, index, config) {
  Arena arena;
  Tape tape;
  const Matrix x = arena.zeros(1, config.embedding.dim);
  block_.forward(x, counted_order(config, 1), {.arena = arena, .tape = &tape});
  n_saved_ = tape.size();
}

void EncoderLayer::forward(Maps out, ConstMaps in, const ForwardContext& context) const {
  if (out.data != in.data) std::copy_n(in.data, in.trials().size(), out.data);
  block_.forward(out.points(), order_of(in.shape), context);
}

void EncoderLayer::backward(Maps din, Maps dout, ConstMaps /*in*/, ConstMaps /*out*/, BackwardContext& context) const {
  block_.backward(dout.points(), order_of(dout.shape), context);
  if (din.data != nullptr) std::copy_n(dout.data, dout.trials().size(), din.data);
}

// Networks of sequences are not exported.
onnx::Value EncoderLayer::to_onnx(onnx::GraphBuilder& /*g*/, const onnx::Value& /*in*/,
                                  const MapShape& /*shape*/) const {
  abort_on_internal_error();
}

}  // namespace eegate
