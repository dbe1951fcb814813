// Data augmentation of training trials: random time shift, exchange of the hemispheres, channel dropout. It is a
// function of (seed, step, position in the batch), so that it does not depend on how a batch is split.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/result.h"
#include "base/rng.h"
#include "base/tensor.h"
#include "model/config.h"

namespace eegate {

struct AugmentOptions {
  bool jitter = false;  // trials are longer than the model's window, which is cut at a random time
  // For each channel the one on the other side of the head, and for each class that of a mirrored trial. Half of the
  // trials are mirrored; empty: none.
  std::vector<std::uint32_t> mirror_channels;
  std::vector<std::uint32_t> mirror_classes;
  double channel_dropout = 0;  // share of the channels that are set to zero in each trial

  bool mirrors() const { return !mirror_channels.empty(); }
  bool any() const { return jitter || mirrors() || channel_dropout > 0; }
};

// Error TRAIN_OPTION: channel_dropout outside 0 to 0.9, or lists that are not permutations of the channels and classes.
Result<> check_augment(const AugmentOptions& options, const ModelConfig& config);

class Augmentation {
 public:
  Augmentation(const AugmentOptions& options, std::uint64_t seed, std::uint64_t step, std::size_t n_chans)
      : options_(options), n_chans_(n_chans), rng_(seed ^ (step * 0x9E3779B97F4A7C15u), "augment") {}

  int class_of(int label, std::size_t position) const;
  // trial [C, T'] -> window [C, T], T <= T'; without jitter from the middle.
  void apply(ConstMatrix trial, std::size_t position, Matrix window) const;

 private:
  bool mirrored(std::size_t position) const { return options_.mirrors() && draw(position, 0) < 0.5; }
  double draw(std::size_t position, std::size_t what) const { return rng_.uniform(position * (n_chans_ + 2) + what); }

  const AugmentOptions& options_;
  std::size_t n_chans_;
  Rng rng_;
};

}  // namespace eegate
