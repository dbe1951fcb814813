// Filters that must be rejected: unstable, degenerate, with infinite memory.
#include <catch2/catch_test_macros.hpp>
#include <cmath>

#include "signal/continuous.h"
#include "signal/filter.h"

using namespace eegate;

namespace filter_limits_test {

namespace {

std::string_view code_of(const Result<Sections>& design) {
  return design.ok() ? std::string_view("made") : design.error().code;
}

}  // namespace

TEST_CASE("a notch as wide as the whole band is rejected", "[signal]") {
  CHECK(code_of(design_notch(50, 0.62, 160)) == "DSP_BAND");  // 80.6 Hz of 80: its pole lies outside the unit circle
  CHECK(code_of(design_notch(50, 0.5, 160)) == "DSP_BAND");
  CHECK(code_of(design_notch(50, 0.7, 160)) == "made");
  CHECK(design_notch(50, 0.62, 160).error().found.find("80.6") != std::string::npos);
}

TEST_CASE("a filter that double precision cannot represent is rejected", "[signal]") {
  CHECK(code_of(design_notch(50, 1e18, 160)) == "DSP_DESIGN");
  CHECK(code_of(design_notch(50, 1e-9, 160)) == "DSP_BAND");
  CHECK(code_of(design_bandpass(1e-9, 2e-9, 160, 2)) == "DSP_DESIGN");
  CHECK(code_of(design_bandpass(1e-300, 40, 160, 2)) == "DSP_DESIGN");
  CHECK(code_of(design_bandpass(10, std::nextafter(10.0, 11.0), 160, 4)) == "DSP_DESIGN");
  CHECK(code_of(design_highpass(1e-12, 160, 2)) == "DSP_DESIGN");
  CHECK(code_of(design_lowpass(1e-12, 160, 2)) == "DSP_DESIGN");
  CHECK(code_of(design_bandpass(1, 2, HUGE_VAL, 2)) == "DSP_BAND");
  CHECK(code_of(design_bandpass(std::nan(""), 2, 160, 2)) == "DSP_BAND");
}

TEST_CASE("common filters are not rejected", "[signal]") {
  for (const int order : {1, 2, 3, 4, 8, 10}) {
    CHECK(code_of(design_bandpass(0.5, 45, 160, order)) == "made");
    CHECK(code_of(design_bandpass(8, 12, 5000, order)) == "made");
    CHECK(code_of(design_bandpass(0.01, 100, 1000, order)) == "made");
  }
  CHECK(code_of(design_bandpass(0.001, 40, 2048, 2)) == "made");
  CHECK(code_of(design_notch(50, 35, 160)) == "made");
  CHECK(code_of(design_notch(60, 200, 16384)) == "made");
  CHECK(code_of(design_highpass(0.01, 5000, 2)) == "made");
  CHECK(code_of(design_lowpass(30, 5000, 4)) == "made");
}

TEST_CASE("memory_samples is finite for all poles", "[signal]") {
  const auto memory = [](double a1, double a2) {
    const Sections one{{.a1 = a1, .a2 = a2}};
    return memory_samples(one, kNegligibleLevel);
  };
  CHECK(memory(0, 0) == 1);
  CHECK(memory(0, 0.25) == 40);  // radius 0.5: 12 / log10(2)
  CHECK(memory(0, 1) == kMaxMemory);
  CHECK(memory(-3, 2) == kMaxMemory);
  CHECK(memory(0, -4) == kMaxMemory);
  CHECK(memory(std::nan(""), 0.5) == kMaxMemory);
  CHECK(memory(HUGE_VAL, 0) == kMaxMemory);
  CHECK(memory(-2 + 1e-15, 1 - 1e-15) == kMaxMemory);
}

}  // namespace filter_limits_test
