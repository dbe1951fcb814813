#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "explain/methods.h"

namespace eegate {
namespace {

constexpr std::size_t kFirstSteps = 32, kMaxSteps = kFirstSteps * 27;
constexpr double kCompleteEnough = 0.01;
// Number of logarithmic steps towards the baseline, from 1 to 1e-9 of the distance.
constexpr std::size_t kNearingSteps = 216;
constexpr double kNearest = 1e-9;

class IntegratedGradients final : public RelevanceQuery {
 public:
  IntegratedGradients(const ExplainedTrial& trial, std::size_t n_steps)
      : trial_(trial),
        adaptive_(n_steps == 0),
        n_steps_(adaptive_ ? kFirstSteps : n_steps),
        places_(midpoints(n_steps_)),
        sum_(trial.x.size()) {}

  Pass pass() const override { return Pass::kGradient; }
  std::size_t size() const override { return places_.size(); }
  std::size_t n_steps() const override { return is_nearing_ ? kNearingSteps : n_steps_; }

  void write(std::size_t index, Matrix input) const override {
    const auto share = static_cast<float>(places_[index]);
    for (std::size_t i = 0; i < input.size(); ++i)
      input.data[i] = trial_.baseline.data[i] + share * (trial_.x.data[i] - trial_.baseline.data[i]);
  }

  void take(std::size_t index, const Answer& answer) override {
    const double weight = is_nearing_ ? places_[index] * nearing_width() : 1;
    for (std::size_t i = 0; i < sum_.size(); ++i) sum_[i] += weight * static_cast<double>(answer.gradient.data[i]);
    if (index + 1 < places_.size() || !adaptive_ || is_complete()) return;
    if (is_nearing_) return keep_the_better();
    n_steps_ < kMaxSteps ? refine() : go_nearer();
  }

  void finish(Matrix relevance) override {
    for (std::size_t i = 0; i < sum_.size(); ++i) relevance.data[i] = static_cast<float>(relevance_of(i));
  }

 private:
  static std::vector<double> midpoints(std::size_t n) {
    std::vector<double> places;
    for (std::size_t s = 0; s < n; ++s) places.push_back((static_cast<double>(s) + 0.5) / static_cast<double>(n));
    return places;
  }

  // After tripling, the middle third of every step has its midpoint already.
  void refine() {
    n_steps_ *= 3;
    for (std::size_t s = 0; s < n_steps_; ++s) {
      if (s % 3 != 1) places_.push_back((static_cast<double>(s) + 0.5) / static_cast<double>(n_steps_));
    }
  }

  // For models with a logarithm of power, which is 0 at the baseline, most of the change is very close to the baseline,
  // where equal steps never get. With p = exp(u) and equal steps in u, dp = p du.
  void go_nearer() {
    even_sum_ = std::exchange(sum_, std::vector<double>(sum_.size()));
    is_nearing_ = true;
    for (std::size_t s = 0; s < kNearingSteps; ++s)
      places_.push_back(std::exp(-nearing_width() * (static_cast<double>(s) + 0.5)));
  }
  static double nearing_width() { return -std::log(kNearest) / static_cast<double>(kNearingSteps); }

  void keep_the_better() {
    const double nearing_error = std::abs(error());
    std::swap(sum_, even_sum_);
    is_nearing_ = false;
    if (std::abs(error()) <= nearing_error) return;
    std::swap(sum_, even_sum_);
    is_nearing_ = true;
  }

  double relevance_of(std::size_t i) const {
    const double way = static_cast<double>(trial_.x.data[i]) - static_cast<double>(trial_.baseline.data[i]);
    return way * sum_[i] / (is_nearing_ ? 1 : static_cast<double>(n_steps_));
  }

  double error() const {
    double total = 0;
    for (std::size_t i = 0; i < sum_.size(); ++i) total += relevance_of(i);
    return total - trial_.difference();
  }
  bool is_complete() const { return std::abs(error()) <= kCompleteEnough * std::abs(trial_.difference()); }

  ExplainedTrial trial_;
  bool adaptive_;
  std::size_t n_steps_;
  std::vector<double> places_;  // positions on the line, 0 (baseline) to 1 (x)
  std::vector<double> sum_,
      even_sum_;             // sums of gradients; even_sum_: of equal steps, while logarithmic ones are taken
  bool is_nearing_ = false;  // whether steps are logarithmic: sum_ is weighted by their widths
};

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

std::unique_ptr<RelevanceQuery> integrated_gradients(const ExplainedTrial& trial, std::size_t n_steps) {
  return std::make_unique<IntegratedGradients>(trial, n_steps);
}

std::unique_ptr<RelevanceQuery> gradient_input(const ExplainedTrial& trial) {
  return std::make_unique<GradientInput>(trial);
}

}  // namespace eegate
