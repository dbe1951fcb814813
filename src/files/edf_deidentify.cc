#include "files/edf_deidentify.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>
#include <utility>

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

// Bytes that are searched at a time, and their overlap, which is longer than any field.
constexpr std::size_t kSearchedBytes = std::size_t{1} << 20, kSearchedAgainBytes = 256;
constexpr std::size_t kReservedFieldAt = 192, kReservedFieldBytes = 44;  // position in the header

// Bytes after the annotation lists of a block: they should be zeros and are not displayed by any reader.
std::span<const std::byte> after_lists(std::span<const std::byte> block) {
  std::size_t at = 0;
  while (at < block.size() && (block[at] == std::byte{'+'} || block[at] == std::byte{'-'})) {
    const auto end = std::find(block.begin() + static_cast<std::ptrdiff_t>(at), block.end(), std::byte{0});
    at = static_cast<std::size_t>(end - block.begin()) + (end == block.end() ? 0 : 1);
  }
  return block.subspan(at);
}

class NameSearch {
 public:
  NameSearch(ByteSource& source, const EdfHeader& header, const SignalFile::HoldsName& holds_name)
      : source_(source), header_(header), holds_name_(holds_name) {}

  void search_reserved_field(const HeaderWithoutIdentity& copy) {
    if (holds_name_(text_of_bytes(std::span(copy.bytes).subspan(kReservedFieldAt, kReservedFieldBytes))))
      warn("The reserved field of the header contains");
  }
  Result<> search_signals();
  Result<> search_padding();
  Result<> search_tail();
  Warnings take() { return std::move(warnings_); }

 private:
  // Warnings do not contain the name: they are shown to persons who must not know it.
  void warn(std::string place) {
    warnings_.push_back(
        {.code = "DEID_NAME", .message = std::move(place) + " a word of the removed fields; the copy still has it"});
  }

  ByteSource& source_;
  const EdfHeader& header_;
  const SignalFile::HoldsName& holds_name_;
  Warnings warnings_;
};

// Searches all texts of signal headers, including those that readers do not display. Fields of the same kind are
// adjacent for all signals.
Result<> NameSearch::search_signals() {
  constexpr std::pair<std::size_t, std::size_t> kTexts[] = {{0, 16}, {16, 80}, {96, 8}, {136, 80}, {224, 32}};
  const std::size_t n = header_.signals.size();
  std::vector<std::byte> bytes(n * kEdfFixedBytes);
  EEGATE_CHECK(source_.read(kEdfFixedBytes, bytes));
  std::size_t n_found = 0;
  std::string first;
  for (std::size_t i = 0; i < n; ++i) {
    std::string texts;
    for (const auto& [at, width] : kTexts) {
      texts += text_of_bytes(std::span(bytes).subspan(at * n + width * i, width));
      texts += ' ';
    }
    if (!holds_name_(texts)) continue;
    if (n_found++ == 0) first = quoted(header_.signals[i].label);
  }
  if (n_found == 1) warn("The header of signal " + first + " holds");
  if (n_found > 1)  // often the name of a system in all signals: one warning is enough
    warn("The headers of " + std::to_string(n_found) + " signals, the first " + first + ", hold");
  return {};
}

Result<> NameSearch::search_padding() {
  std::size_t n_found = 0;
  std::vector<std::byte> block;
  for (const EdfSignal& signal : header_.signals) {
    if (signal.kind != EdfSignalKind::annotations) continue;
    block.resize(static_cast<std::size_t>(signal.samples_per_record * header_.bytes_per_sample()));
    for (std::uint64_t record = 0; record < header_.n_records; ++record) {
      EEGATE_CHECK(source_.read(header_.header_bytes + record * header_.record_bytes + signal.record_offset, block));
      n_found += holds_name_(text_of_bytes(after_lists(block))) ? 1 : 0;
    }
  }
  if (n_found > 0) warn("The bytes after the annotations of " + std::to_string(n_found) + " data records contain");
  return {};
}

// Searches the bytes after the last complete record.
Result<> NameSearch::search_tail() {
  std::vector<std::byte> window;
  for (std::uint64_t at = header_.header_bytes + header_.n_records * header_.record_bytes; at < source_.size();) {
    window.resize(static_cast<std::size_t>(std::min<std::uint64_t>(kSearchedBytes, source_.size() - at)));
    EEGATE_CHECK(source_.read(at, window));
    if (holds_name_(text_of_bytes(window))) return warn("The bytes after the last data record contain"), Result<>();
    at += window.size() <= kSearchedAgainBytes ? window.size() : window.size() - kSearchedAgainBytes;
    if (window.size() < kSearchedBytes) break;
  }
  return {};
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

Result<Warnings> find_names_in_edf(ByteSource& source, const EdfHeader& header, const HeaderWithoutIdentity& copy,
                                   const SignalFile::HoldsName& holds_name) {
  NameSearch search(source, header, holds_name);
  search.search_reserved_field(copy);
  EEGATE_CHECK(search.search_signals());
  EEGATE_CHECK(search.search_padding());
  EEGATE_CHECK(search.search_tail());
  return search.take();
}

}  // namespace eegate
