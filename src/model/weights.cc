#include "model/weights.h"

#include <cassert>

namespace eegate {

Weights::Weights(std::vector<TensorSpec> specs) : specs_(std::move(specs)) {
  std::size_t total = 0;
  for (const TensorSpec& spec : specs_) {
    offsets_.push_back(total);
    total += spec.n_values();
  }
  values_.resize(total);
}

std::ptrdiff_t Weights::find(std::string_view name) const {
  for (std::size_t i = 0; i < specs_.size(); ++i) {
    if (specs_[i].name == name) return static_cast<std::ptrdiff_t>(i);
  }
  return -1;
}

std::size_t Weights::index_of(std::string_view name) const {
  const std::ptrdiff_t index = find(name);
  assert(index >= 0 && "no such tensor in this model");
  return static_cast<std::size_t>(index);
}

ConstMatrix Weights::matrix(std::string_view name) const {
  const std::size_t index = index_of(name);
  const std::size_t rows = specs_[index].shape.front();
  return {values(index).data(), rows, specs_[index].n_values() / rows};
}

}  // namespace eegate
