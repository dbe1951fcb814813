#include "kernels/rows.h"

#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <vector>

#include "support/every_target.h"

using namespace eegate;
using eegate::test::on_every_target;

namespace rows_test {

TEST_CASE("the maximum over rows propagates NaN", "[kernels]") {
  on_every_target([] {
    constexpr std::size_t kRows = 3, kCols = 19;
    for (std::size_t at = 0; at <= kRows; ++at) {
      std::vector<float> x(kRows * kCols, 1), largest(kCols, 0.5F);
      x[kCols + 4] = 2;
      (at == kRows ? largest[7] : x[at * kCols + 7]) = std::nanf("");
      max_rows(largest, {x.data(), kRows, kCols});
      CAPTURE(at);
      for (std::size_t i = 0; i < kCols; ++i) {
        if (i == 7)
          CHECK(std::isnan(largest[i]));
        else
          CHECK(largest[i] == (i == 4 ? 2.0F : 1.0F));
      }
    }
  });
}

}  // namespace rows_test
