#include "files/header_text.h"

#include <algorithm>
#include <utility>

#include "files/text.h"

namespace eegate {
namespace {

struct Unit {
  std::string_view name;
  double microvolts;
};
constexpr Unit kSymbols[] = {{"uV", 1}, {"UV", 1}, {"uv", 1}, {"microV", 1}, {"mV", 1e3}, {"V", 1e6}, {"nV", 1e-3}};
// In any case, also in the plural.
constexpr Unit kWords[] = {{"microvolt", 1}, {"millivolt", 1e3}, {"volt", 1e6}, {"nanovolt", 1e-3}};

// The micro sign or the similar Greek letter before V, in whatever way they were decoded, or what stands for them if
// they were lost: of the prefixes, only these are no plain letters.
bool is_micro_volt(std::string_view unit) {
  const auto is_micro = [](char c) { return c == '?' || static_cast<unsigned char>(c) >= 0x80; };
  return unit.size() > 1 && unit.back() == 'V' && std::all_of(unit.begin(), unit.end() - 1, is_micro);
}

}  // namespace

std::string utf16_to_utf8(std::string_view raw) {
  const auto unit_at = [&](std::size_t i) {
    return i + 1 < raw.size() ? static_cast<unsigned char>(raw[i]) |
                                    static_cast<std::uint32_t>(static_cast<unsigned char>(raw[i + 1])) << 8
                              : 0;
  };
  std::string text;
  for (std::size_t i = 0; i + 1 < raw.size(); i += 2) {
    const std::uint32_t unit = unit_at(i), next = unit_at(i + 2);
    const bool is_pair = unit >> 10 == 0xD800 >> 10 && next >> 10 == 0xDC00 >> 10;
    append_utf8(text, is_pair ? 0x10000 + ((unit & 0x3FF) << 10) + (next & 0x3FF) : unit);
    i += is_pair ? 2 : 0;
  }
  return valid_utf8(text);
}

Result<std::string> read_header_text(ByteSource& source, std::uint64_t max_bytes, std::string_view file_name,
                                     Diagnostics& diagnostics) {
  auto read = read_all(source, max_bytes);
  if (!read.ok()) {
    Error e = std::move(read).error();
    e.field = file_name;
    e.hint = "A text file of this kind is small: this is another file, or a damaged one";
    return e;
  }
  std::string_view text = text_of_bytes(*read);
  if (is_utf16(text)) return utf16_to_utf8(text.substr(2));
  text = without_byte_order_mark(text);
  if (is_utf8(text)) return std::string(text);
  Error e;
  e.code = "TEXT_LATIN1";
  e.message = "The text is not UTF-8 and is read as Windows-1252";
  e.field = file_name;
  diagnostics.remark(std::move(e));
  return windows1252_to_utf8(text);
}

bool TextLines::next() {
  if (rest_.empty()) return false;
  const std::size_t end = std::min(rest_.find_first_of("\r\n"), rest_.size());
  line_ = rest_.substr(0, end);
  const bool is_crlf = rest_.substr(end, 2) == "\r\n";
  rest_.remove_prefix(std::min(end + (is_crlf ? 2 : 1), rest_.size()));
  ++number_;
  return true;
}

Result<> each_line(ByteSource& source, const std::function<Result<>(std::string_view line)>& take) {
  constexpr std::uint64_t kLineWindowBytes = std::uint64_t{1} << 16;
  constexpr std::size_t kMostLineBytes = 4096;
  std::string line;
  std::vector<std::byte> window;
  for (std::uint64_t at = 0; at < source.size(); at += window.size()) {
    window.resize(static_cast<std::size_t>(std::min(kLineWindowBytes, source.size() - at)));
    EEGATE_CHECK(source.read(at, window));
    for (const std::byte byte : window) {
      const char c = static_cast<char>(byte);
      if (c != '\n' && c != '\r') {
        if (line.size() < kMostLineBytes) line += c;
        continue;
      }
      EEGATE_CHECK(take(line));
      line.clear();
    }
  }
  return take(line);
}

std::vector<std::string_view> trimmed_fields(std::string_view line) {
  std::vector<std::string_view> fields;
  for (std::size_t at = 0; at <= line.size();) {
    const std::size_t end = std::min(line.find(',', at), line.size());
    fields.push_back(trimmed(line.substr(at, end - at)));
    at = end + 1;
  }
  return fields;
}

bool IniReader::next() {
  while (lines_.next()) {
    const std::string_view line = trimmed(lines_.line());
    if (line.empty() || line[0] == ';') continue;
    if (line[0] == '[' && line.back() == ']') {
      section_ = trimmed(line.substr(1, line.size() - 2));
      if (is_in("Comment")) return false;
      continue;
    }
    const std::size_t equals = line.find('=');
    if (equals == std::string_view::npos) continue;
    key_ = trimmed(line.substr(0, equals));
    value_ = trimmed(line.substr(equals + 1));
    return true;
  }
  return false;
}

bool IniReader::is_in(std::string_view section) const { return equal_ignoring_case(section_, section); }
bool IniReader::has_key(std::string_view key) const { return equal_ignoring_case(key_, key); }

std::size_t IniReader::numbered(std::string_view prefix) const {
  if (!equal_ignoring_case(key_.substr(0, prefix.size()), prefix)) return 0;
  return static_cast<std::size_t>(parse_count(key_.substr(prefix.size())).value_or(0));
}

std::vector<std::string> comma_fields(std::string_view text) {
  std::vector<std::string> fields(1);
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == ',') {
      fields.emplace_back();
    } else if (text.substr(i, 2) == "\\1") {
      fields.back() += ',';
      ++i;
    } else {
      fields.back() += text[i];
    }
  }
  return fields;
}

std::optional<std::uint64_t> parse_count(std::string_view text) {
  if (text.empty() || text.size() > 15) return std::nullopt;
  std::uint64_t value = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return std::nullopt;
    value = value * 10 + static_cast<std::uint64_t>(c - '0');
  }
  return value;
}

std::optional<double> microvolts_per_unit(std::string_view unit) {
  if (is_micro_volt(unit)) return 1;
  for (const Unit& known : kSymbols)
    if (unit == known.name) return known.microvolts;
  for (const Unit& known : kWords) {
    const std::string_view plural = unit.substr(std::min(known.name.size(), unit.size()));
    const bool is_plural = plural.empty() || equal_ignoring_case(plural, "s");
    if (is_plural && equal_ignoring_case(unit.substr(0, known.name.size()), known.name)) return known.microvolts;
  }
  return std::nullopt;
}

std::string_view channel_type(std::string_view word) {
  constexpr std::string_view kTypes[] = {"EEG",  "EOG",  "HEOG", "VEOG", "ECG", "EMG",
                                         "MISC", "TRIG", "ECOG", "SEEG", "DBS"};
  const auto is = [&](std::string_view type) { return equal_ignoring_case(word, type); };
  if (is("EKG")) return "ECG";
  if (is("AUX")) return "MISC";
  if (is("STIM") || is("TRIGGER")) return "TRIG";
  const auto* known = std::ranges::find_if(kTypes, is);
  return known == std::end(kTypes) ? "" : *known;
}

}  // namespace eegate
