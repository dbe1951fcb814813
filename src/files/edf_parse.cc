#include "files/edf_parse.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "files/text.h"

namespace eegate {
namespace {

constexpr std::array<std::string_view, 12> kMonths = {"JAN", "FEB", "MAR", "APR", "MAY", "JUN",
                                                      "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"};

std::optional<int> digits(std::string_view text) {
  int value = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return std::nullopt;
    value = value * 10 + (c - '0');
  }
  return text.empty() ? std::nullopt : std::optional<int>(value);
}

bool is_date(int year, int month, int day) {
  if (month < 1 || month > 12 || day < 1) return false;
  const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
  constexpr std::array<int, 12> kDays = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  return day <= kDays[static_cast<std::size_t>(month - 1)] + (leap && month == 2 ? 1 : 0);
}

// Three numbers of two digits, "dd.mm.yy" or "hh.mm.ss".
bool parse_triple(std::string_view raw, std::array<int, 3>& out) {
  if (raw.size() != 8 || raw[2] != '.' || raw[5] != '.') return false;
  for (std::size_t i = 0; i < 3; ++i) {
    const auto value = digits(raw.substr(3 * i, 2));
    if (!value) return false;
    out[i] = *value;
  }
  return true;
}

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  while (true) {
    text = trimmed(text);
    if (text.empty()) return words;
    const std::size_t end = std::min(text.find(' '), text.size());
    words.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
}

RecordingStart date_in_recording_field(std::string_view text) {
  const auto words = words_of(text);
  if (words.size() < 2 || words[0] != "Startdate") return {};
  return parse_plus_date(words[1]);
}

void parse_time(const EdfField& time, RecordingStart& start, Diagnostics& diagnostics) {
  std::array<int, 3> hms{};
  if (parse_triple(time.raw, hms) && hms[0] < 24 && hms[1] < 60 && hms[2] < 60) {
    start.hour = hms[0];
    start.minute = hms[1];
    start.second = hms[2];
    return;
  }
  diagnostics.repair(
      time.error("EDF_BAD_TIME", "The start time is invalid and treated as unknown", "hh.mm.ss up to 23.59.59"));
}

}  // namespace

std::optional<std::int64_t> EdfField::integer() const {
  if (!number || std::trunc(*number) != *number || std::fabs(*number) > 1e15) return std::nullopt;
  return static_cast<std::int64_t>(*number);
}

Error EdfField::error(std::string_view code, std::string message, std::string expected) const {
  Error e;
  e.code = code;
  e.message = std::move(message);
  e.field = name;
  e.place = "byte " + std::to_string(byte_offset);
  // Messages are shown in pages and logs, so they must not contain fields that identify the subject.
  const bool is_identity = name == "patient" || name == "recording";
  e.found = is_identity ? "text that is not shown, for it may tell who it was"
                        : quoted(raw.substr(0, raw.find_last_not_of(' ') + 1));
  e.expected = std::move(expected);
  e.byte_offset = static_cast<std::int64_t>(byte_offset);
  return e;
}

EdfField EdfFieldReader::take(std::string name, std::size_t width) {
  assert(position_ + width <= header_.size());
  EdfField field;
  field.name = std::move(name);
  field.byte_offset = base_ + position_;
  field.raw = header_.substr(position_, width);
  position_ += width;
  check_characters(field);
  return field;
}

void EdfFieldReader::check_characters(const EdfField& field) {
  const bool clean = std::all_of(field.raw.begin(), field.raw.end(), [](char c) { return c >= 32 && c <= 126; });
  if (clean) return;
  diagnostics_.repair(field.error("EDF_HEADER_CHARS", "The header contains bytes that are not printable ASCII",
                                  "characters 32 to 126"));
}

EdfField EdfFieldReader::text(std::string name, std::size_t width) {
  EdfField field = take(std::move(name), width);
  field.text = utf8_or_latin1(trimmed(field.raw, true));
  return field;
}

EdfField EdfFieldReader::number(std::string name, std::size_t width) {
  EdfField field = take(std::move(name), width);
  std::string digits(field.raw);
  std::replace(digits.begin(), digits.end(), '\0', ' ');
  digits = std::string(trimmed(digits));
  field.text = utf8_or_latin1(digits);
  field.number = parse_decimal(digits);
  if (field.number || digits.find(',') == std::string::npos) return field;
  std::replace(digits.begin(), digits.end(), ',', '.');
  field.number = parse_decimal(digits);
  if (field.number) {
    diagnostics_.repair(
        field.error("EDF_DECIMAL_COMMA", "A number is written with a comma", "a dot before the decimals"));
  }
  return field;
}

RecordingStart parse_plus_date(std::string_view text) {
  RecordingStart start;
  if (text.size() != 11 || text[2] != '-' || text[6] != '-') return start;
  const auto day = digits(text.substr(0, 2)), year = digits(text.substr(7, 4));
  if (!day || !year) return start;
  for (std::size_t i = 0; i < kMonths.size(); ++i) {
    if (!equal_ignoring_case(text.substr(3, 3), kMonths[i])) continue;
    const int month = static_cast<int>(i) + 1;
    if (!is_date(*year, month, *day) || *year == 0) return start;
    start.year = *year;
    start.month = month;
    start.day = *day;
  }
  return start;
}

RecordingStart parse_edf_start(const EdfField& date, const EdfField& time, const EdfField& recording, bool is_plus,
                               Diagnostics& diagnostics) {
  RecordingStart start;
  parse_time(time, start, diagnostics);
  const RecordingStart plus = date_in_recording_field(recording.text);
  std::array<int, 3> dmy{};
  // In EDF+, "yy" means a year after 2084, which is only given in the recording field.
  const bool after_2084 = is_plus && date.raw.substr(6) == "yy" && plus.year > 0;
  const bool readable = parse_triple(date.raw, dmy);
  const int year = dmy[2] + (dmy[2] >= 85 ? 1900 : 2000);
  if (readable && is_date(year, dmy[1], dmy[0])) {
    start.year = year;
    start.month = dmy[1];
    start.day = dmy[0];
  } else if (!after_2084) {
    diagnostics.repair(date.error("EDF_BAD_DATE", "The start date is invalid", "dd.mm.yy with a day that exists"));
  }
  if (plus.year == 0) return start;
  const bool differs = plus.year != start.year || plus.month != start.month || plus.day != start.day;
  if (is_plus && start.year > 0 && differs) {
    diagnostics.remark(date.error(
        "EDF_DATE_CONFLICT", "The two start dates differ; the one in the recording field is used", plus.date_text()));
  }
  if (is_plus || start.year == 0) {
    start.year = plus.year;
    start.month = plus.month;
    start.day = plus.day;
  }
  return start;
}

void check_plus_subfields(const EdfField& patient, const EdfField& recording, Diagnostics& diagnostics) {
  const auto who = words_of(patient.text);
  const bool sex_ok = who.size() >= 4 && (who[1] == "F" || who[1] == "M" || who[1] == "X");
  if (!sex_ok || (who[2] != "X" && parse_plus_date(who[2]).year == 0)) {
    diagnostics.repair(patient.error("EDF_PLUS_SUBFIELDS", "The patient field does not have EDF+'s parts",
                                     "code, F/M/X, birth date dd-MMM-yyyy or X, name"));
  }
  const auto what = words_of(recording.text);
  const bool starts = what.size() >= 5 && what[0] == "Startdate";
  if (!starts || (what[1] != "X" && parse_plus_date(what[1]).year == 0)) {
    diagnostics.repair(recording.error("EDF_PLUS_SUBFIELDS", "The recording field does not have EDF+'s parts",
                                       "Startdate, dd-MMM-yyyy or X, code, technician, equipment"));
  }
}

}  // namespace eegate
