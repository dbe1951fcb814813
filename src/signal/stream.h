// Preprocessing of a live signal: the continuous steps of a recipe on samples as they arrive, and windows as they
// become complete. Windows have the same bits as those of Preparation for the same recipe, whatever the sizes of the
// chunks in which samples arrive.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/tensor.h"
#include "signal/continuous.h"
#include "signal/filter.h"
#include "signal/recipe.h"

namespace eegate {

struct StreamWindows {
  std::size_t n_times = 0;      // samples of a window, after resampling
  double step_s = 0;            // between the starts of consecutive windows
  std::size_t max_waiting = 1;  // complete windows that are stored until next() is called
  // When that number is exceeded: drop the oldest window, or accept no more samples.
  bool drops_oldest = true;
};

struct StreamWindow {
  std::uint64_t index = 0;    // index over all windows, including dropped ones
  double onset_s = 0;         // relative to the first sample of the stream
  std::uint64_t n_input = 0;  // number of input samples, including lost ones, at which it was complete
};

class SignalStream {
 public:
  // `steps` must have rows, references and causal mode set.
  SignalStream(ContinuousSteps steps, const StreamWindows& windows);

  // Adds samples [n_rows, n] in uV. Returns how many were accepted: fewer than n only if the maximum number of windows
  // is waiting and none may be dropped.
  std::size_t push(ConstMatrix samples);
  // Reports that samples were lost. As at a gap in a file, filters restart and no window spans the gap.
  void lose(std::uint64_t n_samples);
  // Ends the signal: outputs for which the resampler was waiting for later samples are computed.
  void finish();

  std::size_t n_waiting() const { return waiting_.size(); }
  std::uint64_t n_dropped() const { return n_dropped_; }
  // Number of input samples after the end of a window that are needed to complete it, because of the resampler.
  std::uint64_t look_ahead() const;
  // Removes the oldest waiting window and copies its samples to out [n_picked, n_times].
  std::optional<StreamWindow> next(Matrix out);

 private:
  struct Waiting {
    StreamWindow window;
    std::uint64_t first = 0;  // output sample, counted over the whole stream
  };
  void take(ConstMatrix chunk);
  void store(ConstMatrix outputs);
  void store_resampled(std::uint64_t n_known);
  void complete_windows();
  std::uint64_t next_begin() const;

  ContinuousSteps steps_;
  StreamWindows windows_;
  std::size_t chunk_size_ = 0, capacity_ = 0;
  CausalFilter notch_, bandpass_;
  std::vector<float> rows_;     // scratch: [n_rows, n]
  std::vector<float> history_;  // filtered input that later outputs depend on: [n_picked, n_history]
  std::size_t n_history_ = 0;
  std::vector<float> ring_;  // [n_picked, capacity]
  // Since the last loss of samples: input samples, outputs and complete windows.
  std::uint64_t n_in_ = 0, n_out_ = 0, n_windows_ = 0;
  // Of the whole stream.
  std::uint64_t n_input_ = 0, segment_start_ = 0, n_stored_ = 0, n_completed_ = 0, n_dropped_ = 0;
  std::deque<Waiting> waiting_;
};

// A recipe for live samples: its channels, and its steps in causal form.

// A live source of samples in uV.
struct StreamInput {
  std::vector<std::string> ch_names;
  std::vector<std::string> bad_ch_names;  // a subset of ch_names; excluded from an average reference
  double sfreq = 0;                       // Hz
};

struct StreamSteps {
  ContinuousSteps steps;
  std::vector<std::size_t> channels;  // index in the input of each row: the picked channels first
  bool is_causal_form = false;        // the recipe requests zero phase, but the filter is causal
};

// Index of each name in the channels of the input. Error STREAM_CHANNELS if one is missing or not unique.
Result<std::vector<std::size_t>> find_in_stream(const StreamInput& input, const std::vector<std::string>& names);

// Designs the steps for a live source. `ch_names` are used if the recipe picks no channels. `as_causal` allows a
// zero-phase filter to be replaced by its causal form. Errors: STREAM_CHANNELS, STREAM_ZERO_PHASE, STREAM_ALIGN, DSP_*.
Result<StreamSteps> design_stream(const StreamInput& input, const Recipe& recipe,
                                  const std::vector<std::string>& ch_names, bool as_causal);

}  // namespace eegate
