// Hypnograms as programs write them: annotations of EDF+ and of other recordings, BIDS events, text with a word or a
// number for each epoch, tables, XML of Compumedics Profusion and of the NSRR, WFDB annotations. Told apart by content.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/byte_source.h"
#include "base/file_set.h"
#include "base/result.h"
#include "files/recording_start.h"
#include "files/signal_file.h"
#include "sleep/hypnogram.h"
#include "sleep/stage_codes.h"

namespace eegate {

struct HypnogramOptions {
  StageCodes codes = StageCodes::kUnknown;
  double epoch_s = 0;  // 0: as the file says, 30 s where it says nothing
};

struct StageWordCount {
  std::string word;  // as it stands in the file
  std::size_t n = 0;
};

struct HypnogramFile {
  Hypnogram hypnogram;
  std::string source;                 // "EDF+ annotations"
  RecordingStart start;               // of the clock that the onsets stand on
  std::vector<StageWordCount> words;  // in the order in which they first appear
  std::vector<Annotation> events;     // what is in the file besides stages
  Warnings warnings;
};

// Errors: HYP_EMPTY, HYP_CODES, HYP_EPOCH (an epoch length that is not 1 s to 120 s), HYP_XML, HYP_WFDB, HYP_LENGTH,
// IO_*, and those of formats of recordings. Warnings: HYP_WORD, HYP_CODES, HYP_EPOCH, HYP_GAP, TEXT_LATIN1.
Result<HypnogramFile> read_hypnogram(std::shared_ptr<ByteSource> source, const std::string& file_name,
                                     const HypnogramOptions& options = {}, const FileSet& files = {});

// The stages among the annotations of a recording; the others are its events. Error HYP_EMPTY if there are none.
Result<HypnogramFile> hypnogram_of_annotations(std::span<const Annotation> annotations, const std::string& file_name,
                                               const HypnogramOptions& options = {});

// What the events of a file say of the lights: "Lights off", "lights on", as EDF+ has them. Of several the first and
// the last.
Lights lights_of(std::span<const Annotation> events);

// Seconds from the start of a recording to the start of another clock, if both are known to the second. A recording may
// be of the night before or after: differences of more than 12 hours count only where both dates are known.
std::optional<double> seconds_between(const RecordingStart& from, const RecordingStart& to);

}  // namespace eegate
