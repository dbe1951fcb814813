#include "model/sequence/window_means.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/softmax.h"

namespace eegate {
namespace {

constexpr std::size_t kEncodedAtOnce = 64;
// Number of sequences in one batch: enough for the matrix products, few enough for the caches.
constexpr std::size_t kSequencesAtOnce = 336;
constexpr double kStillDeviation = 1e-12;
// Below this the difference of sums is dominated by rounding.
constexpr double kTrustedVariance = 1e-6;

}  // namespace

Windows plan_windows(const SequenceNetwork& network, std::size_t n_epochs, const WindowChoice& choice) {
  const auto n = static_cast<std::ptrdiff_t>(n_epochs), stride = static_cast<std::ptrdiff_t>(choice.stride);
  auto length = static_cast<std::ptrdiff_t>(network.n_context);
  Windows windows;
  const bool beyond = choice.beyond_edges && network.shorter_windows;
  if (!beyond && n < length) {
    if (!network.shorter_windows) return windows;
    length = n;
  }
  windows.length = static_cast<std::size_t>(length);
  if (beyond) {
    for (std::ptrdiff_t start = 1 - length; start < n; start += stride) windows.starts.push_back(start);
    return windows;
  }
  for (std::ptrdiff_t start = 0; start <= n - length; start += stride) windows.starts.push_back(start);
  if (n > 0 && windows.starts.back() != n - length) windows.starts.push_back(n - length);
  return windows;
}

WindowMeans::WindowMeans(SequenceModel& model, std::size_t n_channels, std::size_t n_epochs, const MapShape& one,
                         ImageOf image_of, const WindowChoice& choice)
    : model_(model),
      n_channels_(n_channels),
      n_epochs_(n_epochs),
      one_(one),
      image_of_(std::move(image_of)),
      windows_(plan_windows(model.network(), n_epochs, choice)),
      totals_(n_epochs * model.network().n_outputs),
      counts_(n_epochs) {
  if (!model_.network().encodes_epochs) sum_up();
}

std::size_t WindowMeans::image_at(std::ptrdiff_t epoch) const {
  if (epoch < 0 || epoch > static_cast<std::ptrdiff_t>(n_epochs_)) return n_epochs_ + 1;
  return static_cast<std::size_t>(epoch);
}

std::size_t WindowMeans::batch() const {
  return std::max<std::size_t>(1, kSequencesAtOnce / std::max<std::size_t>(1, windows_.length));
}

std::size_t WindowMeans::n_steps() const {
  return (n_encoded() + kEncodedAtOnce - 1) / kEncodedAtOnce + (windows_.starts.size() + batch() - 1) / batch();
}

// Shape of the images of all channels of one epoch, as input of the network.
MapShape WindowMeans::joined_shape() const {
  return model_.network().spectrogram.form().channels_first() ? MapShape{1, n_channels_, one_.width, one_.maps}
                                                              : MapShape{1, one_.height, n_channels_, one_.maps};
}

// Shape of a window of these images.
MapShape WindowMeans::window_shape(const MapShape& images) const {
  const SequenceNetwork& network = model_.network();
  const MapShape seen = network.seen_shape(images);
  return network.each_epoch ? network.each_epoch->out_shape(seen) : seen;
}

// Sums over the frames of each epoch; the sums of a window are sums of these.
void WindowMeans::sum_up() {
  const std::size_t bins = one_.maps, frames = one_.n_points();
  for (std::size_t c = 0; c < n_channels_; ++c) {
    Statistics& s = statistics_.emplace_back();
    s.sums.resize(n_images() * bins);
    s.squares.resize(n_images() * bins);
    for (std::size_t epoch = 0; epoch < n_images(); ++epoch) {
      const float* x = image_of_(c, epoch);
      for (std::size_t i = 0; i < frames; ++i) {
        for (std::size_t f = 0; f < bins; ++f) {
          const auto value = static_cast<double>(x[i * bins + f]);
          s.sums[epoch * bins + f] += value;
          s.squares[epoch * bins + f] += value * value;
        }
      }
    }
  }
}

void WindowMeans::encode_some() {
  const SequenceNetwork& network = model_.network();
  const std::size_t n = std::min(kEncodedAtOnce, n_epochs_ - next_epoch_);
  Arena& arena = model_.arena();
  const ArenaScope scope(arena);
  const MapShape joined = joined_shape(), made = network.seen_shape(joined), seen = window_shape(joined);
  const Matrix images = arena.matrix(n, joined.size());
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t c = 0; c < n_channels_; ++c)
      std::copy_n(image_of_(c, next_epoch_ + i), one_.size(), images.row(i).data() + c * one_.size());
  }
  encoded_.resize(n_epochs_ * seen.size());
  const ForwardContext context{.arena = arena, .n_trials = n};
  const Maps to(encoded_.data() + next_epoch_ * seen.size(), n, seen);
  const Maps codes(network.each_epoch ? arena.matrix(n, made.size()).data : to.data, n, made);
  network.first->forward(codes, {images.data, n, joined}, context);
  if (network.each_epoch) network.each_epoch->forward(to, codes, context);
  next_epoch_ += n;
}

// Mean and 1 / deviation of each bin over the frames of a window. If the sums are too inexact for a small variance, it
// is computed from the values; 0 if all are equal.
void WindowMeans::scale_of(std::vector<double>& means, std::vector<double>& factors, std::size_t channel,
                           std::ptrdiff_t start) const {
  const std::size_t bins = one_.maps, frames = one_.n_points();
  const auto n = static_cast<double>(windows_.length * frames);
  means.assign(bins, 0);
  factors.assign(bins, 0);
  const auto length = static_cast<std::ptrdiff_t>(windows_.length);
  for (std::ptrdiff_t l = 0; l < length; ++l) {
    const std::size_t at = image_at(start + l) * bins;
    for (std::size_t f = 0; f < bins; ++f) {
      means[f] += statistics_[channel].sums[at + f];
      factors[f] += statistics_[channel].squares[at + f];
    }
  }
  for (std::size_t f = 0; f < bins; ++f) {
    means[f] /= n;
    double squares = factors[f] - n * means[f] * means[f];
    if (squares < kTrustedVariance * n) {
      squares = 0;
      for (std::ptrdiff_t l = 0; l < length; ++l) {
        const float* x = image_of_(channel, image_at(start + l)) + f;
        for (std::size_t i = 0; i < frames; ++i) squares += std::pow(static_cast<double>(x[i * bins]) - means[f], 2);
      }
    }
    const double deviation = n < 2 ? 0 : std::sqrt(squares / (n - 1));
    factors[f] = deviation < kStillDeviation ? 0 : 1 / deviation;
  }
}

// {L, S, C, F} of one window of the batch.
void WindowMeans::standardize_window(Maps to, std::size_t window, std::ptrdiff_t start) const {
  const std::size_t bins = one_.maps, frames = one_.n_points();
  float* out = to.data + window * to.shape.size();
  std::vector<double> means, factors;
  for (std::size_t c = 0; c < n_channels_; ++c) {
    scale_of(means, factors, c, start);
    for (std::size_t l = 0; l < windows_.length; ++l) {
      const float* x = image_of_(c, image_at(start + static_cast<std::ptrdiff_t>(l)));
      for (std::size_t i = 0; i < frames; ++i) {
        float* row = out + ((l * frames + i) * n_channels_ + c) * bins;
        for (std::size_t f = 0; f < bins; ++f)
          row[f] = static_cast<float>((static_cast<double>(x[i * bins + f]) - means[f]) * factors[f]);
      }
    }
  }
}

void WindowMeans::step() {
  if (next_epoch_ < n_encoded()) return encode_some();
  const SequenceNetwork& network = model_.network();
  Arena& arena = model_.arena();
  const ArenaScope scope(arena);
  const std::size_t n = std::min(batch(), windows_.starts.size() - next_window_), length = windows_.length;
  MapShape seen = joined_shape();
  seen.frames = length;
  seen = window_shape(seen);
  const Maps batch_of(arena.matrix(n, seen.size()).data, n, seen);
  for (std::size_t i = 0; i < n; ++i) {
    const std::ptrdiff_t start = windows_.starts[next_window_ + i];
    if (network.encodes_epochs) {
      const std::size_t first = static_cast<std::size_t>(start) * (seen.size() / length);
      std::copy_n(encoded_.data() + first, seen.size(), batch_of.data + i * seen.size());
    } else {
      standardize_window(batch_of, i, start);
    }
  }
  const std::size_t n_answers = network.n_answers(length);
  const Matrix logits = arena.matrix(n * n_answers, network.n_outputs);
  const ForwardContext context{.arena = arena, .n_trials = n};
  const Chain& window = network.window_for(n_channels_);
  window.forward({logits.data, n, window.out_shape(seen)}, batch_of, context);
  softmax_rows(logits);
  for (std::size_t i = 0; i < n; ++i) {
    const auto first = windows_.starts[next_window_ + i] + static_cast<std::ptrdiff_t>(network.first_answer());
    take(logits.slice_rows(i * n_answers, n_answers), first);
  }
  next_window_ += n;
}

void WindowMeans::take(ConstMatrix probabilities, std::ptrdiff_t first) {
  for (std::size_t l = 0; l < probabilities.rows; ++l) {
    const std::ptrdiff_t epoch = first + static_cast<std::ptrdiff_t>(l);
    if (epoch < 0 || epoch >= static_cast<std::ptrdiff_t>(n_epochs_)) continue;
    const auto at = static_cast<std::size_t>(epoch);
    counts_[at] += 1;
    for (std::size_t k = 0; k < probabilities.cols; ++k)
      totals_[at * probabilities.cols + k] += static_cast<double>(probabilities.row(l)[k]);
  }
}

std::vector<double> WindowMeans::means() const {
  std::vector<double> means = totals_;
  const std::size_t n_outputs = model_.network().n_outputs;
  for (std::size_t i = 0; i < means.size(); ++i) {
    const double count = counts_[i / n_outputs];
    means[i] = count > 0 ? means[i] / count : std::numeric_limits<double>::quiet_NaN();
  }
  return means;
}

}  // namespace eegate
