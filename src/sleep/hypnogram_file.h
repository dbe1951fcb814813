// Reads hypnogram files: annotations of EDF+ and of other recordings, BIDS events, text with a word or a number for
// each epoch, tables, XML of Compumedics Profusion and of the NSRR, WFDB annotations. The format is recognised by
// content.
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
  double epoch_s = 0;  // 0: from the file, 30 s if it does not contain it
};

struct StageWordCount {
  std::string word;  // as in the file
  std::size_t n = 0;
};

struct HypnogramFile {
  Hypnogram hypnogram;
  std::string source;                 // "EDF+ annotations"
  RecordingStart start;               // start of the recording to which onsets refer
  std::vector<StageWordCount> words;  // in order of first appearance
  std::vector<Annotation> events;     // annotations that are not stages
  Warnings warnings;
};

// Errors: HYP_EMPTY, HYP_CODES, HYP_EPOCH (epoch length outside 1 s to 120 s), HYP_XML, HYP_WFDB, HYP_LENGTH, IO_*, and
// those of recording formats. Warnings: HYP_WORD, HYP_CODES, HYP_EPOCH, HYP_GAP, TEXT_LATIN1.
Result<HypnogramFile> read_hypnogram(std::shared_ptr<ByteSource> source, const std::string& file_name,
                                     const HypnogramOptions& options = {}, const FileSet& files = {});

// The stages among the annotations of a recording; all others become events. Error HYP_EMPTY if there are no stages.
Result<HypnogramFile> hypnogram_of_annotations(std::span<const Annotation> annotations, const std::string& file_name,
                                               const HypnogramOptions& options = {});

// The events "Lights off" and "Lights on", as EDF+ names them: the first lights off and the last lights on.
Lights lights_of(std::span<const Annotation> events);

// Seconds between two starting times, if both are known to the second. Unless both dates are known, and not those of
// anonymous recordings, the difference is taken to be at most 12 hours, across midnight.
std::optional<double> seconds_between(const RecordingStart& from, const RecordingStart& to);

}  // namespace eegate
