// Hypnograms as text: one word or number per line, or a table with a column of stages.
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <span>
#include <utility>

#include "files/header_text.h"
#include "files/text.h"
#include "sleep/hypnogram_parts.h"
#include "sleep/stage_runs.h"

namespace eegate::hypnogram_parts {
namespace {

using Row = std::vector<std::string>;

struct Table {
  std::vector<Row> rows;  // including the header
  char delimiter = 0;     // 0: one column
  std::vector<StageCode> legend;
  StageCodes header_codes = StageCodes::kUnknown;
  double epoch_s = 0;  // from a comment of the file
};

// The fields between delimiters, without surrounding blanks and quotes.
Row split(std::string_view line, char delimiter) {
  Row row(1);
  bool quoted_now = false;
  for (const char c : line) {
    if (c == '"') {
      quoted_now = !quoted_now;
    } else if (c == delimiter && delimiter != 0 && !quoted_now) {
      row.emplace_back();
    } else {
      row.back() += c;
    }
  }
  for (std::string& field : row) field = std::string(trimmed(field));
  return row;
}

char delimiter_of(std::string_view line) {
  char best = 0;
  std::ptrdiff_t most = 0;
  for (const char c : {'\t', ';', ','}) {
    const auto n = std::ranges::count(line, c);
    if (n > most) most = n, best = c;
  }
  return best;
}

void read_comment(std::string_view line, Table& table) {
  if (auto codes = codes_in_comment(line); !codes.empty()) table.legend = std::move(codes);
  if (const double seconds = epoch_in_comment(line); seconds > 0) table.epoch_s = seconds;
  if (equal_ignoring_case(line, "[Hypnogram]")) {  // DREAMS databases: one number every 5 s
    table.header_codes = StageCodes::kDreams;
    table.epoch_s = 5;
  }
}

bool is_comment(std::string_view line) { return line[0] == '#' || line[0] == '['; }

Table table_of(const std::string& text, std::size_t first_line) {
  Table table;
  std::size_t n_blank = 0, number = 0;
  for (TextLines lines(text); lines.next(); ++number) {
    const std::string_view line = trimmed(lines.line());
    if (number < first_line) continue;
    if (line.empty()) {
      n_blank += table.rows.empty() ? 0 : 1;
      continue;
    }
    if (is_comment(line)) {
      read_comment(line, table);
      continue;
    }
    if (table.rows.empty()) table.delimiter = delimiter_of(line);
    for (; n_blank > 0; --n_blank)
      table.rows.emplace_back(1);  // blank lines are epochs without stage, except at the end
    table.rows.push_back(split(line, table.delimiter));
  }
  return table;
}

// "Start Time [s]" -> "start_time", "Time [hh:mm:ss]" -> "time". Other units stay.
std::string plain_name(std::string_view header) {
  const std::size_t unit = header.find_first_of("([");
  const bool has_unit = unit < header.size() - 1;
  if (has_unit && (header[unit + 1] == 's' || header.substr(unit + 1).starts_with("hh")))
    header = trimmed(header.substr(0, unit));
  std::string name;
  for (const char c : header) name += c == ' ' ? '_' : c >= 'A' && c <= 'Z' ? static_cast<char>(c + 'a' - 'A') : c;
  return name;
}

// The column whose header is one of these names; empty if there is none.
std::optional<std::size_t> column(const Row& header, std::span<const std::string_view> names) {
  for (const std::string_view name : names) {
    for (std::size_t i = 0; i < header.size(); ++i) {
      if (plain_name(header[i]) == name) return i;
    }
  }
  return std::nullopt;
}
constexpr std::array<std::string_view, 8> kStageColumns = {"stage",     "stages", "sleep_stage", "hypno",
                                                           "hypnogram", "score",  "scoring",     "label"};
constexpr std::array<std::string_view, 6> kEventColumns = {"event",      "trial_type",  "value",
                                                           "event_type", "description", "annotation"};
constexpr std::array<std::string_view, 9> kOnsetColumns = {"onset",  "onset_s",   "start",    "start_s", "start_time",
                                                           "time_s", "timestamp", "datetime", "seconds"};
constexpr std::array<std::string_view, 3> kClockColumns = {"time", "clock", "clock_time"};
constexpr std::array<std::string_view, 2> kDateColumns = {"date", "start_date"};
constexpr std::array<std::string_view, 2> kDurationColumns = {"duration", "duration_s"};
constexpr std::array<std::string_view, 7> kEndColumns = {"end",    "end_s",     "end_time", "stop",
                                                         "stop_s", "stop_time", "offset"};

std::string field_of(const Row& row, std::size_t index) { return index < row.size() ? row[index] : std::string(); }

bool names_a_stage(const Table& table, std::size_t index) {
  return std::ranges::any_of(table.rows, [&](const Row& row) {
    const auto stage = stage_of_word(field_of(row, index));
    return stage && is_scored(*stage);
  });
}

// A column of events holds stages if one of its words is a stage: in BIDS `trial_type`, otherwise `value`.
std::optional<std::size_t> event_column(const Table& table, std::size_t n_names) {
  for (const std::string_view name : std::span(kEventColumns).first(n_names)) {
    const auto found = column(table.rows[0], std::array{name});
    if (found && names_a_stage(table, *found)) return found;
  }
  return std::nullopt;
}

// Whether the first row names the columns: no stage, no number, no word that epochs below have, too.
bool is_header(const Table& table, std::size_t index) {
  const Row& first = table.rows[0];
  const std::string word = field_of(first, index);
  const auto is_number = [](const std::string& field) { return parse_decimal(field).has_value(); };
  if (word.empty() || stage_of_word(word) || std::ranges::any_of(first, is_number)) return false;
  if (is_unscored(word)) return false;
  return std::none_of(table.rows.begin() + 1, table.rows.end(),
                      [&](const Row& row) { return field_of(row, index) == word; });
}

// Where the table begins below lines about the recording, as RemLogic and DOMINO write them: it has more fields than
// the first line, and names a column of stages or holds a time and a stage.
std::size_t first_line_of_table(const std::string& text) {
  constexpr std::size_t kMostLines = 200;
  std::size_t n_fields = 0, number = 0;
  for (TextLines lines(text); number < kMostLines && lines.next(); ++number) {
    const std::string_view line = trimmed(lines.line());
    if (line.empty() || is_comment(line)) continue;
    const Row row = split(line, delimiter_of(line));
    if (n_fields == 0) n_fields = row.size();
    if (row.size() <= n_fields) continue;
    bool has_time = false, has_stage = false;
    for (const std::string& field : row) {
      has_time = has_time || clock_of(field);
      has_stage = has_stage || stage_of_word(field);
    }
    if (column(row, kStageColumns) || (has_time && has_stage)) return number;
  }
  return 0;
}

struct Columns {
  std::size_t stage = 0;
  std::optional<std::size_t> date, onset, duration;
  bool has_ends = false;    // `duration` is a column of ends
  bool are_events = false;  // words that are not stages are events
  bool has_header = true;
};

std::optional<Columns> columns_of(const Table& table) {
  const Row& header = table.rows[0];
  Columns columns;
  columns.onset = column(header, kOnsetColumns);
  const auto clock = column(header, kClockColumns);
  if (!columns.onset && clock && table.rows.size() > 1 && clock_of(field_of(table.rows[1], *clock)))
    columns.onset = clock;
  columns.date = column(header, kDateColumns);
  columns.duration = column(header, kDurationColumns);
  columns.has_ends = !columns.duration;
  if (columns.has_ends) columns.duration = column(header, kEndColumns);
  const auto stage = column(header, kStageColumns);
  // RemLogic has stages among its events, each of which has its stage in another column.
  const auto events = event_column(table, stage ? 1 : kEventColumns.size());
  if (stage || events) {
    columns.stage = events ? *events : *stage;
    columns.are_events = events.has_value();
    return columns;
  }
  for (std::size_t i = 0; i < header.size(); ++i) {
    if (!names_a_stage(table, i)) continue;
    columns.stage = i;
    columns.has_header = is_header(table, i);
    for (std::size_t k = header.size(); !columns.has_header && k-- > 0;) {
      if (clock_of(header[k])) columns.onset = k;
    }
    return columns;
  }
  return std::nullopt;
}

// Rows with onsets, and durations or not: a row without a duration lasts until the next one.
struct Onsets {
  std::vector<std::size_t> rows;  // of the table
  std::vector<double> onset_s, duration_s;
  double epoch_s = 0;    // if all rows have the same duration, and not more than an epoch
  RecordingStart start;  // where the onsets are times of a clock; they count from the first one
};

// Clock times as seconds after the first one, which is the start unless it is 0: then they count already. A time that
// goes back by half a day is after midnight.
void count_from_first(Onsets& onsets) {
  const double first = onsets.onset_s.front(), whole = std::floor(first);
  if (first > 0) onsets.start = unix_start(whole);
  if (first < kDay_s) onsets.start.year = 0;
  double day_s = 0, before = first;
  for (double& onset : onsets.onset_s) {
    if (onset < before - kDay_s / 2) day_s += kDay_s;
    before = onset;
    onset += day_s - whole;
  }
}

// The time of a row on the clock of the first one: its date may be in another column, and its zone another.
std::optional<double> time_of(const Row& row, const Columns& columns, std::size_t index,
                              std::optional<double>& zone_s) {
  const std::string time = field_of(row, index);
  auto clock = clock_of(time);
  if (clock && clock->at_s < kDay_s && columns.date)
    if (const auto dated = clock_of(field_of(row, *columns.date).substr(0, 10) + " " + time)) clock = dated;
  if (!clock) return std::nullopt;
  if (!zone_s) zone_s = clock->zone_s;
  return clock->at_s - clock->zone_s + *zone_s;
}

std::optional<Onsets> onsets_of(const Table& table, const Columns& columns, std::size_t first, const Input& input) {
  if (!columns.onset) return std::nullopt;
  Onsets out;
  bool are_clocks = false;
  std::optional<double> zone_s;
  std::vector<std::size_t> unread;
  for (std::size_t i = first; i < table.rows.size(); ++i) {
    const std::string field = field_of(table.rows[i], *columns.onset);
    auto onset = seconds_of(field, table.delimiter);
    const auto clock = onset ? std::nullopt : time_of(table.rows[i], columns, *columns.onset, zone_s);
    if (out.rows.empty() && clock) are_clocks = true;
    if (are_clocks) onset = clock;
    if (!onset) {
      unread.push_back(i);
      continue;
    }
    out.rows.push_back(i);
    out.onset_s.push_back(*onset);
    double& duration_s = out.duration_s.emplace_back(0);
    if (!columns.duration) continue;
    const std::string length = field_of(table.rows[i], *columns.duration);
    const bool is_clock = are_clocks && columns.has_ends;
    const auto read =
        is_clock ? time_of(table.rows[i], columns, *columns.duration, zone_s) : seconds_of(length, table.delimiter);
    if (!read) continue;
    duration_s = columns.has_ends ? *read - *onset : *read;
    if (is_clock && duration_s < -kDay_s / 2) duration_s += kDay_s;
  }
  if (out.rows.empty()) return std::nullopt;  // only a header, or no times: epochs that follow one another
  for (const std::size_t row : unread)
    report(input, "HYP_GAP", "A row without a time is left out", "row " + std::to_string(row + 1),
           field_of(table.rows[row], *columns.onset));
  if (are_clocks) count_from_first(out);
  if (!columns.duration) {
    const std::size_t n = out.onset_s.size();
    bool is_even = true;
    for (std::size_t i = 0; i + 1 < n; ++i) {
      out.duration_s[i] = out.onset_s[i + 1] - out.onset_s[i];
      is_even = is_even && std::abs(out.duration_s[i] - out.duration_s[0]) < 1e-3;
    }
    if (is_even) out.duration_s[n - 1] = out.duration_s[0];
  }
  const auto [least, most] = std::ranges::minmax(out.duration_s);
  if (most - least < 1e-3 && least >= 1 && most <= 30) out.epoch_s = std::round(least * 1000) / 1000;
  return out;
}

Result<HypnogramFile> read_runs(const Table& table, const Columns& columns, const Onsets& onsets, const Input& input,
                                HypnogramFile out) {
  std::vector<StageRun> runs;
  std::vector<std::string> tokens;
  for (std::size_t i = 0; i < onsets.onset_s.size(); ++i) {
    const std::string word = field_of(table.rows[onsets.rows[i]], columns.stage);
    if (columns.are_events && !stage_of_word(word)) {
      out.events.push_back({onsets.onset_s[i], onsets.duration_s[i], word});
      continue;
    }
    count_word(out, word);
    tokens.push_back(word);
    runs.push_back({onsets.onset_s[i], onsets.duration_s[i], Stage::kNone});
  }
  EEGATE_TRY(const auto stages,
             stages_of_tokens(tokens, {{}, table.legend, input.options.codes, table.header_codes, {}}, input));
  for (std::size_t i = 0; i < runs.size(); ++i) runs[i].stage = stages[i];
  const double stated_s = table.epoch_s > 0 ? table.epoch_s : onsets.epoch_s;
  const double epoch_s = input.options.epoch_s > 0 ? input.options.epoch_s : stated_s;
  EEGATE_TRY(out.hypnogram, hypnogram_of_runs(std::move(runs), epoch_s, input.file_name, input.diagnostics));
  return out;
}

// From a column that says of each epoch whether the lights are "off".
Lights lights_in_column(const Table& table, const Onsets& onsets, double epoch_s) {
  Lights lights;
  const auto index = column(table.rows[0], std::array<std::string_view, 1>{"lights"});
  if (!index) return lights;
  for (std::size_t i = 0; i < onsets.onset_s.size(); ++i) {
    if (!equal_ignoring_case(field_of(table.rows[onsets.rows[i]], *index), "off")) continue;
    if (!lights.off_s) lights.off_s = onsets.onset_s[i];
    lights.on_s = onsets.onset_s[i] + (onsets.duration_s[i] > 0 ? onsets.duration_s[i] : epoch_s);
  }
  return lights;
}

Result<HypnogramFile> read_lines(const Table& table, const Columns& columns, const Input& input, HypnogramFile out) {
  std::vector<std::string> tokens;
  for (std::size_t i = columns.has_header ? 1 : 0; i < table.rows.size(); ++i) {
    tokens.push_back(field_of(table.rows[i], columns.stage));
    count_word(out, tokens.back());
  }
  EEGATE_TRY(out.hypnogram.stages,
             stages_of_tokens(tokens, {{}, table.legend, input.options.codes, table.header_codes, {}}, input));
  if (table.epoch_s > 0) out.hypnogram.epoch_s = table.epoch_s;
  if (input.options.epoch_s > 0) out.hypnogram.epoch_s = input.options.epoch_s;
  return out;
}

// Says that a column which seems to hold times is not read as such.
void report_times(const Table& table, const Columns& columns, const Input& input) {
  const Row& header = table.rows[0];
  for (std::size_t i = 0; columns.has_header && table.rows.size() > 1 && i < header.size(); ++i) {
    const std::string name = plain_name(header[i]);
    const auto has = [&](std::string_view word) { return name.find(word) != std::string::npos; };
    if (!has("time") && !has("onset") && !has("start")) continue;
    return report(input, "HYP_TIMES", "Times are not read: the epochs follow one another from the beginning",
                  "column " + header[i], field_of(table.rows[1], i));
  }
}

// A single line of stages or their numbers, between delimiters or blanks, becomes a column.
Table upright(Table table) {
  if (table.rows.size() != 1) return table;
  Row line = table.rows[0];
  if (table.delimiter == 0) {
    line = split(line[0], ' ');
    std::erase(line, std::string());
  }
  const auto n_stages = std::ranges::count_if(
      line, [](const std::string& word) { return stage_of_word(word) || is_unscored(word) || parse_decimal(word); });
  if (line.size() < 2 || 2 * static_cast<std::size_t>(n_stages) < line.size()) return table;
  table.rows.clear();
  for (const std::string& word : line) table.rows.push_back({word});
  table.delimiter = 0;
  return table;
}

}  // namespace

Result<HypnogramFile> read_text(const std::string& text, const Input& input) {
  const Table table = upright(table_of(text, first_line_of_table(text)));
  if (table.rows.empty()) return nothing_found(input.file_name);
  HypnogramFile out;
  if (table.delimiter == 0) {
    out.source = table.header_codes == StageCodes::kDreams ? "text, DREAMS" : "text";
    return read_lines(table, {.has_header = is_header(table, 0)}, input, std::move(out));
  }
  const auto columns = columns_of(table);
  if (!columns) {
    Error e = nothing_found(input.file_name);
    e.place = "the columns";
    e.expected = "a column named stage, hypno or trial_type";
    return e;
  }
  out.source = columns->are_events ? "events" : "table";
  const auto onsets = onsets_of(table, *columns, columns->has_header ? 1 : 0, input);
  if (!onsets) {
    report_times(table, *columns, input);
    return read_lines(table, *columns, input, std::move(out));
  }
  out.start = onsets->start;
  EEGATE_TRY(out, read_runs(table, *columns, *onsets, input, std::move(out)));
  out.hypnogram.lights = lights_of(out.events);
  if (!out.hypnogram.lights.are_known() && columns->has_header)
    out.hypnogram.lights = lights_in_column(table, *onsets, out.hypnogram.epoch_s);
  return out;
}

}  // namespace eegate::hypnogram_parts
