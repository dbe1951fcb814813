#include "sleep/hypnogram_write.h"

#include <cmath>
#include <span>
#include <string_view>

#include "base/numbers_as_text.h"
#include "files/edf_tal.h"
#include "files/edf_write.h"

namespace eegate {
namespace {

// Milliseconds, which no epoch needs more of.
std::string seconds_text(double seconds) { return decimal_text(std::llround(seconds * 1000), 3); }

// A row for each epoch: number, onset, duration, stage.
template <class AddRow>
std::vector<std::byte> table(const Hypnogram& hypnogram, std::string text, AddRow add_row) {
  for (std::size_t i = 0; i < hypnogram.stages.size(); ++i) {
    const std::string onset = seconds_text(hypnogram.start_s + static_cast<double>(i) * hypnogram.epoch_s);
    add_row(text, i + 1, onset, hypnogram.stages[i]);
  }
  const auto bytes = std::as_bytes(std::span(text.data(), text.size()));
  return {bytes.begin(), bytes.end()};
}

Result<std::vector<std::byte>> edf(const Hypnogram& hypnogram, const RecordingStart& start) {
  if (hypnogram.stages.size() > kMaxEdfAnnotations) {  // of more the rest would be left out when it is read

    return Error{.code = "EDF_WRITE_ANNOTATION",
                 .message = "The hypnogram has more epochs than annotations are read of an EDF+ file",
                 .found = std::to_string(hypnogram.stages.size()),
                 .expected = "at most " + std::to_string(kMaxEdfAnnotations),
                 .hint = "Write it as .csv or .tsv."};
  }
  std::vector<EdfOutAnnotation> annotations;
  for (std::size_t i = 0; i < hypnogram.stages.size(); ++i) {
    annotations.push_back({.onset_s = hypnogram.start_s + static_cast<double>(i) * hypnogram.epoch_s,
                           .duration_s = hypnogram.epoch_s,
                           .text = annotation_of(hypnogram.stages[i])});
  }
  return write_edf_annotations(annotations, {.start = start, .patient_code = {}, .equipment = "eegate"});
}

}  // namespace

std::string annotation_of(Stage stage) {
  return stage == Stage::kMovement ? "Movement time" : "Sleep stage " + std::string(name_of(stage));
}

Result<std::vector<std::byte>> write_hypnogram(const Hypnogram& hypnogram, HypnogramFormat format,
                                               const RecordingStart& start) {
  const std::string duration = seconds_text(hypnogram.epoch_s);
  switch (format) {
    case HypnogramFormat::kCsv:
      return table(hypnogram, "epoch,onset_s,duration_s,stage\r\n",
                   [&](std::string& text, std::size_t number, const std::string& onset, Stage stage) {
                     text += std::to_string(number) + "," + onset + "," + duration + "," + std::string(name_of(stage)) +
                             "\r\n";
                   });
    case HypnogramFormat::kBidsEvents:
      return table(hypnogram, "onset\tduration\ttrial_type\n",
                   [&](std::string& text, std::size_t, const std::string& onset, Stage stage) {
                     text += onset + "\t" + duration + "\t" + annotation_of(stage) + "\n";
                   });
    case HypnogramFormat::kEdfAnnotations:
      return edf(hypnogram, start);
  }
  stop_at_our_mistake();
}

}  // namespace eegate
