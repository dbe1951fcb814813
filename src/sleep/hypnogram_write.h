// Hypnograms for other programs, an epoch a row: CSV, BIDS events.tsv, EDF+ annotations. Each is read back as it was.
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
// By the ending of a file name, without its dot.
inline constexpr auto kHypnogramFormats = option_table<HypnogramFormat>(
    {{"csv", HypnogramFormat::kCsv}, {"tsv", HypnogramFormat::kBidsEvents}, {"edf", HypnogramFormat::kEdfAnnotations}});

// "Sleep stage N2", as EDF+ has it; "Movement time"
std::string annotation_of(Stage stage);

// `start` is that of the recording. Errors: EDF_WRITE_*.
Result<std::vector<std::byte>> write_hypnogram(const Hypnogram& hypnogram, HypnogramFormat format,
                                               const RecordingStart& start = {});

}  // namespace eegate
