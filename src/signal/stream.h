// The continuous steps of a recipe over samples that are still arriving, and the windows that become complete on the
// way. In whatever pieces samples come, a window holds the bits that Preparation gives for the same recipe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "base/tensor.h"
#include "signal/continuous.h"
#include "signal/filter.h"

namespace eegate {

struct StreamWindows {
  std::size_t n_times = 0;      // samples of a window, after resampling
  double step_s = 0;            // from the start of one window to that of the next
  std::size_t max_waiting = 1;  // complete windows that are kept until somebody takes them
  // What happens to a further window: the oldest one is dropped, or no more samples are taken.
  bool drops_oldest = true;
};

struct StreamWindow {
  std::uint64_t index = 0;    // counts all windows, dropped ones too
  double onset_s = 0;         // after the first sample of the stream
  std::uint64_t n_input = 0;  // samples, lost ones too, after which it was complete
};

class SignalStream {
 public:
  // `steps` with its rows, references and a causal mode.
  SignalStream(ContinuousSteps steps, const StreamWindows& windows);

  // Takes samples [n_rows, n] uV; answers how many, fewer than n only if windows wait and none may be dropped.
  std::size_t push(ConstMatrix samples);
  // Samples that were recorded and never came. Filters begin anew after them and no window holds any, as with the gap
  // of a file.
  void lose(std::uint64_t n_samples);
  // Nothing more will come: the resampler needs not wait for what follows.
  void finish();

  std::size_t n_waiting() const { return waiting_.size(); }
  std::uint64_t n_dropped() const { return n_dropped_; }
  // Samples of input that must have come after the end of a window before it is complete: the resampler looks ahead.
  std::uint64_t look_ahead() const;
  // The oldest window that waits: out is [n_picked, n_times].
  std::optional<StreamWindow> next(Matrix out);

 private:
  struct Waiting {
    StreamWindow window;
    std::uint64_t first = 0;  // output, counted over the whole stream
  };
  void take(ConstMatrix piece);
  void keep(ConstMatrix outputs);
  void keep_resampled(std::uint64_t n_known);
  void complete_windows();
  std::uint64_t next_begin() const;

  ContinuousSteps steps_;
  StreamWindows windows_;
  std::size_t piece_ = 0, capacity_ = 0;
  CausalFilter notch_, bandpass_;
  std::vector<float> rows_;     // scratch: [n_rows, n]
  std::vector<float> history_;  // filtered input that outputs to come depend on: [n_picked, n_history]
  std::size_t n_history_ = 0;
  std::vector<float> ring_;  // [n_picked, capacity]
  // Of the stretch since the last loss: samples that came, outputs that were made, windows that were completed.
  std::uint64_t n_in_ = 0, n_out_ = 0, n_windows_ = 0;
  // Of the whole stream.
  std::uint64_t n_input_ = 0, stretch_start_ = 0, n_kept_ = 0, n_completed_ = 0, n_dropped_ = 0;
  std::deque<Waiting> waiting_;
};

}  // namespace eegate
