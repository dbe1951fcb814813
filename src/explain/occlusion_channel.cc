#include <algorithm>
#include <vector>

#include "explain/methods.h"

namespace eegate {
namespace {

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

std::unique_ptr<RelevanceQuery> occlusion_channel(const ExplainedTrial& trial) {
  return std::make_unique<OcclusionChannel>(trial);
}

}  // namespace eegate
