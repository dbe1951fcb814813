#include <cstdint>
#include <memory>
#include <new>

#include "base/rng.h"
#include "bench/cases.h"
#include "kernels/activation.h"
#include "kernels/attention.h"
#include "kernels/gate.h"
#include "kernels/layer_norm.h"
#include "kernels/matmul.h"
#include "kernels/matmul_int8.h"

namespace eegate::bench {
namespace {

// Where a model's tensors begin: on a cache line. Copying to elsewhere takes 20 times as long in Chromium.
template <class T>
struct OnCacheLine {
  using value_type = T;
  static constexpr std::align_val_t kPlace{64};
  T* allocate(std::size_t n) { return static_cast<T*>(::operator new(n * sizeof(T), kPlace)); }
  void deallocate(T* place, std::size_t) { ::operator delete(place, kPlace); }
  bool operator==(const OnCacheLine&) const = default;
};
using Floats = std::vector<float, OnCacheLine<float>>;

Floats noise(std::size_t n) {
  const Rng rng(1, "noise");
  Floats values(n);
  for (std::size_t i = 0; i < n; ++i) values[i] = static_cast<float>(rng.symmetric24(i));
  return values;
}

std::string shape_text(std::initializer_list<std::size_t> extents) {
  std::string text;
  for (const std::size_t extent : extents) text += (text.empty() ? "" : "x") + std::to_string(extent);
  return text;
}

KernelCase product(std::size_t m, std::size_t n, std::size_t k, const char* note, Activation activation = {}) {
  struct State {
    Floats a, out;
    PackedMatrix weights;
  };
  const Floats w = noise(n * k);
  auto s = std::make_shared<State>(State{noise(m * k), Floats(m * n), {}});
  s->weights.pack(std::vector{ConstMatrix(w.data(), n, k)}, noise(n));
  return {.name = std::string("product ") + note + " " + shape_text({m, n, k}),
          .work = 2.0 * static_cast<double>(m * n * k),
          .run = [=] { matmul({s->out.data(), m, n}, {s->a.data(), m, k}, s->weights, {.activation = activation}); }};
}

// The same product with weights in 8 bits and rows in 7.
KernelCase int8_product(std::size_t m, std::size_t n, std::size_t k) {
  struct State {
    Floats a, out;
    PackedInt8 weights;
  };
  std::vector<std::int8_t> w(n * k);
  const Floats values = noise(n * k);
  for (std::size_t i = 0; i < w.size(); ++i) w[i] = static_cast<std::int8_t>(127 * values[i]);
  const std::vector<float> scales(n, 0.01F);
  auto s = std::make_shared<State>(State{noise(m * k), Floats(m * n), {}});
  const Int8Matrix weights{w.data(), scales.data(), n, k};
  s->weights.pack({&weights, 1}, noise(n));
  return {.name = "product in 8 bits " + shape_text({m, n, k}),
          .work = 2.0 * static_cast<double>(m * n * k),
          .run = [=] { matmul({s->out.data(), m, n}, {s->a.data(), m, k}, s->weights); }};
}

KernelCase attend(std::size_t n_tokens, std::size_t n_heads, std::size_t dim, const char* note) {
  struct State {
    Floats qkv, out, scratch;
  };
  const AttentionShape shape{.n_tokens = n_tokens, .n_heads = n_heads, .key_dim = dim, .value_dim = dim};
  const std::size_t width = n_heads * dim;
  auto s = std::make_shared<State>(State{noise(n_tokens * 3 * width), Floats(n_tokens * width), {}});
  s->scratch.resize(attention_scratch_floats(shape));
  return {.name = std::string("attention ") + note + " " + shape_text({n_tokens, n_heads, dim}),
          .work = 4.0 * static_cast<double>(n_tokens * n_tokens * width),
          .run = [=] {
            const ConstMatrix qkv(s->qkv.data(), n_tokens, 3 * width);
            attention({s->out.data(), n_tokens, width}, qkv.slice_cols(0, width), qkv.slice_cols(width, width),
                      qkv.slice_cols(2 * width, width), shape, s->scratch);
          }};
}

KernelCase function(const char* name, Activation activation) {
  constexpr std::size_t kValues = 4096;
  auto values = std::make_shared<Floats>(noise(kValues));
  auto work = std::make_shared<Floats>(kValues);
  return {.name = std::string(name) + " of 4096 values", .work = kValues, .counts_values = true, .run = [=] {
            *work = *values;  // it works in place
            activate(activation, *work);
          }};
}

KernelCase norm(std::size_t rows, std::size_t cols) {
  auto x = std::make_shared<Floats>(noise(rows * cols)), out = std::make_shared<Floats>(rows * cols);
  auto scale = std::make_shared<Floats>(noise(cols));
  return {.name = "layer norm " + shape_text({rows, cols}),
          .work = static_cast<double>(rows * cols),
          .counts_values = true,
          .run = [=] { layer_norm({out->data(), rows, cols}, {x->data(), rows, cols}, *scale, *scale, 1e-5F); }};
}

KernelCase gate(std::size_t rows, std::size_t cols) {
  auto x = std::make_shared<Floats>(noise(rows * cols)), out = std::make_shared<Floats>(rows * cols);
  return {.name = "GRU gate, last step " + shape_text({rows, cols}),
          .work = static_cast<double>(rows * cols),
          .counts_values = true,
          .run = [=] {
            const ConstMatrix m(x->data(), rows, cols);
            gru_update({out->data(), rows, cols}, m, m, m);
          }};
}

}  // namespace

std::vector<KernelCase> kernel_cases() {
  return {
      product(256, 256, 256, "square"),
      product(48, 512, 512, "square"),
      product(1, 512, 512, "thin"),
      product(2, 512, 512, "thin"),
      product(4, 512, 512, "thin"),
      product(8, 512, 512, "thin"),
      product(200, 64, 4, "short"),
      product(200, 64, 16, "short"),
      product(200, 2048, 32, "first of a feed-forward layer", Activation::kRelu),
      product(200, 2048, 32, "the same without activation"),
      product(200, 32, 2048, "second of a feed-forward layer"),
      product(192, 512, 128, "with GELU", Activation::kGelu),
      product(192, 512, 128, "without GELU"),
      product(20, 192, 64, "of few tokens"),
      product(656, 384, 128, "of many tokens"),
      int8_product(256, 256, 256),
      int8_product(48, 512, 512),
      int8_product(1, 512, 512),
      int8_product(200, 2048, 32),
      int8_product(200, 32, 2048),
      int8_product(192, 512, 128),
      int8_product(20, 192, 64),
      int8_product(656, 384, 128),
      attend(200, 8, 4, "heads of 4"),
      attend(656, 8, 16, "heads of 16"),
      attend(20, 4, 16, "of few tokens"),
      attend(200, 8, 512, "heads of 512"),
      function("exp", Activation::kExp),
      function("erf", Activation::kErf),
      function("tanh", Activation::kTanh),
      function("sigmoid", Activation::kSigmoid),
      function("GELU", Activation::kGelu),
      norm(656, 128),
      norm(200, 32),
      gate(192, 128),
  };
}

}  // namespace eegate::bench
