// The weights of a model: all its tensors in one block of memory, in the order of its tensor list, by index or by name.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/tensor.h"
#include "model/tensor_list.h"

namespace eegate {

// A matrix [rows, n] in 8 bits: value (i, k) is scales[i] * values[i n + k].
struct Int8Tensor {
  std::vector<std::int8_t> values;
  std::vector<float> scales;
};
using Int8Tensors = std::vector<Int8Tensor>;

class Weights {
 public:
  // `int8`: null, or one entry for each tensor, empty for tensors in floats. For tensors in 8 bits values() is empty.
  explicit Weights(std::vector<TensorSpec> specs, std::shared_ptr<const Int8Tensors> int8 = nullptr);

  // The same tensors filled with zeros, for gradients.
  Weights zeros() const { return Weights(layout_); }

  const std::vector<TensorSpec>& specs() const { return layout_->specs; }
  // All values of all tensors.
  std::span<float> flat() { return values_; }
  std::span<const float> flat() const { return values_; }
  std::span<float> values(std::size_t index) { return std::span(values_).subspan(offset(index), size(index)); }
  std::span<const float> values(std::size_t index) const {
    return std::span(values_).subspan(offset(index), size(index));
  }
  // By name. A name that is not in the list is a programming error and ends the program.
  std::span<const float> operator[](std::string_view name) const { return values(index_of(name)); }
  // A tensor of two or more axes as a matrix [first extent, product of the others].
  ConstMatrix matrix(std::string_view name) const;
  // The values of a tensor, converted to floats if it is in 8 bits.
  std::vector<float> in_floats(std::size_t index) const;
  // Null for a tensor in floats.
  const Int8Tensor* int8(std::size_t index) const {
    return int8_ == nullptr || (*int8_)[index].values.empty() ? nullptr : &(*int8_)[index];
  }
  bool has_int8() const { return int8_ != nullptr; }
  const std::shared_ptr<const Int8Tensors>& all_int8() const { return int8_; }
  bool has(std::string_view name) const { return find(name) >= 0; }
  std::ptrdiff_t find(std::string_view name) const;  // index; -1 if the list does not have it

 private:
  // The tensor list and where each tensor begins; shared by all copies.
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
  std::shared_ptr<const Int8Tensors> int8_;
};

}  // namespace eegate
