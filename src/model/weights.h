// Weights by name: what a file delivered, checked against the list of its configuration.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/tensor.h"
#include "model/tensor_list.h"

namespace eegate {

// All tensors of a model in one block of memory, in the order of the list.
class Weights {
 public:
  explicit Weights(std::vector<TensorSpec> specs);

  const std::vector<TensorSpec>& specs() const { return specs_; }
  std::span<float> values(std::size_t index) {
    return std::span(values_).subspan(offsets_[index], specs_[index].n_values());
  }
  std::span<const float> values(std::size_t index) const {
    return std::span(values_).subspan(offsets_[index], specs_[index].n_values());
  }
  // By name; asking for a tensor that the list does not have is a mistake of ours and asserts.
  std::span<const float> operator[](std::string_view name) const { return values(index_of(name)); }
  // A weight of two or more extents as [first, product of the rest].
  ConstMatrix matrix(std::string_view name) const;
  bool has(std::string_view name) const { return find(name) >= 0; }
  std::ptrdiff_t find(std::string_view name) const;

 private:
  std::size_t index_of(std::string_view name) const;
  std::vector<TensorSpec> specs_;
  std::vector<std::size_t> offsets_;
  std::vector<float> values_;
};

}  // namespace eegate
