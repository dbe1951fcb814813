#include "train/init.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/rng.h"
#include "model/architecture.h"
#include "model/layers/gates.h"
#include "model/transformer_config.h"

namespace eegate {
namespace {

struct Drawing {
  const ModelConfig& config;
  std::uint64_t seed;
  InitRule rule;
};

// One tensor that waits for its values.
struct Target {
  const TensorSpec& spec;
  std::span<float> values;

  bool ends(std::string_view suffix) const { return spec.name.ends_with(suffix); }
  bool contains(std::string_view part) const { return spec.name.find(part) != std::string::npos; }
  double extent(std::size_t i) const { return static_cast<double>(spec.shape[i]); }
  // Inputs that one output sees; for a convolution [out, in, kernel...] the kernel counts.
  double fan_in() const { return static_cast<double>(spec.n_values()) / extent(0); }
  // Outputs that one input reaches, kernel included.
  double fan_out() const {
    return spec.shape.size() < 2 ? extent(0) : static_cast<double>(spec.n_values()) / extent(1);
  }
};

void constant(const Target& t, double value) { std::fill(t.values.begin(), t.values.end(), static_cast<float>(value)); }

Rng stream(const Target& t, std::uint64_t seed) { return Rng(seed, "init." + t.spec.name); }

void uniform(const Target& t, std::uint64_t seed, double bound) {
  const Rng rng = stream(t, seed);
  for (std::size_t i = 0; i < t.values.size(); ++i) t.values[i] = static_cast<float>(bound * (2 * rng.uniform(i) - 1));
}

void normal(const Target& t, std::uint64_t seed, double deviation) {
  const Rng rng = stream(t, seed);
  for (std::size_t i = 0; i < t.values.size(); ++i) t.values[i] = static_cast<float>(deviation * rng.normal(i));
}

// Draws beyond two deviations are repeated.
void truncated_normal(const Target& t, std::uint64_t seed, double deviation) {
  constexpr std::uint64_t kMostDraws = 32;  // one in 1e42 values would need more
  const Rng rng = stream(t, seed);
  for (std::size_t i = 0; i < t.values.size(); ++i) {
    double value = 3;
    for (std::uint64_t k = 0; k < kMostDraws && std::abs(value) > 2; ++k) value = rng.normal(i + k * t.values.size());
    t.values[i] = static_cast<float>(deviation * std::clamp(value, -2.0, 2.0));
  }
}

void glorot(const Target& t, std::uint64_t seed, double fan_in, double fan_out) {
  uniform(t, seed, std::sqrt(6 / (fan_in + fan_out)));
}

// Attention projections [m q, E] and so on. Keras sees the kernel [E, m, q] as a convolution with E positions.
bool draw_attention(const Target& t, const Drawing& d) {
  if (!t.contains(".attn.") || d.config.architecture != "transformer") return false;
  if (t.ends(".rel.bias") || t.ends(".bias")) {
    constant(t, 0);
    return true;
  }
  if (t.contains(".rel.")) {
    normal(t, d.seed, 0.02);
    return true;
  }
  const ConfigNode& f = d.config.fields;
  const bool output = t.ends(".o.weight");
  const double width = output ? t.extent(0) : t.extent(1);
  const double q = f.number("key_dim"), value_dim = f.number("value_dim");
  const double per_head = t.ends(".q.weight") || t.ends(".k.weight") ? q : value_dim;
  const double m = (output ? t.extent(1) : t.extent(0)) / per_head;
  if (d.rule == InitRule::kKeras) {
    glorot(t, d.seed, output ? per_head * m : m * width, output ? width * m : per_head * width);
  } else if (output) {
    uniform(t, d.seed, 1 / std::sqrt(t.fan_in()));
  } else {
    uniform(t, d.seed, std::sqrt(6 / (width + m * (2 * q + value_dim))));
  }
  return true;
}

// b_g makes a gate start close to the identity; with the plus sign the stored vector is negated.
bool draw_gate(const Target& t, const Drawing& d) {
  if (!t.contains(".gate1.") && !t.contains(".gate2.")) return false;
  if (t.ends(".b_g")) {
    const ConfigNode& f = d.config.fields;
    constant(t, f.option("gate", kGates)->form.initial_bias * (f.option("gate_bias_sign", kGateBiasPlus) ? -1 : 1));
  } else {
    glorot(t, d.seed, t.extent(1), t.extent(0));
  }
  return true;
}

bool is_norm(const Target& t) {
  const std::size_t dot = t.spec.name.rfind('.');
  if (dot == std::string::npos) return false;
  const std::string_view owner = std::string_view(t.spec.name).substr(0, dot);
  const std::string_view last = owner.substr(owner.rfind('.') + 1);  // npos + 1 is 0: no dot, the whole name
  return last == "norm" || last == "norm1" || last == "norm2" || last == "final_norm" || last == "bn" ||
         last == "bn1" || last == "bn2" || last == "bn3";
}

bool draw_norm(const Target& t) {
  if (!is_norm(t)) return false;
  constant(t, t.ends(".weight") || t.ends(".running_var") ? 1 : 0);
  return true;
}

// Tables and tokens, the context vectors of attention pools, and the recurrent layers of the baselines.
bool draw_special(const Target& t, const Drawing& d) {
  const std::string& name = t.spec.name;
  if (name == "cls" || name == "pool.bias" || name == "attn.bias")
    constant(t, 0);
  else if (name == "pos.weight" || name == "embed.chan")
    normal(t, d.seed, 0.02);
  else if (name == "pool.v" || name == "attn.u")
    uniform(t, d.seed, 1 / std::sqrt(t.extent(0)));
  else
    return false;
  return true;
}

// Rows [4H, H] whose columns are orthonormal: normal draws, each column made orthogonal to those before (Gram and
// Schmidt, twice against rounding).
void orthogonal(const Target& t, std::uint64_t seed) {
  const std::size_t n_rows = t.spec.shape[0], n_cols = t.spec.shape[1];
  const Rng rng = stream(t, seed);
  std::vector<double> columns(n_rows * n_cols);
  for (std::size_t i = 0; i < columns.size(); ++i) columns[i] = rng.normal(i);
  for (std::size_t c = 0; c < n_cols; ++c) {
    const std::span<double> own = std::span(columns).subspan(c * n_rows, n_rows);
    for (std::size_t pass = 0; pass < 2 * c; ++pass) {
      const std::span<const double> other = std::span(columns).subspan(pass % c * n_rows, n_rows);
      const double share = std::inner_product(own.begin(), own.end(), other.begin(), 0.0);
      for (std::size_t r = 0; r < n_rows; ++r) own[r] -= share * other[r];
    }
    const double norm = std::sqrt(std::inner_product(own.begin(), own.end(), own.begin(), 0.0));
    for (std::size_t r = 0; r < n_rows; ++r) {
      own[r] /= norm;
      t.values[r * n_cols + c] = static_cast<float>(own[r]);
    }
  }
}

// U(+-1/sqrt(H)), or (keras) Glorot, orthogonal, and a forget gate that begins open.
bool draw_lstm(const Target& t, const Drawing& d) {
  if (!t.spec.name.starts_with("lstm.")) return false;
  const double hidden = t.extent(0) / 4;
  if (d.rule == InitRule::kTorch) {
    uniform(t, d.seed, 1 / std::sqrt(hidden));
  } else if (t.ends(".weight_ih")) {
    glorot(t, d.seed, t.extent(1), t.extent(0));
  } else if (t.ends(".weight_hh")) {
    orthogonal(t, d.seed);
  } else {
    constant(t, 0);
    const std::size_t n = t.values.size() / 4;
    if (t.ends(".bias_ih")) std::ranges::fill(t.values.subspan(n, n), 1.0F);
  }
  return true;
}

// CRAM's authors draw everything but the LSTM from truncated normals.
bool draw_cram(const Target& t, const Drawing& d) {
  if (d.config.architecture != "cram" || t.spec.name.starts_with("lstm.")) return false;
  if (t.spec.name == "conv.bias")
    constant(t, 0.1);
  else if (t.ends(".bias"))
    constant(t, 0);
  else
    truncated_normal(t, d.seed, 0.1);
  return true;
}

bool draw_syncnet(const Target& t, const Drawing& d) {
  if (d.config.architecture != "syncnet" || t.spec.name.starts_with("head.")) return false;
  if (t.spec.name == "bias") {
    constant(t, 0);
  } else if (t.spec.name == "phi") {
    normal(t, d.seed, 0.05);
    for (std::size_t i = 0; i < t.values.size(); i += t.spec.shape[1]) t.values[i] = 0;  // the reference channel
  } else {
    uniform(t, d.seed, t.spec.name == "omega" ? 1.0 : 0.05);
    if (t.spec.name != "b") {
      std::transform(t.values.begin(), t.values.end(), t.values.begin(), [](float v) { return std::abs(v); });
    }
  }
  return true;
}

// Linear maps and convolutions. A bias is drawn like the weight in front of it in the list.
void draw_linear(const Target& t, const Drawing& d, double weight_fan_in) {
  const bool is_bias = t.spec.shape.size() == 1;
  if (d.rule == InitRule::kKeras) {
    if (is_bias)
      constant(t, 0);
    else
      glorot(t, d.seed, t.fan_in(), t.fan_out());
    return;
  }
  uniform(t, d.seed, 1 / std::sqrt(is_bias ? weight_fan_in : t.fan_in()));
}

}  // namespace

Weights initial_weights(const ModelConfig& config, std::uint64_t seed, InitRule rule) {
  Weights weights(find_architecture(config.architecture)->tensors(config));
  const Drawing drawing{config, seed, rule};
  double weight_fan_in = 1;
  for (std::size_t i = 0; i < weights.specs().size(); ++i) {
    const Target t{weights.specs()[i], weights.values(i)};
    if (t.spec.shape.size() >= 2) weight_fan_in = t.fan_in();
    if (draw_norm(t) || draw_lstm(t, drawing) || draw_syncnet(t, drawing) || draw_cram(t, drawing) ||
        draw_attention(t, drawing) || draw_gate(t, drawing) || draw_special(t, drawing)) {
      continue;
    }
    draw_linear(t, drawing, weight_fan_in);
  }
  return weights;
}

}  // namespace eegate
