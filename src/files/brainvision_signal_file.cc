// Reads BrainVision recordings: a header (.vhdr) that refers to a file of samples (.eeg, .dat) and one of markers
// (.vmrk).
#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/file_set.h"
#include "files/brainvision_header.h"
#include "files/companion.h"
#include "files/header_text.h"
#include "files/signal_file.h"
#include "files/signal_formats.h"
#include "files/table_signal_file.h"
#include "files/text.h"

namespace eegate {
namespace {

constexpr std::uint64_t kMaxVhdrBytes = std::uint64_t{8} << 20;
constexpr std::uint64_t kMaxVmrkBytes = std::uint64_t{64} << 20;
constexpr std::size_t kMaxVhdrSegments = std::size_t{1} << 16;

Error size_error(std::string_view code, std::string_view message, std::string_view file, std::string_view found,
                 std::string_view expected) {
  return error_in_field(code, message, file, found, expected,
                        "The file of the samples may be cut off, or belong to another header");
}

// State while a recording is opened.
struct Opening {
  std::string name, stem;
  const FileSet& files;
  BrainVisionHeader header;
  TableRecording recording;
  Diagnostics diagnostics{false};
};

Result<> use_text(Opening& o) {
  EEGATE_TRY(SampleRows rows, read_sample_rows(*o.recording.samples, o.header.text));
  const std::uint64_t n_channels = o.header.channels.size();
  const std::uint64_t n_found = o.header.is_by_channel ? rows.n_rows : rows.n_columns;
  if (n_found != n_channels) {
    return size_error("BV_SIZE_MISMATCH", "The text does not have as many channels as the header says",
                      o.header.data_file, std::to_string(n_found), std::to_string(n_channels));
  }
  if (rows.is_last_cut) {
    o.diagnostics.remark(size_error("BV_PARTIAL_FRAME", "The last line is truncated and is left out",
                                    o.header.data_file, "fewer numbers", std::to_string(rows.n_columns)));
  }
  SampleTable& table = o.recording.table;
  table.type = NumberType::kFloat32;
  table.n_samples = o.header.is_by_channel ? rows.n_columns : rows.n_rows;
  o.recording.samples = std::make_shared<MemorySource>(std::move(rows.floats));
  return {};
}

Result<> use_numbers(Opening& o) {
  SampleTable& table = o.recording.table;
  table.type = o.header.number;
  table.is_big_endian = o.header.is_big_endian;
  if (o.header.has_extra_column) {
    ++table.n_columns;
    o.diagnostics.remark(size_error("BV_VAMP_EXTRA", "V-Amp stores one number more in each sample, which is left out",
                                    o.header.data_file, std::to_string(table.n_columns) + " numbers", ""));
  }
  const std::uint64_t bytes = o.recording.samples->size();
  table.n_samples = whole_samples(table, bytes);
  const std::uint64_t rest = bytes - table.n_samples * table.frame_bytes();
  const std::uint64_t announced = o.header.n_samples == 0 ? table.n_samples : o.header.n_samples;
  const std::string expected = std::to_string(announced * table.frame_bytes());
  // The position of a channel depends on the number of samples.
  if (table.is_by_column && bytes != announced * table.frame_bytes()) {
    return size_error("BV_SIZE_MISMATCH", "The boundaries between channels cannot be determined", o.header.data_file,
                      std::to_string(bytes) + " bytes", expected);
  }
  if (rest == 0) return {};
  o.diagnostics.remark(size_error("BV_PARTIAL_FRAME", "The last sample is incomplete and is left out",
                                  o.header.data_file, std::to_string(bytes) + " bytes", expected));
  return {};
}

Result<> use_samples(Opening& o) {
  EEGATE_TRY(o.recording.samples, open_companion(o.files,
                                                 {.recording = o.name,
                                                  .link = o.header.data_file,
                                                  .what = "samples",
                                                  .field = "DataFile",
                                                  .missing = "BV_DATA_MISSING",
                                                  .renamed = "BV_LINK",
                                                  .endings = {".eeg", ".dat", ".avg"}},
                                                 o.diagnostics));
  SampleTable& table = o.recording.table;
  table.n_columns = o.header.channels.size();
  table.is_by_column = o.header.is_by_channel;
  EEGATE_CHECK(o.header.is_text ? use_text(o) : use_numbers(o));
  if (table.n_samples == 0) {
    return size_error("BV_NO_SAMPLES", "There is no complete sample", o.header.data_file,
                      std::to_string(o.recording.samples->size()) + " bytes", "samples of all channels");
  }
  if (o.header.n_samples != 0 && o.header.n_samples != table.n_samples) {
    o.diagnostics.remark(size_error(
        "BV_SIZE_MISMATCH", "The file has another length than its header says; what is there is read",
        o.header.data_file, std::to_string(table.n_samples) + " samples", std::to_string(o.header.n_samples)));
  }
  return {};
}

Result<BrainVisionMarkers> read_markers(Opening& o) {
  if (o.header.marker_file.empty()) {
    Error e = size_error("BV_MARKER_MISSING", "The header names no file of markers: there are no annotations",
                         "MarkerFile", "no name", "the name of a .vmrk file");
    o.diagnostics.remark(std::move(e));
    return BrainVisionMarkers{};
  }
  auto source = open_companion(o.files,
                               {.recording = o.name,
                                .link = o.header.marker_file,
                                .what = "markers",
                                .field = "MarkerFile",
                                .missing = "BV_MARKER_MISSING",
                                .renamed = "BV_LINK",
                                .endings = {".vmrk", ".amrk"}},
                               o.diagnostics);
  if (!source.ok()) {
    if (source.error().code != "BV_MARKER_MISSING") return source.take_error();
    Error e = source.error();
    e.message = "The file of the markers is missing: there are no annotations";
    o.diagnostics.remark(std::move(e));
    return BrainVisionMarkers{};
  }
  EEGATE_TRY(const std::string text, read_header_text(**source, kMaxVmrkBytes, o.header.marker_file, o.diagnostics));
  return parse_brainvision_markers(text, o.header.sfreq, o.recording.table.n_samples, o.diagnostics);
}

void check_link(Opening& o, const BrainVisionMarkers& markers) {
  const std::string named = linked_name(markers.data_file, o.stem);
  if (named.empty() || equal_ignoring_case(base_name_of(named), base_name_of(o.header.data_file))) return;
  o.diagnostics.remark("BV_LINK", "The file of the markers names other samples; those of the header are read",
                       quoted(named) + " in " + o.header.marker_file, quoted(o.header.data_file));
}

void use_segments(Opening& o, std::vector<std::uint64_t> begins) {
  const std::uint64_t n_samples = o.recording.table.n_samples, step = o.header.segment_samples;
  if (step > 0 && n_samples / step <= kMaxVhdrSegments) {
    for (std::uint64_t at = step; at < n_samples; at += step) begins.push_back(at);
  }
  o.recording.segments =
      segments_between(std::move(begins), n_samples, o.header.sfreq, o.diagnostics, "BV_DISCONTINUOUS",
                       "The recording has several segments; nothing is computed across their borders");
}

void use_channels(Opening& o) {
  for (const BrainVisionChannel& channel : o.header.channels) {
    FileChannel& added =
        add_channel(o.recording, channel.label, channel.unit, o.header.sfreq, o.recording.table.n_samples,
                    channel.microvolts.has_value(), channel.resolution * channel.microvolts.value_or(1));
    added.reference = channel.reference;
    added.direction = channel.direction;
  }
}

// Whether a file begins with the first line of a header.
bool is_brainvision(std::span<const std::byte> beginning) {
  const std::string_view raw = text_of_bytes(beginning);
  const std::string text = is_utf16(raw) ? utf16_to_utf8(raw.substr(2)) : std::string(raw);
  return is_brainvision_header(text.substr(0, text.find_first_of("\r\n")));
}

// Errors: BV_*, TEXT_*; what can be repaired is a warning.
Result<std::unique_ptr<SignalFile>> open_brainvision(std::shared_ptr<ByteSource> source, const std::string& file_name,
                                                     const FileSet& files) {
  const std::string name(base_name_of(file_name));
  Opening o{.name = name, .stem = std::string(stem_of(name)), .files = files, .header = {}, .recording = {}};
  EEGATE_TRY(const std::string text, read_header_text(*source, kMaxVhdrBytes, name, o.diagnostics));
  EEGATE_TRY(o.header, parse_brainvision_header(text, o.stem, o.diagnostics));
  EEGATE_CHECK(use_samples(o));
  EEGATE_TRY(BrainVisionMarkers markers, read_markers(o));
  check_link(o, markers);
  use_segments(o, std::move(markers.segment_begins));
  use_channels(o);
  o.recording.header.format = "BrainVision";
  o.recording.header.duplicate_label = "BV_DUPLICATE_LABEL";
  o.recording.header.start = markers.start;
  o.recording.annotations = std::move(markers.annotations);
  o.recording.codes = {.not_finite = "BV_NOT_FINITE", .range = "BV_RANGE"};
  return table_signal_file(std::move(o.recording), std::move(o.diagnostics));
}

}  // namespace

extern const SignalFormat kBrainVisionFormat = {"BrainVision", ".vhdr .ahdr", is_brainvision, open_brainvision};

}  // namespace eegate
