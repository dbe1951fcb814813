#include "files/voltage_unit.h"

#include <algorithm>

#include "files/text.h"

namespace eegate {
namespace {

struct Unit {
  std::string_view name;
  double microvolts;
};
// The micro sign, also as UTF-8 that was taken for Latin-1, and the similar Greek letter.
constexpr Unit kSymbols[] = {
    {"uV", 1},        {"UV", 1},   {"uv", 1},  {"microV", 1}, {"\xC2\xB5V", 1}, {"\xC3\x82\xC2\xB5V", 1},
    {"\xCE\xBCV", 1}, {"mV", 1e3}, {"V", 1e6}, {"nV", 1e-3}};
// In any case, also in the plural.
constexpr Unit kWords[] = {{"microvolt", 1}, {"millivolt", 1e3}, {"volt", 1e6}, {"nanovolt", 1e-3}};

}  // namespace

std::optional<double> microvolts_per_unit(std::string_view unit) {
  for (const Unit& known : kSymbols)
    if (unit == known.name) return known.microvolts;
  for (const Unit& known : kWords) {
    const std::string_view plural = unit.substr(std::min(known.name.size(), unit.size()));
    const bool is_plural = plural.empty() || equal_ignoring_case(plural, "s");
    if (is_plural && equal_ignoring_case(unit.substr(0, known.name.size()), known.name)) return known.microvolts;
  }
  return std::nullopt;
}

}  // namespace eegate
