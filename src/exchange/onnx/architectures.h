// One function for each architecture: standardised trials [B, C, T] in, logits [B, L] out. A new one costs a file here
// and a line in export_onnx.cc.
#pragma once

#include <string>
#include <vector>

#include "model/config.h"
#include "model/onnx/graph_builder.h"

namespace eegate::onnx {

// What a graph is built from.
struct Source {
  const ModelConfig& config;
  std::size_t n_times;  // samples of a trial, those of the configuration or what the architecture also takes
  const std::vector<std::string>& ch_names;
  const Weights& weights;
};

Value transformer(GraphBuilder& g, const Value& x, const Source& source);
Value eegnet(GraphBuilder& g, const Value& x, const Source& source);
Value cnn(GraphBuilder& g, const Value& x, const Source& source);
Value syncnet(GraphBuilder& g, const Value& x, const Source& source);
Value bilstm_attn(GraphBuilder& g, const Value& x, const Source& source);
Value eeg_channelnet(GraphBuilder& g, const Value& x, const Source& source);
Value cram(GraphBuilder& g, const Value& x, const Source& source);
Value band_power(GraphBuilder& g, const Value& x, const Source& source);
Value mesh_cascade(GraphBuilder& g, const Value& x, const Source& source);

}  // namespace eegate::onnx
