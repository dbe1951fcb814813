// Trials from .npy files.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "base/numbers_as_text.h"
#include "base/rng.h"
#include "experiment/trials.h"
#include "files/npy.h"
#include "session/train/training_data.h"

namespace eegate {
namespace {

constexpr std::uint64_t kMaxBytes = std::uint64_t{1} << 36;
constexpr double kMaxClasses = 1e5;

Result<std::vector<std::byte>> read_source(const OpenSource& open, const std::string& path) {
  EEGATE_TRY(const std::shared_ptr<ByteSource> source, open(path));
  return read_all(*source, kMaxBytes);
}

// FNV-1a over words of eight bytes: gigabytes are read in a second.
std::string contents_hash(std::span<const std::byte> bytes) {
  std::uint64_t hash = 0xCBF29CE484222325u ^ bytes.size();
  for (std::size_t i = 0; i < bytes.size(); i += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + i, std::min<std::size_t>(8, bytes.size() - i));
    hash = std::rotl((hash ^ word) * 0x100000001B3u, 29);
  }
  return hexadecimal(hash, 16);
}

std::vector<std::string> paths_of_x(const ExperimentPlan& plan) {
  const auto& data = std::get<PlanArrays>(plan.data);
  std::vector<std::string> paths;
  for (const PlanBand& band : plan.bands) paths.push_back(band.x.empty() ? data.x : band.x);
  return paths;
}

// Shape of the epochs, the same of every band.
Result<> read_shapes(const ExperimentPlan& plan, const OpenSource& open, std::array<std::size_t, 3>& shape,
                     std::string& contents) {
  for (const std::string& path : paths_of_x(plan)) {
    if (path.empty())
      return Error{.code = "PLAN_MISSING",
                   .message = "The plan lacks something",
                   .field = "data.x",
                   .found = "nothing",
                   .expected = "the .npy file of the epochs, here or in every band"};
    EEGATE_TRY(const std::vector<std::byte> bytes, read_source(open, path));
    auto header = parse_npy_header(bytes);
    if (!header.ok()) return in_file(std::move(header).error(), path);
    if (header->shape.size() != 3 || header->n_values == 0)
      return in_file(file_error("NPY_SHAPE", "An experiment takes an array of epochs", {},
                                std::to_string(header->shape.size()) + " axes", "[n, C, T]"),
                     path);
    std::array<std::size_t, 3> found{};
    for (std::size_t i = 0; i < 3; ++i) found[i] = static_cast<std::size_t>(header->shape[i]);
    if (shape[0] != 0 && shape != found) return in_file(file_error("NPY_SHAPE", "The bands have not one shape"), path);
    shape = found;
    contents += contents_hash(bytes);
  }
  return {};
}

Result<std::vector<int>> read_labels(std::span<const std::byte> bytes, std::size_t n) {
  EEGATE_TRY(const NpyArray labels, parse_npy(bytes));
  std::vector<int> out;
  for (const double value : labels.values) {
    if (labels.shape.size() == 1 && value >= 0 && value < kMaxClasses && value == std::floor(value))
      out.push_back(static_cast<int>(value));
  }
  if (out.size() == n && labels.values.size() == n) return out;
  return Error{.code = "TRAIN_LABELS",
               .message = "The labels are not one whole number from 0 for each epoch",
               .field = "data.y",
               .found = std::to_string(labels.values.size()) + " values, " + std::to_string(out.size()) + " usable",
               .expected = std::to_string(n)};
}

Result<std::vector<std::int32_t>> read_numbers(const OpenSource& open, const std::string& path, std::size_t n) {
  if (path.empty()) return std::vector<std::int32_t>();
  EEGATE_TRY(const auto bytes, read_source(open, path));
  auto numbers = read_subjects(bytes, n);
  if (!numbers.ok()) return in_file(std::move(numbers).error(), path);
  return numbers;
}

Result<> name_channels(const PlanArrays& data, std::size_t n_chans, std::vector<std::string>& names) {
  names = data.ch_names;
  for (std::size_t i = names.size(); data.ch_names.empty() && i < n_chans; ++i)
    names.push_back("E" + std::to_string(i + 1));
  if (names.size() == n_chans) return {};
  return Error{.code = "PLAN_VALUE",
               .message = "There are not as many names as channels",
               .field = "data.ch_names",
               .found = std::to_string(names.size()),
               .expected = std::to_string(n_chans)};
}

Result<> name_classes(const PlanArrays& data, const std::vector<int>& labels, std::vector<std::string>& names) {
  const auto n = static_cast<std::size_t>(*std::ranges::max_element(labels)) + 1;
  names = data.classes;
  for (std::size_t i = 0; data.classes.empty() && i < n; ++i) names.push_back(std::to_string(i));
  if (names.size() >= n) return {};
  return Error{.code = "PLAN_VALUE",
               .message = "There are fewer names than classes",
               .field = "data.classes",
               .found = std::to_string(names.size()),
               .expected = std::to_string(n)};
}

}  // namespace

Result<TrialTable> plan_arrays(const ExperimentPlan& plan, const OpenSource& open, std::string& contents) {
  const auto& data = std::get<PlanArrays>(plan.data);
  std::array<std::size_t, 3> shape{};
  EEGATE_CHECK(read_shapes(plan, open, shape, contents));
  const std::size_t n = shape[0];
  EEGATE_TRY(const auto y, read_source(open, data.y));
  auto labels = read_labels(y, n);
  if (!labels.ok()) return in_file(std::move(labels).error(), data.y);
  EEGATE_TRY(const auto subjects, read_numbers(open, data.subjects, n));
  EEGATE_TRY(const auto groups, read_numbers(open, data.groups, n));
  TrialTable table{.file_names = {"array"}, .sfreq = data.sfreq, .n_times = shape[2]};
  EEGATE_CHECK(name_channels(data, shape[1], table.ch_names));
  EEGATE_CHECK(name_classes(data, *labels, table.classes));
  for (std::size_t i = 0; i < n; ++i) {
    const auto row = static_cast<std::int32_t>(i);
    // Consecutive epochs of one subject count as one recording.
    const std::int32_t subject = subjects.empty() ? 0 : subjects[i];
    if (i > 0 && subject != table.trials.back().subject) table.file_names.push_back("array");
    table.trials.push_back({subject, groups.empty() ? row : groups[i],
                            static_cast<std::int32_t>(table.file_names.size()) - 1, static_cast<std::uint32_t>(i),
                            static_cast<double>(i), 1, (*labels)[i]});
    if (!groups.empty()) contents += " " + std::to_string(groups[i]);
  }
  return table;
}

Result<TrialData> describe_arrays(const ExperimentPlan& plan, const TrialTable& table, Variant variant) {
  const std::vector<std::string>& pick = plan.electrodes[variant.electrodes].pick;
  for (const std::string& name : pick) {
    if (std::ranges::find(table.ch_names, name) == table.ch_names.end())
      return Error{.code = "PICK_MISSING",
                   .message = "The arrays have no channel of this name",
                   .field = "electrodes",
                   .found = quoted(name),
                   .expected = "one of data.ch_names"};
  }
  return TrialData{.ch_names = pick.empty() ? table.ch_names : pick, .sfreq = table.sfreq, .n_times = table.n_times};
}

Result<TrialData> load_arrays(const ExperimentPlan& plan, const TrialTable& table, Variant variant,
                              const OpenSource& open) {
  const std::string path = paths_of_x(plan)[variant.band];
  EEGATE_TRY(const auto bytes, read_source(open, path));
  auto read = parse_npy_floats(bytes);
  if (!read.ok()) return in_file(std::move(read).error(), path);
  EEGATE_TRY(TrialData data, describe_arrays(plan, table, variant));
  if (plan.electrodes[variant.electrodes].pick.empty()) {
    data.values = std::move(read->values);
    return data;
  }
  for (std::size_t i = 0; i < table.trials.size(); ++i) {
    for (const std::string& name : data.ch_names) {
      const auto at = std::ranges::find(table.ch_names, name);
      const std::size_t row = i * table.ch_names.size() + static_cast<std::size_t>(at - table.ch_names.begin());
      const auto first = read->values.begin() + static_cast<std::ptrdiff_t>(row * table.n_times);
      data.values.insert(data.values.end(), first, first + static_cast<std::ptrdiff_t>(table.n_times));
    }
  }
  return data;
}

}  // namespace eegate
