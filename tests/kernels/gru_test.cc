#include "kernels/gru.h"

#include <cmath>
#include <vector>

#include "support/every_target.h"
#include "support/random_values.h"

using namespace eegate;
using eegate::test::on_every_target;
using eegate::test::random_values;

namespace gru_test {

namespace {

double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

// Rows that are not a multiple of the vector length and not contiguous.
constexpr std::size_t kRows = 3, kHidden = 13, kStride = 17;

struct Cell {
  std::vector<float> gates = random_values(kRows * 3 * kHidden, "gates", 4),
                     recurrent = random_values(kRows * 3 * kHidden, "recurrent", 4),
                     before = random_values(kRows * kHidden, "before"), h = std::vector<float>(kRows * kStride, 7.0F);
  Matrix gate_rows() { return {gates.data(), kRows, 3 * kHidden}; }
  ConstMatrix states() const { return {recurrent.data(), kRows, 3 * kHidden}; }
  ConstMatrix state_before() const { return {before.data(), kRows, kHidden}; }
  Matrix outputs() { return {h.data(), kRows, kHidden, kStride}; }
};

// h of one unit from both kinds of pre-activations and the previous state.
double plain(const std::vector<float>& gates, const std::vector<float>& recurrent, double before, std::size_t r,
             std::size_t k) {
  const auto at = [&](const std::vector<float>& values, std::size_t which) {
    return static_cast<double>(values[r * 3 * kHidden + which * kHidden + k]);
  };
  const double reset = sigmoid(at(gates, 0) + at(recurrent, 0)), z = sigmoid(at(gates, 1) + at(recurrent, 1));
  const double n = std::tanh(at(gates, 2) + reset * at(recurrent, 2));
  return (1 - z) * n + z * before;
}

}  // namespace

TEST_CASE("a step of a GRU equals plain double arithmetic on every target", "[kernels]") {
  on_every_target([] {
    Cell cell;
    const std::vector<float> raw = cell.gates;
    gru_cell(cell.outputs(), cell.gate_rows(), cell.states(), cell.state_before());
    for (std::size_t r = 0; r < kRows; ++r) {
      for (std::size_t k = 0; k < kHidden; ++k) {
        const double before = static_cast<double>(cell.before[r * kHidden + k]);
        const double want = plain(raw, cell.recurrent, before, r, k);
        CHECK(std::abs(static_cast<double>(cell.outputs().row(r)[k]) - want) < 1e-6);
      }
      CHECK(cell.h[r * kStride + kHidden] == 7.0F);  // nothing is written between the rows
    }
  });
}

TEST_CASE("the gradient of a step of a GRU equals central differences on every target", "[kernels]") {
  on_every_target([] {
    Cell cell;
    const std::vector<float> raw = cell.gates, dh = random_values(kRows * kHidden, "dh"),
                             flow = random_values(kRows * kHidden, "flow");
    gru_cell(cell.outputs(), cell.gate_rows(), cell.states(), cell.state_before());
    std::vector<float> dgates(raw.size()), dstates(raw.size()), dbefore = flow;
    gru_cell_gradient({dgates.data(), kRows, 3 * kHidden}, {dstates.data(), kRows, 3 * kHidden},
                      {dbefore.data(), kRows, kHidden}, {dh.data(), kRows, kHidden}, cell.gate_rows(), cell.states(),
                      cell.state_before());
    for (std::size_t r = 0; r < kRows; ++r) {
      for (std::size_t k = 0; k < kHidden; ++k) {
        const std::size_t i = r * kHidden + k;
        const double before = static_cast<double>(cell.before[i]), delta = static_cast<double>(dh[i]), step = 1e-4;
        const double slope =
            (plain(raw, cell.recurrent, before + step, r, k) - plain(raw, cell.recurrent, before - step, r, k)) /
            (2 * step);
        CHECK(std::abs(static_cast<double>(dbefore[i] - flow[i]) - delta * slope) < 1e-5);
        for (std::size_t at = r * 3 * kHidden + k; at < (r + 1) * 3 * kHidden; at += kHidden) {
          const auto rise = [&](bool of_state) {
            std::vector<float> up[2] = {raw, cell.recurrent}, down[2] = {raw, cell.recurrent};
            up[of_state ? 1 : 0][at] += 0.01F;
            down[of_state ? 1 : 0][at] -= 0.01F;
            return (plain(up[0], up[1], before, r, k) - plain(down[0], down[1], before, r, k)) / 0.02;
          };
          CHECK(std::abs(static_cast<double>(dgates[at]) - delta * rise(false)) < 1e-4);
          CHECK(std::abs(static_cast<double>(dstates[at]) - delta * rise(true)) < 1e-4);
        }
      }
    }
  });
}

}  // namespace gru_test
