#include "signal/recording_channels.h"

#include <algorithm>
#include <map>
#include <utility>

#include "files/text.h"
#include "signal/channel_name.h"

namespace eegate {
namespace {

// Divided, not multiplied by 1e-9: 4.1 s stays 4.1.
double seconds(std::int64_t ns) { return static_cast<double>(ns) / 1e9; }

std::string folded(std::string_view name) {
  std::string out(name);
  std::transform(out.begin(), out.end(), out.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return out;
}

void make_names_unique(std::vector<Channel>& channels, Diagnostics& diagnostics) {
  std::map<std::string, std::vector<std::size_t>> by_name;
  for (std::size_t i = 0; i < channels.size(); ++i) by_name[folded(channels[i].name)].push_back(i);
  for (const auto& [name, indices] : by_name) {
    if (indices.size() == 1) continue;
    Error e;
    e.code = "EDF_DUPLICATE_LABEL";
    e.message = "Several channels have one name and were numbered";
    e.field = "label";
    e.found = quoted(channels[indices[0]].label) + " " + std::to_string(indices.size()) + " times";
    diagnostics.remark(std::move(e));
    std::size_t number = 0;
    for (const std::size_t i : indices) {
      std::string numbered;
      do {  // a file may already have a channel of that name
        numbered = channels[i].name + "-" + std::to_string(number++);
      } while (by_name.count(folded(numbered)) > 0);
      channels[i].name = std::move(numbered);
    }
  }
}

}  // namespace

ChannelList make_channels(const EdfHeader& header, Diagnostics& diagnostics) {
  ChannelList list;
  for (std::size_t i = 0; i < header.signals.size(); ++i) {
    const EdfSignal& signal = header.signals[i];
    if (signal.kind == EdfSignalKind::annotations || signal.samples_per_record == 0) continue;
    ChannelName name = canonical_channel_name(signal.label);
    Channel channel;
    channel.label = signal.label;
    channel.name = std::move(name.name);
    channel.reference = std::move(name.reference);
    channel.unit = signal.physical_dimension;
    channel.sfreq = header.sfreq(signal);
    channel.n_samples = header.n_samples(signal);
    channel.is_trigger = signal.kind == EdfSignalKind::status;
    channel.calibrated = signal.calibrated && !channel.is_trigger;
    channel.is_voltage = channel.calibrated && signal.microvolts.has_value();
    list.channels.push_back(std::move(channel));
    list.signals.push_back(i);
  }
  make_names_unique(list.channels, diagnostics);
  return list;
}

std::vector<Segment> make_segments(const EdfHeader& header, const EdfClock& clock) {
  const double record_s = header.record_duration_s;
  const auto& runs = clock.runs();
  if (runs.empty()) return {{0, static_cast<double>(header.n_records) * record_s, 0}};
  std::vector<Segment> segments;
  segments.reserve(runs.size());
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const std::uint64_t end = i + 1 < runs.size() ? runs[i + 1].first_record : header.n_records;
    Segment segment;
    segment.onset_s = seconds(runs[i].onset_ns - clock.first_ns());
    segment.duration_s = static_cast<double>(end - runs[i].first_record) * record_s;
    segment.sample_onset_s = static_cast<double>(runs[i].first_record) * record_s;
    segments.push_back(segment);
  }
  return segments;
}

Annotation make_annotation(const EdfHeader& header, EdfAnnotation&& annotation, std::int64_t first_clock_ns) {
  Annotation out;
  out.onset_s = seconds(annotation.onset_ns - first_clock_ns);
  out.duration_s = seconds(std::max<std::int64_t>(annotation.duration_ns, 0));
  out.text = std::move(annotation.text);
  out.is_trigger = header.signals[annotation.signal_index].kind == EdfSignalKind::status;
  return out;
}

}  // namespace eegate
