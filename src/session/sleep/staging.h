// Sleep staging of a recording: one of five stages for every 30 s, by one or several models, or no stage and why.
// The models classify sequences of epochs (model/sequence/sequence_model.h). Not a medical device.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/options.h"
#include "base/result.h"
#include "signal/recording.h"

namespace eegate {

class SequenceModel;

inline constexpr double kSleepEpoch_s = 30;
inline constexpr std::size_t kSleepStages = 5;
// In the order of the probabilities; stages 3 and 4 of Rechtschaffen and Kales are both N3.
inline constexpr std::array<std::string_view, kSleepStages> kSleepStageNames = {"W", "N1", "N2", "N3", "REM"};

enum class StageEdges {
  kInside,  // windows that lie in the record: what excerpts need
  kZeros,   // windows reach beyond both ends into zeros, as the networks were trained on whole nights
};
inline constexpr auto kStageEdges =
    option_table<StageEdges>({{"inside", StageEdges::kInside}, {"zeros", StageEdges::kZeros}});

struct StageOptions {
  StageEdges edges = StageEdges::kInside;
  std::size_t stride = 1;     // epochs from one window to the next; 7 is seven times faster
  bool split_at_gaps = true;  // leave out flat channels and noise, stage the segments between gaps separately
  // Of the recording. Empty: its EEG and EOG (staging_channels); of those, for a model of so many channels, the ones
  // that it names, or as many from the first on.
  std::vector<std::size_t> channels;
};

// Why an epoch has no stage.
enum class NoStage {
  kNone,       // it has one
  kGap,        // every channel repeats one value for 5 s or longer
  kNoise,      // no channel has a spectrum that falls with frequency, as that of a brain does
  kNoContext,  // no window holds it: too near the ends for a model that needs more epochs around it
  kNoAnswer,   // what a model computed is not finite
};
inline constexpr auto kNoStageReasons = option_table<NoStage>({{"", NoStage::kNone},
                                                               {"gap", NoStage::kGap},
                                                               {"noise", NoStage::kNoise},
                                                               {"no context", NoStage::kNoContext},
                                                               {"no answer", NoStage::kNoAnswer}});

struct StagedEpoch {
  double onset_s = 0;                               // from the start of the recording
  int stage = -1;                                   // index into kSleepStageNames; -1: none
  NoStage reason = NoStage::kNone;                  // of an epoch without one
  std::array<float, kSleepStages> probabilities{};  // mean over windows and models; NaN without a stage
  float agreement = 0;                              // share of the models whose own first choice is `stage`
};

struct StagingChannel {
  std::size_t index = 0;  // in the recording
  std::string label;
  std::string left_out;  // why it was not used: "flat", "noise"; empty: it was used
};

struct StagedRecord {
  double epoch_s = kSleepEpoch_s;
  std::vector<StagedEpoch> epochs;
  std::vector<StagingChannel> channels;  // those asked for, in the recording's order
  std::vector<std::string> models;       // their sources, or file names
  StageEdges edges = StageEdges::kInside;
  std::size_t stride = 1;
  Warnings warnings;

  std::size_t n_staged() const;
  // Row after row, [epochs, 5].
  std::vector<float> probabilities() const;
};

// The default channels: voltages of 50 Hz or more that are not bad and whose names are those of EEG electrodes or eyes.
// May be empty.
std::vector<std::size_t> staging_channels(const Recording& recording);
// Of them, for a model of so many channels, those that it names, or as many from the first on.
std::vector<std::size_t> default_channels(const Recording& recording, std::span<SequenceModel* const> models);

// Staging in short steps, for a progress bar and so that it can be cancelled.
class Staging {
 public:
  // `recording` and the models must outlive the run. Errors: STAGE_NO_MODEL, STAGE_MODELS (models that do not want the
  // same signal), STAGE_NO_CHANNEL, STAGE_RATE, STAGE_CHANNELS (a model for so many channels), STAGE_STRIDE.
  static Result<Staging> open(const Recording& recording, std::span<SequenceModel* const> models,
                              const StageOptions& options = {});
  ~Staging();
  Staging(Staging&&) noexcept;
  Staging& operator=(Staging&&) noexcept;

  // The next step. Returns how much is done: 1 at the end. Errors: those of reading, DSP_*,
  // STAGE_TOO_SHORT.
  Result<double> advance();
  // After advance() returned 1.
  const StagedRecord& result() const;

 private:
  struct State;
  explicit Staging(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

// All at once. `progress` receives how much is done, 0 to 1.
Result<StagedRecord> stage_record(const Recording& recording, std::span<SequenceModel* const> models,
                                  const StageOptions& options = {}, const std::function<void(double)>& progress = {});

// A row for every epoch: onset, duration, stage, reason, the probabilities, agreement; "n/a" where there is no stage.
std::string staged_csv(const StagedRecord& record);
// Whether a text begins as such a table does.
bool is_staged_csv(std::string_view text);

}  // namespace eegate
