#include "session/convert.h"

#include <algorithm>
#include <cmath>

#include "base/numbers_as_text.h"
#include "files/brainvision_write.h"
#include "files/edf_write.h"
#include "session/deidentify.h"

namespace eegate {
namespace {

constexpr std::uint64_t kConvertWindowValues = std::uint64_t{1} << 18;

RecordingStart start_of(const OpenRecording& open, const ConvertOptions& options) {
  RecordingStart start = open.recording.header().start;
  if (!options.keep_date) start.year = start.month = start.day = 0;
  if (options.remove_time) start.hour = start.minute = start.second = -1;
  return start;
}

// Of a voltage the numbers are microvolts, whatever the unit was; of all others they are as they were.
std::string unit_of(const Channel& channel, std::string_view microvolt) {
  return channel.is_voltage ? std::string(microvolt) : channel.unit;
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

Result<std::vector<EdfOutShape>> shapes_of(const OpenRecording& open, std::span<const std::size_t> chosen,
                                           const Progress& progress) {
  std::vector<EdfOutShape> shapes;
  std::vector<float> window;
  for (const std::size_t i : chosen) {
    const Channel& channel = open.recording.channels()[i];
    EdfOutShape shape{.label = channel.label,
                      .prefiltering = channel.prefiltering,
                      .physical_dimension = unit_of(channel, "uV"),
                      .sfreq = channel.sfreq,
                      .n_values = channel.n_samples};
    for (std::uint64_t at = 0; at < channel.n_samples; at += window.size()) {
      window.resize(static_cast<std::size_t>(std::min(kConvertWindowValues, channel.n_samples - at)));
      EEGATE_CHECK(open.recording.read(i, at, window));
      const auto [low, high] = std::minmax_element(window.begin(), window.end());
      shape.min = at == 0 ? static_cast<double>(*low) : std::min(shape.min, static_cast<double>(*low));
      shape.max = at == 0 ? static_cast<double>(*high) : std::max(shape.max, static_cast<double>(*high));
    }
    shapes.push_back(std::move(shape));
    progress(0.5 * static_cast<double>(shapes.size()) / static_cast<double>(chosen.size()));
  }
  return shapes;
}

std::vector<EdfOutAnnotation> edf_annotations(const OpenRecording& open) {
  std::vector<EdfOutAnnotation> annotations;
  for (const Annotation& one : open.recording.annotations())
    annotations.push_back({one.onset_s, one.duration_s > 0 ? one.duration_s : -1, one.text});
  return annotations;
}

// Values of one signal for some records: its samples, and the last one again where there are fewer.
Result<> read_records(const OpenRecording& open, std::size_t channel, std::uint64_t first, std::vector<float>& values) {
  const std::uint64_t n_samples = open.recording.channels()[channel].n_samples;
  first = std::min(first, n_samples - 1);
  values.resize(static_cast<std::size_t>(std::min<std::uint64_t>(values.size(), n_samples - first)));
  return open.recording.read(channel, first, values);
}

Result<> write_records(const OpenRecording& open, std::span<const std::size_t> chosen, const EdfPlusStream& stream,
                       const WriteBytes& write, const Progress& progress) {
  const std::uint64_t n_at_once = std::max<std::uint64_t>(1, 2 * kConvertWindowValues / stream.record_bytes());
  std::vector<std::vector<float>> values(chosen.size());
  std::vector<std::byte> out;
  for (std::uint64_t begin = 0; begin < stream.n_records(); begin += n_at_once) {
    const std::uint64_t n = std::min(n_at_once, stream.n_records() - begin);
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      values[i].resize(static_cast<std::size_t>(n * stream.samples_per_record(i)));
      EEGATE_CHECK(read_records(open, chosen[i], begin * stream.samples_per_record(i), values[i]));
    }
    out.clear();
    for (std::uint64_t record = 0; record < n; ++record) {
      for (std::size_t i = 0; i < chosen.size(); ++i) {
        const auto per_record = static_cast<std::size_t>(stream.samples_per_record(i));
        const std::size_t first = std::min(static_cast<std::size_t>(record) * per_record, values[i].size() - 1);
        stream.append_samples(out, i,
                              std::span(values[i]).subspan(first, std::min(per_record, values[i].size() - first)));
      }
      stream.append_annotations(out, begin + record);
    }
    EEGATE_CHECK(write(out));
    progress(0.5 + 0.5 * static_cast<double>(begin + n) / static_cast<double>(stream.n_records()));
  }
  return {};
}

// Where a time lies among the stored samples; what is in a gap is at its end.
std::uint64_t sample_at(const OpenRecording& open, double onset_s, double sfreq, std::uint64_t n_samples) {
  double stored_s = 0;
  for (const Segment& segment : open.recording.segments()) {
    if (onset_s < segment.onset_s) break;
    stored_s = segment.sample_onset_s + std::min(onset_s - segment.onset_s, segment.duration_s);
  }
  const double sample = std::clamp(std::round(stored_s * sfreq), 0.0, static_cast<double>(n_samples - 1));
  return static_cast<std::uint64_t>(sample);
}

std::vector<BrainVisionOutMarker> markers_of(const OpenRecording& open, double sfreq, Converted& converted) {
  std::vector<BrainVisionOutMarker> markers;
  const std::uint64_t n_samples = converted.n_samples;
  const auto& segments = open.recording.segments();
  for (std::size_t i = 1; i < segments.size(); ++i) {
    markers.push_back(
        {.type = "New Segment", .text = {}, .sample = sample_at(open, segments[i].onset_s, sfreq, n_samples)});
  }
  if (segments.size() > 1) {
    converted.warnings.push_back(
        {.code = "CONVERT_GAPS", .message = "How long the gaps between segments lasted has no place in the copy"});
  }
  std::size_t n_outside = 0;
  for (const Annotation& one : open.recording.annotations()) {
    n_outside += one.onset_s < 0 || one.onset_s > open.recording.duration_s() ? 1 : 0;
    const double n = std::clamp(std::round(one.duration_s * sfreq), 1.0, 1e12);
    markers.push_back({.type = "Comment",
                       .text = one.text,
                       .sample = sample_at(open, one.onset_s, sfreq, n_samples),
                       .n_samples = static_cast<std::uint64_t>(n)});
  }
  if (n_outside > 0) {
    converted.warnings.push_back(
        {.code = "CONVERT_EVENT_RANGE",
         .message = "Annotations outside the samples are moved to the nearest sample: " + std::to_string(n_outside)});
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
  if (!open.recording.is_contiguous()) {
    return Error{.code = "CONVERT_GAPS",
                 .message = "EDF+ is written of recordings without gaps alone",
                 .found = std::to_string(open.recording.segments().size()) + " segments",
                 .expected = "one segment",
                 .hint = "Convert it to BrainVision (.vhdr), which has segments."};
  }
  Converted converted;
  const std::vector<std::size_t> chosen = choose_channels(open, 0, converted);
  if (chosen.empty()) return no_channels();
  EEGATE_TRY(const std::vector<EdfOutShape> shapes, shapes_of(open, chosen, progress));
  EdfOutOptions edf;
  edf.start = start_of(open, options);
  EEGATE_TRY(const EdfPlusStream stream, EdfPlusStream::begin(shapes, edf_annotations(open), edf));
  EEGATE_CHECK(write(std::as_bytes(std::span(stream.header().data(), stream.header().size()))));
  EEGATE_CHECK(write_records(open, chosen, stream, write, progress));
  converted.n_annotations = open.recording.annotations().size();
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
    channels.push_back({channel.label, unit_of(channel, "\xC2\xB5V"), channel.direction});
  }
  EEGATE_CHECK(write_floats(open, chosen, texts.converted.n_samples, write, progress));
  texts.header = brainvision_header_text(stem, sfreq, texts.converted.n_samples, channels);
  texts.markers = brainvision_marker_text(stem, start_of(open, options), markers_of(open, sfreq, texts.converted));
  texts.converted.n_annotations = open.recording.annotations().size();
  warn(texts.converted, open, options);
  return texts;
}

}  // namespace eegate
