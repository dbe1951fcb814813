// The epochs of a TrainingSession, loaded here or by another engine.
#include <algorithm>
#include <utility>

#include "session/train/training_session.h"

namespace eegate {
namespace {

// Values of a chunk that engines exchange: a copy takes some milliseconds, so that the page stays responsive.
constexpr std::size_t kChunkFloats = std::size_t{1} << 20;

Error load_error(std::string_view code, std::string message, std::string field, std::size_t found,
                 std::string expected) {
  return Error{.code = code,
               .message = std::move(message),
               .field = std::move(field),
               .found = std::to_string(found),
               .expected = std::move(expected)};
}

}  // namespace

Result<> TrainingSession::check_recording(std::size_t recording) const {
  EEGATE_CHECK(check_stage(Stage::kPlanned, Stage::kPlanned, "the plan, and then the samples"));
  if (is_array_) return both_kinds();
  if (recording < parts_.size()) return {};
  return load_error("TRAIN_OPTION", "A training has no such recording", "recording", recording,
                    "below " + std::to_string(parts_.size()));
}

Result<double> TrainingSession::load(std::size_t recording) {
  EEGATE_CHECK(check_recording(recording));
  return parts_[recording].load(dataset_);
}

Result<std::span<const float>> TrainingSession::loaded(std::size_t recording, std::size_t chunk) const {
  EEGATE_CHECK(check_recording(recording));
  const std::span<const float> all = parts_[recording].loaded(dataset_);
  const std::size_t floats = dataset_.epoch_floats();
  const std::size_t size = std::max<std::size_t>(1, kChunkFloats / floats) * floats;
  if (chunk >= (all.size() + size - 1) / size) return std::span<const float>();
  return all.subspan(chunk * size, std::min(size, all.size() - chunk * size));
}

Result<> TrainingSession::add_loaded(std::size_t recording, std::span<const float> values) {
  EEGATE_CHECK(check_recording(recording));
  if (parts_[recording].add_loaded(dataset_, values)) return {};
  return load_error("TRAIN_SHAPE", "These are not the next epochs of this recording", "values", values.size(),
                    "a multiple of " + std::to_string(dataset_.epoch_floats()) + ", for epochs that are missing");
}

bool TrainingSession::is_loaded() const {
  if (is_array_) return n_loaded_ >= dataset_.values.size();
  return std::ranges::all_of(parts_, &DatasetPart::is_loaded);
}

Result<> TrainingSession::add_epochs(std::span<const float> values) {
  EEGATE_CHECK(check_stage(Stage::kPlanned, Stage::kPlanned, "the plan, and then the samples"));
  if (!is_array_) return both_kinds();
  if (values.size() > dataset_.values.size() - n_loaded_) {
    return load_error("TRAIN_SHAPE", "There are more values than epochs were announced", "x", n_loaded_ + values.size(),
                      std::to_string(dataset_.values.size()));
  }
  std::ranges::copy(values, dataset_.values.begin() + static_cast<std::ptrdiff_t>(n_loaded_));
  n_loaded_ += values.size();
  return {};
}

Result<> TrainingSession::check_loaded() const {
  if (is_loaded()) return {};
  std::size_t n_values = n_loaded_;
  for (const DatasetPart& part : parts_) n_values += part.loaded(dataset_).size();
  return load_error("TRAIN_SHAPE", "There are fewer values than epochs were announced", "x", n_values,
                    std::to_string(dataset_.values.size()));
}

}  // namespace eegate
