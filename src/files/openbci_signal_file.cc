// Reads text recordings of the OpenBCI GUI and its SD card converter.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/byte_source.h"
#include "base/numbers_as_text.h"
#include "files/diagnostics.h"
#include "files/header_text.h"
#include "files/sample_text.h"
#include "files/signal_file.h"
#include "files/signal_formats.h"
#include "files/table_signal_file.h"
#include "files/text.h"

namespace eegate {
namespace {

// Parses OpenBCI text recordings: the header and the rows of samples as a table of numbers.
struct OpenBciRows {
  double sfreq = 0;  // 0: not given in the file
  bool has_column_names = false;
  std::vector<std::string> labels;  // of the EEG channels
  std::vector<std::byte> floats;    // n_rows * labels.size() microvolts in native byte order
  std::uint64_t n_rows = 0;
  std::uint64_t n_dropped = 0;                                 // rows with a wrong number of fields or with text
  std::uint64_t n_gaps = 0, n_lost = 0;                        // from the sample index
  std::vector<std::uint64_t> n_at_rail;                        // per channel
  std::vector<std::pair<std::uint64_t, std::string>> markers;  // (row, text)
};

constexpr std::uint64_t kIndexWraps = 256;
constexpr std::size_t kMaxOpenBciMarkers = std::size_t{1} << 18;

// Saturation of the converter in microvolts: gains of 24 and 2, and twice these values where samples are added.
constexpr std::array<double, 4> kRails = {187'500, 375'000, 2'250'000, 4'500'000};

Error openbci_error(std::string_view code, std::string_view message, std::string_view found,
                    std::string_view expected) {
  return error_in_field(code, message, "rows", quoted(found), expected,
                        "Open the text file that OpenBCI's program saved, or convert the SD card's file with it first");
}

// Raw files of the SD card contain hexadecimal numbers.
bool is_hexadecimal(std::string_view field) {
  return field.size() >= 4 && field.find_first_not_of("0123456789ABCDEFabcdef") == std::string_view::npos;
}

class OpenBciReader {
 public:
  Result<> take(std::string_view line) {
    line = trimmed(without_byte_order_mark(line));
    if (line.empty()) return {};
    if (line[0] == '%') return take_header(line), Result<>();
    if (n_fields_ == 0 && line.starts_with("Sample Index")) return take_names(line), Result<>();
    std::string plain(line);  // without commas of decimals, which are there if fields are separated by blanks, too
    const bool is_spaced = line.find(", ") != std::string_view::npos;
    for (std::size_t i = 0; is_spaced && i + 1 < plain.size(); ++i) {
      if (plain[i] == ',' && plain[i + 1] >= '0' && plain[i + 1] <= '9') plain[i] = '.';
    }
    return take_row(trimmed_fields(plain));
  }
  OpenBciRows finish() { return std::move(rows_); }

 private:
  void take_header(std::string_view line) {
    const std::size_t equals = line.find('=');
    if (equals == std::string_view::npos) return;
    const std::string_view value = trimmed(line.substr(equals + 1));
    const auto number = parse_decimal(value.substr(0, value.find(' ')));
    if (!number || *number <= 0) return;
    if (line.find("Sample Rate") != std::string_view::npos && *number <= 1e6) rows_.sfreq = *number;
    if (line.find("Number of channels") != std::string_view::npos) n_announced_ = *number;
  }

  void take_names(std::string_view line) {
    const auto names = trimmed_fields(line);
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (names[i] == "Marker Channel") marker_column_ = i;
      if (!names[i].starts_with("EXG Channel")) continue;
      columns_.push_back(i);
      rows_.labels.emplace_back(names[i]);
    }
    rows_.has_column_names = !columns_.empty();
  }

  // Number of EEG columns after the index: from the header, otherwise by the usual boards, whose rows end with three
  // values of acceleration, the time as text, and its number.
  std::size_t usual_channels(const std::vector<std::string_view>& fields) const {
    const auto is_clock = [](std::string_view field) { return field.find(':') != std::string_view::npos; };
    const auto clock = std::find_if(fields.begin(), fields.end(), is_clock);
    const auto n_numbers = static_cast<std::size_t>(clock - fields.begin());
    for (const std::size_t n : {std::size_t{16}, std::size_t{8}, std::size_t{4}}) {
      const bool is_announced = n_announced_ == static_cast<double>(n) && n < n_numbers;
      const bool is_with_number = clock == fields.end() && n_numbers == n + 5;
      if (is_announced || n_numbers == n + 1 || n_numbers == n + 4 || is_with_number) return n;
    }
    return 0;
  }

  Result<> begin_rows(const std::vector<std::string_view>& fields) {
    n_fields_ = fields.size();
    if (columns_.empty()) {
      const std::size_t n = usual_channels(fields);
      for (std::size_t i = 0; i < n; ++i) {
        columns_.push_back(i + 1);
        rows_.labels.push_back("EXG Channel " + std::to_string(i));
      }
    }
    if (columns_.empty() || columns_.back() >= n_fields_)
      return openbci_error("OPENBCI_ROWS", "The rows do not have the fields of an OpenBCI board",
                           std::to_string(n_fields_) + " fields", "an index and 4, 8 or 16 channels");
    rows_.n_at_rail.resize(columns_.size());
    return {};
  }

  Result<> take_row(const std::vector<std::string_view>& fields) {
    for (const std::string_view field : fields) {  // all digits of some are decimal ones
      if (is_hexadecimal(field) && !parse_sample(field))
        return openbci_error("OPENBCI_SD_RAW", "This is the file of an SD card, whose numbers are hexadecimal", field,
                             "microvolts");
    }
    if (n_fields_ == 0) EEGATE_CHECK(begin_rows(fields));
    const auto index = parse_sample(fields[0]);
    values_.clear();
    for (const std::size_t column : columns_) {
      const auto value = column < fields.size() ? parse_sample(fields[column]) : std::nullopt;
      if (value) values_.push_back(*value);
    }
    if (fields.size() != n_fields_ || !index || values_.size() != columns_.size()) {
      ++rows_.n_dropped;
      return {};
    }
    for (std::size_t i = 0; i < values_.size(); ++i) keep_value(i, values_[i]);
    if (marker_column_ < fields.size()) keep_marker(parse_sample(fields[marker_column_]).value_or(0));
    ++rows_.n_rows;
    follow(*index);
    return {};
  }

  void keep_value(std::size_t channel, double value) {
    const bool is_at_rail =
        std::any_of(kRails.begin(), kRails.end(), [&](double rail) { return std::abs(std::abs(value) - rail) < 1; });
    rows_.n_at_rail[channel] += is_at_rail ? 1 : 0;
    std::array<std::byte, sizeof(float)> bytes;
    const float sample = as_float(value);
    std::memcpy(bytes.data(), &sample, sizeof sample);
    rows_.floats.insert(rows_.floats.end(), bytes.begin(), bytes.end());
  }

  void keep_marker(double value) {
    const double before = std::exchange(marker_, value);
    if (std::abs(value) > 0 && value != before && rows_.markers.size() < kMaxOpenBciMarkers)
      rows_.markers.emplace_back(rows_.n_rows, significant(value, 6));
  }

  // The sample index counts to 255 and starts again; with 16 channels it counts in steps of two, and with 4 to 100 or
  // 200.
  void follow(double index) {
    if (!(index >= 0) || index >= static_cast<double>(kIndexWraps)) return;
    const auto now = static_cast<std::uint64_t>(index);
    const std::uint64_t distance = (now + kIndexWraps - previous_) % kIndexWraps;
    const std::uint64_t before = std::exchange(previous_, now);
    if (rows_.n_rows == 1) return;
    if (rows_.n_rows == 2) step_ = distance == 2 ? 2 : 1;
    const bool is_restart = columns_.size() == 4 && now <= 1 && (before == 100 || before == 200);
    if (distance <= step_ || is_restart) return;
    ++rows_.n_gaps;
    rows_.n_lost += (distance - 1) / step_;
  }

  OpenBciRows rows_;
  std::vector<std::size_t> columns_;
  std::vector<double> values_;
  std::size_t n_fields_ = 0, marker_column_ = SIZE_MAX;
  double n_announced_ = 0, marker_ = 0;
  std::uint64_t previous_ = 0, step_ = 1;
};

// Errors: OPENBCI_SD_RAW, OPENBCI_ROWS, IO_READ.
Result<OpenBciRows> read_openbci_rows(ByteSource& source) {
  OpenBciReader reader;
  EEGATE_CHECK(each_line(source, [&](std::string_view line) { return reader.take(line); }));
  return reader.finish();
}

constexpr double kUsualRate = 250;

void report(const OpenBciRows& rows, Diagnostics& diagnostics) {
  if (rows.n_dropped > 0) {
    diagnostics.remark("OPENBCI_ROW", "Rows with a wrong number of fields or with text are left out",
                       std::to_string(rows.n_dropped) + " of " + std::to_string(rows.n_rows + rows.n_dropped));
  }
  if (!rows.has_column_names) {
    diagnostics.remark("OPENBCI_NO_COLUMNS", "The columns have no names; those after the index are read as EEG",
                       std::to_string(rows.labels.size()) + " columns");
  }
  if (rows.sfreq == 0) {
    diagnostics.remark("OPENBCI_RATE_UNKNOWN", "The file does not contain its sampling rate; 250 Hz is assumed",
                       "no line \"%Sample Rate\"");
  }
  if (rows.n_gaps > 0) {
    diagnostics.remark("OPENBCI_LOST", "Samples were lost on their way from the board and are not filled in",
                       "about " + std::to_string(rows.n_lost) + " in " + counted(rows.n_gaps, "place", "places"));
  }
  std::size_t n_railed = 0;
  for (const std::uint64_t n : rows.n_at_rail) n_railed += n > rows.n_rows / 2 ? 1 : 0;
  if (n_railed > 0) {
    diagnostics.remark("OPENBCI_RAILED", "Channels are saturated most of the time",
                       std::to_string(n_railed) + " channels");
  }
}

// Whether a file begins with "%OpenBCI" or "%OBCI".
bool is_openbci(std::span<const std::byte> beginning) {
  const std::string_view text = without_byte_order_mark(text_of_bytes(beginning));
  return text.starts_with("%OpenBCI") || text.starts_with("%OBCI");
}

// Errors: OPENBCI_*, IO_READ.
Result<std::unique_ptr<SignalFile>> open_openbci(std::shared_ptr<ByteSource> source, const std::string&,
                                                 const FileSet&) {
  EEGATE_TRY(OpenBciRows rows, read_openbci_rows(*source));
  if (rows.n_rows == 0) {
    return Error{.code = "OPENBCI_ROWS",
                 .message = "There is no row of samples",
                 .field = "rows",
                 .found = std::to_string(rows.n_dropped) + " other rows",
                 .expected = "rows of numbers between commas",
                 .hint = "The recording may have been stopped before the first sample"};
  }
  Diagnostics diagnostics(false);
  report(rows, diagnostics);
  const double sfreq = rows.sfreq > 0 ? rows.sfreq : kUsualRate;
  TableRecording recording = recording_of_rows(std::move(rows.labels), std::move(rows.floats), rows.n_rows, sfreq);
  recording.segments = segments_between({}, rows.n_rows, sfreq, diagnostics, {}, {});
  for (auto& [row, text] : rows.markers)
    recording.annotations.push_back({.onset_s = static_cast<double>(row) / sfreq, .text = std::move(text)});
  recording.header.format = "OpenBCI text";
  recording.header.duplicate_label = "OPENBCI_DUPLICATE_LABEL";
  recording.codes = {.not_finite = "OPENBCI_NOT_FINITE", .range = "OPENBCI_RANGE"};
  return table_signal_file(std::move(recording), std::move(diagnostics));
}

}  // namespace

extern const SignalFormat kOpenBciFormat = {"OpenBCI", "", is_openbci, open_openbci};

}  // namespace eegate
