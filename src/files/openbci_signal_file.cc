#include "files/openbci_signal_file.h"

#include <string_view>
#include <utility>

#include "files/openbci_rows.h"
#include "files/table_signal_file.h"

namespace eegate {
namespace {

constexpr double kUsualRate = 250;

void remark_openbci(Diagnostics& diagnostics, std::string_view code, std::string_view message, std::string_view found) {
  Error e;
  e.code = code;
  e.message = message;
  e.found = found;
  diagnostics.remark(std::move(e));
}

void tell(const OpenBciRows& rows, Diagnostics& diagnostics) {
  if (rows.n_dropped > 0) {
    remark_openbci(diagnostics, "OPENBCI_ROW", "Rows with another number of fields, or with words, are left out",
                   std::to_string(rows.n_dropped) + " of " + std::to_string(rows.n_rows + rows.n_dropped));
  }
  if (!rows.has_column_names) {
    remark_openbci(diagnostics, "OPENBCI_NO_COLUMNS",
                   "The columns have no names; those behind the index are taken for EEG",
                   std::to_string(rows.labels.size()) + " columns");
  }
  if (rows.sfreq == 0) {
    remark_openbci(diagnostics, "OPENBCI_RATE_UNKNOWN", "The file does not say its sampling rate; 250 Hz is assumed",
                   "no line \"%Sample Rate\"");
  }
  if (rows.n_gaps > 0) {
    remark_openbci(diagnostics, "OPENBCI_LOST", "Samples were lost on their way from the board and are not filled in",
                   "about " + std::to_string(rows.n_lost) + " in " + std::to_string(rows.n_gaps) + " places");
  }
  std::size_t n_railed = 0;
  for (const std::uint64_t n : rows.n_at_rail) n_railed += n > rows.n_rows / 2 ? 1 : 0;
  if (n_railed > 0) {
    remark_openbci(diagnostics, "OPENBCI_RAILED", "Channels are at the limit of the converter most of the time",
                   std::to_string(n_railed) + " channels");
  }
}

}  // namespace

bool is_openbci(std::span<const std::byte> beginning) {
  const std::string_view text(reinterpret_cast<const char*>(beginning.data()), beginning.size());
  return text.starts_with("%OpenBCI") || text.starts_with("%OBCI");
}

Result<std::unique_ptr<SignalFile>> open_openbci(std::shared_ptr<ByteSource> source) {
  EEGATE_TRY(OpenBciRows rows, read_openbci_rows(*source));
  if (rows.n_rows == 0) {
    return Error{.code = "OPENBCI_ROWS",
                 .message = "There is not one row of samples",
                 .field = "rows",
                 .found = std::to_string(rows.n_dropped) + " other rows",
                 .expected = "rows of numbers between commas",
                 .hint = "The recording may have been stopped before the first sample"};
  }
  Diagnostics diagnostics(false);
  tell(rows, diagnostics);
  TableRecording recording;
  const double sfreq = rows.sfreq > 0 ? rows.sfreq : kUsualRate;
  for (std::string& label : rows.labels) {
    recording.channels.push_back({.label = std::move(label),
                                  .reference = {},
                                  .unit = "uV",
                                  .prefiltering = {},
                                  .sfreq = sfreq,
                                  .n_samples = rows.n_rows,
                                  .is_voltage = true});
  }
  recording.factors.assign(rows.labels.size(), 1);
  recording.table = {.type = NumberType::kFloat32, .n_columns = rows.labels.size(), .n_samples = rows.n_rows};
  recording.samples = std::make_shared<MemorySource>(std::move(rows.floats));
  recording.segments = segments_between({}, rows.n_rows, sfreq);
  recording.header.format = "OpenBCI text";
  recording.header.duplicate_label = "OPENBCI_DUPLICATE_LABEL";
  recording.codes = {.not_finite = "OPENBCI_NOT_FINITE", .range = "OPENBCI_RANGE"};
  return table_signal_file(std::move(recording), std::move(diagnostics));
}

}  // namespace eegate
