#include "model/onnx/graph_builder.h"

#include <utility>

#include "base/numbers_as_text.h"

namespace eegate::onnx {
namespace {

std::size_t product(const Ints& shape, std::size_t first, std::size_t last) {
  std::size_t n = 1;
  for (std::size_t i = first; i < last; ++i) n *= static_cast<std::size_t>(shape[i]);
  return n;
}

std::string joined(const Ints& values) {
  std::string text;
  for (const std::int64_t value : values) text += (text.empty() ? "" : ",") + std::to_string(value);
  return text;
}

template <class T>
std::span<const std::byte> bytes_of(const std::vector<T>& values) {
  return std::as_bytes(std::span(values));
}

}  // namespace

Value GraphBuilder::add(std::string_view op, std::vector<Value> inputs, std::vector<OnnxAttribute> attributes) {
  return add_several(op, 1, std::move(inputs), std::move(attributes)).front();
}

std::vector<Value> GraphBuilder::add_several(std::string_view op, std::size_t n_outputs, std::vector<Value> inputs,
                                             std::vector<OnnxAttribute> attributes) {
  const std::string name = (place_.empty() ? "" : place_ + "/") + std::string(op) + "_" + std::to_string(n_nodes_++);
  std::vector<Value> outputs;
  outputs.reserve(n_outputs);
  for (std::size_t i = 0; i < n_outputs; ++i) outputs.push_back(i == 0 ? name : name + "_" + std::to_string(i));
  graph_.nodes.push_back({std::string(op), name, std::move(inputs), outputs, std::move(attributes)});
  return outputs;
}

Ints GraphBuilder::shape(std::string_view name) const {
  const auto& extents = weights_.specs()[static_cast<std::size_t>(weights_.find(name))].shape;
  return {extents.begin(), extents.end()};
}

Value GraphBuilder::store(std::string name, OnnxType type, Ints shape, std::span<const std::byte> values) {
  if (stored_.insert(name).second) {
    graph_.initializers.push_back({name, type, std::move(shape), {values.begin(), values.end()}});
  }
  return name;
}

Value GraphBuilder::weight(const std::string& name) { return constant(name, weights_[name], shape(name)); }

Value GraphBuilder::weight(const std::string& name, Ints shape) {
  const std::string view = name + "[" + joined(shape) + "]";
  return constant(view, weights_[name], std::move(shape));
}

Value GraphBuilder::transposed(const std::string& name) {
  Ints extents = shape(name);
  const std::size_t rank = extents.size();
  const auto rows = static_cast<std::size_t>(extents[rank - 2]), cols = static_cast<std::size_t>(extents[rank - 1]);
  const std::span<const float> values = weights_[name];
  std::vector<float> transposed(values.size());
  for (std::size_t m = 0; m < product(extents, 0, rank - 2); ++m) {
    const std::size_t begin = m * rows * cols;
    for (std::size_t i = 0; i < rows; ++i)
      for (std::size_t j = 0; j < cols; ++j) transposed[begin + j * rows + i] = values[begin + i * cols + j];
  }
  std::swap(extents[rank - 2], extents[rank - 1]);
  return constant(name + ".transposed", transposed, std::move(extents));
}

Value GraphBuilder::constant(std::string_view name, std::span<const float> values, Ints shape) {
  return store(std::string(name), OnnxType::kFloat, std::move(shape), std::as_bytes(values));
}

Value GraphBuilder::scalar(double value) {
  const std::vector<float> values = {static_cast<float>(value)};
  return store("float " + significant(value, 17), OnnxType::kFloat, {}, bytes_of(values));
}

Value GraphBuilder::double_scalar(double value) {
  const std::vector<double> values = {value};
  return store("double " + significant(value, 17), OnnxType::kDouble, {}, bytes_of(values));
}

Value GraphBuilder::integers(const Ints& values) { return integers(values, {extent(values.size())}); }

Value GraphBuilder::integers(const Ints& values, Ints shape) {
  // Long lists are named by a number instead of their values.
  const std::string name = values.size() <= 8 ? joined(values) : "list " + std::to_string(graph_.initializers.size());
  std::string full = "int " + name + " [" + joined(shape) + "]";
  return store(std::move(full), OnnxType::kInt64, std::move(shape), bytes_of(values));
}

Value GraphBuilder::integer(std::int64_t value) { return integers({value}, {}); }

OnnxGraph GraphBuilder::finish(const Value& output, std::string_view name) {
  graph_.nodes.push_back({"Identity", std::string(name), {output}, {std::string(name)}, {}});
  return std::move(graph_);
}

}  // namespace eegate::onnx
