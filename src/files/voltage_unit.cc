#include "files/voltage_unit.h"

#include "files/text.h"

namespace eegate {

std::optional<double> microvolts_per_unit(std::string_view unit) {
  // The micro sign and the similar Greek letter.
  if (unit == "uV" || unit == "UV" || unit == "uv" || unit == "microV" || unit == "\xC2\xB5V" || unit == "\xCE\xBCV") {
    return 1.0;
  }
  if (equal_ignoring_case(unit, "microvolt") || equal_ignoring_case(unit, "microvolts")) return 1.0;
  if (unit == "mV") return 1e3;
  if (unit == "V") return 1e6;
  if (unit == "nV") return 1e-3;
  return std::nullopt;
}

}  // namespace eegate
