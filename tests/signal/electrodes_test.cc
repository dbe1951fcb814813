#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>
#include <numbers>
#include <string>

#include "signal/channel_name.h"

namespace eegate::electrodes_test {
namespace {

using Catch::Approx;

TEST_CASE("Every electrode sits on the head", "[signal]") {
  for (const char* name :
       {"Fp1", "AF7", "AF3", "F5", "FT8", "FC6", "C1", "T7", "T10", "CP4", "TP8", "P9", "PO3", "O2", "Iz"}) {
    CAPTURE(name);
    const auto p = electrode_position(name);
    REQUIRE(p.has_value());
    CHECK(p->x * p->x + p->y * p->y + p->z * p->z == Approx(1).epsilon(1e-12));
  }
}

TEST_CASE("Landmarks have their known positions", "[signal]") {
  CHECK(electrode_position("Cz")->z == Approx(1));
  CHECK(electrode_position("Fpz")->y == Approx(1));
  CHECK(electrode_position("T8")->x == Approx(1));
  CHECK(electrode_position("Oz")->y == Approx(-1));
  CHECK(electrode_position("C3")->x == Approx(-std::numbers::sqrt2 / 2));
  CHECK(electrode_position("Iz")->z < 0);
  CHECK(electrode_position("T9")->z < 0);
}

TEST_CASE("Left and right are symmetric", "[signal]") {
  for (const auto& [left, right] :
       {std::pair{"F3", "F4"}, {"PO7", "PO8"}, {"Fp1", "Fp2"}, {"O1", "O2"}, {"T9", "T10"}}) {
    const auto l = electrode_position(left), r = electrode_position(right);
    CHECK(l->x < 0);
    CHECK(r->x == Approx(-l->x));
    CHECK(r->y == Approx(l->y));
    CHECK(r->z == Approx(l->z).margin(1e-15));
  }
}

TEST_CASE("Neighbours in a row have equal distances", "[signal]") {
  const auto between = [](const char* a, const char* b) {
    return distance(*electrode_position(a), *electrode_position(b));
  };
  CHECK(between("F7", "F5") == Approx(between("F1", "Fz")));
  CHECK(between("AF7", "AF3") == Approx(between("AF3", "AFz")));
  CHECK(between("P8", "P6") == Approx(between("P4", "P2")));
}

TEST_CASE("Unknown electrodes have no position", "[signal]") {
  for (const char* name : {"", "EOG", "T1", "M1", "z", "C", "C11", "Fp3", "O3", "Iz2", "ECG1", "FT1"}) {
    CAPTURE(name);
    CHECK_FALSE(electrode_position(name).has_value());
  }
}

}  // namespace
}  // namespace eegate::electrodes_test
