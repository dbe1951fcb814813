#include "train/augment.h"

#include <algorithm>
#include <string>

#include "base/numbers_as_text.h"
#include "base/sort.h"

namespace eegate {
namespace {

Error augment_error(std::string message, std::string field, std::string found, std::string expected) {
  return Error{.code = "TRAIN_OPTION",
               .message = std::move(message),
               .field = std::move(field),
               .found = std::move(found),
               .expected = std::move(expected)};
}

Result<> check_permutation(const std::vector<std::uint32_t>& numbers, std::size_t n, const char* field) {
  std::vector<std::uint32_t> sorted = numbers;
  sort_stable(sorted);
  bool complete = sorted.size() == n;
  for (std::size_t i = 0; complete && i < n; ++i) complete = sorted[i] == i;
  if (complete) return {};
  return augment_error("The mirror image does not name each one once", field,
                       std::to_string(numbers.size()) + " numbers", "each of 0 to " + std::to_string(n - 1) + " once");
}

}  // namespace

Result<> check_augment(const AugmentOptions& options, const ModelConfig& config) {
  if (!(options.channel_dropout >= 0 && options.channel_dropout <= 0.9)) {
    return augment_error("An option of the training is out of range", "channel dropout",
                         significant(options.channel_dropout, 6), "0 to 0.9");
  }
  if (!options.mirrors()) return {};
  EEGATE_CHECK(check_permutation(options.mirror_channels, config.n_chans, "mirror_channels"));
  if (config.task == Task::kRegress) {
    return augment_error("Mirrored trials need classes", "mirror", "task regress", "classify or binary");
  }
  return check_permutation(options.mirror_classes, config.n_classes(), "mirror_classes");
}

int Augmentation::class_of(int label, std::size_t position) const {
  if (!mirrored(position)) return label;
  return static_cast<int>(options_.mirror_classes[static_cast<std::size_t>(label)]);
}

void Augmentation::apply(ConstMatrix trial, std::size_t position, Matrix window) const {
  const std::size_t slack = trial.cols - window.cols;
  const auto random_start = [&] {
    return static_cast<std::size_t>(draw(position, 1) * static_cast<double>(slack + 1));
  };
  const std::size_t first = options_.jitter ? std::min(random_start(), slack) : slack / 2;
  const bool mirror = mirrored(position);
  for (std::size_t c = 0; c < window.rows; ++c) {
    float* out = window.data + c * window.stride;
    if (options_.channel_dropout > 0 && draw(position, 2 + c) < options_.channel_dropout) {
      std::fill_n(out, window.cols, 0.0F);
      continue;
    }
    const std::size_t source = mirror ? options_.mirror_channels[c] : c;
    std::copy_n(trial.data + source * trial.stride + first, window.cols, out);
  }
}

}  // namespace eegate
