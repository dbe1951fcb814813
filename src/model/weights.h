// Weights by name: what a file delivered, checked against the list of its configuration.
#pragma once

#include <cstddef>
#include <memory>
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

  // Zeros in the same order.
  Weights zeros() const { return Weights(layout_); }

  const std::vector<TensorSpec>& specs() const { return layout_->specs; }
  // All tensors as one run.
  std::span<float> flat() { return values_; }
  std::span<const float> flat() const { return values_; }
  std::span<float> values(std::size_t index) { return std::span(values_).subspan(offset(index), size(index)); }
  std::span<const float> values(std::size_t index) const {
    return std::span(values_).subspan(offset(index), size(index));
  }
  // By name; asking for a tensor that the list does not have is a mistake of ours and stops the program.
  std::span<const float> operator[](std::string_view name) const { return values(index_of(name)); }
  // A weight of two or more extents as [first, product of the rest].
  ConstMatrix matrix(std::string_view name) const;
  bool has(std::string_view name) const { return find(name) >= 0; }
  std::ptrdiff_t find(std::string_view name) const;

 private:
  // Which tensors there are and where they begin: shared by all copies.
  struct Layout {
    std::vector<TensorSpec> specs;
    std::vector<std::size_t> offsets;  // of each tensor, and the end of the last
  };
  explicit Weights(std::shared_ptr<const Layout> layout)
      : layout_(std::move(layout)), values_(layout_->offsets.back()) {}
  std::size_t index_of(std::string_view name) const;
  std::size_t offset(std::size_t index) const { return layout_->offsets[index]; }
  std::size_t size(std::size_t index) const { return layout_->offsets[index + 1] - layout_->offsets[index]; }
  std::shared_ptr<const Layout> layout_;
  std::vector<float> values_;
};

}  // namespace eegate
