// Reads continuous FIF recordings (.fif, .fif.gz) of MNE and Neuromag.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/byte_source.h"
#include "base/file_set.h"
#include "base/numbers_as_text.h"
#include "base/sort.h"
#include "files/companion.h"
#include "files/fif_header.h"
#include "files/inflate.h"
#include "files/signal_file.h"
#include "files/signal_formats.h"
#include "files/table_signal_file.h"
#include "files/text.h"

namespace eegate {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view kFifMagic = "\x00\x00\x00\x64\x00\x00\x00\x1F"sv;  // tag 100, the file's id, of type 31
constexpr std::int32_t kVolt = 107, kStimulus = 3;
constexpr std::uint64_t kMaxFifSamples = std::uint64_t{1} << 52;  // exactly representable as a double
constexpr std::size_t kMaxFifParts = 256, kMaxComparedAnnotations = 4096;

std::string_view unit_name(std::int32_t unit) {
  return unit == kVolt ? "V" : unit == 112 ? "T" : unit == 201 ? "T/m" : "";
}

// By the names of BIDS.
std::string_view type_of(std::int32_t kind) {
  constexpr std::pair<std::int32_t, std::string_view> kTypes[] = {{2, "EEG"},   {202, "EOG"},  {302, "EMG"},
                                                                  {402, "ECG"}, {502, "MISC"}, {802, "SEEG"},
                                                                  {803, "DBS"}, {902, "ECOG"}, {kStimulus, "TRIG"}};
  const auto* known = std::ranges::find(kTypes, kind, &std::pair<std::int32_t, std::string_view>::first);
  return known == std::end(kTypes) ? "OTHER" : known->second;
}

void add_channel(TableRecording& recording, const FifHeader& header, const FifChannel& channel,
                 Diagnostics& diagnostics) {
  const bool is_calibrated = std::abs(channel.calibration) > 1e-30 && std::abs(channel.calibration) < 1e30;
  if (!is_calibrated)
    diagnostics.remark("FIF_CALIBRATION", "A channel has no calibration and keeps its numbers", quoted(channel.name));
  // Codes of triggers, which MNE gives the unit of voltage, are no voltage.
  const bool is_trigger = channel.kind == kStimulus;
  if (channel.unit != kVolt && !is_trigger)
    diagnostics.remark("FIF_UNIT_UNKNOWN", "The unit is not a known voltage; values are unchanged",
                       quoted(channel.name));
  const bool is_voltage = channel.unit == kVolt && is_calibrated && !is_trigger;
  FileChannel& added =
      add_channel(recording, channel.name, is_trigger ? "" : unit_name(channel.unit), header.sfreq, header.n_samples(),
                  is_voltage, !is_calibrated ? 1 : channel.calibration * (is_voltage ? 1e6 : 1));
  added.calibrated = is_calibrated;
  added.is_trigger = is_trigger;
  added.direction = channel.direction;
  if (is_voltage) added.prefiltering = prefilter_text(header.highpass_hz, header.lowpass_hz, header.sfreq);
  added.type = type_of(channel.kind);
  added.is_bad = channel.is_bad;
}

// The filters of MNE stop at the ends of these annotations: where recordings were joined, or samples are not measured.
bool is_border(const std::string& text) {
  const auto begins = [&](std::string_view with) { return equal_ignoring_case(text.substr(0, with.size()), with); };
  return begins("edge") || begins("bad_acq_skip");
}

// Gaps without missing samples begin a segment, too.
void add_borders(FifHeader& header, std::span<const Annotation> annotations) {
  std::vector<double> times_s;
  for (const Annotation& one : annotations) {
    if (!is_border(one.text)) continue;
    times_s.push_back(one.onset_s);
    times_s.push_back(one.onset_s + one.duration_s);
  }
  sort_stable(times_s);
  std::vector<FifGap> all;
  auto gap = header.gaps.begin();
  double n_missing = 0;
  for (const double time_s : times_s) {
    const double sample = std::round(time_s * header.sfreq);
    for (; gap != header.gaps.end() && static_cast<double>(gap->before_sample) + n_missing <= sample; ++gap) {
      n_missing += static_cast<double>(gap->n_samples);
      all.push_back(*gap);
    }
    const double at = sample - n_missing, last = all.empty() ? 0 : static_cast<double>(all.back().before_sample);
    if (at > last && at < static_cast<double>(header.n_samples())) all.push_back({static_cast<std::uint64_t>(at), 0});
  }
  for (; gap != header.gaps.end(); ++gap) all.push_back(*gap);
  header.gaps = std::move(all);
}

// Segments end where samples were not stored.
std::vector<Segment> segments_of(const FifHeader& header) {
  std::vector<Segment> segments;
  std::uint64_t begin = 0, n_missing = 0;
  const auto add = [&](std::uint64_t end) {
    segments.push_back({.onset_s = static_cast<double>(begin + n_missing) / header.sfreq,
                        .duration_s = static_cast<double>(end - begin) / header.sfreq,
                        .sample_onset_s = static_cast<double>(begin) / header.sfreq});
  };
  for (const FifGap& gap : header.gaps) {
    add(gap.before_sample);
    begin = gap.before_sample;
    n_missing = std::min(n_missing + gap.n_samples, kMaxFifSamples);
  }
  add(header.n_samples());
  return segments;
}

// Onsets are relative to the date of the annotations, or without one to the first sample, which is at `begin_s`. In a
// recording without any date they count from the start of the clock by which the first sample has its number.
std::vector<Annotation> annotations_of(const FifHeader& header, double begin_s, Diagnostics& diagnostics) {
  const FifAnnotations& written = header.annotations;
  const std::size_t n = std::min(written.onsets_s.size(), written.texts.size());
  if (written.onsets_s.size() != written.texts.size() && !written.onsets_s.empty()) {
    diagnostics.remark(
        "FIF_ANNOTATIONS", "Annotations do not have as many texts as onsets; those with both are read",
        std::to_string(written.texts.size()) + " texts, " + std::to_string(written.onsets_s.size()) + " onsets");
  }
  const double first_s = static_cast<double>(header.first_sample) / header.sfreq;
  double onset_shift_s = begin_s;
  if (written.date_s || !header.date_s) onset_shift_s -= first_s;
  if (written.date_s && header.date_s) onset_shift_s += *written.date_s - *header.date_s;
  std::vector<Annotation> annotations;
  for (std::size_t i = 0; i < n; ++i) {
    const double onset_s = written.onsets_s[i] + onset_shift_s;
    if (!(std::abs(onset_s) < 1e9)) continue;
    const double end_s = i < written.ends_s.size() ? written.ends_s[i] : written.onsets_s[i];
    const double duration_s = end_s - written.onsets_s[i];
    annotations.push_back({.onset_s = onset_s,
                           .duration_s = duration_s > 0 && duration_s < 1e9 ? duration_s : 0,
                           .text = written.texts[i]});
  }
  return annotations;
}

using FifSources = std::vector<std::shared_ptr<ByteSource>>;

Result<std::uint64_t> read_fif(const FifSources& sources, const FifHeader& header, std::span<const double> factors,
                               std::span<const std::size_t> channels, std::uint64_t first, std::uint64_t n,
                               float* out) {
  const auto is_behind = [](std::uint64_t sample, const FifBuffer& buffer) { return sample < buffer.first_sample; };
  auto buffer = std::upper_bound(header.buffers.begin(), header.buffers.end(), first, is_behind);
  std::vector<std::byte> window;
  std::uint64_t n_replaced = 0;
  for (std::uint64_t done = 0; done < n; ++buffer) {
    const FifBuffer& from = buffer[-1];
    const std::uint64_t skip = first + done - from.first_sample, count = std::min(n - done, from.n_samples - skip);
    const SampleTable table{.type = from.type,
                            .is_big_endian = true,
                            .first_byte = from.byte,
                            .n_columns = header.channels.size(),
                            .n_samples = from.n_samples};
    EEGATE_TRY(const std::uint64_t n_of_part, read_table(*sources[from.part], table, factors, channels, skip, count,
                                                         {.values = out + done, .pitch = n}, window));
    n_replaced += n_of_part;
    done += count;
  }
  return n_replaced;
}

// A recording in one file or several.
struct JoinedFif {
  FifHeader header;
  FifSources sources;
  std::vector<Annotation> annotations;
};

// Each part may repeat the annotations of the whole recording.
void join_annotations(std::vector<Annotation>& all, std::vector<Annotation> more) {
  const std::size_t n = all.size();
  for (Annotation& one : more) {
    const auto is_same = [&](const Annotation& a) {
      return a.text == one.text && std::abs(a.onset_s - one.onset_s) < 1e-6;
    };
    const auto end = all.begin() + static_cast<std::ptrdiff_t>(n);
    if (n > kMaxComparedAnnotations || std::none_of(all.begin(), end, is_same)) all.push_back(std::move(one));
  }
}

Result<> join_part(JoinedFif& joined, FifHeader part, const std::string& file_name, Diagnostics& diagnostics) {
  FifHeader& all = joined.header;
  const auto is_same = [](const FifChannel& a, const FifChannel& b) {
    return a.name == b.name && a.calibration == b.calibration && a.unit == b.unit;
  };
  if (part.sfreq != all.sfreq ||
      !std::equal(part.channels.begin(), part.channels.end(), all.channels.begin(), all.channels.end(), is_same)) {
    Error e = error_in_field("FIF_PART",
                             "A part of the recording has other channels, units or another rate than the first one", {},
                             std::to_string(part.channels.size()) + " channels",
                             std::to_string(all.channels.size()) + " channels of the same names",
                             "Give all files of one recording, under the names that they were written with");
    e.place = file_name;
    return e;
  }
  const std::uint64_t base = all.n_samples();
  std::uint64_t n_missing = 0;
  for (const FifGap& gap : all.gaps) n_missing = std::min(n_missing + gap.n_samples, kMaxFifSamples);
  const auto end = all.first_sample + static_cast<std::int64_t>(base + n_missing);
  const bool is_behind = part.first_sample > end;
  if (is_behind)
    all.gaps.push_back({.before_sample = base, .n_samples = static_cast<std::uint64_t>(part.first_sample - end)});
  for (FifGap gap : part.gaps) all.gaps.push_back({gap.before_sample + base, gap.n_samples});
  const bool has_date = part.annotations.date_s.has_value();
  const double begin_s = static_cast<double>(std::max(part.first_sample, end) - all.first_sample) / all.sfreq;
  // Annotations with a date are relative to the same time in all parts; in a recording without any date, parts repeat
  // those of the first one.
  if (has_date) part.first_sample = all.first_sample;
  if (all.date_s) join_annotations(joined.annotations, annotations_of(part, has_date ? 0 : begin_s, diagnostics));
  for (FifBuffer buffer : part.buffers) {
    buffer.first_sample += base;
    buffer.part = static_cast<std::uint32_t>(joined.sources.size());
    all.buffers.push_back(buffer);
  }
  return {};
}

// Joins the continuation files that each part names.
Result<> join_parts(JoinedFif& joined, const std::string& file_name, const FileSet& files, Diagnostics& diagnostics) {
  std::vector<std::string> names = {std::string(base_name_of(file_name))};
  for (std::string next = joined.header.next_file; !next.empty();) {
    const std::string name(base_name_of(next));
    if (std::find(names.begin(), names.end(), name) != names.end() || names.size() == kMaxFifParts) {
      Error e = error_in_field("FIF_LOOP", "The parts of a recording have circular references", {}, quoted(name, 200),
                               "a part that was not read yet", "Save the recording again with MNE");
      e.place = names.back();
      return e;
    }
    EEGATE_TRY(auto source, open_companion(files,
                                           {.recording = names.back(),
                                            .link = next,
                                            .what = "next samples",
                                            .field = "next file",
                                            .missing = "FIF_DATA_MISSING",
                                            .renamed = {},
                                            .endings = {}},
                                           diagnostics));
    EEGATE_TRY(source, unpacked(std::move(source), diagnostics));
    EEGATE_TRY(FifHeader part, read_fif_header(*source, diagnostics));
    next = part.next_file;
    EEGATE_CHECK(join_part(joined, std::move(part), name, diagnostics));
    joined.sources.push_back(std::move(source));
    names.push_back(name);
  }
  return {};
}

// Whether a file begins like FIF, also inside gzip.
bool is_fif(std::span<const std::byte> beginning) { return begins_with(beginning, kFifMagic); }

// Split recordings are joined; error FIF_DATA_MISSING if a part is not in `files`. Other errors: FIF_*, IO_READ, and
// INFLATE_DATA, INFLATE_LIMIT of gzip.
Result<std::unique_ptr<SignalFile>> open_fif(std::shared_ptr<ByteSource> source, const std::string& file_name,
                                             const FileSet& files) {
  Diagnostics diagnostics(false);
  EEGATE_TRY(source, unpacked(std::move(source), diagnostics));
  JoinedFif joined;
  EEGATE_TRY(joined.header, read_fif_header(*source, diagnostics));
  joined.sources.push_back(std::move(source));
  FifHeader& header = joined.header;
  if (!header.file_before.empty())
    diagnostics.remark("FIF_SPLIT", "The recording begins in another file, before this one",
                       quoted(header.file_before, 200));
  joined.annotations = annotations_of(header, 0, diagnostics);
  EEGATE_CHECK(join_parts(joined, file_name, files, diagnostics));
  TableRecording recording;
  for (const FifChannel& channel : header.channels) add_channel(recording, header, channel, diagnostics);
  if (!header.gaps.empty())
    diagnostics.remark("FIF_GAP", "Parts of the recording were not stored", counted(header.gaps.size(), "gap", "gaps"));
  add_borders(header, joined.annotations);
  recording.segments = segments_of(header);
  recording.annotations = std::move(joined.annotations);
  recording.header.format = "FIF";
  // The date is that of sample 0, which may not be in the file.
  const double first_s = static_cast<double>(header.first_sample) / header.sfreq;
  if (header.date_s) recording.header.start = unix_start(*header.date_s + first_s);
  recording.header.duplicate_label = "FIF_DUPLICATE_LABEL";
  recording.codes = {.not_finite = "FIF_NOT_FINITE", .range = "FIF_RANGE"};
  recording.reader =
      sample_reader([sources = std::move(joined.sources), header = std::move(header), factors = recording.factors](
                        std::span<const std::size_t> channels, std::uint64_t first, std::uint64_t n, float* out) {
        return read_fif(sources, header, factors, channels, first, n, out);
      });
  return table_signal_file(std::move(recording), std::move(diagnostics));
}

}  // namespace

extern const SignalFormat kFifFormat = {"FIF", ".fif .fif.gz", is_fif, open_fif};

}  // namespace eegate
