#include "kernels/gate.h"

#include <array>
#include <cmath>
#include <vector>

#include "kernels/matmul.h"
#include "support/every_target.h"

using namespace eegate;
using eegate::test::on_every_target;

namespace gate_test {

namespace {

constexpr std::size_t kWidth = 4;
using Row = std::array<float, kWidth>;
const Row kX = {0.5F, -1, 2, 0.25F};
const Row kY = {1, 0.5F, -0.5F, -2};

// M(s)[i][j] = 0.5 sin(s + 0.7 i + 1.3 j), applied to a row, minus or plus a bias.
Row product(double s, const Row& x, double bias = 0) {
  Row out{};
  for (std::size_t i = 0; i < kWidth; ++i) {
    double sum = bias;
    for (std::size_t j = 0; j < kWidth; ++j) {
      sum +=
          0.5 * std::sin(s + 0.7 * static_cast<double>(i) + 1.3 * static_cast<double>(j)) * static_cast<double>(x[j]);
    }
    out[i] = static_cast<float>(sum);
  }
  return out;
}

Row add(const Row& a, const Row& b) {
  Row out{};
  for (std::size_t i = 0; i < kWidth; ++i) out[i] = a[i] + b[i];
  return out;
}

ConstMatrix view(const Row& row) { return {row.data(), 1, kWidth}; }
Matrix view(Row& row) { return {row.data(), 1, kWidth}; }

void check_row(const Row& got, const std::array<double, kWidth>& want) {
  for (std::size_t i = 0; i < kWidth; ++i) CHECK(std::abs(static_cast<double>(got[i]) - want[i]) < 2e-6);
}

Row gru(double bias) {
  const Row r = add(product(1, kY), product(2, kX)), z = add(product(3, kY, bias), product(4, kX));
  Row reset{}, out{};
  gru_reset(view(reset), view(r), view(kX));
  const Row h = add(product(5, kY), product(6, reset));
  gru_update(view(out), view(z), view(h), view(kX));
  return out;
}

}  // namespace

TEST_CASE("the five gates give the values computed in float64", "[kernels]") {
  on_every_target([] {
    Row out{};
    input_gate(view(out), view(product(1, kX)), view(kX), view(kY));
    check_row(out, {1.1628375394416661, 0.1937517346767757, 0.24428393124716696, -1.873897904508877});
    output_gate(view(out), view(product(1, kX, -1)), view(kX), view(kY));
    check_row(out, {0.6508676783471006, -0.9301460439647912, 1.9104927523330644, -0.2948451337485354});
    highway_gate(view(out), view(product(1, kX, 1)), view(kX), view(kY));
    check_row(out, {0.7161849968851048, -0.31816708169873265, 1.042575201171973, -0.3473491874629808});
    sigtanh_gate(view(out), view(product(1, kY, -1)), view(product(2, kY)), view(kX));
    check_row(out, {1.0191595754940728, -1.0470267526778216, 1.703949189795895, 0.11003988837930373});
    check_row(gru(-2), {0.3319489963630371, -0.9607107470630399, 1.930530812148278, 0.2769827278241377});
    check_row(gru(2), {-0.6645949656361454, -0.5289668643905946, 0.8766360762900542, 0.6639050966695645});
  });
}

TEST_CASE("a fully closed or fully open gate returns one of its inputs", "[kernels]") {
  on_every_target([] {
    const Row shut = {-100, -100, -100, -100}, open = {100, 100, 100, 100};
    Row out{};
    output_gate(view(out), view(shut), view(kX), view(kY));
    CHECK(out == kX);
    gru_update(view(out), view(shut), view(kY), view(kX));
    CHECK(out == kX);
    highway_gate(view(out), view(open), view(kX), view(kY));
    CHECK(out == kX);
    highway_gate(view(out), view(shut), view(kX), view(kY));
    CHECK(out == kY);
    input_gate(view(out), view(shut), view(kX), view(kY));
    CHECK(out == kY);
    const Row large = {1e8F, -3e9F, 1e12F, 2e8F};  // beside which the other is nothing
    highway_gate(view(out), view(open), view(kX), view(large));
    CHECK(out == kX);
    highway_gate(view(out), view(shut), view(large), view(kY));
    CHECK(out == kY);
    Row candidate{};
    gru_update(view(candidate), view(open), view(kY), view(kX));
    gru_update(view(out), view(open), view(kY), view(large));
    CHECK(out == candidate);
  });
}

}  // namespace gate_test
