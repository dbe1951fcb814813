#include "session/open/dataset.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "base/numbers_as_text.h"
#include "files/npy.h"
#include "session/open/bids_recording_name.h"
#include "session/open/recipe_choice.h"
#include "session/output/table_cells.h"

namespace eegate {
namespace {

constexpr std::size_t kEpochsPerRead = 64;

Error mismatch(std::string message, std::string file_name, std::string found, std::string expected) {
  return {
      .code = "PREPARE_MISMATCH",
      .message = std::move(message),
      .place = std::move(file_name),
      .found = std::move(found),
      .expected = std::move(expected),
      .hint = "Name the channels in the recipe's `pick` and the rate in `resample_hz`, or prepare these files apart."};
}

std::string names_in_brief(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : " ") + name;
  return text.size() <= 200 ? text
                            : std::to_string(names.size()) + " channels from " + names.front() + " to " + names.back();
}

Result<> check_same_shape(const Dataset& dataset, const PreparePlan& plan, const std::vector<std::string>& ch_names,
                          const std::string& file_name) {
  if (ch_names != dataset.ch_names) {
    return mismatch("The recordings do not have the same channels", file_name, names_in_brief(ch_names),
                    names_in_brief(dataset.ch_names));
  }
  if (!same_rate(plan.sfreq, dataset.sfreq)) {
    return mismatch("The recordings do not have the same sampling rate", file_name, number_text(plan.sfreq) + " Hz",
                    number_text(dataset.sfreq) + " Hz");
  }
  if (plan.n_times != dataset.n_times) {
    return mismatch("The epochs do not have the same number of samples", file_name, std::to_string(plan.n_times),
                    std::to_string(dataset.n_times));
  }
  return {};
}

std::int64_t label_index(Dataset& dataset, const std::string& label) {
  if (label.empty()) return -1;
  const auto at = std::ranges::find(dataset.label_names, label);
  const std::int64_t index = at - dataset.label_names.begin();
  if (at == dataset.label_names.end()) dataset.label_names.push_back(label);
  return index;
}

void add_left_out(Dataset& dataset, const std::vector<LeftOut>& left_out) {
  for (const LeftOut& entry : left_out) {
    const auto at = std::ranges::find(dataset.left_out, entry.reason, &LeftOut::reason);
    if (at == dataset.left_out.end()) {
      dataset.left_out.push_back(entry);
    } else {
      at->count += entry.count;
    }
  }
}

// Subjects without a number get negative ones, which neither file names nor callers can give.
std::int32_t add_subject(Dataset& dataset, std::string name, bool is_given, std::int32_t number = -1) {
  const auto is_unnumbered = [](const NamedSubject& known) { return known.number < 0; };
  if (number < 0) number = -1 - static_cast<std::int32_t>(std::ranges::count_if(dataset.named, is_unnumbered));
  dataset.named.push_back({std::move(name), number, is_given});
  return number;
}

// A subject by number, or by any other name: also by a number that another spelling has ("01", "1").
std::int32_t given_subject(Dataset& dataset, std::string_view subject) {
  std::int32_t number = 0;
  const auto [end, error] = std::from_chars(subject.data(), subject.data() + subject.size(), number);
  if (error != std::errc() || end != subject.data() + subject.size()) number = -1;
  for (const NamedSubject& known : dataset.named) {
    if (known.is_given && known.name == subject) return known.number;
    if (known.number == number) number = -1;
  }
  return add_subject(dataset, std::string(subject), true, number);
}

// The participant of a BIDS data set; a file without a subject in its name counts as a subject of its own.
std::int32_t subject_of_file(Dataset& dataset, const std::string& file_name) {
  if (const auto number = subject_in_name(file_name)) return *number;
  if (const auto name = bids_recording_name(file_name)) return given_subject(dataset, name->participant);
  return add_subject(dataset, file_name, false);
}

}  // namespace

void Dataset::sort_labels() {
  const std::vector<std::string> before = label_names;
  std::ranges::sort(label_names);
  for (std::int64_t& label : labels) {
    if (label < 0) continue;
    const auto at = std::ranges::find(label_names, before[static_cast<std::size_t>(label)]);
    label = at - label_names.begin();
  }
}

std::vector<std::int32_t> Dataset::subjects_by_epoch() const {
  std::vector<std::int32_t> ids;
  for (const DatasetEpoch& epoch : epochs) ids.push_back(subjects[epoch.file]);
  return ids;
}

std::optional<std::int32_t> subject_in_name(std::string_view file_name) {
  if (file_name.empty() || (file_name[0] != 'S' && file_name[0] != 's')) return std::nullopt;
  std::int32_t subject = 0, run = 0;
  const char* const end = file_name.data() + file_name.size();
  const auto [after_subject, subject_error] = std::from_chars(file_name.data() + 1, end, subject);
  if (subject_error != std::errc() || subject < 0 || after_subject == end) return std::nullopt;
  if (*after_subject != 'R' && *after_subject != 'r') return std::nullopt;
  const auto [after_run, run_error] = std::from_chars(after_subject + 1, end, run);
  return run_error == std::errc() && run >= 0 ? std::optional(subject) : std::nullopt;
}

Result<> append_epochs(Dataset& dataset, const std::string& file_name, const std::vector<std::string>& ch_names,
                       const PreparePlan& plan, std::string_view subject) {
  if (dataset.file_names.empty()) {
    dataset.ch_names = ch_names;
    dataset.sfreq = plan.sfreq;
    dataset.n_times = plan.n_times;
  }
  EEGATE_CHECK(check_same_shape(dataset, plan, ch_names, file_name));
  dataset.subjects.push_back(subject.empty() ? subject_of_file(dataset, file_name) : given_subject(dataset, subject));
  dataset.file_names.push_back(file_name);
  for (const Epoch& epoch : plan.epochs) {
    dataset.epochs.push_back({dataset.file_names.size() - 1, epoch.onset_s, epoch.duration_s, epoch.label});
    dataset.labels.push_back(label_index(dataset, epoch.label));
  }
  add_left_out(dataset, plan.left_out);
  for (const Warning& warning : plan.warnings)
    dataset.warnings.push_back({warning.code, file_name + ": " + warning.message});
  return {};
}

Result<DatasetPart> DatasetPart::plan(Dataset& dataset, OpenRecording& open, const Recipe& recipe,
                                      const std::vector<std::string>& ch_names, std::string_view subject) {
  EEGATE_CHECK(read_all_annotations(open.recording));
  EEGATE_TRY(Preparation preparation, Preparation::open(open.recording, recipe, {.ch_names = ch_names}));
  const PreparePlan& plan = preparation.plan();
  if (dataset.file_names.empty() && dataset.label_names.empty()) dataset.label_names = recipe_labels(recipe);
  const std::size_t first = dataset.epochs.size();
  EEGATE_CHECK(append_epochs(dataset, open.recording.file_name(), names_of_channels(open.recording, plan.channels),
                             plan, subject));
  return DatasetPart(std::move(preparation), first);
}

Result<double> DatasetPart::load(Dataset& dataset) {
  const std::size_t n_epochs = preparation_.plan().epochs.size(), floats = dataset.epoch_floats();
  if (is_loaded()) return 1.0;
  EEGATE_TRY(const double filtered, preparation_.advance(n_loaded_));
  if (filtered == 1) {
    const std::size_t n = std::min(kEpochsPerRead, n_epochs - n_loaded_);
    EEGATE_CHECK(preparation_.epochs(n_loaded_, n,
                                     std::span(dataset.values).subspan((first_ + n_loaded_) * floats, n * floats)));
    n_loaded_ += n;
  }
  // Filtering is most of the work, and often all of it is done before the first epoch.
  const double loaded = static_cast<double>(n_loaded_) / static_cast<double>(n_epochs);
  return filtered < 1 ? loaded + (1 - loaded) * 0.9 * filtered : loaded;
}

bool DatasetPart::add_loaded(Dataset& dataset, std::span<const float> values) {
  const std::size_t floats = dataset.epoch_floats(), n = values.size() / floats;
  if (n * floats != values.size() || n > preparation_.plan().epochs.size() - n_loaded_) return false;
  std::ranges::copy(values, dataset.values.begin() + static_cast<std::ptrdiff_t>((first_ + n_loaded_) * floats));
  n_loaded_ += n;
  return true;
}

std::span<const float> DatasetPart::loaded(const Dataset& dataset) const {
  const std::size_t floats = dataset.epoch_floats();
  return std::span(dataset.values).subspan(first_ * floats, n_loaded_ * floats);
}

Result<> append_recording(Dataset& dataset, OpenRecording& open, const Recipe& recipe) {
  EEGATE_TRY(DatasetPart part, DatasetPart::plan(dataset, open, recipe));
  dataset.values.resize(dataset.epochs.size() * dataset.epoch_floats());
  for (double done = 0; done < 1;) {
    EEGATE_TRY(done, part.load(dataset));
  }
  return {};
}

Result<> check_labels(const Dataset& dataset) {
  const auto without = std::ranges::find(dataset.labels, -1);
  if (without == dataset.labels.end()) return {};
  const DatasetEpoch& epoch = dataset.epochs[static_cast<std::size_t>(without - dataset.labels.begin())];
  return Error{.code = "PREPARE_NO_LABELS",
               .message = "The recipe gives an epoch no label",
               .place = dataset.file_names[epoch.file] + ", " + number_text(epoch.onset_s) + " s",
               .hint = "Add `labels` or `label` to the recipe's `epochs`."};
}

std::vector<std::byte> epochs_npy(const Dataset& dataset) {
  const std::array<std::uint64_t, 3> shape = {dataset.epochs.size(), dataset.ch_names.size(), dataset.n_times};
  return write_npy(std::span<const float>(dataset.values), shape);
}

Result<std::vector<std::byte>> labels_npy(const Dataset& dataset) {
  EEGATE_CHECK(check_labels(dataset));
  const std::array<std::uint64_t, 1> shape = {dataset.labels.size()};
  return write_npy(std::span<const std::int64_t>(dataset.labels), shape);
}

std::vector<std::byte> subjects_npy(const Dataset& dataset) {
  const std::vector<std::int32_t> subjects = dataset.subjects_by_epoch();
  const std::array<std::uint64_t, 1> shape = {subjects.size()};
  return write_npy(std::span<const std::int32_t>(subjects), shape);
}

std::vector<std::byte> runs_npy(const Dataset& dataset) {
  std::vector<std::int32_t> runs;
  for (const DatasetEpoch& epoch : dataset.epochs) runs.push_back(static_cast<std::int32_t>(epoch.file));
  const std::array<std::uint64_t, 1> shape = {runs.size()};
  return write_npy(std::span<const std::int32_t>(runs), shape);
}

std::string epochs_tsv(const Dataset& dataset) {
  std::string tsv = "file\tonset_s\tduration_s\tlabel\n";
  for (const DatasetEpoch& epoch : dataset.epochs) {
    tsv += tsv_cell(dataset.file_names[epoch.file]) + "\t" + significant(epoch.onset_s, 12) + "\t" +
           significant(epoch.duration_s, 12) + "\t" + (epoch.label.empty() ? "" : tsv_cell(epoch.label)) + "\n";
  }
  return tsv;
}

}  // namespace eegate
