#include "model/tensor_list.h"

#include <cmath>

namespace eegate {
namespace {

double product(const TensorShape& shape) {
  double n = 1;
  for (const std::size_t extent : shape) n *= static_cast<double>(extent);
  return n;
}

// Number of inputs of one output: product of all extents but the first.
double fan_in(const TensorShape& shape) { return product(shape) / static_cast<double>(shape[0]); }
// Number of outputs of one input: product of all extents but the second.
double fan_out(const TensorShape& shape) { return product(shape) / static_cast<double>(shape[1]); }

}  // namespace

Initializer draw_alike(Draw draw, double scale) { return {{draw, scale}, {draw, scale}}; }

InitialValues glorot(double n_in, double n_out) { return {Draw::kUniform, std::sqrt(6 / (n_in + n_out))}; }

Initializer draw_linear(const TensorShape& shape) {
  return {{Draw::kUniform, 1 / std::sqrt(fan_in(shape))}, glorot(fan_in(shape), fan_out(shape))};
}

Initializer draw_bias(const TensorShape& weight) {
  return {{Draw::kUniform, 1 / std::sqrt(fan_in(weight))}, {Draw::kConstant, 0}};
}

TensorSpec& TensorList::add(std::string name, TensorShape shape, const Initializer& initial) {
  return specs_.emplace_back(TensorSpec{.name = std::move(name), .shape = std::move(shape), .initial = initial});
}

TensorSpec& TensorList::add_linear(const std::string& prefix, const TensorShape& shape, bool with_bias) {
  const std::size_t weight = specs_.size();
  add(prefix + ".weight", shape, draw_linear(shape));
  if (with_bias) add(prefix + ".bias", {shape[0]}, draw_bias(shape));
  return specs_[weight];
}

TensorSpec& TensorList::add_head(const TensorShape& shape) {
  const std::size_t weight = specs_.size();
  add_linear("head", shape);
  set_role(TensorRole::kHead, weight);
  return specs_[weight];
}

}  // namespace eegate
