#include "kernels/activation.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "support/close_to.h"
#include "support/every_target.h"

using eegate::Activation;
using eegate::test::on_every_target;

namespace activation_test {

namespace {

// Values between -20 and 20 in irregular steps, and the ends of the range of floats.
std::vector<float> arguments() {
  std::vector<float> x;
  for (double value = -20; value <= 20; value += 0.0007) x.push_back(static_cast<float>(value));
  for (const float value : {-1e30F, -200.0F, -100.0F, -88.0F, 88.0F, 100.0F, 1e30F, 0.0F, 1e-30F, -1e-30F})
    x.push_back(value);
  return x;
}

double largest_error(Activation activation, double (*reference)(double), bool relative = false) {
  const std::vector<float> x = arguments();
  std::vector<float> y = x;
  eegate::activate(activation, y);
  eegate::test::Largest largest;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (relative && std::abs(x[i]) > 80) continue;
    const double want = reference(static_cast<double>(x[i]));
    largest.take(std::abs(static_cast<double>(y[i]) - want) / (relative ? std::abs(want) : 1.0));
  }
  return largest.value();
}

}  // namespace

TEST_CASE("exp, tanh, sigmoid and erf keep their stated error bounds on every target", "[kernels]") {
  on_every_target([] {
    CHECK(largest_error(Activation::kExp, [](double x) { return std::exp(x); }, true) < 3e-7);
    CHECK(largest_error(Activation::kTanh, [](double x) { return std::tanh(x); }) < 2e-7);
    CHECK(largest_error(Activation::kSigmoid, [](double x) { return 1 / (1 + std::exp(-x)); }) < 2e-7);
    CHECK(largest_error(Activation::kErf, [](double x) { return std::erf(x); }) < 2e-7);
  });
}

TEST_CASE("activations propagate NaN", "[kernels]") {
  on_every_target([] {
    for (const Activation activation :
         {Activation::kRelu, Activation::kGelu, Activation::kGeluTanh, Activation::kElu, Activation::kExp,
          Activation::kExp2, Activation::kTanh, Activation::kSigmoid, Activation::kErf}) {
      CAPTURE(static_cast<int>(activation));
      for (std::size_t at = 0; at < 19; ++at) {
        std::vector<float> y(19, 0.5F);
        y[at] = std::nanf("");
        eegate::activate(activation, y);
        for (std::size_t i = 0; i < y.size(); ++i) CHECK(std::isnan(y[i]) == (i == at));
      }
    }
  });
}

TEST_CASE("ReLU, GELU and ELU equal their definitions", "[kernels]") {
  on_every_target([] {
    std::vector<float> x = {-1, 0.5F, 3};
    std::vector<float> y = x;
    eegate::activate(Activation::kGelu, y);
    CHECK(std::abs(y[0] + 0.15865525393145702) < 2e-7);
    CHECK(std::abs(y[1] - 0.34573123063700656) < 2e-7);
    CHECK(std::abs(y[2] - 2.99595030590511) < 5e-7);
    y = x;
    eegate::activate(Activation::kGeluTanh, y);
    CHECK(std::abs(y[0] + 0.15880800939172324) < 2e-7);
    CHECK(std::abs(y[1] - 0.34571400982514394) < 2e-7);
    CHECK(std::abs(y[2] - 2.996362607918227) < 5e-7);
    y = {-2, 0, 2, -0.0F, -1e-5F};
    eegate::activate(Activation::kRelu, y);
    CHECK(y == std::vector<float>{0, 0, 2, 0, 0});
    y = {-1e-5F, -0.2F, -0.3F, -3, 4};
    eegate::activate(Activation::kElu, y);
    CHECK(std::abs(y[0] + 9.99995e-6) < 1e-11);
    CHECK(std::abs(y[1] - std::expm1(-0.2)) < 1e-7);
    CHECK(std::abs(y[2] - std::expm1(-0.3)) < 2e-7);
    CHECK(std::abs(y[3] - std::expm1(-3.0)) < 2e-7);
    CHECK(y[4] == 4);
  });
}

TEST_CASE("powers of 2 have a relative error below 3.3 times 2^-24 and are exact at integers", "[kernels]") {
  on_every_target([] {
    std::vector<float> x;
    for (double value = -126; value < 127; value += 0.00037) x.push_back(static_cast<float>(value));
    std::vector<float> y = x;
    eegate::activate(Activation::kExp2, y);
    eegate::test::Largest largest;
    for (std::size_t i = 0; i < x.size(); ++i)
      largest.take(std::abs(static_cast<double>(y[i]) / std::exp2(static_cast<double>(x[i])) - 1));
    CHECK(largest.value() < 3.3 * std::exp2(-24));
    for (int power = -126; power <= 126; ++power) {
      y = {static_cast<float>(power)};
      eegate::activate(Activation::kExp2, y);
      CHECK(y[0] == std::ldexp(1.0F, power));
    }
    y = {-127, -128, -1e30F, -INFINITY, -INFINITY};
    eegate::activate(Activation::kExp2, y);
    CHECK(y == std::vector<float>(5, 0.0F));
  });
}

TEST_CASE("GELU has an error below 2e-7 of its argument and is 0 or its argument beyond 5.5", "[kernels]") {
  on_every_target([] {
    const std::vector<float> x = arguments();
    std::vector<float> y = x;
    eegate::activate(Activation::kGelu, y);
    for (std::size_t i = 0; i < x.size(); ++i) {
      const double at = static_cast<double>(x[i]), want = at * std::erfc(-at / std::sqrt(2.0)) / 2;
      if (!(std::abs(static_cast<double>(y[i]) - want) < 2e-7 * std::max(1.0, std::abs(at)))) FAIL(at);
      if (at >= 5.5 && y[i] != x[i]) FAIL(at);
      if (at <= -5.5 && y[i] != 0) FAIL(at);
    }
  });
}

TEST_CASE("the exponential of minus infinity is exactly zero", "[kernels]") {
  on_every_target([] {
    std::vector<float> y(5, -INFINITY);
    eegate::activate(Activation::kExp, y);
    CHECK(y == std::vector<float>(5, 0.0F));
  });
}

TEST_CASE("GELU is computed together with its derivative", "[kernels]") {
  on_every_target([] {
    for (const Activation activation : {Activation::kGelu, Activation::kGeluTanh}) {
      std::vector<float> x;
      for (double value = -12; value <= 12; value += 0.0037) x.push_back(static_cast<float>(value));
      std::vector<float> alone = x, together = x, slopes(x.size());
      eegate::activate(activation, alone);
      eegate::activate_with_derivatives(activation, together, slopes);
      for (std::size_t i = 0; i < x.size(); ++i) {
        const double at = static_cast<double>(x[i]);
        const auto value = [&](double z) {
          if (activation == Activation::kGelu) return z * (1 + std::erf(z / std::sqrt(2.0))) / 2;
          return z * (1 + std::tanh(0.7978845608028654 * (z + 0.044715 * z * z * z))) / 2;
        };
        const double slope = (value(at + 1e-5) - value(at - 1e-5)) / 2e-5;
        CHECK(std::abs(static_cast<double>(alone[i]) - value(at)) < 3e-7 * std::max(1.0, std::abs(at)));
        CHECK(std::abs(static_cast<double>(together[i]) - static_cast<double>(alone[i])) < 1e-6);
        CHECK(std::abs(static_cast<double>(slopes[i]) - slope) < 2e-6);
      }
    }
  });
}

}  // namespace activation_test
