// A stretch of epochs through a model in overlapping windows: what each epoch gets is the mean of its probabilities
// over the windows that hold it. Pictures are made once for each epoch; where each epoch is encoded for itself, so is
// that.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "model/sequence/sequence_model.h"

namespace eegate {

struct WindowChoice {
  std::size_t stride = 1;
  bool beyond_edges = false;  // windows reach beyond both ends of the stretch, into silence
};

// Where windows of `length` epochs begin over `n_epochs` of a stretch, counted from its first one.
struct Windows {
  std::size_t length = 0;
  std::vector<std::ptrdiff_t> starts;  // none: the stretch is too short for the model
};
Windows plan_windows(const SequenceNetwork& network, std::size_t n_epochs, const WindowChoice& choice);

class WindowMeans {
 public:
  // The picture of one channel in one epoch of the stretch; epoch n_epochs is what follows it, n_epochs + 1 is silence.
  using PictureOf = std::function<const float*(std::size_t channel, std::size_t epoch)>;
  // `one` is the shape of such a picture. The model must outlive the run, and one run of a model ends before the next.
  WindowMeans(SequenceModel& model, std::size_t n_channels, std::size_t n_epochs, const MapShape& one,
              PictureOf picture_of, const WindowChoice& choice);

  bool is_done() const { return next_epoch_ == n_encoded() && next_window_ == windows_.starts.size(); }
  // Some epochs encoded, or a batch of windows.
  void step();
  std::size_t n_steps() const;
  // [n_epochs, n_outputs]; NaN where no window answers for an epoch.
  std::vector<double> means() const;
  // Whether a window answers for an epoch.
  bool is_answered(std::size_t epoch) const { return counts_[epoch] > 0; }

 private:
  struct Statistics {
    std::vector<double> sums, squares;  // [epochs, bins] of a channel
  };
  std::size_t n_encoded() const { return model_.network().encodes_epochs ? n_epochs_ : 0; }
  std::size_t n_pictures() const { return n_epochs_ + 2; }
  std::size_t picture_at(std::ptrdiff_t epoch) const;
  std::size_t batch() const;
  MapShape joined_shape() const;
  MapShape window_shape(const MapShape& pictures) const;
  void sum_up();
  void encode_some();
  void standardize_window(Maps to, std::size_t window, std::ptrdiff_t start) const;
  void scale_of(std::vector<double>& means, std::vector<double>& factors, std::size_t channel,
                std::ptrdiff_t start) const;
  void take(ConstMatrix probabilities, std::ptrdiff_t first);

  SequenceModel& model_;
  std::size_t n_channels_, n_epochs_;
  MapShape one_;
  PictureOf picture_of_;
  Windows windows_;
  std::vector<Statistics> statistics_;  // of each channel
  std::vector<float> encoded_;          // [n_epochs, ...]
  std::size_t next_epoch_ = 0, next_window_ = 0;
  std::vector<double> totals_, counts_;
};

}  // namespace eegate
