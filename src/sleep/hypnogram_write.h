// Writes hypnograms for other programs, one row per epoch: CSV, BIDS events.tsv, EDF+ annotations. read_hypnogram()
// reads all of them back without loss.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/options.h"
#include "base/result.h"
#include "files/recording_start.h"
#include "sleep/hypnogram.h"

namespace eegate {

enum class HypnogramFormat { kCsv, kBidsEvents, kEdfAnnotations };
// By the extension of a file name, without dot.
inline constexpr auto kHypnogramFormats = option_table<HypnogramFormat>(
    {{"csv", HypnogramFormat::kCsv}, {"tsv", HypnogramFormat::kBidsEvents}, {"edf", HypnogramFormat::kEdfAnnotations}});

// The annotation of a stage in EDF+: "Sleep stage N2", "Movement time".
std::string annotation_of(Stage stage);

// `start`: start of the recording. Errors: EDF_WRITE_*.
Result<std::vector<std::byte>> write_hypnogram(const Hypnogram& hypnogram, HypnogramFormat format,
                                               const RecordingStart& start = {});

}  // namespace eegate
