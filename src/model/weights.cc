#include "model/weights.h"

#include <cmath>

#include "base/options.h"

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

Weights::Weights(std::vector<TensorSpec> specs, std::shared_ptr<const Int8Tensors> int8) : int8_(std::move(int8)) {
  Layout layout{std::move(specs), {0}};
  for (std::size_t i = 0; i < layout.specs.size(); ++i)
    layout.offsets.push_back(layout.offsets.back() + (this->int8(i) != nullptr ? 0 : layout.specs[i].n_values()));
  values_.resize(layout.offsets.back());
  layout_ = std::make_shared<const Layout>(std::move(layout));
}

std::ptrdiff_t Weights::find(std::string_view name) const {
  for (std::size_t i = 0; i < specs().size(); ++i) {
    if (specs()[i].name == name) return static_cast<std::ptrdiff_t>(i);
  }
  return -1;
}

std::size_t Weights::index_of(std::string_view name) const {
  const std::ptrdiff_t index = find(name);
  if (index < 0) abort_on_internal_error();
  return static_cast<std::size_t>(index);
}

std::vector<float> Weights::in_floats(std::size_t index) const {
  const Int8Tensor* tensor = int8(index);
  if (tensor == nullptr) return {values(index).begin(), values(index).end()};
  const std::size_t n = tensor->values.size() / tensor->scales.size();
  std::vector<float> result;
  for (std::size_t k = 0; k < tensor->values.size(); ++k)
    result.push_back(tensor->scales[k / n] * static_cast<float>(tensor->values[k]));
  return result;
}

ConstMatrix Weights::matrix(std::string_view name) const {
  const std::size_t index = index_of(name);
  const std::size_t rows = specs()[index].shape.front();
  return {values(index).data(), rows, size(index) / rows};
}

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
