#include <algorithm>
#include <set>
#include <tuple>

#include "base/numbers_as_text.h"
#include "files/bids_tsv.h"
#include "files/text.h"
#include "session/exchange/bids.h"
#include "session/output/json_out.h"
#include "session/output/table_cells.h"

namespace eegate {
namespace {

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
  add("status", is_there ? "done" : "missing", true);
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

}  // namespace

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
  for (const std::string_view column : table.columns()) {
    if (!equal_ignoring_case(column, "participant_id")) participants.columns.emplace_back(column);
  }
  while (table.next(diagnostics)) {
    std::string_view label = table.cell("participant_id");
    if (label.substr(0, 4) == "sub-") label.remove_prefix(4);
    std::vector<std::string> row = {std::string(label)};
    for (const std::string& column : participants.columns) row.emplace_back(table.cell(column));
    participants.rows.push_back(std::move(row));
  }
  for (const Warning& warning : diagnostics.warnings()) warnings.push_back(warning);
  std::ranges::stable_sort(participants.rows, {}, [](const auto& row) { return row[0]; });
  return participants;
}

std::string bids_group_tsv(std::span<const BidsRow> rows, const BidsParticipants& participants) {
  const std::vector<std::string> labels = labels_of(rows);
  std::vector<std::string> names;
  for (const auto& [name, cell] : cells_of(BidsRow{}, labels)) names.push_back(name);
  // A column that results have is not taken from the participants too.
  std::vector<std::size_t> others;
  for (std::size_t i = 0; i < participants.columns.size(); ++i) {
    if (std::ranges::find(names, participants.columns[i]) == names.end()) others.push_back(i);
  }
  for (const std::size_t i : others) names.push_back(participants.columns[i]);
  std::string text = row_text(names);
  for (const BidsRow& row : rows) {
    std::vector<std::string> cells;
    for (auto& [name, cell] : cells_of(row, labels)) cells.push_back(std::move(cell));
    const auto person = std::ranges::lower_bound(participants.rows, row.name.participant, {},
                                                 [](const auto& known) { return known[0]; });
    const bool is_known = person != participants.rows.end() && (*person)[0] == row.name.participant;
    for (const std::size_t i : others) cells.push_back(is_known ? (*person)[i + 1] : std::string());
    text += row_text(cells);
  }
  return text;
}

std::string bids_group_json(std::span<const BidsRow> rows) {
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
  return json.end_array().end_object().take() + "\n";
}

}  // namespace eegate
