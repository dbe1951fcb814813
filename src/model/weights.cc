#include "model/weights.h"

#include "base/options.h"

namespace eegate {

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

}  // namespace eegate
