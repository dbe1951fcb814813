// Nights with hypnograms as training sets of models of sequences: a row for every epoch, its image and its stage.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "session/open/open_files.h"
#include "session/train/training_data.h"
#include "sleep/hypnogram.h"

namespace eegate {

struct NightChoice {
  std::vector<std::string> channels;  // by name; empty: the first EEG and EOG, as many as the model takes
  double margin_min = 30;             // minutes before the first and after the last epoch of sleep
};

// One recording. Epochs follow each other without a gap within a run; epochs that are flat in all channels are left
// out.
struct LabelledNight {
  std::string name, subject;
  std::vector<float> images;      // [epochs, image], as the network takes those of all its channels
  std::vector<int> labels;        // of each epoch: index into kSleepStageNames, or kNoClass
  std::vector<std::size_t> runs;  // epochs of each run
};

// New weights for a setup or a preset, or a model file that is trained further. `setup` is JSON text as
// read_training_start() takes it, or empty; the five stages, the recipe and the sizes of an epoch are the
// architecture's. Errors: ST_*, MODEL_*, JSON_*, RECIPE_*.
Result<TrainingStart> read_night_start(std::span<const std::byte> bytes, std::string_view preset,
                                       const std::vector<std::string>& channels, std::uint64_t seed,
                                       InitRule init = InitRule::kTorch);
// Whether a setup or a preset is one of a sequence model.
bool is_night_start(std::span<const std::byte> bytes, std::string_view preset);
// "a, b, c": the presets of such models.
std::string night_presets();

// The stage that holds the most of a time of the recording, at least half of it: index into kSleepStageNames, or
// kNoClass.
int stage_between(const Hypnogram& hypnogram, double begin_s, double end_s);
// "SC400" of "SC4001E0-PSG.edf", "S007" of "S007R04.edf", "sub-01" of BIDS; other names without their ending.
std::string subject_of_night(std::string_view file_name);

// The hypnogram is on the time axis of the recording. Errors: STAGE_*, DSP_*, NIGHT_LABELS without an epoch that has a
// stage, and those of reading.
Result<LabelledNight> load_night(const OpenRecording& open, const Hypnogram& hypnogram, const TrainingStart& start,
                                 const NightChoice& choice = {});

struct NightSets {
  TrainingSets sets;
  std::string card;  // members of the model's card: recordings, subjects, epochs of each stage, limits
};

// Which nights train, and which validate: a sixth of the subjects (kAuto, kSubject) or of the recordings (kRun), chosen
// by the seed, or none. A single subject leaves none to validate under kAuto. Windows of training overlap by half.
// Errors: TRAIN_SPLIT, NIGHT_SHORT where no night holds a window.
Result<NightSets> arrange_nights(std::vector<LabelledNight> nights, const TrainingStart& start, std::uint64_t seed,
                                 SplitRule rule = SplitRule::kAuto);

}  // namespace eegate
