#include "files/table_signal_file.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include "base/numbers_as_text.h"
#include "base/sort.h"
#include "files/trigger_events.h"

namespace eegate {
namespace {

class TableSignalFile final : public SignalFile {
 public:
  TableSignalFile(TableRecording recording, Diagnostics diagnostics)
      : recording_(std::move(recording)), diagnostics_(std::move(diagnostics)) {}

  const SignalHeader& header() const override { return recording_.header; }
  const std::vector<FileChannel>& channels() const override { return recording_.channels; }
  const std::vector<Segment>& segments() const override { return recording_.segments; }
  Warnings warnings() const override { return diagnostics_.warnings(); }
  bool annotations_complete() const override { return annotations_read_ && triggers_.is_done(); }
  Result<> read_annotations(std::uint64_t budget_bytes, std::vector<Annotation>& out) override;
  Result<> read(std::span<const std::size_t> channels, std::uint64_t first, std::uint64_t n, float* out) override;
  Result<HeaderWithoutIdentity> remove_identity(const IdentityFields& removed) override;
  Result<Warnings> find_names(const HeaderWithoutIdentity&, const HoldsName&) override { return Warnings{}; }

 private:
  TableRecording recording_;
  Diagnostics diagnostics_;
  bool annotations_read_ = false;
  TriggerEvents triggers_{recording_.channels};
};

// All written annotations were read with the header.
Result<> TableSignalFile::read_annotations(std::uint64_t budget_bytes, std::vector<Annotation>& out) {
  if (std::exchange(annotations_read_, true)) return triggers_.advance(*this, budget_bytes, out);
  auto found = std::exchange(recording_.annotations, {});
  out.insert(out.end(), std::make_move_iterator(found.begin()), std::make_move_iterator(found.end()));
  return triggers_.advance(*this, budget_bytes, out);
}

Result<> TableSignalFile::read(std::span<const std::size_t> channels, std::uint64_t first, std::uint64_t n,
                               float* out) {
  std::uint64_t available = UINT64_MAX;
  for (const std::size_t channel : channels) available = std::min(available, recording_.channels[channel].n_samples);
  if (first > available || n > available - first) {
    Error e;
    e.code = recording_.codes.range;
    e.message = "The samples that were asked for are not in the recording";
    e.found = std::to_string(n) + " samples from " + std::to_string(first);
    e.expected = "inside the " + std::to_string(available) + " samples";
    return e;
  }
  std::vector<std::byte> window;
  auto outcome = recording_.reader ? recording_.reader->read(channels, first, n, out)
                                   : read_table(*recording_.samples, recording_.table, recording_.factors, channels,
                                                first, n, {.values = out, .pitch = n}, window);
  EEGATE_TRY(const std::uint64_t n_replaced, std::move(outcome));
  if (n_replaced == 0) return {};
  Error e;
  e.code = recording_.codes.not_finite;
  e.message = "Samples that are not numbers or too large are read as 0";
  e.found = std::to_string(n_replaced) + " of the " + std::to_string(n * channels.size()) + " samples read first";
  diagnostics_.remark_once(std::move(e));
  return {};
}

Result<HeaderWithoutIdentity> TableSignalFile::remove_identity(const IdentityFields&) {
  Error e;
  e.code = "DEID_FORMAT";
  e.message = "Only EDF and BDF files can be de-identified";
  e.found = recording_.header.format;
  e.expected = "EDF or BDF";
  e.hint = "Convert the recording to EDF first";
  return e;
}

constexpr std::uint64_t kTableWindowBytes = std::uint64_t{1}
                                            << 17;  // stays in a cache while column after column is taken

}  // namespace

FileChannel& add_channel(TableRecording& recording, std::string_view label, std::string_view unit, double sfreq,
                         std::uint64_t n_samples, bool is_voltage, double factor) {
  FileChannel& channel = recording.channels.emplace_back();
  channel.label = label;
  channel.unit = unit;
  channel.sfreq = sfreq;
  channel.n_samples = n_samples;
  channel.is_voltage = is_voltage;
  recording.factors.push_back(factor);
  return channel;
}

std::string prefilter_text(double highpass_hz, double lowpass_hz, double sfreq) {
  std::string text;
  const auto add = [&](std::string_view key, double hz) {
    if (hz >= 1e-3 && hz < sfreq / 2) text += (text.empty() ? "" : " ") + std::string(key) + significant(hz, 6) + "Hz";
  };
  add("HP:", highpass_hz);
  add("LP:", lowpass_hz);
  return text;
}

TableRecording recording_of_rows(std::vector<std::string> labels, std::vector<std::byte> floats, std::uint64_t n_rows,
                                 double sfreq) {
  TableRecording recording;
  for (const std::string& label : labels) add_channel(recording, label, "uV", sfreq, n_rows, true);
  recording.table = {.type = NumberType::kFloat32, .n_columns = labels.size(), .n_samples = n_rows};
  recording.samples = std::make_shared<MemorySource>(std::move(floats));
  return recording;
}

std::unique_ptr<SignalFile> table_signal_file(TableRecording recording, Diagnostics diagnostics) {
  return std::make_unique<TableSignalFile>(std::move(recording), std::move(diagnostics));
}

std::vector<Segment> segments_between(std::vector<std::uint64_t> begins, std::uint64_t n_samples, double sfreq,
                                      Diagnostics& diagnostics, std::string_view code, std::string_view message) {
  begins.push_back(0);
  sort_stable(begins);
  begins.erase(std::unique(begins.begin(), begins.end()), begins.end());
  std::vector<Segment> segments;
  for (std::size_t i = 0; i < begins.size(); ++i) {
    const std::uint64_t end = i + 1 < begins.size() ? begins[i + 1] : n_samples;
    const double onset_s = static_cast<double>(begins[i]) / sfreq;
    segments.push_back(
        {.onset_s = onset_s, .duration_s = static_cast<double>(end - begins[i]) / sfreq, .sample_onset_s = onset_s});
  }
  if (segments.size() > 1) diagnostics.remark(code, message, std::to_string(segments.size()) + " segments");
  return segments;
}

std::uint64_t whole_samples(const SampleTable& table, std::uint64_t bytes) {
  return table.n_columns == 0 ? 0 : bytes / table.frame_bytes();
}

Result<std::uint64_t> read_table(ByteSource& source, const SampleTable& table, std::span<const double> factors,
                                 std::span<const std::size_t> columns, std::uint64_t first, std::uint64_t n,
                                 OutputRows rows, std::vector<std::byte>& window) {
  const std::size_t width = bytes_of(table.type);
  const std::size_t stride = table.is_by_column ? width : static_cast<std::size_t>(table.frame_bytes());
  const std::uint64_t window_samples = std::max<std::uint64_t>(1, kTableWindowBytes / stride);
  // By column, each pass reads one column; otherwise one pass reads all.
  const std::size_t n_per_pass = table.is_by_column ? 1 : columns.size();
  std::vector<NumberColumn> taken(n_per_pass);
  std::uint64_t n_replaced = 0;
  for (std::size_t pass = 0; pass < columns.size(); pass += n_per_pass) {
    const std::uint64_t origin = table.is_by_column ? columns[pass] * table.n_samples * width : 0;
    for (std::uint64_t done = 0; done < n;) {
      const std::uint64_t count = std::min(window_samples, n - done);
      window.resize(static_cast<std::size_t>(count * stride));
      EEGATE_CHECK(source.read(table.first_byte + origin + (first + done) * stride, window));
      for (std::size_t i = 0; i < n_per_pass; ++i) {
        const std::size_t column = columns[pass + i];
        taken[i] = {.byte = table.is_by_column ? 0 : column * width,
                    .factor = factors[column],
                    .out = rows.values + (pass + i) * rows.pitch + done};
      }
      n_replaced += decode_numbers({.type = table.type,
                                    .is_big_endian = table.is_big_endian,
                                    .bytes = window.data(),
                                    .stride = stride,
                                    .n = static_cast<std::size_t>(count)},
                                   taken);
      done += count;
    }
  }
  return n_replaced;
}

}  // namespace eegate
