#include <cmath>
#include <vector>

#include "explain/methods.h"

namespace eegate {
namespace {

constexpr std::size_t kFirstSteps = 32, kMostSteps = kFirstSteps * 27;
constexpr double kCompleteEnough = 0.01;

class IntegratedGradients final : public Explaining {
 public:
  IntegratedGradients(const Trial& trial, std::size_t n_steps)
      : trial_(trial),
        adaptive_(n_steps == 0),
        n_steps_(adaptive_ ? kFirstSteps : n_steps),
        places_(midpoints(n_steps_)),
        sum_(trial.x.size()) {}

  Pass pass() const override { return Pass::kGradient; }
  std::size_t size() const override { return places_.size(); }
  std::size_t n_steps() const override { return n_steps_; }

  void write(std::size_t index, Matrix input) const override {
    const auto share = static_cast<float>(places_[index]);
    for (std::size_t i = 0; i < input.size(); ++i)
      input.data[i] = trial_.baseline.data[i] + share * (trial_.x.data[i] - trial_.baseline.data[i]);
  }

  void take(std::size_t index, const Answer& answer) override {
    for (std::size_t i = 0; i < sum_.size(); ++i) sum_[i] += static_cast<double>(answer.gradient.data[i]);
    if (index + 1 == places_.size() && adaptive_ && n_steps_ < kMostSteps && !is_complete()) refine();
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

  // The middle third of every step has its midpoint already.
  void refine() {
    n_steps_ *= 3;
    for (std::size_t s = 0; s < n_steps_; ++s) {
      if (s % 3 != 1) places_.push_back((static_cast<double>(s) + 0.5) / static_cast<double>(n_steps_));
    }
  }

  double relevance_of(std::size_t i) const {
    const double way = static_cast<double>(trial_.x.data[i]) - static_cast<double>(trial_.baseline.data[i]);
    return way * sum_[i] / static_cast<double>(n_steps_);
  }

  bool is_complete() const {
    double total = 0;
    for (std::size_t i = 0; i < sum_.size(); ++i) total += relevance_of(i);
    return std::abs(total - trial_.difference()) <= kCompleteEnough * std::abs(trial_.difference());
  }

  Trial trial_;
  bool adaptive_;
  std::size_t n_steps_;
  std::vector<double> places_;  // on the way, 0 to 1
  std::vector<double> sum_;
};

}  // namespace

std::unique_ptr<Explaining> integrated_gradients(const Trial& trial, std::size_t n_steps) {
  return std::make_unique<IntegratedGradients>(trial, n_steps);
}

}  // namespace eegate
