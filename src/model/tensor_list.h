// The tensors that a configuration implies: names and shapes, in a fixed order.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <string>
#include <vector>

namespace eegate {

struct TensorSpec {
  std::string name;
  std::vector<std::size_t> shape;  // row-major; linear weights are [out, in]
  bool is_parameter = true;        // false: running statistics of a batch norm
  std::size_t n_values() const {
    std::size_t n = 1;
    for (const std::size_t extent : shape) n *= extent;
    return n;
  }
};

// Collects specs; each method adds the tensors that usually come together.
class TensorList {
 public:
  using Shape = std::vector<std::size_t>;
  void add(std::string name, Shape shape) { specs_.push_back({std::move(name), std::move(shape), true}); }
  void add_statistic(std::string name, Shape shape) { specs_.push_back({std::move(name), std::move(shape), false}); }

  // prefix.weight of this shape, prefix.bias of its first extent.
  void add_linear(const std::string& prefix, const Shape& shape, bool with_bias = true) {
    add(prefix + ".weight", shape);
    if (with_bias) add(prefix + ".bias", {shape[0]});
  }
  void add_batch_norm(const std::string& prefix, std::size_t n, bool with_scale = true) {
    if (with_scale) add(prefix + ".weight", {n});
    add(prefix + ".bias", {n});
    add_statistic(prefix + ".running_mean", {n});
    add_statistic(prefix + ".running_var", {n});
  }
  // One direction of an LSTM layer, gate order i, f, g, o.
  void add_lstm(const std::string& prefix, std::size_t n_in, std::size_t hidden) {
    add(prefix + ".weight_ih", {4 * hidden, n_in});
    add(prefix + ".weight_hh", {4 * hidden, hidden});
    add(prefix + ".bias_ih", {4 * hidden});
    add(prefix + ".bias_hh", {4 * hidden});
  }
  // Attention with a context vector: prefix.weight [units, width], prefix.bias, prefix.<vector> [units].
  void add_context_attention(const std::string& prefix, std::size_t units, std::size_t width, const char* vector) {
    add(prefix + ".weight", {units, width});
    add(prefix + ".bias", {units});
    add(prefix + "." + vector, {units});
  }
  std::vector<TensorSpec> take() { return std::move(specs_); }

 private:
  std::vector<TensorSpec> specs_;
};

}  // namespace eegate
