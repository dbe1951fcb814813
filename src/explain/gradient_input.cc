#include <algorithm>
#include <vector>

#include "explain/methods.h"

namespace eegate {
namespace {

class GradientInput final : public RelevanceQuery {
 public:
  explicit GradientInput(const ExplainedTrial& trial) : trial_(trial), gradient_(trial.x.size()) {}
  Pass pass() const override { return Pass::kGradient; }
  std::size_t size() const override { return 1; }
  void write(std::size_t, Matrix input) const override { std::ranges::copy(trial_.x.flat(), input.data); }
  void take(std::size_t, const Answer& answer) override { std::ranges::copy(answer.gradient.flat(), gradient_.data()); }
  void finish(Matrix relevance) override {
    for (std::size_t i = 0; i < gradient_.size(); ++i) relevance.data[i] = trial_.x.data[i] * gradient_[i];
  }

 private:
  ExplainedTrial trial_;
  std::vector<float> gradient_;
};

}  // namespace

std::unique_ptr<RelevanceQuery> gradient_input(const ExplainedTrial& trial) {
  return std::make_unique<GradientInput>(trial);
}

}  // namespace eegate
