// Tests that the gradient check finds wrong gradients.
#include "support/gradient_check.h"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "model/layers/map_layers.h"
#include "support/layer_check.h"

using namespace eegate;
using namespace eegate::test;
using Floats = std::vector<float>;

namespace gradient_check_test {

namespace {

using Names = std::set<std::string>;

Names names_of(const std::vector<std::string>& lines) {
  Names names;
  for (const std::string& line : lines) names.insert(line.substr(0, line.find(':')));
  return names;
}

// Rounded to float32 as a network is: sum(u tanh(w)) + sum(v w^2) / 2 + ..., one small tensor, one without effect.
struct Example {
  Floats wide = random_values(90, "wide"), narrow = random_values(3, "narrow"), faint = random_values(20, "faint"),
         idle = random_values(7, "idle");
  Floats d_wide, d_narrow, d_faint, d_idle = Floats(7);
  GradientCheck check{.zero = {"idle"}};

  Example() {
    const auto slope = [](float w) { return 1 - std::tanh(w) * std::tanh(w); };
    for (std::size_t i = 0; i < wide.size(); ++i) d_wide.push_back(factor(i) * slope(wide[i]));
    for (std::size_t i = 0; i < narrow.size(); ++i) d_narrow.push_back(factor(i) * narrow[i]);
    for (std::size_t i = 0; i < faint.size(); ++i) d_faint.push_back(1e-4F * factor(i) * slope(faint[i]));
  }
  static float factor(std::size_t i) { return static_cast<float>(std::sin(1 + 2.0 * static_cast<double>(i))); }
  double value() const {
    float sum = 0;
    for (std::size_t i = 0; i < wide.size(); ++i) sum += factor(i) * std::tanh(wide[i]);
    for (std::size_t i = 0; i < narrow.size(); ++i) sum += factor(i) * narrow[i] * narrow[i] / 2;
    double small = 0;
    for (std::size_t i = 0; i < faint.size(); ++i)
      small += static_cast<double>(1e-4F * factor(i) * std::tanh(faint[i]));
    return static_cast<double>(sum / 100) * 100 + small;
  }
  Names wrong() {
    const GradientClaim claims[] = {
        {"wide", wide, d_wide}, {"narrow", narrow, d_narrow}, {"faint", faint, d_faint}, {"idle", idle, d_idle}};
    return names_of(wrong_gradients(claims, check, [&] { return value(); }));
  }
};

}  // namespace

TEST_CASE("correct gradients pass for large, small and weakly effective tensors", "[support]") {
  Example example;
  CHECK(example.wrong() == Names());
}

TEST_CASE("a wrong gradient of one tensor is found, and the others pass", "[support]") {
  const std::pair<const char*, std::function<void(Floats&)>> faults[] = {
      {"the first half is missing", [](Floats& g) { std::fill_n(g.begin(), g.size() / 2, 0.0F); }},
      {"the second half is missing",
       [](Floats& g) { std::fill(g.begin() + static_cast<std::ptrdiff_t>(g.size() / 2), g.end(), 0.0F); }},
      {"every other value is missing",
       [](Floats& g) {
         for (std::size_t i = 0; i < g.size(); i += 2) g[i] = 0;
       }},
      {"all zeros", [](Floats& g) { std::ranges::fill(g, 0.0F); }},
      {"the sign is swapped",
       [](Floats& g) {
         for (float& v : g) v = -v;
       }},
      {"twice too large",
       [](Floats& g) {
         for (float& v : g) v *= 2;
       }},
      {"ten per cent too small",
       [](Floats& g) {
         for (float& v : g) v *= 0.9F;
       }},
      {"the largest value is missing",
       [](Floats& g) { *std::ranges::max_element(g, {}, [](float v) { return std::abs(v); }) = 0; }},
      {"in another order", [](Floats& g) { std::ranges::reverse(g); }},
  };
  for (const auto& [what, fault] : faults) {
    for (const auto& [name, gradient] :
         {std::pair{"wide", &Example::d_wide}, {"narrow", &Example::d_narrow}, {"faint", &Example::d_faint}}) {
      CAPTURE(what, name);
      Example example;
      fault(example.*gradient);
      CHECK(example.wrong() == Names{name});
    }
  }
}

TEST_CASE("a gradient with a NaN is found", "[support]") {
  for (const auto& gradient : {&Example::d_wide, &Example::d_narrow, &Example::d_faint, &Example::d_idle}) {
    Example example;
    (example.*gradient).back() = NAN;
    CHECK(example.wrong().size() >= 1);
  }
}

TEST_CASE("a gradient that must vanish is checked to vanish, by name", "[support]") {
  Example wrong;
  wrong.d_idle[3] = 1e-3F;
  CHECK(wrong.wrong() == Names{"idle"});
  Example unnamed;
  unnamed.check.zero = {};
  CHECK(unnamed.wrong() == Names{"idle"});
  Example absent;
  absent.check.zero = {"idle", "elsewhere"};
  CHECK(absent.wrong() == Names{"elsewhere"});
  Example pretended;
  pretended.check.zero = {"idle", "narrow"};
  CHECK(pretended.wrong() == Names{"narrow"});
}

namespace {

// A dense layer with a fault in its backward pass.
class Faulty final : public Layer {
 public:
  enum class Fault { kNone, kHalfOfInput, kNoInput, kHalfOfWeights, kSignOfBias };
  Faulty(const Weights& weights, Fault fault) : dense_(weights, "dense"), fault_(fault) {}
  std::string_view name() const override { return "faulty"; }
  MapShape out_shape(const MapShape& in) const override { return dense_.out_shape(in); }
  void forward(Maps out, ConstMaps in, const ForwardContext& context) const override {
    dense_.forward(out, in, context);
  }
  void set_weights(const Weights& weights) override { dense_.set_weights(weights); }
  onnx::Value to_onnx(onnx::GraphBuilder& g, const onnx::Value& in, const MapShape& shape) const override {
    return dense_.to_onnx(g, in, shape);
  }
  void backward(Maps din, Maps dout, ConstMaps in, ConstMaps out, BackwardContext& context) const override {
    dense_.backward(din, dout, in, out, context);
    const std::size_t n = in.n_trials * in.shape.size();
    if (fault_ == Fault::kHalfOfInput && din.data != nullptr) std::fill_n(din.data, n / 2, 0.0F);
    if (fault_ == Fault::kNoInput && din.data != nullptr) std::fill_n(din.data, n, 0.0F);
    const std::span<float> weight = context.gradients.values(0), bias = context.gradients.values(1);
    if (fault_ == Fault::kHalfOfWeights) std::ranges::fill(weight.first(weight.size() / 2), 0.0F);
    if (fault_ == Fault::kSignOfBias) {
      for (float& value : bias) value = -value;
    }
  }

 private:
  Dense dense_;
  Fault fault_;
};

}  // namespace

TEST_CASE("a layer whose backward pass has a fault is found", "[support]") {
  TensorList list;
  list.add_linear("dense", {4, 7});
  const Weights weights = weights_of(list.take());
  const auto wrong = [&](Faulty::Fault fault) {
    Faulty layer(weights, fault);
    return names_of(wrong_layer_gradients(layer, {2, 1, 3, 7}, weights));
  };
  CHECK(wrong(Faulty::Fault::kNone) == Names());
  CHECK(wrong(Faulty::Fault::kHalfOfInput) == Names{"input"});
  CHECK(wrong(Faulty::Fault::kNoInput) == Names{"input"});
  CHECK(wrong(Faulty::Fault::kHalfOfWeights) == Names{"dense.weight"});
  CHECK(wrong(Faulty::Fault::kSignOfBias) == Names{"dense.bias"});
}

}  // namespace gradient_check_test
