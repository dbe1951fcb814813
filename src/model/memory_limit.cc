#include "model/memory_limit.h"

namespace eegate {
namespace {

// 32-bit WebAssembly has 4 GiB in all, weights and recording included.
constexpr double kLimitBytes = sizeof(void*) == 4 ? 1.5 * 1073741824 : 16.0 * 1073741824;

std::string mebibytes(double bytes) { return std::to_string(static_cast<long long>(bytes / 1048576)) + " MiB"; }

}  // namespace

bool fits_engine(double n_floats) { return n_floats * sizeof(float) <= kLimitBytes; }

Result<> check_engine_memory(double n_floats, std::string hint) {
  if (fits_engine(n_floats)) return {};
  return Error{.code = "MODEL_TOO_LARGE",
               .message = "The model needs more memory than an engine has",
               .field = "config.n_times",
               .found = mebibytes(n_floats * sizeof(float)),
               .expected = "at most " + mebibytes(kLimitBytes),
               .hint = std::move(hint)};
}

}  // namespace eegate
