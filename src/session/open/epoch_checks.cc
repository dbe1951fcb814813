#include "session/open/epoch_checks.h"

#include <string>

#include "base/finite.h"

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

Error epoch_range_error(std::size_t first, std::size_t count, std::size_t n) {
  return {.code = "PLAN_RANGE",
          .message = "There are no such epochs",
          .found = std::to_string(count) + " from " + std::to_string(first),
          .expected = "of " + std::to_string(n)};
}

std::size_t count_unanswered(std::span<const float> probabilities, std::size_t n_classes) {
  std::size_t n = 0;
  for (std::size_t first = 0; n_classes > 0 && first + n_classes <= probabilities.size(); first += n_classes)
    n += all_finite(probabilities.subspan(first, n_classes)) ? 0 : 1;
  return n;
}

Error no_answer_error(std::size_t n_unanswered, std::size_t n) {
  return {.code = "RESULT_NO_ANSWER",
          .message = "The model has no answer for some epochs: what it computes of them is not finite",
          .found = std::to_string(n_unanswered) + " of " + std::to_string(n) + " epochs without an answer",
          .expected = "finite numbers",
          .hint =
              "They are marked in the results and counted nowhere. Check the amplitude of the recording; the "
              "weights of the model may be too large for it."};
}

}  // namespace eegate
