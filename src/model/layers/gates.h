// The gates of the gated transformer (GTrXL, Parisotto et al. 2020, section 3.2). Residual stream x, output y of the
// sub-layer, s = sigmoid; matrices W, U [E, E], bias b:
//   input    s(W x) x + y
//   output   x + s(W x - b) y
//   highway  s(W x + b) x + (1 - s(W x + b)) y
//   sigtanh  x + s(W y - b) tanh(U y)
//   gru      r = s(W_r y + U_r x),   z = s(W_z y + U_z x - b),   h = tanh(W_g y + U_g (r x)),   (1 - z) x + z h
// Each gate is described once: option name, tensors, formula, gradient, openness, ONNX operators. To add a gate, see
// docs/ARCHITECTURE.md.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/options.h"
#include "base/tensor.h"
#include "model/layers/block_view.h"
#include "model/layers/linear.h"
#include "model/network.h"
#include "model/onnx/graph_builder.h"
#include "model/transformer_config.h"
#include "model/weights.h"

namespace eegate {

// The vector that a matrix of a gate multiplies: the stream x, the sub-layer's output y, or r x in a GRU.
enum class GateInput { kStream, kSublayer, kResetStream };

struct GateMatrix {
  std::string_view name;
  GateInput input;
  float bias_sign = 0;  // sign with which b_g is added to the product; 0: no bias
};

// The matrices of one gate; those with the same input are computed as one matrix product.
class GateProducts {
 public:
  GateProducts(const Weights& weights, const std::string& prefix, std::span<const GateMatrix> matrices, bool bias_plus);
  void set_weights(const Weights& weights);
  const Linear& of(GateInput input) const { return *products_[static_cast<std::size_t>(input)]; }

 private:
  std::array<std::optional<Linear>, 3> products_;
};

// Arguments of a gate's backward pass. Gradients are added to dx and dy.
struct GateGradient {
  Matrix dx, dy;
  ConstMatrix dout, pre, x, y;
};

// Arguments of a gate's export to ONNX.
struct GateInOnnx {
  onnx::GraphBuilder& g;
  const onnx::Value &x, &y;
  const std::string& prefix;
  bool bias_plus = false;

  onnx::Value product(const char* matrix, const onnx::Value& of) const;
  // sigmoid(product + sign b_g)
  onnx::Value sigmoid(const onnx::Value& product, float bias_sign) const;
};

class Gate {
 public:
  struct Form {
    std::span<const GateMatrix> matrices;  // [E, E] each, in file order; then b_g [E] if a matrix has a bias_sign
    double initial_bias = 1;               // of b_g; makes the initial gate close to the identity
    bool either_bias_sign = false;         // whether `gate_bias_sign` may be "plus"
    std::size_t n_pre = 1;                 // number of pre-activations per feature
    std::size_t deciding = 0;              // index of the pre-activation whose sigmoid is the weight of the gate
    bool weighs_stream = false;            // whether that weight is the stream's, so that the openness is 1 - weight
    bool has_candidate = false;            // whether tanh of the last pre-activation is a candidate
  };
  constexpr explicit Gate(const Form& of) : form(of) {}
  Gate(const Gate&) = delete;
  Gate& operator=(const Gate&) = delete;

  bool has_bias() const;

  // Writes pre [rows, n_pre E], the products with the gate's matrices, biases included. Default: all matrices have one
  // and the same input.
  virtual void multiply(Matrix pre, ConstMatrix x, ConstMatrix y, const GateProducts& w, Arena& arena) const;
  // out = gate(x, y) from the pre-activations; out may be x.
  virtual void combine(Matrix out, ConstMatrix pre, ConstMatrix x, ConstMatrix y) const = 0;
  // Adds the gradients of inputs and weights. Default: all matrices have one and the same input.
  virtual void backward(const GateGradient& d, const GateProducts& w, BackwardContext& context) const;

  // The weight of the sub-layer's output relative to the sum of both weights, for a gate of this openness.
  virtual double sublayer_share(double open) const = 0;
  virtual onnx::Value to_onnx(const GateInOnnx& in) const = 0;

  const Form form;

 protected:
  ~Gate() = default;  // gates are constants

 private:
  // Backward pass of combine(): writes a, the gradient of the pre-activations, and adds to dx and dy.
  virtual void combine_gradient(Matrix a, const GateGradient& d) const = 0;
};

namespace gates {

class Input final : public Gate {
  static constexpr GateMatrix kMatrices[] = {{"w_g", GateInput::kStream}};

 public:
  constexpr Input() : Gate({.matrices = kMatrices}) {}
  void combine(Matrix out, ConstMatrix pre, ConstMatrix x, ConstMatrix y) const override;
  double sublayer_share(double open) const override { return 1 / (1 + open); }  // open x + y
  onnx::Value to_onnx(const GateInOnnx& in) const override;

 private:
  void combine_gradient(Matrix a, const GateGradient& d) const override;
};

class Output final : public Gate {
  static constexpr GateMatrix kMatrices[] = {{"w_g", GateInput::kStream, -1}};

 public:
  constexpr Output() : Gate({.matrices = kMatrices}) {}
  void combine(Matrix out, ConstMatrix pre, ConstMatrix x, ConstMatrix y) const override;
  double sublayer_share(double open) const override { return open / (1 + open); }  // x + open y
  onnx::Value to_onnx(const GateInOnnx& in) const override;

 private:
  void combine_gradient(Matrix a, const GateGradient& d) const override;
};

class Highway final : public Gate {
  static constexpr GateMatrix kMatrices[] = {{"w_g", GateInput::kStream, 1}};

 public:
  constexpr Highway() : Gate({.matrices = kMatrices, .weighs_stream = true}) {}
  void combine(Matrix out, ConstMatrix pre, ConstMatrix x, ConstMatrix y) const override;
  double sublayer_share(double open) const override { return open; }  // (1 - open) x + open y
  onnx::Value to_onnx(const GateInOnnx& in) const override;

 private:
  void combine_gradient(Matrix a, const GateGradient& d) const override;
};

class SigTanh final : public Gate {
  static constexpr GateMatrix kMatrices[] = {{"w_g", GateInput::kSublayer, -1}, {"u_g", GateInput::kSublayer}};

 public:
  constexpr SigTanh() : Gate({.matrices = kMatrices, .n_pre = 2, .has_candidate = true}) {}
  void combine(Matrix out, ConstMatrix pre, ConstMatrix x, ConstMatrix y) const override;
  double sublayer_share(double open) const override { return open / (1 + open); }  // x + open tanh(u)
  onnx::Value to_onnx(const GateInOnnx& in) const override;

 private:
  void combine_gradient(Matrix a, const GateGradient& d) const override;
};

class Gru final : public Gate {
  static constexpr GateMatrix kMatrices[] = {{"w_r", GateInput::kSublayer},     {"u_r", GateInput::kStream},
                                             {"w_z", GateInput::kSublayer, -1}, {"u_z", GateInput::kStream},
                                             {"w_g", GateInput::kSublayer},     {"u_g", GateInput::kResetStream}};

 public:
  constexpr Gru()
      : Gate({.matrices = kMatrices,
              .initial_bias = 2,
              .either_bias_sign = true,
              .n_pre = 3,  // r, z, h
              .deciding = 1,
              .has_candidate = true}) {}
  void multiply(Matrix pre, ConstMatrix x, ConstMatrix y, const GateProducts& w, Arena& arena) const override;
  void combine(Matrix out, ConstMatrix pre, ConstMatrix x, ConstMatrix y) const override;
  void backward(const GateGradient& d, const GateProducts& w, BackwardContext& context) const override;
  double sublayer_share(double open) const override { return open; }  // (1 - open) x + open tanh(h)
  onnx::Value to_onnx(const GateInOnnx& in) const override;

 private:
  void combine_gradient(Matrix a, const GateGradient& d) const override;
};

inline constexpr Input kInput;
inline constexpr Output kOutput;
inline constexpr Highway kHighway;
inline constexpr SigTanh kSigTanh;
inline constexpr Gru kGru;

}  // namespace gates

inline constexpr auto kGates = option_table<const Gate*>({{"input", &gates::kInput},
                                                          {"output", &gates::kOutput},
                                                          {"highway", &gates::kHighway},
                                                          {"sigtanh", &gates::kSigTanh},
                                                          {"gru", &gates::kGru}});

// A gate with its weights, in a gated encoder block instead of the residual sum x + y. The formulas are in gates.h.

class GateLayer {
 public:
  // prefix.NAME [E, E] for the matrices of the configured gate, and prefix.b_g [E] if it has a bias.
  static void list_tensors(TensorList& list, const std::string& prefix, const TransformerConfig& config);
  GateLayer(const Weights& weights, const std::string& prefix, const TransformerConfig& config)
      : prefix_(prefix),
        gate_(*config.gate),
        width_(config.embedding.dim),
        bias_plus_(config.gate_bias_plus),
        products_(weights, prefix, gate_.form.matrices, config.gate_bias_plus) {}

  void set_weights(const Weights& weights) { products_.set_weights(weights); }
  // x = gate(x, y), in place; x [rows, E] is the residual stream, y [rows, E] the sub-layer's output. Saves both and
  // the pre-activations.
  void forward(Matrix x, ConstMatrix y, const ForwardContext& context, const GateView& view = {}) const;
  // dx, the gradient of the output, is replaced by that of x; dy += the gradient of y.
  void backward(Matrix dx, Matrix dy, BackwardContext& context) const;
  // x and y [B, N, E] -> [B, N, E]
  onnx::Value to_onnx(onnx::GraphBuilder& g, const onnx::Value& x, const onnx::Value& y) const {
    g.set_place(prefix_);
    return gate_.to_onnx({g, x, y, prefix_, bias_plus_});
  }

 private:
  void forward_rows(Matrix x, ConstMatrix y, Matrix pre, Arena& arena, const GateView& view) const;
  // The columns of `pre` whose sigmoid is the weight of the gate.
  Matrix deciding(Matrix pre) const { return pre.slice_cols(gate_.form.deciding * width_, width_); }
  // Sets the deciding pre-activations so that their sigmoid is `weight`; for 0 and 1 to values so large that it is
  // exact in float32.
  void force_open(Matrix pre, double weight) const;
  void record(Matrix pre, const GateView& view) const;

  std::string prefix_;
  const Gate& gate_;
  std::size_t width_;
  bool bias_plus_;
  GateProducts products_;
};

}  // namespace eegate
