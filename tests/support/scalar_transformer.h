// A transformer in plain double arithmetic, implemented from the equations, as a reference for the forward pass and the
// ablations. Linear embedding of single samples, sinusoidal positions, mean pooling.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "model/ablation.h"
#include "model/config.h"
#include "model/weights.h"

namespace eegate::test {

using Row = std::vector<double>;
using Rows = std::vector<Row>;

class ScalarTransformer {
 public:
  // `rounds`: dense layers inside blocks see their inputs in 7 bits (kernels/matmul_int8.h).
  ScalarTransformer(const ModelConfig& config, const Weights& weights, bool rounds = false)
      : config_(config), weights_(weights), rounds_(rounds) {}

  // The output of a gate: stream x, output y of the sub-layer, openness s, candidate c.
  static double combined(const std::string& gate, double x, double y, double s, double c) {
    if (gate == "input") return s * x + y;
    if (gate == "output") return x + s * y;
    if (gate == "highway") return (1 - s) * x + s * y;
    if (gate == "sigtanh") return x + s * c;
    if (gate == "gru") return (1 - s) * x + s * c;
    throw std::logic_error("ScalarTransformer has no equation of the gate " + gate);
  }

  // x [C, T], the input of the network.
  Row logits(const std::vector<float>& x, const Ablation& ablation) const {
    const std::size_t n_chans = config_.n_chans, n_times = x.size() / n_chans;
    Rows tokens;
    for (std::size_t t = 0; t < n_times; ++t) {
      Row sample;
      for (std::size_t c = 0; c < n_chans; ++c) sample.push_back(x[c * n_times + t]);
      tokens.push_back(plus(linear("embed", sample), sinusoid(t, n("embedding", "dim"))));
    }
    for (std::size_t b = 0; b < config_.fields.size("n_blocks"); ++b)
      block("blocks." + std::to_string(b), tokens, b < ablation.blocks.size() ? ablation.blocks[b] : BlockAblation());
    if (config_.fields.flag("final_norm"))
      tokens = each(tokens, [&](const Row& row) { return norm("final_norm", row); });
    Row mean(tokens[0].size());
    for (const Row& row : tokens) {
      for (std::size_t e = 0; e < mean.size(); ++e) mean[e] += row[e] / static_cast<double>(tokens.size());
    }
    return linear("head", mean);
  }

 private:
  using Map = std::function<Row(const Row&)>;
  static Rows each(const Rows& rows, const Map& f) {
    Rows out;
    for (const Row& row : rows) out.push_back(f(row));
    return out;
  }
  static Row pairwise(const Row& a, const Row& b, const std::function<double(double, double)>& f) {
    Row out;
    for (std::size_t i = 0; i < a.size(); ++i) out.push_back(f(a[i], b[i]));
    return out;
  }
  static Row plus(const Row& a, const Row& b) {
    return pairwise(a, b, [](double u, double v) { return u + v; });
  }
  static Row times(const Row& a, const Row& b) {
    return pairwise(a, b, [](double u, double v) { return u * v; });
  }
  static Row map(const Row& a, double (*f)(double)) {
    Row out;
    for (const double value : a) out.push_back(f(value));
    return out;
  }
  static double logistic(double v) { return 1 / (1 + std::exp(-v)); }
  static Row rest(const Row& share) {
    return map(share, [](double v) { return 1 - v; });
  }
  std::size_t n(const char* node, const char* field) const { return config_.fields.node(node).size(field); }

  static Row sinusoid(std::size_t position, std::size_t width) {
    Row row;
    for (std::size_t j = 0; j < width; ++j) {
      const double even = static_cast<double>(j - j % 2);
      const double angle = static_cast<double>(position) / std::pow(10000.0, even / static_cast<double>(width));
      row.push_back(j % 2 == 0 ? std::sin(angle) : std::cos(angle));
    }
    return row;
  }
  static Row in_7_bits(const Row& x) {
    double low = 0, high = 0;
    for (const double value : x) {
      low = std::min(low, value);
      high = std::max(high, value);
    }
    const double scale = (high - low) / 127;
    if (scale == 0) return x;
    const double zero = std::nearbyint(-low / scale);
    Row out;
    for (const double value : x) out.push_back(scale * (std::min(127.0, std::nearbyint(value / scale) + zero) - zero));
    return out;
  }
  Row product(const std::string& weight, const Row& given) const {
    const ConstMatrix w = weights_.matrix(weight);
    const bool is_dense = weights_.specs()[static_cast<std::size_t>(weights_.find(weight))].is_dense;
    const Row x = rounds_ && is_dense ? in_7_bits(given) : given;
    Row out(w.rows);
    for (std::size_t i = 0; i < w.rows; ++i) {
      for (std::size_t j = 0; j < w.cols; ++j) out[i] += static_cast<double>(w.row(i)[j]) * x[j];
    }
    return out;
  }
  Row vector(const std::string& name, double sign = 1) const {
    Row out;
    for (const float value : weights_[name]) out.push_back(sign * static_cast<double>(value));
    return out;
  }
  Row linear(const std::string& prefix, const Row& x) const {
    return plus(product(prefix + ".weight", x), vector(prefix + ".bias"));
  }
  Row norm(const std::string& prefix, const Row& x) const {
    double mean = 0, variance = 0;
    for (const double value : x) mean += value / static_cast<double>(x.size());
    for (const double value : x) variance += (value - mean) * (value - mean) / static_cast<double>(x.size());
    const double scale =
        1 / std::sqrt(variance + static_cast<double>(static_cast<float>(config_.fields.number("norm_eps"))));
    Row out;
    for (const double value : x) out.push_back((value - mean) * scale);
    return plus(times(out, vector(prefix + ".weight")), vector(prefix + ".bias"));
  }

  Rows attend(const std::string& prefix, const Rows& x, const BlockAblation& off) const {
    const Rows q = each(x, [&](const Row& row) { return linear(prefix + ".q", row); }),
               k = each(x, [&](const Row& row) { return linear(prefix + ".k", row); }),
               v = each(x, [&](const Row& row) { return linear(prefix + ".v", row); });
    const std::size_t heads = config_.fields.size("n_heads"), key_dim = config_.fields.size("key_dim"),
                      value_dim = config_.fields.size("value_dim");
    Rows out;
    for (std::size_t i = 0; i < x.size(); ++i) {
      Row joined(heads * value_dim);
      for (std::size_t h = 0; h < heads; ++h) {
        if (off.is_silent(h)) continue;
        Row weights;
        double sum = 0;
        for (std::size_t j = 0; j < x.size(); ++j) {
          double score = 0;
          for (std::size_t e = h * key_dim; e < (h + 1) * key_dim; ++e) score += q[i][e] * k[j][e];
          weights.push_back(std::exp(score / std::sqrt(static_cast<double>(key_dim))));
          sum += weights.back();
        }
        for (std::size_t j = 0; j < x.size(); ++j) {
          for (std::size_t e = h * value_dim; e < (h + 1) * value_dim; ++e) joined[e] += weights[j] / sum * v[j][e];
        }
      }
      out.push_back(linear(prefix + ".o", joined));
    }
    return out;
  }
  Row feed(const std::string& prefix, const Row& x) const {
    return linear(prefix + ".1", map(linear(prefix + ".0", x), [](double v) { return v > 0 ? v : 0.0; }));
  }

  // `share`, if given, replaces the openness.
  Row gate(const std::string& prefix, const Row& x, const Row& y, std::optional<double> share) const {
    const std::string& kind = config_.fields.choice("gate");
    const auto w = [&](const char* name, const Row& of) { return product(prefix + "." + name, of); };
    const auto b = [&](double sign) { return vector(prefix + ".b_g", sign); };
    const auto tanh = [](double v) { return std::tanh(v); };
    Row s, c(x.size());
    if (kind == "input") s = map(w("w_g", x), &logistic);
    if (kind == "output") s = map(plus(w("w_g", x), b(-1)), &logistic);
    if (kind == "highway") s = rest(map(plus(w("w_g", x), b(1)), &logistic));
    if (kind == "sigtanh") {
      s = map(plus(w("w_g", y), b(-1)), &logistic);
      c = map(w("u_g", y), tanh);
    }
    if (kind == "gru") {
      const Row r = map(plus(w("w_r", y), w("u_r", x)), &logistic);
      s = map(plus(plus(w("w_z", y), w("u_z", x)), b(-1)), &logistic);
      c = map(plus(w("w_g", y), w("u_g", times(r, x))), tanh);
    }
    if (s.empty()) throw std::logic_error("scalar_transformer.h has no equation of the gate " + kind);
    Row out(x.size());
    for (std::size_t e = 0; e < x.size(); ++e) out[e] = combined(kind, x[e], y[e], share ? *share : s.at(e), c[e]);
    return out;
  }

  Row join(const std::string& gate_name, const Row& x, const Row& y, Forced forced, double weight) const {
    if (forced == Forced::kClosed) return x;
    if (config_.fields.choice("block") != "gated") return plus(x, y);
    return gate(gate_name, x, y, forced == Forced::kOpen ? std::optional<double>(weight) : std::nullopt);
  }

  void block(const std::string& name, Rows& x, const BlockAblation& off) const {
    const bool post = config_.fields.choice("block") == "post_ln";
    const auto normed = [&](const char* which, const Row& row) { return norm(name + which, row); };
    const Rows attended =
        attend(name + ".attn", post ? x : each(x, [&](const Row& row) { return normed(".norm1", row); }), off);
    for (std::size_t i = 0; i < x.size(); ++i) {
      x[i] = join(name + ".gate1", x[i], attended[i], off.attention, off.attention_weight);
      if (post) x[i] = normed(".norm1", x[i]);
      const Row fed = feed(name + ".ffn", post ? x[i] : normed(".norm2", x[i]));
      x[i] = join(name + ".gate2", x[i], fed, off.feed_forward, off.feed_forward_weight);
      if (post) x[i] = normed(".norm2", x[i]);
    }
  }

  const ModelConfig& config_;
  const Weights& weights_;
  bool rounds_;
};

}  // namespace eegate::test
