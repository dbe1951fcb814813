#include "sleep/hypnogram_write.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <string_view>

#include "base/numbers_as_text.h"
#include "base/sort.h"
#include "files/edf_tal.h"
#include "files/edf_write.h"

namespace eegate {
namespace {

// Rounded to milliseconds.
std::string seconds_text(double seconds) { return decimal_text(std::llround(seconds * 1000), 3); }

std::vector<std::byte> bytes_of(const std::string& text) {
  const auto bytes = std::as_bytes(std::span(text.data(), text.size()));
  return {bytes.begin(), bytes.end()};
}

// One row for each epoch and, if the lights are known, a column that says whether they are off.
Result<std::vector<std::byte>> csv(const Hypnogram& hypnogram) {
  EEGATE_TRY(const EpochRange in_bed, epochs_in_bed(hypnogram));
  const bool lit = hypnogram.lights.are_known();
  std::string text = lit ? "epoch,onset_s,duration_s,stage,lights\r\n" : "epoch,onset_s,duration_s,stage\r\n";
  for (std::size_t i = 0; i < hypnogram.stages.size(); ++i) {
    text += std::to_string(i + 1) + "," + seconds_text(hypnogram.onset_s(i)) + "," + seconds_text(hypnogram.epoch_s);
    text += "," + std::string(name_of(hypnogram.stages[i]));
    if (lit) text += i >= in_bed.first && i < in_bed.end ? ",off" : ",on";
    text += "\r\n";
  }
  return bytes_of(text);
}

// Epochs and lights in order of time.
std::vector<EdfOutAnnotation> events_of(const Hypnogram& hypnogram) {
  std::vector<EdfOutAnnotation> events;
  if (hypnogram.lights.off_s) events.push_back({.onset_s = *hypnogram.lights.off_s, .text = "Lights off"});
  if (hypnogram.lights.on_s) events.push_back({.onset_s = *hypnogram.lights.on_s, .text = "Lights on"});
  for (std::size_t i = 0; i < hypnogram.stages.size(); ++i) {
    events.push_back(
        {.onset_s = hypnogram.onset_s(i), .duration_s = hypnogram.epoch_s, .text = annotation_of(hypnogram.stages[i])});
  }
  sort_stable(events, [](const auto& a, const auto& b) { return a.onset_s < b.onset_s; });
  return events;
}

std::vector<std::byte> bids(const Hypnogram& hypnogram) {
  std::string text = "onset\tduration\ttrial_type\n";
  for (const EdfOutAnnotation& event : events_of(hypnogram))
    text +=
        seconds_text(event.onset_s) + "\t" + seconds_text(std::max(0.0, event.duration_s)) + "\t" + event.text + "\n";
  return bytes_of(text);
}

Result<std::vector<std::byte>> edf(const Hypnogram& hypnogram, const RecordingStart& start) {
  const std::vector<EdfOutAnnotation> events = events_of(hypnogram);
  if (events.size() > kMaxEdfAnnotations) {  // readers ignore further annotations
    return Error{.code = "EDF_WRITE_ANNOTATION",
                 .message = "The hypnogram has more epochs than annotations are read of an EDF+ file",
                 .found = std::to_string(events.size()),
                 .expected = "at most " + std::to_string(kMaxEdfAnnotations),
                 .hint = "Write it as .csv or .tsv."};
  }
  return write_edf_annotations(events, {.start = start, .patient_code = {}, .equipment = "eegate"});
}

}  // namespace

std::string annotation_of(Stage stage) {
  return stage == Stage::kMovement ? "Movement time" : "Sleep stage " + std::string(name_of(stage));
}

Result<std::vector<std::byte>> write_hypnogram(const Hypnogram& hypnogram, HypnogramFormat format,
                                               const RecordingStart& start) {
  switch (format) {
    case HypnogramFormat::kCsv:
      return csv(hypnogram);
    case HypnogramFormat::kBidsEvents:
      return bids(hypnogram);
    case HypnogramFormat::kEdfAnnotations:
      return edf(hypnogram, start);
  }
  abort_on_internal_error();
}

}  // namespace eegate
