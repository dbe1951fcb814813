// The convolutional stem: temporal convolution, spatial convolution, batch norm, ELU or square, mean pool (, log)
// (, projection). In inference the three linear steps are one: batch norm and biases are folded into the weights.
#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "base/portable_math.h"
#include "kernels/elementwise_gradient.h"
#include "kernels/matmul_gradient.h"
#include "kernels/rows.h"
#include "kernels/standardize.h"
#include "model/layers/batch_norm.h"
#include "model/layers/embedding.h"
#include "model/layers/linear.h"

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

// Bias of the two convolutions without the batch norm.
std::vector<float> convolution_bias(const EmbeddingConfig& config, const Weights& weights) {
  std::vector<float> bias(config.stem_width(), 0.0F);
  if (!config.conv_bias) return bias;
  for (std::size_t o = 0; o < bias.size(); ++o) {
    bias[o] = static_cast<float>(static_cast<double>(weights["embed.spatial.bias"][o]) +
                                 temporal_bias_sum(config, weights, o));
  }
  return bias;
}

// Where the stem's tensors stand in the list, for gradients.
struct StemPlaces {
  StemPlaces(const EmbeddingConfig& config, const Weights& weights)
      : temporal(static_cast<std::size_t>(weights.find("embed.temporal.weight"))),
        spatial(static_cast<std::size_t>(weights.find("embed.spatial.weight"))),
        temporal_bias(config.conv_bias ? weights.find("embed.temporal.bias") : -1),
        spatial_bias(config.conv_bias ? weights.find("embed.spatial.bias") : -1) {}

  // The bias of a temporal filter passes through the electrode weights, so both get a share.
  void add_bias_gradients(const EmbeddingConfig& config, ConstMatrix dmaps, BackwardContext& context) const {
    if (spatial_bias < 0) return;
    const std::span<float> dspatial = context.gradients.values(spatial);
    const std::span<const float> weights = context.weights.values(spatial);
    const std::span<const float> bias = context.weights.values(static_cast<std::size_t>(temporal_bias));
    const std::span<float> dbias = context.gradients.values(static_cast<std::size_t>(temporal_bias));
    const std::size_t n_maps = config.depthwise ? 1 : config.filters, n_chans = weights.size() / (dmaps.cols * n_maps);
    for (std::size_t o = 0; o < dmaps.cols; ++o) {
      float sum = 0;
      for (std::size_t t = 0; t < dmaps.rows; ++t) sum += dmaps.row(t)[o];
      context.gradients.values(static_cast<std::size_t>(spatial_bias))[o] += sum;
      for (std::size_t f = 0; f < n_maps; ++f) {
        const std::size_t filter = config.depthwise ? filter_of(config, o) : f;
        for (std::size_t c = 0; c < n_chans; ++c) {
          const std::size_t i = (o * n_maps + f) * n_chans + c;
          dspatial[i] += sum * bias[filter];
          dbias[filter] += sum * weights[i];
        }
      }
    }
  }

  std::size_t temporal, spatial;
  std::ptrdiff_t temporal_bias, spatial_bias;
};

Folded fold(const EmbeddingConfig& config, const Weights& weights) {
  Folded folded;
  for (std::size_t o = 0; o < config.stem_width(); ++o) {
    const auto value = [&](const char* name) { return static_cast<double>(weights[name][o]); };
    const double scale =
        value("embed.bn.weight") / std::sqrt(value("embed.bn.running_var") + static_cast<double>(config.bn_eps));
    double shift = value("embed.bn.bias") - value("embed.bn.running_mean") * scale;
    if (config.conv_bias) shift += scale * (value("embed.spatial.bias") + temporal_bias_sum(config, weights, o));
    folded.scale.push_back(scale);
    folded.shift.push_back(shift);
  }
  return folded;
}

float log_of(float value) { return static_cast<float>(portable::log(static_cast<double>(value))); }

std::vector<float> to_floats(const std::vector<double>& values) { return {values.begin(), values.end()}; }

// The signal as rows of samples, with the zeros that "same" padding puts around it.
Matrix padded_samples(ConstMatrix x, std::size_t left, std::size_t right, Matrix rows) {
  std::fill_n(rows.data, left * x.rows, 0.0F);
  std::fill_n(rows.data + (left + x.cols) * x.rows, right * x.rows, 0.0F);
  transpose(rows.slice_rows(left, x.cols), x);
  return rows;
}

// Gradients of "same" padding come back with it: only the rows of the signal itself count.
void write_input_gradient(Matrix dx, ConstMatrix dsamples, std::size_t left) {
  transpose(dx, dsamples.slice_rows(left, dx.cols));
}

class ConvStem : public Embedding {
 public:
  ConvStem(const EmbeddingConfig& config, const Weights& weights)
      : config_(config), norm_(weights, "embed.bn", config.bn_eps) {
    if (config.projection) projection_.emplace(weights, "embed.proj");
  }

  void forward(TokenRows tokens, ConstTensor3 x, const ForwardContext& context) const override {
    const ArenaScope scope(context.arena);
    const std::size_t n_maps = config_.n_convolved(x.d2);
    if (context.tape != nullptr) return forward_kept(tokens, x, n_maps, context);
    const Matrix maps = context.arena.matrix(n_maps, config_.stem_width());
    for (std::size_t b = 0; b < x.d0; ++b) {
      convolve_folded(maps, x[b], context.arena);
      activate_and_pool(tokens[b], maps, context);
    }
  }

  void backward(Tensor3 dx, TokenRows dtokens, BackwardContext& context) const override {
    const ArenaScope scope(context.arena);
    const std::size_t n_trials = dtokens.n_trials(), n_maps = context.tape.pop().rows;
    const Tensor3 dmaps = context.arena.tensor3(n_trials, n_maps, config_.stem_width());
    std::fill_n(dmaps.data, dmaps.size(), 0.0F);
    for (std::size_t b = n_trials; b-- > 0;) pool_backward(dmaps[b], dtokens[b], context);
    norm_.backward(dmaps.rows(), context);
    for (std::size_t b = n_trials; b-- > 0;) {
      convolve_backward(dx.data == nullptr ? Matrix() : dx[b], dmaps[b], context);
    }
  }

 protected:
  // maps [T1, W] = batch norm of both convolutions, running statistics folded in: inference.
  virtual void convolve_folded(Matrix maps, ConstMatrix x, Arena& arena) const = 0;
  // maps [T1, W] = both convolutions alone. Keeps what backward needs.
  virtual void convolve(Matrix maps, ConstMatrix x, const ForwardContext& context) const = 0;
  virtual void convolve_backward(Matrix dx, ConstMatrix dmaps, BackwardContext& context) const = 0;
  std::size_t pad_left() const { return config_.same_padding ? (config_.kernel_times - 1) / 2 : 0; }
  std::size_t pad_right() const { return config_.same_padding ? config_.kernel_times / 2 : 0; }
  EmbeddingConfig config_;

 private:
  void forward_kept(TokenRows tokens, ConstTensor3 x, std::size_t n_maps, const ForwardContext& context) const {
    const Tensor3 maps = context.arena.tensor3(x.d0, n_maps, config_.stem_width());
    for (std::size_t b = 0; b < x.d0; ++b) convolve(maps[b], x[b], context);
    norm_.forward(maps.rows(), context);
    for (std::size_t b = 0; b < x.d0; ++b) activate_and_pool(tokens[b], maps[b], context);
    context.tape->push(n_maps, 0);
  }

  // Keeps the maps, the input of the projection, and the pooled values where a logarithm follows.
  void activate_and_pool(Matrix tokens, Matrix maps, const ForwardContext& context) const {
    context.keep(maps);
    if (config_.square_log) {
      square(maps.flat());
    } else {
      activate(Activation::kElu, maps.flat());
    }
    const Matrix pooled = projection_ ? context.kept(tokens.rows, config_.stem_width()) : tokens;
    for (std::size_t n = 0; n < tokens.rows; ++n) {
      mean_rows(pooled.row(n), maps.slice_rows(n * config_.pool_stride, config_.pool_times));
    }
    if (config_.square_log) {
      context.keep(pooled);
      for (float& value : pooled.flat()) value = log_of(std::max(value, kLogFloor));
    }
    if (projection_) projection_->forward(tokens, pooled);
  }

  void pool_backward(Matrix dmaps, ConstMatrix dtokens, BackwardContext& context) const {
    const ArenaScope scope(context.arena);
    const ConstMatrix unlogged = config_.square_log ? context.tape.pop() : Matrix();
    const ConstMatrix projected = projection_ ? context.tape.pop() : Matrix();
    const ConstMatrix maps = context.tape.pop();
    const Matrix dpooled = context.arena.matrix(dtokens.rows, config_.stem_width());
    if (projection_) {
      std::fill_n(dpooled.data, dpooled.size(), 0.0F);
      projection_->backward(dpooled, dtokens, projected, context);
    } else {
      std::copy_n(dtokens.data, dtokens.size(), dpooled.data);
    }
    for (std::size_t i = 0; i < unlogged.size(); ++i) {
      dpooled.data[i] = unlogged.data[i] > kLogFloor ? dpooled.data[i] / unlogged.data[i] : 0.0F;
    }
    const float share = 1.0F / static_cast<float>(config_.pool_times);
    for (std::size_t n = 0; n < dpooled.rows; ++n) {
      for (std::size_t t = 0; t < config_.pool_times; ++t)
        add_scaled(dmaps.row(n * config_.pool_stride + t), dpooled.row(n), share);
    }
    if (!config_.square_log) return activation_gradient(Activation::kElu, dmaps.flat(), maps.flat());
    for (std::size_t i = 0; i < maps.size(); ++i) dmaps.data[i] *= 2 * maps.data[i];
  }

  static constexpr float kLogFloor = 1e-6F;
  BatchNorm norm_;
  std::optional<Linear> projection_;
};

// Each output has one temporal filter and one set of electrode weights: they commute, and the electrodes first is
// kernel_times times cheaper.
class DepthwiseStem final : public ConvStem {
 public:
  DepthwiseStem(const EmbeddingConfig& config, const Weights& weights)
      : ConvStem(config, weights),
        spatial_(weights, std::vector<Linear::Part>{{"embed.spatial.weight"}}),
        bias_(convolution_bias(config, weights)),
        places_(config, weights) {
    const Folded folded = fold(config, weights);
    folded_bias_ = to_floats(folded.shift);
    const ConstMatrix temporal = weights.matrix("embed.temporal.weight");
    for (std::size_t k = 0; k < config.kernel_times; ++k) {
      for (std::size_t o = 0; o < config.stem_width(); ++o) {
        kernel_.push_back(temporal.row(filter_of(config, o))[k]);
        folded_kernel_.push_back(static_cast<float>(folded.scale[o] * static_cast<double>(kernel_.back())));
      }
    }
  }

 protected:
  void convolve_folded(Matrix maps, ConstMatrix x, Arena& arena) const override {
    const ArenaScope scope(arena);
    const Matrix samples = padded_samples(x, 0, 0, arena.matrix(x.cols, x.rows)),
                 mixed = arena.matrix(x.cols, maps.cols);
    spatial_.forward(mixed, samples);
    correlate_rows(maps, mixed, taps(folded_kernel_), folded_bias_, pad_left());
  }

  void convolve(Matrix maps, ConstMatrix x, const ForwardContext& context) const override {
    const Matrix samples = padded_samples(x, 0, 0, context.kept(x.cols, x.rows)),
                 mixed = context.kept(x.cols, maps.cols);
    spatial_.forward(mixed, samples);
    correlate_rows(maps, mixed, taps(kernel_), bias_, pad_left());
  }

  void convolve_backward(Matrix dx, ConstMatrix dmaps, BackwardContext& context) const override {
    const ArenaScope scope(context.arena);
    const ConstMatrix mixed = context.tape.pop(), samples = context.tape.pop();
    const Matrix dmixed = context.arena.matrix(mixed.rows, mixed.cols);
    const Matrix dkernel = context.arena.matrix(config_.kernel_times, mixed.cols);
    const Matrix dsamples = dx.data == nullptr ? Matrix() : context.arena.matrix(samples.rows, samples.cols);
    for (const Matrix& m : {dmixed, dkernel, dsamples}) std::fill_n(m.data, m.size(), 0.0F);
    correlate_rows_gradient(dmixed, dkernel, dmaps, mixed, taps(kernel_), pad_left());
    const std::span<float> dtemporal = context.gradients.values(places_.temporal);
    for (std::size_t k = 0; k < config_.kernel_times; ++k) {
      for (std::size_t o = 0; o < mixed.cols; ++o)
        dtemporal[filter_of(config_, o) * config_.kernel_times + k] += dkernel.row(k)[o];
    }
    spatial_.backward(dsamples, dmixed, samples, context);
    places_.add_bias_gradients(config_, dmaps, context);
    if (dx.data != nullptr) write_input_gradient(dx, dsamples, 0);
  }

 private:
  ConstMatrix taps(const std::vector<float>& kernel) const {
    return {kernel.data(), config_.kernel_times, config_.stem_width()};
  }
  Linear spatial_;                             // [W, C]
  std::vector<float> kernel_, folded_kernel_;  // [k, W]
  std::vector<float> bias_, folded_bias_;      // [W]
  StemPlaces places_;
};

// Every output reads every temporal map: both convolutions are one with kernel [k, C], a product with overlapping rows.
class FullStem final : public ConvStem {
 public:
  FullStem(const EmbeddingConfig& config, const Weights& weights)
      : ConvStem(config, weights), places_(config, weights) {
    const Folded folded = fold(config, weights);
    const std::vector<double> fused = fuse(weights);
    const std::size_t n = fused.size() / config.stem_width();
    std::vector<float> scaled(fused.size());
    for (std::size_t i = 0; i < fused.size(); ++i) scaled[i] = static_cast<float>(folded.scale[i / n] * fused[i]);
    kernel_ = to_floats(fused);
    packed_ = PackedMatrix(kernel(), convolution_bias(config, weights));
    folded_ = PackedMatrix({scaled.data(), config.stem_width(), n}, to_floats(folded.shift));
  }

 protected:
  void convolve_folded(Matrix maps, ConstMatrix x, Arena& arena) const override {
    const ArenaScope scope(arena);
    matmul(maps, windows(padded(x, arena.matrix(pad_left() + x.cols + pad_right(), x.rows)), maps.rows), folded_);
  }

  void convolve(Matrix maps, ConstMatrix x, const ForwardContext& context) const override {
    matmul(maps, windows(padded(x, context.kept(pad_left() + x.cols + pad_right(), x.rows)), maps.rows), packed_);
  }

  void convolve_backward(Matrix dx, ConstMatrix dmaps, BackwardContext& context) const override {
    const ArenaScope scope(context.arena);
    const ConstMatrix samples = context.tape.pop();
    const Matrix dkernel = context.arena.matrix(config_.stem_width(), kernel().cols);
    std::fill_n(dkernel.data, dkernel.size(), 0.0F);
    weight_gradient(dkernel, dmaps, windows(samples, dmaps.rows), context.arena);
    unfuse(dkernel, samples.cols, context);
    places_.add_bias_gradients(config_, dmaps, context);
    if (dx.data == nullptr) return;
    const Matrix dwindows = context.arena.matrix(dmaps.rows, kernel().cols);
    const Matrix dsamples = context.arena.matrix(samples.rows, samples.cols),
                 turned = context.arena.matrix(kernel().cols, kernel().rows);
    transpose(turned, kernel());
    matmul(dwindows, dmaps, PackedMatrix(ConstMatrix(turned), {}));
    std::fill_n(dsamples.data, dsamples.size(), 0.0F);
    for (std::size_t t = 0; t < dwindows.rows; ++t) {
      add_scaled({dsamples.row(t).data(), dwindows.cols}, dwindows.row(t), 1.0F);  // a window is one run of memory
    }
    write_input_gradient(dx, dsamples, pad_left());
  }

 private:
  ConstMatrix kernel() const { return {kernel_.data(), config_.stem_width(), kernel_.size() / config_.stem_width()}; }
  Matrix padded(ConstMatrix x, Matrix rows) const { return padded_samples(x, pad_left(), pad_right(), rows); }
  // Row t: the samples t ... t + k - 1 of all channels.
  ConstMatrix windows(ConstMatrix samples, std::size_t n) const {
    return {samples.data, n, config_.kernel_times * samples.cols, samples.cols};
  }

  // [W, k C]: sum over filters of temporal tap times electrode weight.
  std::vector<double> fuse(const Weights& weights) const {
    const ConstMatrix spatial = weights.matrix("embed.spatial.weight");    // [W, F C]
    const ConstMatrix temporal = weights.matrix("embed.temporal.weight");  // [F, k]
    const std::size_t n_chans = spatial.cols / config_.filters, n_taps = config_.kernel_times;
    std::vector<double> fused(spatial.rows * n_taps * n_chans, 0.0);
    for (std::size_t o = 0; o < spatial.rows; ++o) {
      for (std::size_t f = 0; f < config_.filters; ++f) {
        for (std::size_t k = 0; k < n_taps; ++k) {
          const double tap = static_cast<double>(temporal.row(f)[k]);
          double* row = fused.data() + (o * n_taps + k) * n_chans;
          for (std::size_t c = 0; c < n_chans; ++c)
            row[c] += tap * static_cast<double>(spatial.row(o)[f * n_chans + c]);
        }
      }
    }
    return fused;
  }

  // Backward of fuse().
  void unfuse(ConstMatrix dkernel, std::size_t n_chans, BackwardContext& context) const {
    const std::size_t n_taps = config_.kernel_times;
    const std::span<const float> spatial = context.weights.values(places_.spatial),
                                 temporal = context.weights.values(places_.temporal);
    const std::span<float> dspatial = context.gradients.values(places_.spatial),
                           dtemporal = context.gradients.values(places_.temporal);
    for (std::size_t o = 0; o < dkernel.rows; ++o) {
      for (std::size_t f = 0; f < config_.filters; ++f) {
        const std::size_t electrodes = (o * config_.filters + f) * n_chans;
        for (std::size_t k = 0; k < n_taps; ++k) {
          const std::span<const float> row(dkernel.row(o).data() + k * n_chans, n_chans);
          add_scaled(dspatial.subspan(electrodes, n_chans), row, temporal[f * n_taps + k]);
          float sum = 0;
          for (std::size_t c = 0; c < n_chans; ++c) sum += row[c] * spatial[electrodes + c];
          dtemporal[f * n_taps + k] += sum;
        }
      }
    }
  }

  StemPlaces places_;
  std::vector<float> kernel_;  // [W, k C]
  PackedMatrix packed_, folded_;
};

}  // namespace

std::unique_ptr<Embedding> make_conv_stem(const EmbeddingConfig& config, const Weights& weights) {
  if (config.depthwise) return std::make_unique<DepthwiseStem>(config, weights);
  return std::make_unique<FullStem>(config, weights);
}

}  // namespace eegate
