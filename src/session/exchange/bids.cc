#include "session/exchange/bids.h"

#include <algorithm>
#include <set>
#include <tuple>

#include "base/numbers_as_text.h"
#include "files/bids_tsv.h"
#include "files/text.h"
#include "session/output/json_out.h"
#include "session/output/table_cells.h"
#include "session/output/version.h"

namespace eegate {
namespace {

constexpr std::string_view kRecordFormat = "eegate-bids-1";
constexpr std::string_view kFailureFormat = "eegate-bids-failure-1";

void write_settings(JsonOut& json, const BidsSettings& settings) {
  json.key("settings")
      .begin_object()
      .member("model", settings.model)
      .member("model_sha256", settings.model_sha256)
      .member("recipe_hash", settings.recipe_hash)
      .member("calibration", settings.calibration)
      .member("overridden", settings.overridden)
      .end_object();
}

void write_recording(JsonOut& json, const BidsRecord& record) {
  json.key("recording")
      .begin_object()
      .member("format", record.format)
      .member("sfreq", record.sfreq)
      .count("n_channels", record.n_channels)
      .count("n_bad", record.n_bad)
      .strings("bad_channels", record.bad_channels)
      .member("duration_s", record.duration_s)
      .count("n_segments", record.n_segments)
      .count("n_annotations", record.n_annotations)
      .strings("warnings", record.warnings)
      .end_object();
}

void write_results_of(JsonOut& json, const BidsRecord& record) {
  if (!record.n_epochs) {
    json.raw("results", {});
    return;
  }
  json.key("results").begin_object().count("n_epochs", *record.n_epochs);
  json.count("n_unanswered", record.n_unanswered).count("n_expected", record.n_expected);
  json.count("n_correct", record.n_correct).key("labels").begin_array();
  for (const auto& [label, n] : record.labels)
    json.begin_object().member("label", label).count("n_epochs", n).end_object();
  json.end_array().end_object();
}

std::uint64_t count_of(JsonValue object, std::string_view key) { return object.get(key).plain_unsigned().value_or(0); }

BidsSettings read_settings(JsonValue settings) {
  return {.model = std::string(settings.get("model").string()),
          .model_sha256 = std::string(settings.get("model_sha256").string()),
          .recipe_hash = std::string(settings.get("recipe_hash").string()),
          .calibration = std::string(settings.get("calibration").string()),
          .overridden = settings.get("overridden").boolean()};
}

void read_recording(JsonValue recording, BidsRecord& record) {
  record.format = recording.get("format").string();
  record.sfreq = recording.get("sfreq").number();
  record.duration_s = recording.get("duration_s").number();
  record.n_channels = count_of(recording, "n_channels");
  record.n_bad = count_of(recording, "n_bad");
  record.n_segments = count_of(recording, "n_segments");
  record.n_annotations = count_of(recording, "n_annotations");
  for (const JsonValue code : recording.get("warnings").elements()) record.warnings.emplace_back(code.string());
}

void read_results(JsonValue results, BidsRecord& record) {
  if (!results.is_object()) return;
  record.n_epochs = count_of(results, "n_epochs");
  record.n_unanswered = count_of(results, "n_unanswered");
  record.n_expected = count_of(results, "n_expected");
  record.n_correct = count_of(results, "n_correct");
  for (const JsonValue label : results.get("labels").elements())
    record.labels.emplace_back(label.get("label").string(), count_of(label, "n_epochs"));
}

using Cells = std::vector<std::pair<std::string, std::string>>;  // name of the column, cell

// Classes of all results, in the order in which they appear.
std::vector<std::string> labels_of(std::span<const BidsRow> rows) {
  std::vector<std::string> labels;
  for (const BidsRow& row : rows) {
    if (!row.record) continue;
    for (const auto& [label, n] : row.record->labels) {
      if (std::ranges::find(labels, label) == labels.end()) labels.push_back(label);
    }
  }
  return labels;
}

std::string accuracy_text(const BidsRecord& record) {
  if (record.n_expected == 0) return {};
  return significant(static_cast<double>(record.n_correct) / static_cast<double>(record.n_expected), 6);
}

void add_record(Cells& cells, const BidsRow& row, std::span<const std::string> labels) {
  const BidsRecord none;
  const BidsRecord& record = row.record ? *row.record : none;
  const auto add = [&](std::string column, std::string value, bool is_known) {
    cells.emplace_back(std::move(column), is_known ? std::move(value) : std::string());
  };
  const bool is_there = row.record.has_value(), is_classified = record.n_epochs.has_value();
  add("status", is_there ? "done" : row.failure.empty() ? "missing" : "failed", true);
  add("error", row.failure, !is_there);
  add("format", record.format, is_there);
  add("sfreq", significant(record.sfreq, 10), is_there);
  add("n_channels", std::to_string(record.n_channels), is_there);
  add("n_bad", std::to_string(record.n_bad), is_there);
  add("duration_s", significant(record.duration_s, 10), is_there);
  add("n_segments", std::to_string(record.n_segments), is_there);
  add("n_annotations", std::to_string(record.n_annotations), is_there);
  add("n_warnings", std::to_string(record.warnings.size()), is_there);
  add("n_epochs", std::to_string(record.n_epochs.value_or(0)), is_classified);
  add("n_unanswered", std::to_string(record.n_unanswered), is_classified);
  for (const std::string& label : labels) {
    const auto found = std::ranges::find(record.labels, label, &std::pair<std::string, std::uint64_t>::first);
    add("n_" + label, found == record.labels.end() ? "" : std::to_string(found->second), is_classified);
  }
  add("accuracy", accuracy_text(record), is_classified);
}

Cells cells_of(const BidsRow& row, std::span<const std::string> labels) {
  Cells cells = {{"participant_id", "sub-" + row.name.participant},
                 {"session_id", row.name.session.empty() ? "" : "ses-" + row.name.session},
                 {"task", row.name.task},
                 {"run", row.name.run},
                 {"file", row.source}};
  add_record(cells, row, labels);
  return cells;
}

std::string row_text(const std::vector<std::string>& cells) {
  std::string text;
  for (const std::string& cell : cells) text += (text.empty() ? "" : "\t") + tsv_cell(cell);
  return text + "\n";
}

// What is known about the participant of the recording.
const std::vector<std::string>* row_of(const BidsParticipants& participants, const BidsRow& row) {
  const auto found =
      std::ranges::lower_bound(participants.rows, row.name.participant, {}, [](const auto& known) { return known[0]; });
  return found != participants.rows.end() && (*found)[0] == row.name.participant ? &*found : nullptr;
}

}  // namespace

BidsRecord bids_record(const OpenRecording& open) {
  const Recording& recording = open.recording;
  const auto& channels = recording.channels();
  const std::vector<std::size_t> main = recording.main_channels();
  BidsRecord record;
  record.size_bytes = open.source->size();
  record.format = recording.header().format;
  record.sfreq = main.empty() ? 0 : channels[main[0]].sfreq;
  record.duration_s = recording.duration_s();
  record.n_channels = channels.size();
  for (const Channel& channel : channels) {
    if (channel.is_bad) record.bad_channels.push_back(channel.name);
  }
  record.n_bad = record.bad_channels.size();
  record.n_segments = recording.segments().size();
  record.n_annotations = recording.annotations().size();
  for (const Warning& warning : recording.warnings()) record.warnings.emplace_back(warning.code);
  return record;
}

void add_results(BidsRecord& record, const Plan& plan, std::span<const float> probabilities) {
  const std::size_t n_classes = plan.n_classes();
  record.n_epochs = plan.epochs().size();
  for (const std::string& label : plan.model().model.contract().classes) record.labels.emplace_back(label, 0);
  for (std::size_t i = 0; i < plan.epochs().size(); ++i) {
    const std::string label = plan.label_of(probabilities.subspan(i * n_classes, n_classes));
    const std::string& expected = plan.expected(i);
    for (auto& [name, n] : record.labels) n += name == label ? 1 : 0;
    record.n_unanswered += label.empty() ? 1 : 0;
    const bool is_judged = !expected.empty() && !label.empty();
    record.n_expected += is_judged ? 1 : 0;
    record.n_correct += is_judged && label == expected ? 1 : 0;
  }
}

std::string bids_record_json(const BidsRecord& record) {
  JsonOut json(Keys::kSnake, true);
  json.begin_object().member("format", kRecordFormat).member("eegate_version", kVersion);
  json.member("source", record.source).count("size_bytes", record.size_bytes);
  json.member("files_hash", record.files_hash);
  write_settings(json, record.settings);
  write_recording(json, record);
  write_results_of(json, record);
  return json.end_object().take() + "\n";
}

std::optional<BidsRecord> parse_bids_record(std::string_view text) {
  const auto document = JsonDocument::parse(text);
  if (!document.ok()) return std::nullopt;
  const JsonValue root = document->root();
  if (root.get("format").string() != kRecordFormat || root.get("eegate_version").string() != kVersion)
    return std::nullopt;
  BidsRecord record;
  record.settings = read_settings(root.get("settings"));
  record.source = root.get("source").string();
  record.size_bytes = count_of(root, "size_bytes");
  record.files_hash = root.get("files_hash").string();
  read_recording(root.get("recording"), record);
  read_results(root.get("results"), record);
  return record;
}

std::string bids_failure_json(std::string_view source, const Error& error) {
  JsonOut json(Keys::kSnake, true);
  json.begin_object().member("format", kFailureFormat).member("source", source).member("code", error.code);
  json.member("message", describe(error)).member("hint", error.hint).end_object();
  return json.take() + "\n";
}

std::string parse_bids_failure(std::string_view text) {
  const auto document = JsonDocument::parse(text);
  if (!document.ok() || document->root().get("format").string() != kFailureFormat) return {};
  return std::string(document->root().get("code").string());
}

std::string bids_description_json(std::string_view source_name) {
  JsonOut json(Keys::kSnake, true);
  json.begin_object().member("Name", "eegate: " + std::string(source_name)).member("BIDSVersion", "1.8.0");
  json.member("DatasetType", "derivative").key("GeneratedBy").begin_array().begin_object();
  json.member("Name", "eegate").member("Version", kVersion).end_object().end_array();
  return json.end_object().take() + "\n";
}

Result<std::string> bids_dataset_name(std::string_view text) {
  text = without_byte_order_mark(text);
  EEGATE_TRY(const JsonDocument document, JsonDocument::parse(text));
  if (!document.root().is_object()) {
    return Error{.code = "BIDS_ROOT",
                 .message = "dataset_description.json does not describe a data set",
                 .found = std::string(document.root().type_name()),
                 .expected = "an object"};
  }
  return std::string(document.root().get("Name").string());
}

Result<BidsParticipants> parse_bids_participants(std::string_view text, Warnings& warnings) {
  text = without_byte_order_mark(text);
  Diagnostics diagnostics(false);
  BidsTsv table(text, "participants.tsv");
  if (!table.has("participant_id")) {
    return Error{.code = "BIDS_SIDE_FILE",
                 .message = "participants.tsv has no column participant_id",
                 .field = "participants.tsv",
                 .expected = "participant_id in its first line"};
  }
  BidsParticipants participants;
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < table.columns().size(); ++i) {
    if (equal_ignoring_case(table.columns()[i], "participant_id")) continue;
    participants.columns.push_back(table.columns()[i]);
    places.push_back(i);
  }
  while (table.next(diagnostics)) {
    std::string_view label = table.cell("participant_id");
    if (label.substr(0, 4) == "sub-") label.remove_prefix(4);
    std::vector<std::string> row = {std::string(label)};
    for (const std::size_t place : places) row.emplace_back(table.cell(place));
    participants.rows.push_back(std::move(row));
  }
  for (const Warning& warning : diagnostics.warnings()) warnings.push_back(warning);
  const auto label_of = [](const auto& row) -> const std::string& { return row[0]; };
  std::ranges::stable_sort(participants.rows, {}, label_of);
  if (const auto twice = std::ranges::adjacent_find(participants.rows, {}, label_of); twice != participants.rows.end())
    warnings.push_back(
        {.code = "BIDS_SIDE_FILE",
         .message =
             "participants.tsv has several rows of a participant, of which the first is used: sub-" + (*twice)[0]});
  return participants;
}

void warn_of_participants(std::span<const BidsRow> rows, const BidsParticipants& participants, Warnings& warnings) {
  std::set<std::string> unknown;
  for (const BidsRow& row : rows) {
    if (row_of(participants, row) == nullptr) unknown.insert(row.name.participant);
  }
  if (unknown.empty() || participants.rows.empty()) return;
  const std::string others = unknown.size() > 1 ? " and " + std::to_string(unknown.size() - 1) + " more" : "";
  warnings.push_back({.code = "BIDS_SIDE_FILE",
                      .message = "Participants have no row in participants.tsv, whose participant_id must be the name "
                                 "of the folder: sub-" +
                                 *unknown.begin() + others});
}

std::string bids_group_tsv(std::span<const BidsRow> rows, const BidsParticipants& participants) {
  const std::vector<std::string> labels = labels_of(rows);
  std::vector<std::string> names;
  for (const auto& [name, cell] : cells_of(BidsRow{}, labels)) names.push_back(name);
  for (std::string name : participants.columns) {
    while (std::ranges::find(names, name) != names.end()) name.insert(0, "participants_");
    names.push_back(std::move(name));
  }
  std::string text = row_text(names);
  for (const BidsRow& row : rows) {
    std::vector<std::string> cells;
    for (auto& [name, cell] : cells_of(row, labels)) cells.push_back(std::move(cell));
    const std::vector<std::string>* person = row_of(participants, row);
    for (std::size_t i = 0; i < participants.columns.size(); ++i)
      cells.push_back(person != nullptr ? (*person)[i + 1] : std::string());
    text += row_text(cells);
  }
  return text;
}

std::string bids_group_json(std::span<const BidsRow> rows, std::span<const std::string> left_out) {
  const std::vector<std::string> labels = labels_of(rows);
  JsonOut json(Keys::kSnake, true);
  json.begin_object().key("recordings").begin_array();
  for (const BidsRow& row : rows) {
    json.begin_object();
    for (const auto& [name, cell] : cells_of(row, {})) {
      const auto number = parse_decimal(cell);
      const bool is_text = name == "run" || name == "task" || name == "session_id";
      cell.empty() ? json.raw(name, {}) : number && !is_text ? json.member(name, *number) : json.member(name, cell);
    }
    json.key("labels").begin_object();
    for (const std::string& label : labels) {
      if (!row.record) continue;
      for (const auto& [name, n] : row.record->labels) {
        if (name == label) json.writer().key(label).value(n);
      }
    }
    json.end_object().end_object();
  }
  return json.end_array().strings("left_out", left_out).end_object().take() + "\n";
}

}  // namespace eegate
