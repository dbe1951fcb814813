#include "model/memory_limit.h"

#include "base/numbers_as_text.h"

namespace eegate {
namespace {

// 32-bit WebAssembly has 4 GiB of memory for everything, weights and recording included.
constexpr double kLimitBytes = sizeof(void*) == 4 ? 1.5 * 1073741824 : 16.0 * 1073741824;

std::string mebibytes(double bytes) { return std::to_string(static_cast<long long>(bytes / 1048576)) + " MiB"; }

std::string number_of_weights(double n) { return significant(n, 4) + " weights"; }

}  // namespace

bool fits_engine(double n_floats) { return n_floats * sizeof(float) <= kLimitBytes; }

Result<> check_engine_memory(NetworkUse use, double n_floats, std::string hint) {
  if (use == NetworkUse::kExport || fits_engine(n_floats)) return {};
  return Error{.code = "MODEL_TOO_LARGE",
               .message = "The model needs more memory than an engine has",
               .field = "config.n_times",
               .found = mebibytes(n_floats * sizeof(float)),
               .expected = "at most " + mebibytes(kLimitBytes),
               .hint = std::move(hint)};
}

double count_values(std::span<const TensorSpec> tensors) {
  double sum = 0;
  for (const TensorSpec& tensor : tensors) {
    double n = 1;
    for (const std::size_t extent : tensor.shape) n *= static_cast<double>(extent);
    sum += n;
  }
  return sum;
}

Result<> check_weights_memory(std::span<const TensorSpec> tensors) {
  const double n = count_values(tensors);
  if (fits_engine(n)) return {};
  return Error{.code = "MODEL_TOO_LARGE",
               .message = "The model has more weights than an engine can hold",
               .field = "config",
               .found = number_of_weights(n),
               .expected = "at most " + number_of_weights(kLimitBytes / sizeof(float)),
               .hint = "Use fewer or narrower layers."};
}

}  // namespace eegate
