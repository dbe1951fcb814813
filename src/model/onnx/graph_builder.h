// Builds the ONNX graph of a model: operators by name, weights as the model file stores them.
#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "files/onnx.h"
#include "model/weights.h"

namespace eegate::onnx {

using Value = std::string;  // the name under which the graph knows a tensor; empty: none
using Ints = std::vector<std::int64_t>;

constexpr std::int64_t extent(std::size_t n) { return static_cast<std::int64_t>(n); }

class GraphBuilder {
 public:
  explicit GraphBuilder(const Weights& weights) : weights_(weights) {}

  // Prefix of the names of the following nodes, "blocks.0.attn", for readers of the graph.
  void set_place(std::string place) { place_ = std::move(place); }

  Value add(std::string_view op, std::vector<Value> inputs, std::vector<OnnxAttribute> attributes = {});
  // A node with several outputs.
  std::vector<Value> add_several(std::string_view op, std::size_t n_outputs, std::vector<Value> inputs,
                                 std::vector<OnnxAttribute> attributes = {});

  const Weights& weights() const { return weights_; }
  // Name of a tensor by its index in the list.
  const std::string& name_of(std::size_t index) const { return weights_.specs()[index].name; }
  bool has_weight(std::string_view name) const { return weights_.has(name); }
  std::span<const float> values(std::string_view name) const { return weights_[name]; }
  Ints shape(std::string_view name) const;
  // A tensor of the model, with its own shape or reshaped.
  Value weight(const std::string& name);
  Value weight(const std::string& name, Ints shape);
  // [out, in] as [in, out]; with more extents the last two are swapped.
  Value transposed(const std::string& name);

  Value constant(std::string_view name, std::span<const float> values, Ints shape);
  Value scalar(double value);         // float32
  Value double_scalar(double value);  // float64
  Value integers(const Ints& values);
  Value integers(const Ints& values, Ints shape);
  Value integer(std::int64_t value);  // without extents

  // Common operators.
  Value reshape(const Value& x, const Ints& shape) { return add("Reshape", {x, integers(shape)}); }
  Value transpose(const Value& x, Ints permutation) {
    return add("Transpose", {x}, {{"perm", std::move(permutation)}});
  }
  Value unsqueeze(const Value& x, std::int64_t axis) { return add("Unsqueeze", {x, integers({axis})}); }
  Value squeeze(const Value& x, std::int64_t axis) { return add("Squeeze", {x, integers({axis})}); }
  // Elements `indices` along an axis; a scalar index removes the axis.
  Value gather(const Value& x, const Value& indices, std::int64_t axis) {
    return add("Gather", {x, indices}, {{"axis", axis}});
  }
  Value slice(const Value& x, std::int64_t axis, std::int64_t begin, std::int64_t end) {
    return add("Slice", {x, integers({begin}), integers({end}), integers({axis})});
  }
  Value concat(std::vector<Value> parts, std::int64_t axis) {
    return parts.size() == 1 ? parts.front() : add("Concat", std::move(parts), {{"axis", axis}});
  }
  Value cast(const Value& x, OnnxType type) { return add("Cast", {x}, {{"to", static_cast<std::int64_t>(type)}}); }

  // The graph, with `output` renamed to `name`.
  OnnxGraph finish(const Value& output, std::string_view name);

 private:
  Value store(std::string name, OnnxType type, Ints shape, std::span<const std::byte> values);
  const Weights& weights_;
  OnnxGraph graph_;
  std::string place_;
  std::set<std::string> stored_;  // names of initializers
  std::size_t n_nodes_ = 0;
};

}  // namespace eegate::onnx
