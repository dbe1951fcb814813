// Samples for display: channels by name, a range in seconds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "files/field_spec.h"
#include "signal/prepare.h"
#include "signal/recipe.h"
#include "signal/recording.h"

namespace eegate {

// Indices of the channels with these names or labels. Error CHANNEL_UNKNOWN.
Result<std::vector<std::size_t>> find_channels(const Recording& recording, const std::vector<std::string>& names);

// Microvolts of [start_s, start_s + duration_s) on the time axis of the recording, NaN inside gaps; what lies outside
// the recording is cut off. With `preview`, its reference, notch and band-pass are applied. Errors: CHANNEL_UNKNOWN,
// CHANNEL_RATE, READ_RANGE, DSP_*, IO_READ.
Result<PreviewSamples> read_window(const Recording& recording, std::span<const std::size_t> channels, double start_s,
                                   double duration_s, const Recipe* preview = nullptr);

// Every stored sample, gaps closed.
Result<PreviewSamples> read_stored(const Recording& recording, std::span<const std::size_t> channels);

// A simulated recording as the bytes of an EDF+ file: the first half of it eyes open, the second closed. `duration_s`
// is rounded to whole seconds. Error SAMPLE_LENGTH outside 2 s to an hour.
Result<std::vector<std::byte>> make_sample(std::uint64_t seed, double duration_s);

// A simulated night (sample_night.h) of whole epochs of 30 s. Error SAMPLE_LENGTH outside 30 s to a day.
Result<std::vector<std::byte>> make_night_sample(std::uint64_t seed, double duration_s);

// Synthetic trials with a known rhythm in half of them (signal/synthetic_trials.h), as the bytes of an EDF+ file. From
// { "seed": 1, "channels": ["C3"], "hz": 10, "beginS": 0.5, "endS": 1.5, "strength": 1, "noiseUv": 20, "trials": 160 }.
// Errors: JSON_*, PLANTED_VALUE.
Result<std::vector<std::byte>> make_planted(const std::string& request);
// Its fields, of which `eegate schema` writes a type.
std::span<const FieldSpec> planted_request_fields();

}  // namespace eegate
