// Hypnograms for the page and the command: read, brought onto the clock of a recording, counted, compared, written,
// each as JSON text.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/byte_source.h"
#include "base/result.h"
#include "session/open/open_files.h"
#include "session/output/json_out.h"
#include "sleep/hypnogram_file.h"
#include "sleep/hypnogram_write.h"
#include "sleep/night_spectrogram.h"
#include "sleep/sleep_events.h"
#include "sleep/sleep_statistics.h"

namespace eegate {

// On the time axis of the recording, cut to it: onsets move by the difference of the clocks, where both are known and
// the hypnogram has one. Warnings and error: HYP_LENGTH.
Result<> bring_onto(const OpenRecording& recording, HypnogramFile& file);

// {"codes", "epoch_s"}: see HypnogramOptions. Errors: HYP_REQUEST, JSON_*.
Result<HypnogramOptions> parse_hypnogram_options(std::string_view json);
// {"epoch_s", "start_s", "stages": ["W", "N1", "N2", "N3", "R", "M" or "?"], "lights"}. Errors: HYP_REQUEST, HYP_EPOCH,
// JSON_*.
Result<Hypnogram> parse_hypnogram(std::string_view json);
// {"off_s", "on_s"}. Errors: HYP_REQUEST, JSON_*.
Result<Lights> parse_lights(std::string_view json);

// Seconds after the first sample: "5400", or the first "23:10" or "23:10:30" that a clock shows after the start; if
// that is after the end, the last one before the start where that is nearer to the recording. Error SLEEP_LIGHTS.
Result<double> time_of_night(std::string_view text, const RecordingStart& start, double end_s);

// Members of one object.
void write_hypnogram_file(JsonOut& json, const HypnogramFile& file);
void write_statistics(JsonOut& json, const SleepStatistics& statistics);
void write_agreement(JsonOut& json, const StageAgreement& agreement);
void write_sleep_events(JsonOut& json, const SleepEventSearch& search);

// A scoring that was chosen in a page: `bytes` is the whole file, `recording` null or what was scored. `options` is
// JSON.
Result<HypnogramFile> hypnogram_of_bytes(std::vector<std::byte> bytes, const std::string& file_name,
                                         const OpenRecording* recording, std::string_view options);
// The stages among the annotations of the recording that were read so far. Error HYP_EMPTY if there are none.
Result<HypnogramFile> hypnogram_of_recording(const OpenRecording& recording);

// Results for a page, one JSON object each.
std::string describe_hypnogram_file(const HypnogramFile& file, Keys keys);
std::string describe_lights(const Lights& lights, Keys keys);
std::string describe_statistics(const SleepStatistics& statistics, Keys keys);
std::string describe_sleep_events(const SleepEventSearch& search, Keys keys);
std::string describe_spectrogram(const NightSpectrogram& spectrogram, Keys keys);
std::string describe_agreement(const StageAgreement& agreement, const Warnings& warnings, Keys keys);

}  // namespace eegate
