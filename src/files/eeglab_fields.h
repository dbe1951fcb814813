// The fields of an EEGLAB data set (structure EEG of pop_saveset), from the variables of its MAT file.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "files/diagnostics.h"
#include "files/mat.h"
#include "files/signal_file.h"

namespace eegate {

// An error about a data set, with a hint.
Error eeglab_error(std::string_view code, std::string_view message, std::string_view field, std::string_view found,
                   std::string_view expected);

struct EeglabSet {
  std::uint64_t n_channels = 0, n_samples = 0, n_trials = 1;  // n_samples per trial
  double sfreq = 0;
  MatArray data;              // the samples, or
  std::string data_file;      // the file that contains them
  MatArray channels, events;  // may be empty
};

// Errors: EEGLAB_FIELDS, EEGLAB_MULTIPLE, MAT_*, INFLATE_*, IO_READ.
Result<EeglabSet> read_eeglab_set(const MatFile& file);

struct EeglabChannel {
  std::string label;
  std::optional<std::array<double, 3>> direction;
  std::string_view type;  // as FileChannel
};
// One channel for each element of the structure.
Result<std::vector<EeglabChannel>> read_eeglab_channels(const MatArray& structure);

struct EeglabEvents {
  std::vector<Annotation> annotations;
  std::vector<std::uint64_t> segment_begins;
};
// Reads events and boundaries. Warnings EEGLAB_EVENT, EEGLAB_EVENT_RANGE, EEGLAB_TOO_MANY_EVENTS.
Result<EeglabEvents> read_eeglab_events(const MatArray& structure, double sfreq, std::uint64_t n_samples,
                                        Diagnostics& diagnostics);

}  // namespace eegate
