// The tensors that a configuration implies, in a fixed order, each with all that is done with it because of what it is:
// first values, limits that hold after every step, counting. Layers list their own (`list_tensors` beside forward and
// backward), and nothing asks for a tensor's kind by its name.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace eegate {

// How first values are drawn.
enum class Draw {
  kConstant,
  kUniform,           // between -scale and scale
  kUniformMagnitude,  // the absolute values of those
  kNormal,            // of that deviation
  kTruncatedNormal,   // the same; draws beyond two deviations are repeated
  kOrthogonal,        // columns of length 1 that are orthogonal to each other
  kForgetGate,        // biases of an LSTM: 1 for the forget gate, 0 for the others
};

struct FirstValues {
  Draw draw = Draw::kConstant;
  double scale = 0;  // the constant, the bound or the deviation
};

// By the conventions of PyTorch and of Keras.
struct Initializer {
  FirstValues torch, keras;
};

using TensorShape = std::vector<std::size_t>;  // row-major; linear weights are [out, in]

// The same by both conventions.
Initializer draw_alike(Draw draw, double scale);
inline Initializer draw_constant(double value) { return draw_alike(Draw::kConstant, value); }
// Glorot and Bengio 2010: U(+-sqrt(6 / (fan_in + fan_out)))
FirstValues glorot(double fan_in, double fan_out);
// Weights [out, in, kernel...] of linear maps and convolutions: U(+-1/sqrt(fan_in)), or Glorot.
Initializer draw_linear(const TensorShape& shape);
// Their biases: the same as the weights, or zeros.
Initializer draw_bias(const TensorShape& weight);

// What holds after every step of training, and in every file.
enum class Limit {
  kNone,
  kRowNorm,          // of each first index, at most `bound` (0: off); files may exceed it
  kNonNegative,      // every value
  kFirstColumnZero,  // of a matrix
  kFixed,            // training leaves them alone
};

// What a tensor is of: fine-tuning can leave all others as they are.
enum class TensorRole { kBody, kHead, kNorm };

struct TensorSpec {
  std::string name;
  TensorShape shape;
  bool is_parameter = true;  // false: running statistics of a batch norm
  Initializer initial = {};
  Limit limit = Limit::kNone;
  double bound = 0;
  double momentum = 0;  // of running statistics: the share of each new value
  TensorRole role = TensorRole::kBody;
  bool is_positions = false;  // a row for each position of a token, resampled for windows of another length
  bool is_dense = false;      // a matrix [out, in] of a dense layer inside an encoder block: see stored_in_8_bits()
  // The field of the configuration that says whether there is such a part; empty: there always is.
  std::string_view optional_by = {};
  // Of a norm's scale or shift: the running mean that is there even where the norm has neither, which is to have the
  // first values.
  std::string running_mean = {};

  std::size_t n_values() const {
    std::size_t n = 1;
    for (const std::size_t extent : shape) n *= extent;
    return n;
  }
};

class TensorList {
 public:
  // The matrices from `first` on are of dense layers inside an encoder block.
  void set_dense(std::size_t first) {
    for (std::size_t i = first; i < specs_.size(); ++i) specs_[i].is_dense = specs_[i].shape.size() == 2;
  }
  // The entry is there to be added to until the next one comes.
  TensorSpec& add(std::string name, TensorShape shape, const Initializer& initial);
  // prefix.weight of this shape, prefix.bias of its first extent; returns the weight's entry.
  TensorSpec& add_linear(const std::string& prefix, const TensorShape& shape, bool with_bias = true);
  // The dense layer that gives the logits: head.weight of this shape and head.bias; returns the weight's entry.
  TensorSpec& add_head(const TensorShape& shape);
  std::size_t size() const { return specs_.size(); }
  // The tensors from `first` on are of this.
  void set_role(TensorRole role, std::size_t first) {
    for (std::size_t i = first; i < specs_.size(); ++i) specs_[i].role = role;
  }
  // The tensors from `first` on are there because this field of the configuration is true.
  void depend_on(std::string_view field, std::size_t first) {
    for (std::size_t i = first; i < specs_.size(); ++i) specs_[i].optional_by = field;
  }
  std::vector<TensorSpec> take() { return std::move(specs_); }

 private:
  std::vector<TensorSpec> specs_;
};

}  // namespace eegate
