// BIDS data sets for `eegate bids`: the record of each recording and the table of all.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "session/classify/plan.h"
#include "session/open/bids_recording_name.h"
#include "session/open/open_files.h"

namespace eegate {

// Settings that decide whether an existing record is up to date.
struct BidsSettings {
  std::string model, model_sha256;  // empty: recordings are only described
  std::string recipe_hash;          // of a recipe that was given
  std::string calibration = "none";
  bool overridden = false;
  bool operator==(const BidsSettings&) const = default;
};

// What the participant level stores of one recording; only the label identifies the participant.
struct BidsRecord {
  BidsSettings settings;
  std::string source;  // path below the data set
  std::uint64_t size_bytes = 0;
  std::string files_hash;  // of names, sizes and times of all files that were read
  std::string format;
  double sfreq = 0, duration_s = 0;
  std::uint64_t n_channels = 0, n_bad = 0, n_segments = 0, n_annotations = 0;
  std::vector<std::string> bad_channels;  // names, which only bids_record() fills in
  std::vector<std::string> warnings;      // codes
  std::optional<std::uint64_t> n_epochs;  // nothing: no model
  std::uint64_t n_unanswered = 0, n_expected = 0, n_correct = 0;
  std::vector<std::pair<std::string, std::uint64_t>> labels;  // epochs of each class
};
BidsRecord bids_record(const OpenRecording& open);
void add_results(BidsRecord& record, const Plan& plan, std::span<const float> probabilities);
std::string bids_record_json(const BidsRecord& record);
// Nothing for what is no record, or one of another version of eegate.
std::optional<BidsRecord> parse_bids_record(std::string_view json);

// dataset_description.json of the folder of results.
std::string bids_description_json(std::string_view source_name);
// The name of a data set by its dataset_description.json. Errors: JSON_*, BIDS_ROOT.
Result<std::string> bids_dataset_name(std::string_view json);

// participants.tsv: what is known about the participants. Rows begin with the label, without "sub-".
struct BidsParticipants {
  std::vector<std::string> columns;  // as in the file, without participant_id
  std::vector<std::vector<std::string>> rows;
};
Result<BidsParticipants> parse_bids_participants(std::string_view text, Warnings& warnings);

// What the participant level leaves of a recording that failed, and the code in it.
std::string bids_failure_json(std::string_view source, const Error& error);
std::string parse_bids_failure(std::string_view json);

struct BidsRow {
  BidsRecordingName name;
  std::string source;
  std::optional<BidsRecord> record;  // nothing: there is no result
  std::string failure = {};          // the code of the error; empty: none, or there is a result
};
// BIDS_SIDE_FILE for participants without a row in the table of participants, if there is one.
void warn_of_participants(std::span<const BidsRow> rows, const BidsParticipants& participants, Warnings& warnings);
// The table of all recordings, one row each. A column of the participants whose name is taken begins "participants_".
std::string bids_group_tsv(std::span<const BidsRow> rows, const BidsParticipants& participants);
std::string bids_group_json(std::span<const BidsRow> rows, std::span<const std::string> left_out);

}  // namespace eegate
