// Classifies consecutive epochs with a sequence model in overlapping windows: the probabilities of an epoch are the
// mean over all windows that contain it. Images, and encodings of single epochs, are computed once for each epoch.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "model/sequence/sequence_model.h"

namespace eegate {

struct WindowChoice {
  std::size_t stride = 1;
  bool beyond_edges = false;  // windows extend beyond both ends, where the signal is zero
};

// The first epochs of windows of `length` epochs.
struct Windows {
  std::size_t length = 0;
  std::vector<std::ptrdiff_t> starts;  // empty: there are too few epochs for the model
};
Windows plan_windows(const SequenceNetwork& network, std::size_t n_epochs, const WindowChoice& choice);

class WindowMeans {
 public:
  // Returns the image of one channel in one epoch; epoch n_epochs is the signal after the last one, n_epochs + 1 zeros.
  using ImageOf = std::function<const float*(std::size_t channel, std::size_t epoch)>;
  // `one`: the shape of such an image. The model must outlive this object, which must be the only one that uses it.
  WindowMeans(SequenceModel& model, std::size_t n_channels, std::size_t n_epochs, const MapShape& one, ImageOf image_of,
              const WindowChoice& choice);

  bool is_done() const { return next_epoch_ == n_encoded() && next_window_ == windows_.starts.size(); }
  // Encodes some epochs, or classifies a batch of windows.
  void step();
  std::size_t n_steps() const;
  // Probabilities [n_epochs, n_outputs]; NaN for an epoch that no window classified.
  std::vector<double> means() const;
  // Whether a window classified an epoch.
  bool is_answered(std::size_t epoch) const { return counts_[epoch] > 0; }

 private:
  struct Statistics {
    std::vector<double> sums, squares;  // [epochs, bins] of a channel, over the frames of each epoch
  };
  std::size_t n_encoded() const { return model_.network().encodes_epochs ? n_epochs_ : 0; }
  std::size_t n_images() const { return n_epochs_ + 2; }
  std::size_t image_at(std::ptrdiff_t epoch) const;
  std::size_t batch() const;
  MapShape joined_shape() const;
  MapShape window_shape(const MapShape& images) const;
  void sum_up();
  void encode_some();
  void standardize_window(Maps to, std::size_t window, std::ptrdiff_t start) const;
  void scale_of(std::vector<double>& means, std::vector<double>& factors, std::size_t channel,
                std::ptrdiff_t start) const;
  void take(ConstMatrix probabilities, std::ptrdiff_t first);

  SequenceModel& model_;
  std::size_t n_channels_, n_epochs_;
  MapShape one_;
  ImageOf image_of_;
  Windows windows_;
  std::vector<Statistics> statistics_;  // of each channel
  std::vector<float> encoded_;          // [n_epochs, ...]
  std::size_t next_epoch_ = 0, next_window_ = 0;
  std::vector<double> totals_, counts_;
};

}  // namespace eegate
