#include <algorithm>
#include <vector>

#include "explain/methods.h"

namespace eegate {
namespace {

class OcclusionTime final : public RelevanceQuery {
 public:
  OcclusionTime(const ExplainedTrial& trial, std::size_t window, std::size_t step)
      : trial_(trial), window_(window), step_(step), sum_(trial.x.cols), n_windows_(trial.x.cols) {}

  // Windows start every `step` samples until one reaches the end; the last one may be shorter.
  std::size_t size() const override {
    const std::size_t n_times = trial_.x.cols;
    return n_times <= window_ ? 1 : (n_times - window_ + step_ - 1) / step_ + 1;
  }
  void write(std::size_t index, Matrix input) const override {
    std::ranges::copy(trial_.x.flat(), input.data);
    for (std::size_t c = 0; c < input.rows; ++c) {
      for (std::size_t t = first(index); t < end(index); ++t) input.row(c)[t] = trial_.baseline.row(c)[t];
    }
  }
  void take(std::size_t index, const Answer& answer) override {
    for (std::size_t t = first(index); t < end(index); ++t) {
      sum_[t] += trial_.logit - answer.logit;
      ++n_windows_[t];
    }
  }
  void finish(Matrix relevance) override {
    for (std::size_t c = 0; c < relevance.rows; ++c) {
      for (std::size_t t = 0; t < sum_.size(); ++t)
        relevance.row(c)[t] = n_windows_[t] == 0 ? 0 : static_cast<float>(sum_[t] / static_cast<double>(n_windows_[t]));
    }
  }

 private:
  std::size_t first(std::size_t index) const { return index * step_; }
  std::size_t end(std::size_t index) const { return std::min(first(index) + window_, trial_.x.cols); }

  ExplainedTrial trial_;
  std::size_t window_, step_;
  std::vector<double> sum_;
  std::vector<std::size_t> n_windows_;
};

class OcclusionChannel final : public RelevanceQuery {
 public:
  explicit OcclusionChannel(const ExplainedTrial& trial) : trial_(trial), falls_(trial.x.rows) {}
  std::size_t size() const override { return falls_.size(); }
  void write(std::size_t channel, Matrix input) const override {
    std::ranges::copy(trial_.x.flat(), input.data);
    std::ranges::copy(trial_.baseline.row(channel), input.row(channel).begin());
  }
  void take(std::size_t channel, const Answer& answer) override { falls_[channel] = trial_.logit - answer.logit; }
  void finish(Matrix relevance) override {
    for (std::size_t c = 0; c < falls_.size(); ++c) std::ranges::fill(relevance.row(c), static_cast<float>(falls_[c]));
  }

 private:
  ExplainedTrial trial_;
  std::vector<double> falls_;
};

}  // namespace

std::unique_ptr<RelevanceQuery> occlusion_time(const ExplainedTrial& trial, std::size_t window, std::size_t step) {
  return std::make_unique<OcclusionTime>(trial, window, step);
}

std::unique_ptr<RelevanceQuery> occlusion_channel(const ExplainedTrial& trial) {
  return std::make_unique<OcclusionChannel>(trial);
}

}  // namespace eegate
