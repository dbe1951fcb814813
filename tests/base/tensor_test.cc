// Views: rows of read-only views may overlap, rows of writable views may not.
#include "base/tensor.h"

#include <catch2/catch_test_macros.hpp>
#include <vector>

#include "support/ends.h"

using namespace eegate;

namespace tensor_test {

TEST_CASE("overlapping rows represent the windows of a signal", "[base]") {
  const std::vector<float> signal = {0, 1, 2, 3, 4};
  const ConstMatrix windows(signal.data(), 3, 3, 1);
  CHECK(windows.row(0)[2] == 2);
  CHECK(windows.row(2)[0] == 2);
  CHECK(windows.row(2)[2] == 4);
}

#if !defined(__EMSCRIPTEN__) && !defined(NDEBUG)
TEST_CASE("creating a writable view with overlapping rows fails", "[base]") {
  std::vector<float> values(5);
  CHECK_FALSE(test::stops([&] { return Matrix(values.data(), 1, 5, 1).rows; }));  // a single row does not overlap
  CHECK_FALSE(test::stops([&] { return Matrix(values.data(), 2, 2, 3).rows; }));
  CHECK(test::stops([&] { return Matrix(values.data(), 3, 3, 1).rows; }));
}
#endif

}  // namespace tensor_test
