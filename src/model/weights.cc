#include "model/weights.h"

#include "base/options.h"

namespace eegate {

Weights::Weights(std::vector<TensorSpec> specs) {
  Layout layout{std::move(specs), {0}};
  for (const TensorSpec& spec : layout.specs) layout.offsets.push_back(layout.offsets.back() + spec.n_values());
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
  if (index < 0) stop_at_our_mistake();
  return static_cast<std::size_t>(index);
}

ConstMatrix Weights::matrix(std::string_view name) const {
  const std::size_t index = index_of(name);
  const std::size_t rows = specs()[index].shape.front();
  return {values(index).data(), rows, size(index) / rows};
}

}  // namespace eegate
