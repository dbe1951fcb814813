#include "session/exchange/convert.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "files/brainvision_write.h"
#include "files/edf_write.h"
#include "files/edf_write_header.h"
#include "files/header_text.h"
#include "session/exchange/deidentify.h"

namespace eegate {
namespace {

constexpr std::uint64_t kConvertWindowValues = std::uint64_t{1} << 18;

RecordingStart start_of(const OpenRecording& open, const ConvertOptions& options) {
  RecordingStart start = open.recording.header().start;
  if (!options.keep_date) start.year = start.month = start.day = 0;
  if (options.remove_time) start.hour = start.minute = start.second = -1;
  return start;
}

Error no_channels() {
  return {.code = "CONVERT_CHANNELS",
          .message = "There is no channel that could be written",
          .found = "annotations or triggers alone",
          .expected = "channels with samples"};
}

// Channels that have a place in the copy, of one rate where it is given.
std::vector<std::size_t> choose_channels(const OpenRecording& open, double sfreq, Converted& converted) {
  std::vector<std::size_t> chosen;
  const auto& channels = open.recording.channels();
  for (std::size_t i = 0; i < channels.size(); ++i) {
    const bool is_of_rate = sfreq == 0 || channels[i].sfreq == sfreq;
    if (!channels[i].is_trigger && channels[i].n_samples > 0 && is_of_rate) {
      chosen.push_back(i);
    } else {
      converted.left_out.push_back(channels[i].name);
    }
  }
  converted.n_channels = chosen.size();
  for (const std::size_t i : chosen) converted.n_samples = std::max(converted.n_samples, channels[i].n_samples);
  return chosen;
}

void warn(Converted& converted, const OpenRecording& open, const ConvertOptions& options) {
  if (!converted.left_out.empty()) {
    std::string names;
    for (const std::string& name : converted.left_out) names += (names.empty() ? "" : ", ") + name;
    converted.warnings.push_back(
        {.code = "CONVERT_LEFT_OUT", .message = "Channels have no place in the copy: " + quoted(names, 200)});
  }
  const IdentityFields removed{
      .patient = true, .recording = true, .start_date = !options.keep_date, .start_time = options.remove_time};
  const Warnings of_texts = warnings_of_annotations(open, removed);
  converted.warnings.insert(converted.warnings.end(), of_texts.begin(), of_texts.end());
}

// None for numbers without calibration, which the unit of the file would make voltages.
std::string unit_of(const Channel& channel) { return channel.calibrated ? channel.unit : std::string(); }

// EDF has 8 characters for an end of a range: voltages that need more are written in millivolts or volts.
void choose_voltage_unit(EdfOutShape& shape) {
  const double low_uv = shape.min, high_uv = shape.max;
  for (const std::string_view unit : {"uV", "mV", "V"}) {
    shape.physical_dimension = unit;
    shape.min = low_uv / *microvolts_per_unit(unit);
    shape.max = high_uv / *microvolts_per_unit(unit);
    if (!edf_number_down(shape.min).empty() && !edf_number_up(shape.max).empty()) return;
  }
}

Result<std::vector<EdfOutShape>> shapes_of(const OpenRecording& open, std::span<const std::size_t> chosen,
                                           const Progress& progress) {
  std::vector<EdfOutShape> shapes;
  std::vector<float> window;
  for (const std::size_t i : chosen) {
    const Channel& channel = open.recording.channels()[i];
    EdfOutShape shape{.label = channel.label,
                      .prefiltering = channel.prefiltering,
                      .physical_dimension = unit_of(channel),
                      .sfreq = channel.sfreq,
                      .n_values = channel.n_samples};
    for (std::uint64_t at = 0; at < channel.n_samples; at += window.size()) {
      window.resize(static_cast<std::size_t>(std::min(kConvertWindowValues, channel.n_samples - at)));
      EEGATE_CHECK(open.recording.read(i, at, window));
      const auto [low, high] = std::minmax_element(window.begin(), window.end());
      shape.min = at == 0 ? static_cast<double>(*low) : std::min(shape.min, static_cast<double>(*low));
      shape.max = at == 0 ? static_cast<double>(*high) : std::max(shape.max, static_cast<double>(*high));
    }
    if (channel.is_voltage) choose_voltage_unit(shape);
    shapes.push_back(std::move(shape));
    progress(0.5 * static_cast<double>(shapes.size()) / static_cast<double>(chosen.size()));
  }
  return shapes;
}

std::vector<EdfOutAnnotation> edf_annotations(const OpenRecording& open, std::span<const double> borders_s,
                                              double half_sample_s) {
  std::vector<EdfOutAnnotation> annotations;
  for (const Annotation& one : open.recording.annotations()) {
    // An empty text would not be read as an annotation.
    const std::string_view text = one.text.empty() ? std::string_view("Comment") : one.text;
    annotations.push_back({one.onset_s, one.duration_s > 0 ? one.duration_s : -1, std::string(text)});
  }
  for (const double border_s : borders_s) {
    const bool is_annotated = std::ranges::any_of(open.recording.annotations(), [&](const Annotation& one) {
      return std::fabs(one.onset_s - border_s) <= 1.2 * half_sample_s;  // EEGLAB's are half a sample before
    });
    if (!is_annotated) annotations.push_back({border_s, -1, "boundary"});
  }
  return annotations;
}

// Of EDF+ a segment begins where time is missing; at the other borders it goes on.
struct EdfSegments {
  std::vector<Segment> segments;
  std::vector<double> borders_s;
};

EdfSegments segments_with_gaps(const OpenRecording& open, double half_sample_s) {
  EdfSegments found;
  for (const Segment& segment : open.recording.segments()) {
    if (!found.segments.empty()) {
      Segment& last = found.segments.back();
      if (std::fabs(segment.onset_s - (last.onset_s + last.duration_s)) <= half_sample_s) {
        last.duration_s += segment.duration_s;
        found.borders_s.push_back(segment.onset_s);
        continue;
      }
    }
    found.segments.push_back(segment);
  }
  return found;
}

// Names of 16 characters at most, none of them twice, and units of 8; what had to be changed is told.
void name_for_edf(std::vector<EdfOutShape>& shapes, Converted& converted) {
  constexpr std::size_t kNameWidth = 16, kUnitWidth = 8;
  std::string changed;
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    EdfOutShape& shape = shapes[i];
    std::string name = edf_text(shape.label, kNameWidth);
    const auto is_taken = [&](const std::string& one) {
      return std::any_of(shapes.begin(), shapes.begin() + static_cast<std::ptrdiff_t>(i),
                         [&](const EdfOutShape& other) { return other.label == one; });
    };
    const std::string shortened = name;
    for (std::size_t n = 2; name != shape.label && is_taken(name); ++n) {
      const std::string number = "_" + std::to_string(n);
      name = shortened.substr(0, kNameWidth - number.size()) + number;
    }
    const std::string unit = edf_text(shape.physical_dimension, kUnitWidth);
    if (name != shape.label) changed += (changed.empty() ? "" : ", ") + shape.label + " -> " + name;
    if (unit != shape.physical_dimension)
      changed += (changed.empty() ? "" : ", ") + shape.physical_dimension + " -> " + unit;
    shape.label = name;
    shape.physical_dimension = unit;
  }
  if (!changed.empty()) {
    converted.warnings.push_back(
        {.code = "CONVERT_NAMES",
         .message = "EDF holds short names and units of plain letters; these are changed: " + quoted(changed, 200)});
  }
}

// Some records of a run, one behind the other.
struct SomeRecords {
  const EdfOutRun& run;
  std::uint64_t first = 0, n = 0;  // counted from the first one of the run
};

// A channel of the recording, and the unit in which it is written: a factor of what is read.
struct EdfSource {
  std::size_t channel = 0;
  double factor = 1;
};

// Values of one signal: its samples, and the last one alone where there is none in these records.
Result<> read_records(const OpenRecording& open, const EdfSource& source, std::size_t signal, std::uint64_t per_record,
                      const SomeRecords& records, std::vector<float>& values) {
  const std::uint64_t n_samples = records.run.n_samples[signal];
  const std::uint64_t begin = std::min(records.first * per_record, n_samples - 1);
  values.resize(static_cast<std::size_t>(std::min(records.n * per_record, n_samples - begin)));
  EEGATE_CHECK(open.recording.read(source.channel, records.run.first[signal] + begin, values));
  if (source.factor == 1) return {};
  for (float& value : values) value = static_cast<float>(static_cast<double>(value) * source.factor);
  return {};
}

void append_records(const EdfPlusStream& stream, const SomeRecords& records, std::span<const std::vector<float>> values,
                    std::vector<std::byte>& out) {
  for (std::uint64_t record = 0; record < records.n; ++record) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      const auto per_record = static_cast<std::size_t>(stream.samples_per_record(i));
      const std::size_t first = std::min(static_cast<std::size_t>(record) * per_record, values[i].size() - 1);
      stream.append_samples(out, i,
                            std::span(values[i]).subspan(first, std::min(per_record, values[i].size() - first)));
    }
    stream.append_annotations(out, records.run.first_record + records.first + record);
  }
}

Result<> write_records(const OpenRecording& open, std::span<const EdfSource> sources, const EdfPlusStream& stream,
                       const WriteBytes& write, const Progress& progress) {
  const std::uint64_t n_at_once = std::max<std::uint64_t>(1, 2 * kConvertWindowValues / stream.record_bytes());
  std::vector<std::vector<float>> values(sources.size());
  std::vector<std::byte> out;
  for (const EdfOutRun& run : stream.runs()) {
    for (std::uint64_t begin = 0; begin < run.n_records; begin += n_at_once) {
      const SomeRecords records{.run = run, .first = begin, .n = std::min(n_at_once, run.n_records - begin)};
      for (std::size_t i = 0; i < sources.size(); ++i)
        EEGATE_CHECK(read_records(open, sources[i], i, stream.samples_per_record(i), records, values[i]));
      out.clear();
      append_records(stream, records, values, out);
      EEGATE_CHECK(write(out));
      progress(0.5 + 0.5 * static_cast<double>(run.first_record + begin + records.n) /
                         static_cast<double>(stream.n_records()));
    }
  }
  return {};
}

void warn_of_records(Converted& converted, std::uint64_t n_repeated, std::size_t n_borders) {
  if (n_repeated > 0) {
    converted.warnings.push_back({.code = "CONVERT_FILLED",
                                  .message = "Records that samples do not fill repeat the last one, in each channel " +
                                             std::to_string(n_repeated) + " times"});
  }
  if (n_borders > 0) {
    converted.warnings.push_back(
        {.code = "CONVERT_GAPS",
         .message = "Borders of segments between which no time passes are annotations of the copy: " +
                    std::to_string(n_borders)});
  }
}

// The number of samples that are stored before a time. Segments may be stored in another order than that of time.
double samples_before(const OpenRecording& open, double time_s, double sfreq) {
  double stored_s = 0, nearest_s = std::numeric_limits<double>::infinity();
  for (const Segment& segment : open.recording.segments()) {
    const double passed_s = time_s - segment.onset_s;
    const double behind_s = passed_s < segment.duration_s ? -1 : passed_s - segment.duration_s;
    if (passed_s < 0 || behind_s > nearest_s) continue;
    nearest_s = behind_s;
    stored_s = segment.sample_onset_s + std::min(passed_s, segment.duration_s);
  }
  return std::round(stored_s * sfreq);
}

std::uint64_t clamped_sample(double index, std::uint64_t n_samples) {
  return static_cast<std::uint64_t>(std::clamp(index, 0.0, static_cast<double>(n_samples - 1)));
}

// Whether there are samples at a time, which may be half a sample beside them.
bool is_stored(const OpenRecording& open, double onset_s, double half_sample_s) {
  return std::ranges::any_of(open.recording.segments(), [&](const Segment& segment) {
    return onset_s >= segment.onset_s - half_sample_s &&
           onset_s <= segment.onset_s + segment.duration_s + half_sample_s;
  });
}

// Segments have start times where the copy has a date.
std::vector<BrainVisionOutMarker> markers_of(const OpenRecording& open, double sfreq, bool has_date,
                                             Converted& converted) {
  std::vector<BrainVisionOutMarker> markers;
  const std::uint64_t n_samples = converted.n_samples;
  const auto& segments = open.recording.segments();
  bool has_gap = false;
  for (std::size_t i = 1; i < segments.size(); ++i) {
    const Segment& before = segments[i - 1];
    has_gap = has_gap || segments[i].onset_s - before.onset_s - before.duration_s > 0.5 / sfreq;
    markers.push_back({.type = "New Segment",
                       .text = {},
                       .sample = clamped_sample(std::round(segments[i].sample_onset_s * sfreq), n_samples),
                       .onset_s = segments[i].onset_s});
  }
  if (has_gap && !has_date) {
    converted.warnings.push_back(
        {.code = "CONVERT_GAPS",
         .message = "How long the gaps between segments lasted is not in the copy, which has no date"});
  }
  // Of a BrainVision recording the starts of segments are annotations, too.
  const auto is_start = [&](const Annotation& one) {
    return one.text == "New Segment" && std::ranges::any_of(segments, [&](const Segment& segment) {
             return std::abs(segment.onset_s - one.onset_s) < 0.5 / sfreq;
           });
  };
  std::size_t n_outside = 0, n_cut = 0;
  for (const Annotation& one : open.recording.annotations()) {
    if (is_start(one)) continue;
    n_outside += is_stored(open, one.onset_s, 0.5 / sfreq) ? 0 : 1;
    // What an annotation lasts of a gap, or outside the samples, is not in the copy.
    const double whole = std::clamp(std::round(one.duration_s * sfreq), 1.0, 1e12);
    const double begin = samples_before(open, one.onset_s, sfreq);
    const double stored = samples_before(open, one.onset_s + std::max(one.duration_s, 0.0), sfreq) - begin;
    const bool is_cut = whole > stored + 1;
    const double n = is_cut ? std::max(stored, 1.0) : whole;
    n_cut += is_cut ? 1 : 0;
    markers.push_back({.type = "Comment",
                       .text = one.text,
                       .sample = clamped_sample(begin, n_samples),
                       .n_samples = static_cast<std::uint64_t>(n)});
  }
  if (n_outside > 0) {
    converted.warnings.push_back(
        {.code = "CONVERT_EVENT_RANGE",
         .message = "Annotations outside the samples are moved to the nearest sample: " + std::to_string(n_outside)});
  }
  if (n_cut > 0) {
    converted.warnings.push_back(
        {.code = "CONVERT_EVENT_RANGE",
         .message = "Annotations that reach into a gap or beyond the samples last only as long as the samples do: " +
                    std::to_string(n_cut)});
  }
  return markers;
}

Result<> write_floats(const OpenRecording& open, std::span<const std::size_t> chosen, std::uint64_t n_samples,
                      const WriteBytes& write, const Progress& progress) {
  const std::uint64_t per_window = std::max<std::uint64_t>(1, kConvertWindowValues / chosen.size());
  std::vector<float> rows, frames;
  for (std::uint64_t at = 0; at < n_samples; at += per_window) {
    const auto n = static_cast<std::size_t>(std::min(per_window, n_samples - at));
    rows.resize(n * chosen.size());
    frames.resize(rows.size());
    EEGATE_CHECK(open.recording.read(chosen, at, n, rows.data()));
    for (std::size_t c = 0; c < chosen.size(); ++c) {
      for (std::size_t t = 0; t < n; ++t) frames[t * chosen.size() + c] = rows[c * n + t];
    }
    EEGATE_CHECK(write(std::as_bytes(std::span(frames))));
    progress(static_cast<double>(at + n) / static_cast<double>(n_samples));
  }
  return {};
}

}  // namespace

Result<Converted> convert_to_edf(const OpenRecording& open, const ConvertOptions& options, const WriteBytes& write,
                                 const Progress& progress) {
  Converted converted;
  const std::vector<std::size_t> chosen = choose_channels(open, 0, converted);
  if (chosen.empty()) return no_channels();
  EEGATE_TRY(std::vector<EdfOutShape> shapes, shapes_of(open, chosen, progress));
  std::vector<EdfSource> sources;
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    const bool is_voltage = open.recording.channels()[chosen[i]].is_voltage;
    sources.push_back({chosen[i], is_voltage ? 1 / *microvolts_per_unit(shapes[i].physical_dimension) : 1});
  }
  name_for_edf(shapes, converted);
  EdfOutOptions edf;
  edf.start = start_of(open, options);
  double half_sample_s = 1;
  for (const EdfOutShape& shape : shapes) half_sample_s = std::min(half_sample_s, 0.5 / shape.sfreq);
  const EdfSegments parts = segments_with_gaps(open, half_sample_s);
  const auto annotations = edf_annotations(open, parts.borders_s, half_sample_s);
  EEGATE_TRY(const EdfPlusStream stream, EdfPlusStream::begin(shapes, annotations, edf, parts.segments));
  EEGATE_CHECK(write(std::as_bytes(std::span(stream.header().data(), stream.header().size()))));
  EEGATE_CHECK(write_records(open, sources, stream, write, progress));
  converted.n_annotations = annotations.size();
  warn_of_records(converted, stream.n_repeated(), parts.borders_s.size());
  warn(converted, open, options);
  return converted;
}

Result<BrainVisionTexts> convert_to_brainvision(const OpenRecording& open, const ConvertOptions& options,
                                                const std::string& stem, const WriteBytes& write,
                                                const Progress& progress) {
  BrainVisionTexts texts;
  const std::vector<std::size_t> main = open.recording.main_channels();
  if (main.empty()) return no_channels();
  const double sfreq = open.recording.channels()[main[0]].sfreq;
  const std::vector<std::size_t> chosen = choose_channels(open, sfreq, texts.converted);
  if (chosen.empty()) return no_channels();
  std::vector<BrainVisionOutChannel> channels;
  // All of them are as long as the shortest.
  for (const std::size_t i : chosen) {
    const Channel& channel = open.recording.channels()[i];
    texts.converted.n_samples = std::min(texts.converted.n_samples, channel.n_samples);
    // MNE opens no BrainVision recording in which a name occurs twice.
    const bool is_twice = 1 < std::ranges::count_if(chosen, [&](std::size_t other) {
                            return open.recording.channels()[other].label == channel.label;
                          });
    channels.push_back({is_twice ? channel.name : channel.label, channel.is_voltage ? "\xC2\xB5V" : unit_of(channel),
                        channel.direction});
  }
  EEGATE_CHECK(write_floats(open, chosen, texts.converted.n_samples, write, progress));
  texts.header = brainvision_header_text(stem, sfreq, texts.converted.n_samples, channels);
  const RecordingStart start = start_of(open, options);
  const auto markers = markers_of(open, sfreq, start.year > 0 && start.hour >= 0, texts.converted);
  texts.markers = brainvision_marker_text(stem, start, markers);
  texts.converted.n_annotations = open.recording.annotations().size();
  warn(texts.converted, open, options);
  return texts;
}

}  // namespace eegate
