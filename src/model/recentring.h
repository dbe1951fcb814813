// Recentring for models that were trained with `recentre` (Zanini et al. 2018): the covariances of each subject are
// whitened by the mean of the subject's own trials, which needs no labels. Instead of the trials, the whitener in the
// model's weights is replaced.
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

// Whether a model learns from recentred trials.
bool recentres(const ModelConfig& config);

class Recentring {
 public:
  // `model` must have recentring_weights() and outlive this object; the destructor restores its weights.
  static Recentring begin(Model& model);
  ~Recentring();
  Recentring(Recentring&&) noexcept;
  Recentring& operator=(Recentring&&) = delete;

  // Adds trials [B, C, T] uV of one subject or run. Trials of zeros are ignored.
  void add(ConstTensor3 x);
  std::size_t n_trials() const { return covariances_.size(); }
  // Makes the model use the mean of the trials that were added. Error CALIBRATION_EMPTY if there are none.
  Result<> apply();
  // Forgets the trials that were added; the model uses the mean of its file again.
  void reset();
  // suspend(): the model uses the mean of its file, for other callers. resume(): it uses the mean of apply() or
  // follow().
  void suspend();
  void resume();

  // Online recentring: moves the mean towards `trial` by 1 / (10 + trials so far); it begins with the mean of the file.
  void follow(ConstMatrix trial);

 private:
  Recentring(Model& model, std::unique_ptr<CovarianceInput> input);
  void set_whitener(const RealMatrix& whitener);

  Model* model_;
  std::unique_ptr<Weights> stored_, found_;  // of the file; of apply() or follow(), null before
  std::unique_ptr<CovarianceInput> input_;
  std::vector<RealMatrix> covariances_;
  RealMatrix mean_;  // of follow()
  std::size_t n_followed_ = 0;
};

}  // namespace eegate
