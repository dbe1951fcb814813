// The convolutional stem (as in ShallowConvNet, Schirrmeister et al. 2017, and EEG Conformer, Song et al. 2023):
// temporal convolution, spatial convolution, batch norm, ELU or square, mean pool, then optionally logarithm and
// projection. In inference batch norm and biases are folded into the convolution.
#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "base/portable_math.h"
#include "kernels/activation.h"
#include "kernels/matmul.h"
#include "kernels/rows.h"
#include "kernels/standardize.h"
#include "model/layers/batch_norm.h"
#include "model/layers/conv_stem_weights.h"
#include "model/layers/embedding.h"
#include "model/layers/linear.h"
#include "model/onnx/layers.h"

namespace eegate {
namespace {

float log_of(float value) { return static_cast<float>(portable::log(static_cast<double>(value))); }

std::vector<float> to_floats(const std::vector<double>& values) { return {values.begin(), values.end()}; }

// The signal as rows of samples, with the zeros that "same" padding puts around it.
Matrix padded_samples(ConstMatrix x, std::size_t left, std::size_t right, Matrix rows) {
  std::fill_n(rows.data, left * x.rows, 0.0F);
  std::fill_n(rows.data + (left + x.cols) * x.rows, right * x.rows, 0.0F);
  transpose(rows.slice_rows(left, x.cols), x);
  return rows;
}

// The gradient of the padded signal without its padding.
void write_input_gradient(Matrix dx, ConstMatrix dsamples, std::size_t left) {
  transpose(dx, dsamples.slice_rows(left, dx.cols));
}

class ConvStem : public Embedding {
 public:
  ConvStem(const EmbeddingConfig& config, const Weights& weights)
      : config_(config), places_(config, weights), norm_(weights, "embed.bn", config.bn_eps) {
    if (config.projection) projection_.emplace(weights, "embed.proj");
  }
  void set_weights(const Weights& weights) override {
    norm_.set_weights(weights);
    if (projection_) projection_->set_weights(weights);
    set_convolutions(weights);
  }

  void forward(TokenRows tokens, ConstTensor3 x, const ForwardContext& context) const override {
    const ArenaScope scope(context.arena);
    const std::size_t n_maps = config_.n_convolved(x.d2);
    if (context.tape != nullptr) return forward_saved(tokens, x, n_maps, context);
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
    const Matrix dkernel = kernel_like(context.arena);
    std::fill_n(dkernel.data, dkernel.size(), 0.0F);
    for (std::size_t b = n_trials; b-- > 0;) {
      convolve_backward(dx.data == nullptr ? Matrix() : dx[b], dkernel, dmaps[b], context);
    }
    kernel_backward(dkernel, context);
    places_.add_bias_gradients(config_, dmaps.rows(), context);
  }

  onnx::Value to_onnx(onnx::GraphBuilder& g, const onnx::Value& x, std::size_t /*n_times*/) const override {
    onnx::ConvOptions temporal;
    if (config_.same_padding) temporal.pads = {0, onnx::extent(pad_left()), 0, onnx::extent(pad_right())};
    onnx::Value y = onnx::convolution(g, g.unsqueeze(x, 1), "embed.temporal", temporal);
    y = onnx::convolution(g, y, "embed.spatial", {.group = config_.depthwise ? onnx::extent(config_.filters) : 1});
    y = onnx::batch_norm(g, y, "embed.bn", static_cast<double>(config_.bn_eps));
    y = config_.square_log ? g.add("Mul", {y, y}) : onnx::activation(g, y, Activation::kElu);
    const onnx::Ints size = {1, onnx::extent(config_.pool_times)}, stride = {1, onnx::extent(config_.pool_stride)};
    y = g.squeeze(onnx::pool(g, "AveragePool", y, size, stride), 2);
    if (config_.square_log) y = g.add("Log", {g.add("Max", {y, g.scalar(kSmallestPower)})});
    y = g.transpose(y, {0, 2, 1});
    return projection_ ? onnx::linear(g, y, "embed.proj") : y;
  }

 protected:
  // maps [T1, W] = batch norm of both convolutions, running statistics folded in: inference.
  virtual void convolve_folded(Matrix maps, ConstMatrix x, Arena& arena) const = 0;
  // maps [T1, W] = both convolutions without batch norm. Saves what backward needs.
  virtual void convolve(Matrix maps, ConstMatrix x, const ForwardContext& context) const = 0;
  // Memory for the gradient of the kernel that convolve() multiplies by. convolve_backward() adds that of each trial,
  // kernel_backward() turns the sum into gradients of the weights.
  virtual Matrix kernel_like(Arena& arena) const = 0;
  virtual void convolve_backward(Matrix dx, Matrix dkernel, ConstMatrix dmaps, BackwardContext& context) const = 0;
  virtual void kernel_backward(ConstMatrix dkernel, BackwardContext& context) const = 0;
  virtual void set_convolutions(const Weights& weights) = 0;
  std::size_t pad_left() const { return config_.same_padding ? (config_.kernel_times - 1) / 2 : 0; }
  std::size_t pad_right() const { return config_.same_padding ? config_.kernel_times / 2 : 0; }
  EmbeddingConfig config_;
  StemPlaces places_;

 private:
  void forward_saved(TokenRows tokens, ConstTensor3 x, std::size_t n_maps, const ForwardContext& context) const {
    const Tensor3 maps = context.arena.tensor3(x.d0, n_maps, config_.stem_width());
    for (std::size_t b = 0; b < x.d0; ++b) convolve(maps[b], x[b], context);
    norm_.forward(maps.rows(), context);
    for (std::size_t b = 0; b < x.d0; ++b) activate_and_pool(tokens[b], maps[b], context);
    context.tape->push(n_maps, 0);
  }

  // Saves the maps, the input of the projection and, if a logarithm follows, the pooled values.
  void activate_and_pool(Matrix tokens, Matrix maps, const ForwardContext& context) const {
    context.save(maps);
    if (config_.square_log) {
      square(maps.flat());
    } else {
      activate(Activation::kElu, maps.flat());
    }
    const Matrix pooled = projection_ ? context.saved(tokens.rows, config_.stem_width()) : tokens;
    for (std::size_t n = 0; n < tokens.rows; ++n) {
      mean_rows(pooled.row(n), maps.slice_rows(n * config_.pool_stride, config_.pool_times));
    }
    if (config_.square_log) {
      context.save(pooled);
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

  static constexpr double kSmallestPower = 1e-6;  // the logarithm of anything smaller is that of this value
  static constexpr float kLogFloor = static_cast<float>(kSmallestPower);
  BatchNorm norm_;
  std::optional<Linear> projection_;
};

// Depthwise spatial convolution: each output has one temporal filter and one spatial filter, which commute. The spatial
// filter first is kernel_times times cheaper.
class DepthwiseStem final : public ConvStem {
 public:
  DepthwiseStem(const EmbeddingConfig& config, const Weights& weights)
      : ConvStem(config, weights), spatial_(weights, std::vector<Linear::Part>{{"embed.spatial.weight"}}) {
    read(weights);
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
    const Matrix samples = padded_samples(x, 0, 0, context.saved(x.cols, x.rows)),
                 mixed = context.saved(x.cols, maps.cols);
    spatial_.forward(mixed, samples);
    correlate_rows(maps, mixed, taps(kernel_), bias_, pad_left());
  }

  Matrix kernel_like(Arena& arena) const override { return arena.matrix(config_.kernel_times, config_.stem_width()); }

  void convolve_backward(Matrix dx, Matrix dkernel, ConstMatrix dmaps, BackwardContext& context) const override {
    const ArenaScope scope(context.arena);
    const ConstMatrix mixed = context.tape.pop(), samples = context.tape.pop();
    const Matrix dmixed = context.arena.matrix(mixed.rows, mixed.cols);
    const Matrix dsamples = dx.data == nullptr ? Matrix() : context.arena.matrix(samples.rows, samples.cols);
    for (const Matrix& m : {dmixed, dsamples}) std::fill_n(m.data, m.size(), 0.0F);
    correlate_rows_gradient(dmixed, dkernel, dmaps, mixed, taps(kernel_), pad_left());
    spatial_.backward(dsamples, dmixed, samples, context);
    if (dx.data != nullptr) write_input_gradient(dx, dsamples, 0);
  }

  void kernel_backward(ConstMatrix dkernel, BackwardContext& context) const override {
    const std::span<float> dtemporal = context.gradients.values(places_.temporal);
    for (std::size_t k = 0; k < config_.kernel_times; ++k) {
      for (std::size_t o = 0; o < dkernel.cols; ++o)
        dtemporal[filter_of(config_, o) * config_.kernel_times + k] += dkernel.row(k)[o];
    }
  }

  void set_convolutions(const Weights& weights) override {
    spatial_.set_weights(weights);
    read(weights);
  }

 private:
  void read(const Weights& weights) {
    bias_ = convolution_bias(config_, weights);
    const Folded folded = fold(config_, weights);
    folded_bias_ = to_floats(folded.shift);
    const ConstMatrix temporal = weights.matrix("embed.temporal.weight");
    kernel_.clear();
    folded_kernel_.clear();
    for (std::size_t k = 0; k < config_.kernel_times; ++k) {
      for (std::size_t o = 0; o < config_.stem_width(); ++o) {
        kernel_.push_back(temporal.row(filter_of(config_, o))[k]);
        folded_kernel_.push_back(static_cast<float>(folded.scale[o] * static_cast<double>(kernel_.back())));
      }
    }
  }
  ConstMatrix taps(const std::vector<float>& kernel) const {
    return {kernel.data(), config_.kernel_times, config_.stem_width()};
  }
  Linear spatial_;                             // [W, C]
  std::vector<float> kernel_, folded_kernel_;  // [k, W]
  std::vector<float> bias_, folded_bias_;      // [W]
};

// Full spatial convolution: both convolutions are one with kernel [k, C], computed as a product with overlapping rows.
class FullStem final : public ConvStem {
 public:
  FullStem(const EmbeddingConfig& config, const Weights& weights) : ConvStem(config, weights) { read(weights); }

 protected:
  void convolve_folded(Matrix maps, ConstMatrix x, Arena& arena) const override {
    const ArenaScope scope(arena);
    matmul(maps, windows(padded(x, arena.matrix(pad_left() + x.cols + pad_right(), x.rows)), maps.rows), folded_);
  }

  void convolve(Matrix maps, ConstMatrix x, const ForwardContext& context) const override {
    matmul(maps, windows(padded(x, context.saved(pad_left() + x.cols + pad_right(), x.rows)), maps.rows), packed_);
  }

  Matrix kernel_like(Arena& arena) const override { return arena.matrix(kernel().rows, kernel().cols); }

  void convolve_backward(Matrix dx, Matrix dkernel, ConstMatrix dmaps, BackwardContext& context) const override {
    const ArenaScope scope(context.arena);
    const ConstMatrix samples = context.tape.pop();
    weight_gradient(dkernel, dmaps, windows(samples, dmaps.rows), context.arena);
    if (dx.data == nullptr) return;
    const Matrix dwindows = context.arena.matrix(dmaps.rows, kernel().cols);
    const Matrix dsamples = context.arena.matrix(samples.rows, samples.cols),
                 transposed = context.arena.matrix(kernel().cols, kernel().rows);
    transpose(transposed, kernel());
    matmul(dwindows, dmaps, PackedMatrix(ConstMatrix(transposed), {}));
    std::fill_n(dsamples.data, dsamples.size(), 0.0F);
    for (std::size_t t = 0; t < dwindows.rows; ++t) {
      add_scaled({dsamples.row(t).data(), dwindows.cols}, dwindows.row(t), 1.0F);  // a window is contiguous
    }
    write_input_gradient(dx, dsamples, pad_left());
  }

  void set_convolutions(const Weights& weights) override { read(weights); }

 private:
  void read(const Weights& weights) {
    const Folded folded = fold(config_, weights);
    const std::vector<double> fused = fuse(weights);
    const std::size_t n = fused.size() / config_.stem_width();
    std::vector<float> scaled(fused.size());
    for (std::size_t i = 0; i < fused.size(); ++i) scaled[i] = static_cast<float>(folded.scale[i / n] * fused[i]);
    kernel_ = to_floats(fused);
    const ConstMatrix whole = kernel(), whole_scaled(scaled.data(), config_.stem_width(), n);
    packed_.pack({&whole, 1}, convolution_bias(config_, weights));
    folded_.pack({&whole_scaled, 1}, to_floats(folded.shift));
  }
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
  void kernel_backward(ConstMatrix dkernel, BackwardContext& context) const override {
    const std::size_t n_taps = config_.kernel_times, n_chans = dkernel.cols / n_taps;
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

  std::vector<float> kernel_;  // [W, k C]
  PackedMatrix packed_, folded_;
};

}  // namespace

std::unique_ptr<Embedding> make_conv_stem(const EmbeddingConfig& config, const Weights& weights) {
  if (config.depthwise) return std::make_unique<DepthwiseStem>(config, weights);
  return std::make_unique<FullStem>(config, weights);
}

}  // namespace eegate
