// Models that were trained on recentred trials (`recentre`) tell classes apart relative to the mean of a person's own
// trials. That mean needs no labels; it moves the model's weights rather than the trials.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "base/result.h"
#include "base/tensor.h"
#include "covariance/real_matrix.h"
#include "model/model.h"

namespace eegate {

class CovarianceInput;

class Recentring {
 public:
  // Of a model with recentring_weights(), which must outlive it and gets its own weights back in the end.
  static Recentring begin(Model& model);
  ~Recentring();
  Recentring(Recentring&&) noexcept;
  Recentring& operator=(Recentring&&) = delete;

  // Trials [B, C, T] uV of one person or run. Those of zeros do not count.
  void add(ConstTensor3 x);
  std::size_t n_trials() const { return covariances_.size(); }
  // The model answers by the mean of what was added. Error CALIBRATION_EMPTY if that is nothing.
  Result<> apply();
  // Forgets what was added; the model answers by the mean that its file holds.
  void reset();
  // For others meanwhile the model answers by the mean that its file holds, then by what was found here again.
  void rest();
  void resume();

  // While trials arrive: the mean moves towards each of them, and counts at its beginning like ten.
  void follow(ConstMatrix trial);

 private:
  Recentring(Model& model, std::unique_ptr<CovarianceInput> input);
  void set_whitener(const RealMatrix& whitener);

  Model* model_;
  std::unique_ptr<Weights> stored_, found_;  // found_: none before apply() or follow()
  std::unique_ptr<CovarianceInput> input_;
  std::vector<RealMatrix> covariances_;
  RealMatrix mean_;  // of follow()
  std::size_t n_followed_ = 0;
};

}  // namespace eegate
