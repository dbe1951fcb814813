#include "signal/reference.h"

#include <catch2/catch_test_macros.hpp>
#include <vector>

namespace eegate::reference_test {
namespace {

TEST_CASE("The mean of the sources is subtracted from the targets only", "[signal]") {
  std::vector<float> x{1, 2, 3,  //
                       5, 6, 7,  //
                       0, 0, 0};
  const std::vector<std::size_t> good{0, 1};
  subtract_mean(Matrix(x.data(), 3, 3), good, good);
  CHECK(x == std::vector<float>{-2, -2, -2, 2, 2, 2, 0, 0, 0});
  std::vector<float> other{1, 2, 3, 5, 6, 7, 0, 0, 0};
  const std::vector<std::size_t> third{2};
  subtract_mean(Matrix(other.data(), 3, 3), good, third);
  CHECK(other == std::vector<float>{1, 2, 3, 5, 6, 7, -3, -4, -5});
}

TEST_CASE("A named reference changes the others and becomes zero itself", "[signal]") {
  std::vector<float> x{1, 2, 3, 5, 6, 7};
  const std::vector<std::size_t> source{1}, all{0, 1};
  subtract_mean(Matrix(x.data(), 2, 3), source, all);
  CHECK(x == std::vector<float>{-4, -4, -4, 0, 0, 0});
}

TEST_CASE("Without sources nothing changes", "[signal]") {
  std::vector<float> x{1, 2};
  const std::vector<std::size_t> all{0};
  subtract_mean(Matrix(x.data(), 1, 2), {}, all);
  CHECK(x == std::vector<float>{1, 2});
}

}  // namespace
}  // namespace eegate::reference_test
