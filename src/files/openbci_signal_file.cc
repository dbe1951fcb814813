// Reads text recordings of the OpenBCI GUI and its SD card converter.
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "base/byte_source.h"
#include "base/numbers_as_text.h"
#include "files/openbci_rows.h"
#include "files/signal_file.h"
#include "files/signal_formats.h"
#include "files/table_signal_file.h"
#include "files/text.h"

namespace eegate {
namespace {

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
  recording.segments = segments_between({}, rows.n_rows, sfreq);
  recording.header.format = "OpenBCI text";
  recording.header.duplicate_label = "OPENBCI_DUPLICATE_LABEL";
  recording.codes = {.not_finite = "OPENBCI_NOT_FINITE", .range = "OPENBCI_RANGE"};
  return table_signal_file(std::move(recording), std::move(diagnostics));
}

}  // namespace

extern const SignalFormat kOpenBciFormat = {"OpenBCI", "", is_openbci, open_openbci};

}  // namespace eegate
