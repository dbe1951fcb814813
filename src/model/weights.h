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

namespace eegate {

// The list of a model's tensors, in a fixed order: name, shape, initial values, constraint and role of each. Every
// layer adds its own in `list_tensors`. Initialisation, constraints, counting and file checks are loops over this list;
// none of them decides by a tensor's name.

// Distributions of initial values.
enum class Draw {
  kConstant,
  kUniform,           // U(-scale, scale)
  kUniformMagnitude,  // the absolute value of kUniform
  kNormal,            // N(0, scale^2)
  kTruncatedNormal,   // kNormal; draws beyond two standard deviations are repeated
  kOrthogonal,        // orthonormal columns (Saxe et al. 2014)
  kForgetGate,        // biases of an LSTM: 1 for the forget gate, 0 for the others
};

struct InitialValues {
  Draw draw = Draw::kConstant;
  double scale = 0;  // the constant, the bound or the standard deviation
};

// Initial values by the conventions of PyTorch and of Keras.
struct Initializer {
  InitialValues torch, keras;
};

using TensorShape = std::vector<std::size_t>;  // row-major; linear weights are [out, in]

// The same by both conventions.
Initializer draw_alike(Draw draw, double scale);
inline Initializer draw_constant(double value) { return draw_alike(Draw::kConstant, value); }
// Glorot and Bengio 2010: U(+-sqrt(6 / (fan_in + fan_out)))
InitialValues glorot(double fan_in, double fan_out);
// Weights [out, in, kernel...] of dense layers and convolutions. PyTorch: U(+-1/sqrt(fan_in)); Keras: Glorot.
Initializer draw_linear(const TensorShape& shape);
// Their biases. PyTorch: the same as the weights; Keras: zeros.
Initializer draw_bias(const TensorShape& weight);

// Constraints that hold after every training step and, except kRowNorm, in every model file.
enum class Constraint {
  kNone,
  kRowNorm,          // Euclidean norm of each slice along the first axis at most `bound` (0: no constraint)
  kNonNegative,      // every value >= 0
  kFirstColumnZero,  // the first column of a matrix is 0
  kFixed,            // not trained
};

// The part of the model that a tensor belongs to, for fine-tuning of one part.
enum class TensorRole { kBody, kHead, kNorm };

struct TensorSpec {
  std::string name;
  TensorShape shape;
  bool is_parameter = true;  // false: running statistics of a batch norm
  Initializer initial = {};
  Constraint constraint = Constraint::kNone;
  double bound = 0;
  double momentum = 0;  // of running statistics: the weight of the new batch
  TensorRole role = TensorRole::kBody;
  bool is_positions = false;  // one row for each token position, resampled for windows of another length
  bool is_dense = false;      // a matrix [out, in] of a dense layer inside an encoder block: see stored_in_8_bits()
  // The boolean configuration field on which the tensor's existence depends; empty: none.
  std::string_view optional_by = {};
  // For the scale or shift of a batch norm: the name of its running mean, which exists even if a norm was trained
  // without scale and shift. An import then sets them to their initial values.
  std::string running_mean = {};

  std::size_t n_values() const {
    std::size_t n = 1;
    for (const std::size_t extent : shape) n *= extent;
    return n;
  }
};

class TensorList {
 public:
  // Marks the matrices from index `first` on as those of dense layers in an encoder block.
  void set_dense(std::size_t first) {
    for (std::size_t i = first; i < specs_.size(); ++i) specs_[i].is_dense = specs_[i].shape.size() == 2;
  }
  // The reference is valid until the next call of add().
  TensorSpec& add(std::string name, TensorShape shape, const Initializer& initial);
  // prefix.weight of this shape and prefix.bias [shape[0]]; returns the entry of the weight.
  TensorSpec& add_linear(const std::string& prefix, const TensorShape& shape, bool with_bias = true);
  // The dense layer that computes the logits, head.weight and head.bias; returns the entry of the weight.
  TensorSpec& add_head(const TensorShape& shape);
  std::size_t size() const { return specs_.size(); }
  // Sets the role of all tensors from index `first` on.
  void set_role(TensorRole role, std::size_t first) {
    for (std::size_t i = first; i < specs_.size(); ++i) specs_[i].role = role;
  }
  // Records that all tensors from index `first` on exist because this configuration field is true.
  void depend_on(std::string_view field, std::size_t first) {
    for (std::size_t i = first; i < specs_.size(); ++i) specs_[i].optional_by = field;
  }
  std::vector<TensorSpec> take() { return std::move(specs_); }

 private:
  std::vector<TensorSpec> specs_;
};

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
