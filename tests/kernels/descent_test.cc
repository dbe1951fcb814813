// Steps of gradient descent do not depend on the CPU: every target gives the bits of plain float arithmetic.
#include "kernels/descent.h"

#include <cmath>
#include <limits>
#include <vector>

#include "support/every_target.h"
#include "support/random_values.h"

using namespace eegate;
using eegate::test::on_every_target;
using eegate::test::random_values;

namespace descent_test {

TEST_CASE("Adam and momentum steps equal their formulas to the bit, at every remainder", "[kernels]") {
  on_every_target([] {
    for (const std::size_t n : {1, 7, 16, 37}) {
      CAPTURE(n);
      const AdamStep s{0.7F, 0.9F, 0.1F, 0.999F, 0.001F, 0.99F, 0.01F, 1.3F, 1e-8F};
      const auto g = random_values(n, "g");
      auto theta = random_values(n, "theta"), m = random_values(n, "m"), v = random_values(n, "v");
      for (float& value : v) value *= value;
      auto want = theta, first = m, second = v;
      for (std::size_t i = 0; i < n; ++i) {
        const float scaled = s.scale * g[i];
        first[i] = s.beta1 * first[i] + s.share1 * scaled;
        second[i] = s.beta2 * second[i] + s.share2 * (scaled * scaled);
        want[i] = s.keep * want[i] - s.rate * first[i] / (std::sqrt(second[i]) * s.root + s.epsilon);
      }
      auto next = theta;
      adam_step(s, next, theta, m, v, g);
      CHECK(next == want);
      m = random_values(n, "m");
      v = random_values(n, "v");
      for (float& value : v) value *= value;
      adam_step(s, theta, theta, m, v, g);
      CHECK(theta == want);
      CHECK(m == first);
      CHECK(v == second);
      for (std::size_t i = 0; i < n; ++i) {
        first[i] = 0.9F * first[i] + 0.5F * g[i];
        want[i] -= 0.1F * first[i];
      }
      momentum_step(0.9F, 0.5F, 0.1F, theta, theta, m, g);
      CHECK(theta == want);
      CHECK(m == first);
    }
  });
}

TEST_CASE("the sum of squares is the same double on every target", "[kernels]") {
  for (const std::size_t n : {0, 1, 7, 8, 9, 1003}) {
    CAPTURE(n);
    const auto x = random_values(n, "x", 100);
    double want = 0;
    for (const float value : x) want += static_cast<double>(value) * static_cast<double>(value);
    std::vector<double> sums;
    on_every_target([&] { sums.push_back(sum_of_squares(x)); });
    for (const double sum : sums) {
      CHECK(std::abs(sum - want) <= 1e-12 * want);
      CHECK(sum == sums[0]);
    }
  }
}

TEST_CASE("a value that is not finite is found at every position, and vectors are added", "[kernels]") {
  on_every_target([] {
    std::vector<float> x(37, 1e38F);
    CHECK(finite_everywhere(x));
    for (std::size_t i = 0; i < x.size(); ++i) {
      for (const float bad : {std::numeric_limits<float>::quiet_NaN(), -std::numeric_limits<float>::infinity()}) {
        std::vector<float> broken = x;
        broken[i] = bad;
        CHECK_FALSE(finite_everywhere(broken));
      }
    }
    std::vector<float> sum(37, 0.25F);
    add_to(sum, std::vector<float>(37, 0.5F));
    CHECK(sum == std::vector<float>(37, 0.75F));
  });
}

}  // namespace descent_test
