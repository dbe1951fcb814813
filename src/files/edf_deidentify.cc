#include "files/edf_deidentify.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "files/text.h"

namespace eegate {
namespace {

constexpr std::size_t kPatientAt = 8, kRecordingAt = 88, kDateAt = 168, kTimeAt = 176, kReservedAt = 192;
constexpr std::size_t kTextBytes = 80, kStampBytes = 8;
constexpr std::size_t kMinWord = 3, kMinNumber = 4;

std::string_view field(const HeaderWithoutIdentity& header, std::size_t at, std::size_t n) {
  return {reinterpret_cast<const char*>(header.bytes.data()) + at, n};
}

void replace(HeaderWithoutIdentity& header, std::string_view name, std::size_t at, std::size_t n, std::string text) {
  text.resize(n, ' ');
  if (field(header, at, n) == text) return;
  std::memcpy(header.bytes.data() + at, text.data(), n);
  header.changed.push_back({name, at, n});
}

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || static_cast<unsigned char>(c) >= 0x80;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Words that EDF+ itself prescribes identify nobody.
bool is_formal(const std::string& word) {
  static constexpr std::array<std::string_view, 13> kFormal = {"startdate", "jan", "feb", "mar", "apr", "may", "jun",
                                                               "jul",       "aug", "sep", "oct", "nov", "dec"};
  return std::find(kFormal.begin(), kFormal.end(), word) != kFormal.end();
}

bool is_year(const std::string& number) {
  return number.size() == 4 && (number.starts_with("19") || number.starts_with("20"));
}

void add_new(std::vector<std::string>& all, const std::string& part) {
  if (std::find(all.begin(), all.end(), part) == all.end()) all.push_back(part);
}

// Collects words and numbers: "MCH-0234567 Haagse_Harry" contains three words and a number.
void collect(std::string_view text, HeaderWithoutIdentity& header) {
  for (std::size_t i = 0; i < text.size();) {
    const bool is_word = is_letter(text[i]);
    std::string part;
    for (; i < text.size() && is_word == is_letter(text[i]) && (is_word || is_digit(text[i])); ++i)
      part += text[i] >= 'A' && text[i] <= 'Z' ? static_cast<char>(text[i] - 'A' + 'a') : text[i];
    if (part.empty()) ++i;
    if (is_word && part.size() >= kMinWord && !is_formal(part)) add_new(header.words, part);
    if (!is_word && part.size() >= kMinNumber && !is_year(part)) add_new(header.numbers, part);
  }
}

// "Startdate 02-MAR-2002 ..." split after the date; `rest` is empty if the field does not have this form.
struct RecordingField {
  bool has_date = false;
  std::string date, rest;  // rest includes the space after the date
};
RecordingField split_recording(std::string_view text) {
  constexpr std::string_view kBegin = "Startdate ";
  if (!text.starts_with(kBegin)) return {.rest = std::string(text)};
  const std::size_t end = std::min(text.find(' ', kBegin.size()), text.size());
  return {true, std::string(text.substr(kBegin.size(), end - kBegin.size())), std::string(text.substr(end))};
}

// EDF+ and BDF+ define subfields; in EDF and BDF a single "X" marks removed text.
bool is_plus(const HeaderWithoutIdentity& header) {
  const std::string_view reserved = field(header, kReservedAt, 5);
  return reserved.starts_with("EDF+") || reserved.starts_with("BDF+");
}

std::string clean_recording(const HeaderWithoutIdentity& header, const IdentityFields& removed) {
  const RecordingField parts = split_recording(field(header, kRecordingAt, kTextBytes));
  if (!parts.has_date && !is_plus(header)) return removed.recording ? "X" : parts.rest;
  const std::string date = removed.start_date || !parts.has_date ? "X" : parts.date;
  if (!parts.has_date && !removed.recording) return parts.rest;
  return "Startdate " + date + (removed.recording ? " X X X" : parts.rest);
}

}  // namespace

Result<HeaderWithoutIdentity> deidentify_edf(ByteSource& source, const IdentityFields& removed) {
  HeaderWithoutIdentity header{.bytes = std::vector<std::byte>(kEdfFixedBytes)};
  if (source.size() < kEdfFixedBytes) {
    return Error{.code = "EDF_TRUNCATED_HEADER",
                 .message = "The file ends inside its header",
                 .field = "header",
                 .found = std::to_string(source.size()) + " bytes",
                 .expected = "at least 256 bytes"};
  }
  EEGATE_CHECK(source.read(0, header.bytes));
  if (removed.patient) {
    collect(field(header, kPatientAt, kTextBytes), header);
    replace(header, "patient", kPatientAt, kTextBytes, is_plus(header) ? "X X X X" : "X");
  }
  if (removed.recording) collect(split_recording(field(header, kRecordingAt, kTextBytes)).rest, header);
  if (removed.recording || removed.start_date)
    replace(header, "recording", kRecordingAt, kTextBytes, clean_recording(header, removed));
  if (removed.start_date) replace(header, "start date", kDateAt, kStampBytes, "01.01.85");
  if (removed.start_time) replace(header, "start time", kTimeAt, kStampBytes, "00.00.00");
  return header;
}

}  // namespace eegate
