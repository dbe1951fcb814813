// Spatial filters of sources that are known.
#include "train/spatial_patterns.h"

#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <utility>
#include <vector>

using namespace eegate;

namespace spatial_patterns_test {

TEST_CASE("Of several classes, each has the filters of its own sources, at least two", "[train][covariance]") {
  // Class k has its power at the electrodes k, k + 3 and k + 6, in this order.
  std::vector<RealMatrix> covariances;
  for (std::size_t k = 0; k < 3; ++k) {
    covariances.push_back(RealMatrix::identity(9));
    for (std::size_t i = 0; i < 3; ++i) covariances[k](k + 3 * i, k + 3 * i) = 9 - static_cast<double>(i);
  }
  for (const auto& [n_filters, each] : {std::pair<std::size_t, std::size_t>{9, 3}, {6, 2}, {3, 2}}) {
    CAPTURE(n_filters);
    const SpatialPatterns found =
        fit_spatial_patterns(covariances, std::vector<int>{0, 1, 2}, 3, n_filters, PatternChoice::kPairs);
    REQUIRE(found.filters.rows == 3 * each);
    for (std::size_t k = 0; k < 3; ++k) {
      for (std::size_t i = 0; i < each; ++i) {
        const auto filter = found.filters.row(k * each + i);
        const double power = 9 - static_cast<double>(i);
        CHECK(std::abs(found.eigenvalues[k * each + i] - power / (power + 2)) < 1e-12);
        for (std::size_t c = 0; c < 9; ++c) CHECK((std::abs(filter[c]) > 1e-9) == (c == k + 3 * i));
      }
    }
  }
}

}  // namespace spatial_patterns_test
