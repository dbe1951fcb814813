// What an EEGLAB data set says of itself, out of the variables of its MAT file.
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

// An error of a data set, with what can be done about it.
Error eeglab_error(std::string_view code, std::string_view message, std::string_view field, std::string_view found,
                   std::string_view expected);

struct EeglabSet {
  std::uint64_t n_channels = 0, n_samples = 0, n_trials = 1;  // samples of one trial
  double sfreq = 0;
  MatArray data;              // numbers, or
  std::string data_file;      // where they are
  MatArray channels, events;  // may be empty
};

// Errors: EEGLAB_FIELDS, EEGLAB_MULTIPLE, MAT_*, INFLATE_*, IO_READ.
Result<EeglabSet> read_eeglab_set(const MatFile& file);

struct EeglabChannel {
  std::string label;
  std::optional<std::array<double, 3>> direction;
};
// As many as the structure has.
Result<std::vector<EeglabChannel>> read_eeglab_channels(const MatArray& structure);

struct EeglabEvents {
  std::vector<Annotation> annotations;
  std::vector<std::uint64_t> segment_begins;
};
// Warnings EEGLAB_EVENT, EEGLAB_EVENT_RANGE, EEGLAB_TOO_MANY_EVENTS.
Result<EeglabEvents> read_eeglab_events(const MatArray& structure, double sfreq, std::uint64_t n_samples,
                                        Diagnostics& diagnostics);

}  // namespace eegate
