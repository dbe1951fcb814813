// Checks of epochs that come from outside, and of what a model computes of them.
#pragma once

#include <cstddef>
#include <span>

#include "base/result.h"

namespace eegate {

// Values of one batch of epochs: large enough for the kernels, small against the memory of a page.
inline constexpr std::size_t kBatchFloats = std::size_t{1} << 21;

// For x [n_epochs, n_chans, n_times] given as n_values numbers; no epochs are none of any length. The product may be
// larger than a size_t can hold. Error MODEL_CHANNELS.
Result<> check_epochs(std::size_t n_values, std::size_t n_epochs, std::size_t n_chans, std::size_t n_times);

// The same, and there is at least one epoch.
Result<> check_some_epochs(std::size_t n_values, std::size_t n_epochs, std::size_t n_chans, std::size_t n_times);

// PLAN_RANGE: epochs [first, first + count) of n do not exist.
Error epoch_range_error(std::size_t first, std::size_t count, std::size_t n);

// Rows of `n_classes` values that are no answer, because what the model computed is not finite.
std::size_t count_unanswered(std::span<const float> probabilities, std::size_t n_classes);
// RESULT_NO_ANSWER: `n_unanswered` of n epochs have none.
Error no_answer_error(std::size_t n_unanswered, std::size_t n);

}  // namespace eegate
