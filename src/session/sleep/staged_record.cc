// Queries on a staged record, and the channels that are staged by default.
#include <algorithm>

#include "base/numbers_as_text.h"
#include "model/sequence/sequence_model.h"
#include "session/open/samples.h"
#include "session/output/table_cells.h"
#include "session/sleep/staging.h"
#include "signal/channel_name.h"
#include "signal/selection.h"

namespace eegate {
namespace {

constexpr double kLowestStagedRate = 50;

std::string upper_case(std::string_view text) {
  std::string upper;
  for (const char c : text) upper += c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  return upper;
}

// Electrodes of the 10-10 system, also against another one ("C4-M1", "Fpz-Cz", "C3M2"), labels with EEG or EOG, and the
// usual names of eye channels.
bool is_brain_or_eye(std::string_view label) {
  const std::string upper = upper_case(label);
  for (const std::string_view other : {"ECG", "EKG", "EMG", "CHIN", "SPO2", "SAO2", "SAT"}) {
    if (upper.find(other) != std::string::npos) return false;
  }
  if (upper.find("EEG") != std::string::npos || upper.find("EOG") != std::string::npos) return true;
  const auto is_electrode = [](std::string_view name) { return canonical_channel_name(name).is_electrode; };
  const std::string first = upper.substr(0, upper.find_first_of("-:/_ "));
  for (const std::string_view eye : {"LOC", "ROC", "E1", "E2"}) {
    if (first == eye) return true;
  }
  for (std::size_t n = 2; n < first.size(); ++n) {
    if (is_electrode(first.substr(0, n)) && is_electrode(first.substr(n))) return true;
  }
  return is_electrode(first) || is_electrode(label);
}

std::string cell_of(float value) { return significant(static_cast<double>(value), 6); }

}  // namespace

std::vector<std::size_t> staging_channels(const Recording& recording) {
  std::vector<std::size_t> channels;
  for (std::size_t i = 0; i < recording.channels().size(); ++i) {
    const Channel& channel = recording.channels()[i];
    const bool fits =
        channel.is_voltage && !channel.is_trigger && !channel.is_bad && channel.sfreq >= kLowestStagedRate;
    const bool is_of_other_type = is_non_eeg_type(channel.type) && !channel.type.ends_with("EOG");
    if (fits && !is_of_other_type && is_brain_or_eye(channel.label)) channels.push_back(i);
  }
  return channels;
}

std::vector<std::size_t> default_channels(const Recording& recording, std::span<SequenceModel* const> models) {
  std::vector<std::size_t> channels = staging_channels(recording);
  const auto fixed =
      std::ranges::find_if(models, [](const SequenceModel* model) { return !model->network().any_channels; });
  if (fixed == models.end()) return channels;
  const auto named = find_channels(recording, (*fixed)->contract().ch_names);
  const std::size_t n_chans = (*fixed)->network().n_chans;
  if (named.ok() && named->size() == n_chans) return *named;
  channels.resize(std::min(channels.size(), n_chans));
  return channels;
}

std::size_t StagedRecord::n_staged() const {
  return static_cast<std::size_t>(
      std::ranges::count_if(epochs, [](const StagedEpoch& epoch) { return epoch.stage >= 0; }));
}

std::vector<float> StagedRecord::probabilities() const {
  std::vector<float> values;
  for (const StagedEpoch& epoch : epochs)
    values.insert(values.end(), epoch.probabilities.begin(), epoch.probabilities.end());
  return values;
}

namespace {

std::string staged_csv_header() {
  std::string text = "onset,duration,stage,reason";
  for (const std::string_view stage : kSleepStageNames) text += ",p_" + std::string(stage);
  return text + ",agreement\n";
}

}  // namespace

bool is_staged_csv(std::string_view text) { return text.starts_with(staged_csv_header()); }

std::string staged_csv(const StagedRecord& record) {
  std::string text = staged_csv_header();
  for (const StagedEpoch& epoch : record.epochs) {
    const bool staged = epoch.stage >= 0;
    text += significant(epoch.onset_s, 12) + "," + significant(record.epoch_s, 12) + ",";
    text += staged ? std::string(kSleepStageNames[static_cast<std::size_t>(epoch.stage)]) : "n/a";
    text += "," + std::string(kNoStageReasons.name_of(epoch.reason));
    for (const float p : epoch.probabilities) text += "," + (staged ? cell_of(p) : "n/a");
    text += "," + (staged ? cell_of(epoch.agreement) : "n/a") + "\n";
  }
  return text;
}

Result<StagedRecord> stage_record(const Recording& recording, std::span<SequenceModel* const> models,
                                  const StageOptions& options, const std::function<void(double)>& progress) {
  EEGATE_TRY(Staging staging, Staging::open(recording, models, options));
  for (double done = 0; done < 1;) {
    EEGATE_TRY(done, staging.advance());
    if (progress) progress(done);
  }
  return staging.result();
}

}  // namespace eegate
