#include "files/edf_write_header.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "base/numbers_as_text.h"

namespace eegate {
namespace {

constexpr std::size_t kNumberWidth = 8;
constexpr std::array<const char*, 12> kMonthNames = {"JAN", "FEB", "MAR", "APR", "MAY", "JUN",
                                                     "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"};

std::string dotted(int a, int b, int c) { return padded(a, 2) + "." + padded(b, 2) + "." + padded(c, 2); }

// The text with as many decimals as fit, rounded away from the middle of the range.
std::string number_that_fits(double value, double (*round)(double)) {
  if (!std::isfinite(value) || std::fabs(value) >= 1e8) return {};
  for (int decimals = 6; decimals >= 0; --decimals) {
    const double scale = std::pow(10.0, decimals);
    const std::string text = decimal_text(static_cast<std::int64_t>(round(value * scale)), decimals);
    if (text.size() <= kNumberWidth) return text;
  }
  return {};
}

// A subfield of EDF+'s patient and recording fields: no spaces, "X" if unknown.
std::string subfield(std::string_view text) {
  std::string out(text);
  std::replace(out.begin(), out.end(), ' ', '_');
  return out.empty() ? "X" : out;
}

std::string plus_date(const RecordingStart& start) {
  if (start.year == 0) return "X";
  return padded(start.day, 2) + "-" + kMonthNames[static_cast<std::size_t>(start.month - 1)] + "-" +
         padded(start.year, 4);
}

std::string date_field(const RecordingStart& start) {
  if (start.year == 0) return "01.01.85";
  if (start.year < 1985 || start.year > 2084) return padded(start.day, 2) + "." + padded(start.month, 2) + ".yy";
  return dotted(start.day, start.month, start.year % 100);
}

}  // namespace

Error edf_write_error(std::string_view code, std::string message, std::string field, std::string found,
                      std::string expected) {
  Error e;
  e.code = code;
  e.message = std::move(message);
  e.field = std::move(field);
  e.found = std::move(found);
  e.expected = std::move(expected);
  return e;
}

std::string edf_number_down(double value) { return number_that_fits(value, std::floor); }
std::string edf_number_up(double value) { return number_that_fits(value, std::ceil); }

std::string edf_text(std::string_view text, std::size_t width) {
  std::string out;
  for (const char c : text) {
    const bool goes_on = (static_cast<unsigned char>(c) & 0xC0) == 0x80;  // with the character before it
    if (!goes_on) out += c >= 32 && c <= 126 ? c : '_';
  }
  return out.substr(0, width);
}

std::string edf_field(std::string_view text, std::size_t width) {
  std::string out = edf_text(text, width);
  out.append(width - out.size(), ' ');
  return out;
}

std::string edf_header_text(const std::vector<EdfOutHeader>& signals, std::string_view format, std::uint64_t n_records,
                            std::string_view record_duration, const EdfOutOptions& options) {
  const RecordingStart& start = options.start;
  std::string out = edf_field("0", 8);
  out += edf_field(subfield(options.patient_code) + " X X X", 80);
  out += edf_field("Startdate " + plus_date(start) + " X X " + subfield(options.equipment), 80);
  out += date_field(start);
  out += start.hour < 0 ? "00.00.00" : dotted(start.hour, start.minute, start.second);
  out += edf_field(std::to_string(256 * (signals.size() + 1)), 8) + edf_field(format, 44);
  out += edf_field(std::to_string(n_records), 8) + edf_field(record_duration, 8);
  out += edf_field(std::to_string(signals.size()), 4);
  for (const auto& s : signals) out += edf_field(s.label, 16);
  for (const auto& s : signals) out += edf_field(s.transducer, 80);
  for (const auto& s : signals) out += edf_field(s.physical_dimension, 8);
  for (const auto& s : signals) out += edf_field(s.physical_min, 8);
  for (const auto& s : signals) out += edf_field(s.physical_max, 8);
  for (const auto& s : signals) out += edf_field(std::to_string(s.digital_min), 8);
  for (const auto& s : signals) out += edf_field(std::to_string(s.digital_max), 8);
  for (const auto& s : signals) out += edf_field(s.prefiltering, 80);
  for (const auto& s : signals) out += edf_field(std::to_string(s.samples_per_record), 8);
  for (std::size_t i = 0; i < signals.size(); ++i) out += edf_field("", 32);
  return out;
}

}  // namespace eegate
