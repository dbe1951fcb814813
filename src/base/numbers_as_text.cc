#include "base/numbers_as_text.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace eegate {
namespace {

constexpr std::uint32_t kLimb = 1'000'000'000;

// An integer in base 10^9, least significant limb first.
void multiply(std::vector<std::uint32_t>& limbs, std::uint32_t factor, int times) {
  for (; times > 0; --times) {
    std::uint64_t carry = 0;
    for (std::uint32_t& limb : limbs) {
      carry += std::uint64_t{limb} * factor;
      limb = static_cast<std::uint32_t>(carry % kLimb);
      carry /= kLimb;
    }
    if (carry > 0) limbs.push_back(static_cast<std::uint32_t>(carry));
  }
}

std::string digits_of(const std::vector<std::uint32_t>& limbs) {
  std::string digits;
  for (std::size_t i = limbs.size(); i-- > 0;) {
    const std::string limb = std::to_string(limbs[i]);
    if (!digits.empty()) digits.append(9 - limb.size(), '0');
    if (!digits.empty() || limbs[i] > 0) digits += limb;
  }
  return digits;
}

// The number 0.DIGITS times 10^point.
struct Decimal {
  std::string digits;
  int point = 0;
};

// All digits of a positive double: m 2^-k is m 5^k / 10^k.
Decimal exact(double value) {
  int exponent = 0;
  auto mantissa = static_cast<std::uint64_t>(std::ldexp(std::frexp(value, &exponent), 53));
  exponent -= 53;
  for (; mantissa % 2 == 0; mantissa /= 2) ++exponent;
  std::vector<std::uint32_t> limbs = {static_cast<std::uint32_t>(mantissa % kLimb),
                                      static_cast<std::uint32_t>(mantissa / kLimb)};
  multiply(limbs, exponent > 0 ? 2 : 5, std::abs(exponent));
  Decimal decimal{digits_of(limbs), 0};
  decimal.point = static_cast<int>(decimal.digits.size()) + (exponent < 0 ? exponent : 0);
  return decimal;
}

// Rounds to nearest, ties to even, and removes trailing zeros.
void round_to(Decimal& decimal, std::size_t n_digits) {
  std::string& digits = decimal.digits;
  if (digits.size() > n_digits) {
    const std::string_view rest = std::string_view(digits).substr(n_digits);
    const bool is_odd = (digits[n_digits - 1] - '0') % 2 == 1;
    const bool is_tie = rest[0] == '5' && rest.find_first_not_of('0', 1) == std::string_view::npos;
    const bool up = is_tie ? is_odd : rest[0] >= '5';
    digits.resize(n_digits);
    std::size_t i = n_digits;
    while (up && i > 0 && digits[i - 1] == '9') digits[--i] = '0';
    if (up && i > 0) ++digits[i - 1];
    if (up && i == 0) {
      digits.insert(0, 1, '1');
      ++decimal.point;
    }
  }
  digits.erase(digits.find_last_not_of('0') + 1);
}

}  // namespace

std::string significant(double value, int n_digits) {
  std::string text = std::signbit(value) ? "-" : "";
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return text + "inf";
  if (value == 0) return text + "0";
  Decimal decimal = exact(std::fabs(value));
  round_to(decimal, static_cast<std::size_t>(n_digits));
  auto& [digits, point] = decimal;
  const int exponent = point - 1;
  if (exponent < -4 || exponent >= n_digits) {
    if (digits.size() > 1) digits.insert(1, 1, '.');
    const std::string power = std::to_string(std::abs(exponent));
    return text + digits + (exponent < 0 ? "e-" : "e+") + (power.size() < 2 ? "0" : "") + power;
  }
  if (point <= 0) return text + "0." + std::string(static_cast<std::size_t>(-point), '0') + digits;
  const auto whole = static_cast<std::size_t>(point);
  if (digits.size() <= whole) return text + digits + std::string(whole - digits.size(), '0');
  return text + digits.insert(whole, 1, '.');
}

std::string decimal_text(std::int64_t n, int decimals) {
  std::string digits = std::to_string(n < 0 ? -n : n);
  const auto n_decimals = static_cast<std::size_t>(decimals);
  if (digits.size() <= n_decimals) digits.insert(0, n_decimals + 1 - digits.size(), '0');
  const std::size_t whole = digits.size() - n_decimals;
  digits.erase(std::max(digits.find_last_not_of('0') + 1, whole));
  if (digits.size() > whole) digits.insert(whole, 1, '.');
  return (n < 0 ? "-" : "") + digits;
}

std::string whole_percent(double share) { return std::to_string(static_cast<int>(std::round(share * 100))) + " %"; }

std::string counted(std::size_t n, std::string_view one, std::string_view many) {
  return std::to_string(n).append(" ").append(n == 1 ? one : many);
}

std::string padded(int n, std::size_t n_digits) {
  const std::string digits = std::to_string(n);
  return std::string(n_digits - std::min(n_digits, digits.size()), '0') + digits;
}

std::string hexadecimal(std::uint64_t n, std::size_t n_digits) {
  std::string text(n_digits, '0');
  for (std::size_t i = n_digits; i-- > 0; n /= 16) text[i] = "0123456789abcdef"[n % 16];
  return text;
}

}  // namespace eegate
