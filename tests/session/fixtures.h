// Small recordings and models made in memory, each as awkward as a test needs it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "session/classify/plan.h"
#include "session/open/open_files.h"

namespace eegate::test {

struct FixtureChannel {
  std::string label;
  std::string unit = "uV";
  std::string prefilter = "HP:0Hz LP:0Hz N:0Hz";
  double sfreq = 160;
  double spread = 20;       // standard deviation of the noise, in the unit
  double physical_max = 0;  // 0: chosen from the spread; equal to physical_min makes an uncalibrated channel
  bool calibrated = true;
};

struct FixtureAnnotation {
  double onset_s = 0, duration_s = 0;
  std::string text;
};

struct FixtureRecording {
  std::vector<FixtureChannel> channels;
  int n_records = 10;  // of one second
  std::vector<FixtureAnnotation> annotations;
  std::vector<int> record_starts_s;  // not empty: EDF+D with these starts
  std::string file_name = "S001R02.edf";
  std::string channels_tsv;  // of its BIDS data set, if it has the name sub-01_eeg.edf
};

// Channels of noise with these labels.
std::vector<FixtureChannel> channels_named(const std::vector<std::string>& labels);
// EDF+ bytes.
std::vector<std::byte> edf_bytes(const FixtureRecording& fixture);
std::shared_ptr<OpenRecording> open(const FixtureRecording& fixture);

struct FixtureModel {
  std::vector<std::string> ch_names = {"C3", "Cz", "C4"};
  double sfreq = 160;
  int n_times = 320;
  std::vector<std::string> classes = {"eyes open", "eyes closed"};
  std::string recipe = R"({"version":1,"bandpass":{"low_hz":1,"high_hz":40,"order":2,"mode":"zero_phase"},)"
                       R"("epochs":{"by":"window","length_s":2,"step_s":2}})";
  std::string pool = "mean";  // "flatten" ties the model to n_times
  std::string task = "classify";
};

// eegate-1 bytes of a one-block transformer with seeded weights.
std::vector<std::byte> model_bytes(const FixtureModel& fixture);
std::shared_ptr<OpenModel> open(const FixtureModel& fixture);

Result<Compatibility> compatibility_of(const FixtureModel& model, const FixtureRecording& recording,
                                       const Recipe* given = nullptr);
// The verdict of one item; fails the test if there is none.
const CompatibilityItem& item_of(const Compatibility& compatibility, std::string_view name);

std::string text_of(const std::vector<std::byte>& bytes);
std::vector<std::string> lines_of(const std::string& text);
std::vector<std::string> cells_of(const std::string& line, char separator);

}  // namespace eegate::test
