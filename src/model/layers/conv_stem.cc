// The convolutional stem: temporal convolution, spatial convolution, batch norm, ELU or square, mean pool (, log)
// (, projection). In inference the three linear steps are one: batch norm and biases are folded into the weights.
#include <algorithm>
#include <cmath>
#include <vector>

#include "kernels/matmul.h"
#include "kernels/rows.h"
#include "kernels/standardize.h"
#include "model/layers/embedding.h"

namespace eegate {
namespace {

// y = scale * (convolution without biases) + shift, for each of W outputs; in double until the end.
struct Folded {
  std::vector<double> scale, shift;
};

std::size_t filter_of(const EmbeddingConfig& config, std::size_t output) { return output / config.depth; }

// What the bias of the temporal filters adds to output o: it passes through the spatial weights.
double temporal_bias_sum(const EmbeddingConfig& config, const Weights& weights, std::size_t o) {
  const std::span<const float> bias = weights["embed.temporal.bias"];
  const std::span<const float> spatial = weights.matrix("embed.spatial.weight").row(o);
  const std::size_t n_maps = config.depthwise ? 1 : config.filters, n_chans = spatial.size() / n_maps;
  double sum = 0;
  for (std::size_t f = 0; f < n_maps; ++f) {
    double weight = 0;
    for (std::size_t c = 0; c < n_chans; ++c) weight += static_cast<double>(spatial[f * n_chans + c]);
    sum += weight * static_cast<double>(bias[config.depthwise ? filter_of(config, o) : f]);
  }
  return sum;
}

Folded fold(const EmbeddingConfig& config, const Weights& weights) {
  Folded folded;
  for (std::size_t o = 0; o < config.stem_width(); ++o) {
    const auto value = [&](const char* name) { return static_cast<double>(weights[name][o]); };
    const double scale = value("embed.bn.weight") / std::sqrt(value("embed.bn.running_var") + static_cast<double>(config.bn_eps));
    double shift = value("embed.bn.bias") - value("embed.bn.running_mean") * scale;
    if (config.conv_bias) shift += scale * (value("embed.spatial.bias") + temporal_bias_sum(config, weights, o));
    folded.scale.push_back(scale);
    folded.shift.push_back(shift);
  }
  return folded;
}

std::vector<float> to_floats(const std::vector<double>& values) { return {values.begin(), values.end()}; }

// The signal as rows of samples, with the zeros that "same" padding puts around it.
Matrix padded_samples(ConstMatrix x, std::size_t left, std::size_t right, Arena& arena) {
  const Matrix rows = arena.matrix(left + x.cols + right, x.rows);
  std::fill_n(rows.data, left * x.rows, 0.0F);
  std::fill_n(rows.data + (left + x.cols) * x.rows, right * x.rows, 0.0F);
  transpose(rows.slice_rows(left, x.cols), x);
  return rows;
}

class ConvStem : public Embedding {
 public:
  ConvStem(const EmbeddingConfig& config, const Weights& weights) : config_(config) {
    if (!config.projection) return;
    projection_ = PackedMatrix(weights.matrix("embed.proj.weight"),
                               config.bias ? weights["embed.proj.bias"] : std::span<const float>());
  }

  void forward(Matrix tokens, ConstMatrix x, Arena& arena) const override {
    const ArenaScope scope(arena);
    const Matrix maps = arena.matrix(config_.n_convolved(x.cols), config_.stem_width());
    convolve(maps, x, arena);
    if (config_.square_log) {
      square(maps.flat());
    } else {
      activate(Activation::kElu, maps.flat());
    }
    const Matrix pooled = config_.projection ? arena.matrix(tokens.rows, config_.stem_width()) : tokens;
    for (std::size_t n = 0; n < tokens.rows; ++n) {
      mean_rows(pooled.row(n), maps.slice_rows(n * config_.pool_stride, config_.pool_times));
      if (!config_.square_log) continue;
      for (float& value : pooled.row(n)) value = std::log(std::max(value, 1e-6F));
    }
    if (config_.projection) matmul(tokens, pooled, projection_);
  }

 protected:
  // maps [T1, W] = batch norm of both convolutions
  virtual void convolve(Matrix maps, ConstMatrix x, Arena& arena) const = 0;
  std::size_t pad_left() const { return config_.same_padding ? (config_.kernel_times - 1) / 2 : 0; }
  std::size_t pad_right() const { return config_.same_padding ? config_.kernel_times / 2 : 0; }
  EmbeddingConfig config_;

 private:
  PackedMatrix projection_;
};

// Each output has one temporal filter and one set of electrode weights: they commute, and the electrodes first is
// kernel_times times cheaper.
class DepthwiseStem final : public ConvStem {
 public:
  DepthwiseStem(const EmbeddingConfig& config, const Weights& weights) : ConvStem(config, weights) {
    const Folded folded = fold(config, weights);
    spatial_ = PackedMatrix(weights.matrix("embed.spatial.weight"), {});
    bias_ = to_floats(folded.shift);
    const ConstMatrix temporal = weights.matrix("embed.temporal.weight");
    for (std::size_t k = 0; k < config.kernel_times; ++k) {
      for (std::size_t o = 0; o < config.stem_width(); ++o) {
        kernel_.push_back(static_cast<float>(folded.scale[o] * static_cast<double>(temporal.row(filter_of(config, o))[k])));
      }
    }
  }

 protected:
  void convolve(Matrix maps, ConstMatrix x, Arena& arena) const override {
    const ArenaScope scope(arena);
    const Matrix samples = padded_samples(x, 0, 0, arena), mixed = arena.matrix(x.cols, maps.cols);
    matmul(mixed, samples, spatial_);
    correlate_rows(maps, mixed, {kernel_.data(), config_.kernel_times, maps.cols}, bias_, pad_left());
  }

 private:
  PackedMatrix spatial_;       // [W, C]
  std::vector<float> kernel_;  // [k, W]
  std::vector<float> bias_;    // [W]
};

// Every output reads every temporal map: both convolutions are one with kernel [k, C], a product with overlapping rows.
class FullStem final : public ConvStem {
 public:
  FullStem(const EmbeddingConfig& config, const Weights& weights) : ConvStem(config, weights) {
    const Folded folded = fold(config, weights);
    const ConstMatrix spatial = weights.matrix("embed.spatial.weight");    // [W, F C]
    const ConstMatrix temporal = weights.matrix("embed.temporal.weight");  // [F, k]
    const std::size_t n_chans = spatial.cols / config.filters, n_taps = config.kernel_times;
    std::vector<float> kernel(config.stem_width() * n_taps * n_chans);
    std::vector<double> fused(n_taps * n_chans);
    for (std::size_t o = 0; o < config.stem_width(); ++o) {
      std::fill(fused.begin(), fused.end(), 0.0);
      for (std::size_t f = 0; f < config.filters; ++f) {
        for (std::size_t k = 0; k < n_taps; ++k) {
          const double tap = static_cast<double>(temporal.row(f)[k]);
          const float* electrodes = spatial.row(o).data() + f * n_chans;
          for (std::size_t c = 0; c < n_chans; ++c) fused[k * n_chans + c] += tap * static_cast<double>(electrodes[c]);
        }
      }
      for (std::size_t i = 0; i < fused.size(); ++i) {
        kernel[o * fused.size() + i] = static_cast<float>(folded.scale[o] * fused[i]);
      }
    }
    packed_ = PackedMatrix({kernel.data(), config.stem_width(), n_taps * n_chans}, to_floats(folded.shift));
  }

 protected:
  void convolve(Matrix maps, ConstMatrix x, Arena& arena) const override {
    const ArenaScope scope(arena);
    const Matrix samples = padded_samples(x, pad_left(), pad_right(), arena);
    matmul(maps, ConstMatrix(samples.data, maps.rows, config_.kernel_times * x.rows, x.rows), packed_);
  }

 private:
  PackedMatrix packed_;
};

}  // namespace

std::unique_ptr<Embedding> make_conv_stem(const EmbeddingConfig& config, const Weights& weights) {
  if (config.depthwise) return std::make_unique<DepthwiseStem>(config, weights);
  return std::make_unique<FullStem>(config, weights);
}

}  // namespace eegate
