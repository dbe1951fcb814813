#include "kernels/column_norm.h"

#include <cmath>
#include <vector>

#include "support/every_target.h"
#include "support/random_values.h"

using namespace eegate;
using eegate::test::on_every_target;
using eegate::test::random_values;

namespace column_norm_test {

TEST_CASE("column sums and normalisation equal their formulas at every width", "[kernels]") {
  on_every_target([] {
    for (const std::size_t width : {1, 3, 8, 21}) {
      CAPTURE(width);
      constexpr std::size_t kRows = 13;
      const auto x = random_values(kRows * width, "x", 5), y = random_values(kRows * width, "y");
      const ConstMatrix xs(x.data(), kRows, width), ys(y.data(), kRows, width);
      std::vector<double> sums(width), squares(width), products(width);
      column_sums(sums, xs);
      column_squares(squares, xs, std::vector<double>(width, 0.5));
      column_products(products, xs, ys);
      const auto mean = random_values(width, "mean"), inverse = random_values(width, "inverse"),
                 scale = random_values(width, "scale"), shift = random_values(width, "shift");
      std::vector<float> u = x, normed(u.size()), dy = y;
      normalize_columns({u.data(), kRows, width}, {normed.data(), kRows, width}, mean, inverse, scale, shift);
      normalize_columns_gradient({dy.data(), kRows, width}, {normed.data(), kRows, width}, scale, mean, shift);
      for (std::size_t w = 0; w < width; ++w) {
        double sum = 0, square = 0, product = 0;
        for (std::size_t i = 0; i < kRows; ++i) {
          const auto value = static_cast<double>(x[i * width + w]), other = static_cast<double>(y[i * width + w]);
          sum += value;
          square += (value - 0.5) * (value - 0.5);
          product += value * other;
          const double centred = (value - static_cast<double>(mean[w])) * static_cast<double>(inverse[w]);
          CHECK(std::abs(static_cast<double>(normed[i * width + w]) - centred) < 2e-6);
          CHECK(std::abs(static_cast<double>(u[i * width + w]) -
                         (centred * static_cast<double>(scale[w]) + static_cast<double>(shift[w]))) < 2e-6);
          const double rest = other - static_cast<double>(mean[w]) - centred * static_cast<double>(shift[w]);
          CHECK(std::abs(static_cast<double>(dy[i * width + w]) - static_cast<double>(scale[w]) * rest) < 2e-6);
        }
        CHECK(std::abs(sums[w] - sum) < 1e-12);
        CHECK(std::abs(squares[w] - square) < 1e-11);
        CHECK(std::abs(products[w] - product) < 1e-12);
      }
    }
  });
}

}  // namespace column_norm_test
