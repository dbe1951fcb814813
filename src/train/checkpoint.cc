// A training run as bytes: a safetensors file with weights and optimiser state, and the counters as JSON in its
// metadata.
#include <algorithm>

#include "base/numbers_as_text.h"
#include "base/rng.h"
#include "files/safetensors.h"
#include "train/trainer.h"

namespace eegate {
namespace {

constexpr std::string_view kFormat = "eegate-checkpoint-1";

Error checkpoint_error(std::string message, std::string field, std::string found = {}, std::string expected = {}) {
  return Error{.code = "TRAIN_CHECKPOINT",
               .message = std::move(message),
               .field = std::move(field),
               .found = std::move(found),
               .expected = std::move(expected)};
}

Result<> check_metadata(const SafetensorsFile& file, std::string_view key, std::string_view wanted) {
  const std::string* metadata = file.metadata_value(key);
  const std::string_view found = metadata == nullptr ? std::string_view() : *metadata;
  if (found == wanted) return {};
  // Shown is the first setting that differs, without the quotes and brackets of JSON.
  const auto n_same = static_cast<std::size_t>(std::ranges::mismatch(found, wanted).in2 - wanted.begin());
  const std::size_t begin = wanted.substr(0, n_same).find_last_of(",{[") + 1;  // without any npos + 1, which is 0
  const auto setting = [&](std::string_view json) {
    std::string text(json.substr(begin, std::min(json.find_first_of(",]}", begin), json.size()) - begin));
    std::erase(text, '"');
    return quoted(text, 200);
  };
  return checkpoint_error("The checkpoint belongs to another training run", std::string(key), setting(found),
                          setting(wanted));
}

Result<std::vector<float>> read_run(const SafetensorsFile& file, std::span<const std::byte> bytes,
                                    const std::string& name, std::size_t n) {
  const SafetensorsTensor* tensor = file.find(name);
  if (tensor == nullptr || tensor->dtype != "F32" || tensor->n_values() != n) {
    return checkpoint_error("The checkpoint lacks a part, or has it in another size", name, {},
                            std::to_string(n) + " values");
  }
  return read_floats(file, *tensor, bytes);
}

// A hash of the targets, and of values of the trials at equal distances.
std::uint64_t hash_of(const TrainingSet& set) {
  constexpr std::size_t kMaxValues = 65'536;
  const std::span<const float> x(set.x.data, set.x.size());
  std::string bytes;
  const auto add = [&](const auto& value) { bytes.append(reinterpret_cast<const char*>(&value), sizeof value); };
  for (const int target : set.targets.classes) add(target);
  for (const float target : set.targets.values) add(target);
  for (std::size_t i = 0; i < x.size(); i += x.size() / kMaxValues + 1) add(x[i]);
  return fnv1a64(bytes);
}

// The number of trials and the hash of both sets.
std::string data_json(const TrainingSet& train, const TrainingSet& validation) {
  JsonWriter out;
  out.begin_array();
  for (const TrainingSet* set : {&train, &validation})
    out.value(static_cast<std::uint64_t>(set->n_trials())).value(hexadecimal(hash_of(*set), 16));
  out.end_array();
  return out.take();
}

}  // namespace

std::string Trainer::checkpoint_header() const {
  JsonWriter out;
  out.begin_object().key("step").value(step_).key("optimizer_steps").value(optimizer_.n_steps());
  out.key("best_epoch").value(static_cast<std::int64_t>(best_epoch_)).key("state").value(static_cast<int>(state_));
  out.key("epoch_loss").value(epoch_loss_.loss).key("epoch_weight").value(epoch_loss_.weight);
  out.key("epochs").begin_array();
  for (const EpochRecord& record : epochs_) out.raw(to_json(record));
  out.end_array().end_object();
  return out.take();
}

std::vector<std::byte> Trainer::checkpoint() const {
  std::vector<SafetensorsOut> tensors;
  const auto add = [&](std::string name, std::span<const float> values) {
    tensors.push_back({std::move(name), {values.size()}, values});
  };
  add("weights", model_.weights.flat());
  add("good", good_.flat());
  add("best", best_.flat());
  const std::vector<NamedTensor> state = optimizer_.state();
  for (const NamedTensor& tensor : state) add("optimizer." + tensor.name, tensor.values);
  return write_safetensors({{"format", std::string(kFormat)},
                            {"config", model_.config.to_json()},
                            {"options", to_json(options_)},
                            {"data", data_json(train_, validation_)},
                            {"progress", checkpoint_header()}},
                           tensors);
}

Result<std::uint64_t> Trainer::restore_counters(std::string_view json) {
  EEGATE_TRY(const JsonDocument document, JsonDocument::parse(json));
  const JsonValue root = document.root();
  const std::vector<JsonValue> records = root.get("epochs").elements();
  const auto count = [&](const char* key) { return root.get(key).integer().value_or(-1); };
  const std::int64_t step = count("step"), state = count("state"), n_epochs = static_cast<std::int64_t>(records.size());
  const auto per_epoch = static_cast<std::int64_t>(steps_per_epoch());
  // The optimizer has also counted a step whose weights were not finite; a closed-form fit does not use it.
  const std::int64_t n_moves = count("optimizer_steps"), n_expected = fit_json_.empty() ? step : 0;
  const bool may_have_moved_on = fit_json_.empty() && state == static_cast<std::int64_t>(TrainState::kDiverged);
  bool plausible = n_epochs <= static_cast<std::int64_t>(options_.n_epochs) && step >= n_epochs * per_epoch &&
                   step <= (n_epochs + 1) * per_epoch && state >= 0 && state <= 4 && count("best_epoch") >= -1 &&
                   count("best_epoch") < n_epochs &&
                   (n_moves == n_expected || (may_have_moved_on && n_moves == n_expected + 1));
  for (std::int64_t i = 0; plausible && i < n_epochs; ++i)
    plausible = records[static_cast<std::size_t>(i)].get("epoch").integer() == i;
  if (!plausible) return checkpoint_error("The counters of the checkpoint contradict each other", "progress");
  step_ = static_cast<std::uint64_t>(step);
  state_ = static_cast<TrainState>(state);
  best_epoch_ = static_cast<std::ptrdiff_t>(count("best_epoch"));
  epoch_loss_ = {root.get("epoch_loss").number(), root.get("epoch_weight").number()};
  epochs_.clear();
  for (const JsonValue& record : records) epochs_.push_back(read_epoch_record(record));
  return static_cast<std::uint64_t>(n_moves);
}

Result<> Trainer::restore(std::span<const std::byte> bytes) {
  EEGATE_TRY(const SafetensorsFile file, parse_safetensors(bytes));
  EEGATE_CHECK(check_metadata(file, "format", kFormat));
  EEGATE_CHECK(check_metadata(file, "config", model_.config.to_json()));
  EEGATE_CHECK(check_metadata(file, "options", to_json(options_)));
  EEGATE_CHECK(check_metadata(file, "data", data_json(train_, validation_)));
  const std::string* progress = file.metadata_value("progress");
  if (progress == nullptr) return checkpoint_error("The checkpoint lacks a part", "progress");
  // Everything is read before anything is changed, so that a damaged checkpoint leaves the trainer unchanged.
  const std::size_t n = model_.weights.flat().size();
  EEGATE_TRY(const std::vector<float> weights, read_run(file, bytes, "weights", n));
  EEGATE_TRY(const std::vector<float> good, read_run(file, bytes, "good", n));
  EEGATE_TRY(const std::vector<float> best, read_run(file, bytes, "best", n));
  std::vector<NamedTensor> state = optimizer_.state();
  for (NamedTensor& tensor : state) {
    EEGATE_TRY(tensor.values, read_run(file, bytes, "optimizer." + tensor.name, tensor.values.size()));
  }
  EEGATE_TRY(const std::uint64_t n_optimizer_steps, restore_counters(*progress));
  EEGATE_CHECK(optimizer_.restore(n_optimizer_steps, state));
  std::copy(weights.begin(), weights.end(), model_.weights.flat().begin());
  std::copy(good.begin(), good.end(), good_.flat().begin());
  std::copy(best.begin(), best.end(), best_.flat().begin());
  model_.network->set_weights(model_.weights);
  return {};
}

}  // namespace eegate
