#include "session/input_shape.h"

#include <string>

namespace eegate {
namespace {

// By division, because a product wraps: 65536 epochs x 64 channels x 1024 samples are 0 in 32 bits.
bool is_product(std::size_t n_values, std::size_t a, std::size_t b, std::size_t c) {
  if (a == 0 || b == 0 || c == 0) return false;
  return n_values % a == 0 && n_values / a % b == 0 && n_values / a / b == c;
}

}  // namespace

Result<> check_epochs(std::size_t n_values, std::size_t n_epochs, std::size_t n_chans, std::size_t n_times) {
  if (n_epochs == 0 && n_values == 0) return {};
  return check_some_epochs(n_values, n_epochs, n_chans, n_times);
}

Result<> check_some_epochs(std::size_t n_values, std::size_t n_epochs, std::size_t n_chans, std::size_t n_times) {
  if (is_product(n_values, n_epochs, n_chans, n_times)) return {};
  return Error{.code = "MODEL_CHANNELS",
               .message = "The input does not hold the model's channels for every epoch",
               .found = std::to_string(n_values) + " values",
               .expected = std::to_string(n_epochs) + " epochs x " + std::to_string(n_chans) + " channels x " +
                           std::to_string(n_times) + " samples"};
}

}  // namespace eegate
