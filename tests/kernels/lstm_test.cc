#include "kernels/lstm.h"

#include <cmath>
#include <vector>

#include "support/every_target.h"
#include "support/random_values.h"

using namespace eegate;
using eegate::test::on_every_target;
using eegate::test::random_values;

namespace lstm_test {

namespace {

double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

// Rows that are not a multiple of the vector length and not contiguous.
constexpr std::size_t kRows = 3, kHidden = 13, kStride = 17;

struct Cell {
  std::vector<float> gates = random_values(kRows * 4 * kHidden, "gates", 4), before = random_values(99, "before"),
                     c = std::vector<float>(kRows * kHidden), h = std::vector<float>(kRows * kStride, 7.0F);
  Matrix gate_rows() { return {gates.data(), kRows, 4 * kHidden}; }
  Matrix cells() { return {c.data(), kRows, kHidden}; }
  Matrix outputs() { return {h.data(), kRows, kHidden, kStride}; }
  ConstMatrix cells_before() const { return {before.data(), kRows, kHidden}; }
};

struct Plain {
  double i, f, g, o, c, h;
};

Plain plain(const std::vector<float>& gates, double before, std::size_t r, std::size_t k) {
  const auto gate = [&](std::size_t which) {
    return static_cast<double>(gates[r * 4 * kHidden + which * kHidden + k]);
  };
  Plain p{sigmoid(gate(0)), sigmoid(gate(1)), std::tanh(gate(2)), sigmoid(gate(3)), 0, 0};
  p.c = p.f * before + p.i * p.g;
  p.h = p.o * std::tanh(p.c);
  return p;
}

}  // namespace

TEST_CASE("a step of an LSTM equals plain double arithmetic on every target", "[kernels]") {
  on_every_target([] {
    Cell cell;
    const std::vector<float> raw = cell.gates;
    lstm_cell(cell.outputs(), cell.cells(), cell.gate_rows(), cell.cells_before());
    for (std::size_t r = 0; r < kRows; ++r) {
      for (std::size_t k = 0; k < kHidden; ++k) {
        const Plain want = plain(raw, static_cast<double>(cell.cells_before().row(r)[k]), r, k);
        CHECK(std::abs(static_cast<double>(cell.outputs().row(r)[k]) - want.h) < 1e-6);
        CHECK(std::abs(static_cast<double>(cell.cells().row(r)[k]) - want.c) < 1e-6);
        CHECK(std::abs(static_cast<double>(cell.gate_rows().row(r)[kHidden + k]) - want.f) < 1e-6);
      }
      CHECK(cell.h[r * kStride + kHidden] == 7.0F);  // nothing is written between the rows
    }
  });
}

TEST_CASE("the gradient of a step of an LSTM equals central differences on every target", "[kernels]") {
  on_every_target([] {
    Cell cell;
    const std::vector<float> raw = cell.gates, dh = random_values(kRows * kHidden, "dh"),
                             dc = random_values(kRows * kHidden, "dc");
    lstm_cell(cell.outputs(), cell.cells(), cell.gate_rows(), cell.cells_before());
    std::vector<float> dgates(raw.size()), flow = dc;
    lstm_cell_gradient({dgates.data(), kRows, 4 * kHidden}, {flow.data(), kRows, kHidden}, {dh.data(), kRows, kHidden},
                       cell.gate_rows(), cell.cells(), cell.cells_before());
    // The loss as a function of one pre-activation or of the previous state.
    const auto value = [&](const std::vector<float>& gates, double before, std::size_t r, std::size_t k) {
      const Plain p = plain(gates, before, r, k);
      return p.h * static_cast<double>(dh[r * kHidden + k]) + p.c * static_cast<double>(dc[r * kHidden + k]);
    };
    for (std::size_t r = 0; r < kRows; ++r) {
      for (std::size_t k = 0; k < kHidden; ++k) {
        const double before = static_cast<double>(cell.cells_before().row(r)[k]), step = 1e-4;
        const double slope = (value(raw, before + step, r, k) - value(raw, before - step, r, k)) / (2 * step);
        CHECK(std::abs(static_cast<double>(flow[r * kHidden + k]) - slope) < 1e-5);
        for (std::size_t gate = 0; gate < 4; ++gate) {
          const std::size_t at = r * 4 * kHidden + gate * kHidden + k;
          std::vector<float> up = raw, down = raw;
          up[at] += 0.01F;
          down[at] -= 0.01F;
          const double width = static_cast<double>(up[at]) - static_cast<double>(down[at]);
          const double rise = (value(up, before, r, k) - value(down, before, r, k)) / width;
          CHECK(std::abs(static_cast<double>(dgates[at]) - rise) < 5e-5);
        }
      }
    }
  });
}

}  // namespace lstm_test
