// Reads EEGLAB data sets (.set, with data inside or in .fdt or .dat).
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "base/file_set.h"
#include "base/numbers_as_text.h"
#include "files/companion.h"
#include "files/eeglab_fields.h"
#include "files/signal_file.h"
#include "files/signal_formats.h"
#include "files/table_signal_file.h"
#include "files/text.h"

namespace eegate {
namespace {

constexpr std::string_view kMat5 = "MATLAB 5.0 MAT-file", kMat73 = "MATLAB 7.3 MAT-file";
constexpr std::uint64_t kMaxEeglabSegments = std::uint64_t{1} << 16;

struct OpeningSet {
  std::string name;
  const FileSet& files;
  EeglabSet set;
  TableRecording recording;
  Diagnostics diagnostics{false};
};

Result<std::uint64_t> use_embedded_data(OpeningSet& o) {
  EEGATE_TRY(const MatNumbers numbers, mat_numbers(o.set.data));
  constexpr std::array<std::optional<NumberType>, 13> kTypes = {
      std::nullopt,       NumberType::kInt8,   NumberType::kUint8,   NumberType::kInt16, NumberType::kUint16,
      NumberType::kInt32, NumberType::kUint32, NumberType::kFloat32, std::nullopt,       NumberType::kFloat64,
      std::nullopt,       std::nullopt,        NumberType::kInt64};
  const auto type = numbers.type < kTypes.size() ? kTypes[numbers.type] : std::nullopt;
  if (!type) {
    return eeglab_error("EEGLAB_FIELDS", "The samples are stored as numbers that are not read", "data",
                        "type " + std::to_string(numbers.type), "numbers other than unsigned ones of 64 bits");
  }
  o.recording.table.type = *type;
  o.recording.table.first_byte = numbers.begin;
  o.recording.samples = o.set.data.bytes->source();
  return numbers.n_bytes;
}

Result<std::uint64_t> use_data_file(OpeningSet& o) {
  EEGATE_TRY(o.recording.samples, open_companion(o.files,
                                                 {.recording = o.name,
                                                  .link = o.set.data_file,
                                                  .what = "samples",
                                                  .field = "data",
                                                  .missing = "EEGLAB_DATA_MISSING",
                                                  .renamed = "EEGLAB_LINK",
                                                  .endings = {".fdt"}},
                                                 o.diagnostics));
  o.recording.table.type = NumberType::kFloat32;
  const std::string& link = o.set.data_file;  // the older format (.dat) stores channels one after the other
  o.recording.table.is_by_column = link.size() > 4 && equal_ignoring_case(link.substr(link.size() - 4), ".dat");
  return o.recording.samples->size();
}

Result<> use_data(OpeningSet& o) {
  SampleTable& table = o.recording.table;
  table.n_columns = o.set.n_channels;
  const bool is_inside = o.set.data.kind == MatClass::kNumbers;
  EEGATE_TRY(const std::uint64_t n_bytes, is_inside ? use_embedded_data(o) : use_data_file(o));
  const std::uint64_t announced = o.set.n_samples * o.set.n_trials, present = whole_samples(table, n_bytes);
  table.n_samples = std::min(announced, present);
  if (present == announced && n_bytes == present * table.frame_bytes()) return {};
  Error e = eeglab_error("EEGLAB_SIZE_MISMATCH", "There are not as many samples as the data set says", "data",
                         std::to_string(n_bytes) + " bytes", std::to_string(announced * table.frame_bytes()));
  // The position of a channel depends on the number of samples.
  if (table.n_samples == 0 || table.is_by_column) return e;
  e.message += "; those that are there are read";
  o.diagnostics.remark(std::move(e));
  return {};
}

Result<> use_names(OpeningSet& o) {
  EEGATE_TRY(std::vector<EeglabChannel> channels, read_eeglab_channels(o.set.channels));
  const auto n = static_cast<std::size_t>(o.set.n_channels);
  if (channels.size() != n) {
    const bool is_none = channels.empty();
    o.diagnostics.remark(eeglab_error(is_none ? "EEGLAB_NO_CHANLOCS" : "EEGLAB_CHANLOCS",
                                      "There are not as many names as channels; channels are numbered", "chanlocs",
                                      is_none ? "no names" : std::to_string(channels.size()), std::to_string(n)));
    channels.clear();
  }
  channels.resize(n);
  for (std::size_t i = 0; i < n; ++i) {
    std::string& label = channels[i].label;
    if (label.empty()) label = "EEG " + padded(static_cast<int>(i), 3);
    const bool is_trigger = channels[i].type == "TRIG";
    FileChannel& added =
        add_channel(o.recording, label, is_trigger ? "" : "uV", o.set.sfreq, o.recording.table.n_samples, !is_trigger);
    added.direction = channels[i].direction;
    added.type = channels[i].type;
  }
  return {};
}

Result<> use_events(OpeningSet& o) {
  const std::uint64_t n_samples = o.recording.table.n_samples;
  EEGATE_TRY(EeglabEvents events, read_eeglab_events(o.set.events, o.set.sfreq, n_samples, o.diagnostics));
  o.recording.annotations = std::move(events.annotations);
  if (o.set.n_trials > 1 && o.set.n_trials <= kMaxEeglabSegments) {
    for (std::uint64_t at = o.set.n_samples; at < n_samples; at += o.set.n_samples) events.segment_begins.push_back(at);
  }
  o.recording.segments =
      segments_between(std::move(events.segment_begins), n_samples, o.set.sfreq, o.diagnostics, "EEGLAB_DISCONTINUOUS",
                       "The recording has several segments; nothing is computed across their borders");
  return {};
}

// Whether a file begins like a MAT file of version 5 or 7.3.
bool is_mat(std::span<const std::byte> beginning) {
  const std::string_view text = text_of_bytes(beginning);
  return text.starts_with(kMat5) || text.starts_with(kMat73);
}

// Errors: EEGLAB_*, MAT_*, INFLATE_*; HDF5_* for files of version 7.3.
Result<std::unique_ptr<SignalFile>> open_eeglab(std::shared_ptr<ByteSource> source, const std::string& file_name,
                                                const FileSet& files) {
  OpeningSet o{.name = std::string(base_name_of(file_name)), .files = files, .set = {}, .recording = {}};
  EEGATE_TRY(const MatFile file, MatFile::open(std::move(source)));
  EEGATE_TRY(o.set, read_eeglab_set(file));
  EEGATE_CHECK(use_data(o));
  EEGATE_CHECK(use_names(o));
  EEGATE_CHECK(use_events(o));
  o.recording.header.format = "EEGLAB";
  o.recording.header.duplicate_label = "EEGLAB_DUPLICATE_LABEL";
  o.recording.codes = {.not_finite = "EEGLAB_NOT_FINITE", .range = "EEGLAB_RANGE"};
  return table_signal_file(std::move(o.recording), std::move(o.diagnostics));
}

}  // namespace

extern const SignalFormat kEeglabFormat = {"EEGLAB", ".set", is_mat, open_eeglab};

}  // namespace eegate
