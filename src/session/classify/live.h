// A model that classifies samples while they arrive.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "session/open/open_files.h"
#include "session/output/json_out.h"
#include "signal/stream.h"

namespace eegate {

class Recentring;

struct LiveRequest {
  StreamInput input;
  std::optional<Recipe> recipe;  // default: the model's own
  bool as_causal = false;        // a zero-phase filter may be replaced by its causal form
  double step_s = 0;             // 0: that of the recipe's windows, else their length
  std::size_t max_waiting = 1;
  bool drops_oldest = true;
  bool recentre = false;  // relative to the mean of the subject's windows so far (model/recentring.h)
};

// From { "chNames": [...], "badChNames": [...], "sfreq": 160, "recipe": {...}, "causalForm": true, "stepS": 0.25,
// "maxWaiting": 1, "dropsOldest": true, "recentre": false }. Errors: JSON_*, RECIPE_*, STREAM_OPTION.
Result<LiveRequest> parse_live_request(std::string_view json);
std::span<const FieldSpec> live_request_fields();

struct LiveDecision {
  StreamWindow window;
  std::vector<float> probabilities;
};

class Live {
 public:
  // Errors: those of design_stream, STREAM_RATE, STREAM_STEP, MODEL_TIMES, CALIBRATION_MODEL.
  static Result<Live> open(std::shared_ptr<OpenModel> model, const LiveRequest& request);

  // The stream's steps as JSON: { recipe, causal_form, channels, sfreq, n_times, step_s, look_ahead_s, recentred }.
  // `channels` are those of the input whose samples are wanted, in this order.
  std::string describe(Keys keys) const;

  // First `n_lost` samples that never came, then x [channels, n]; `is_end`: nothing more will come. Answers how many of
  // the n were taken (SignalStream::push). Error STREAM_INPUT if x is no whole number of samples.
  Result<std::size_t> push(std::span<const float> x, std::uint64_t n_lost, bool is_end);
  std::size_t n_waiting() const { return stream_.n_waiting(); }
  std::uint64_t n_dropped() const { return stream_.n_dropped(); }
  // Classifies the oldest window that waits. Error MODEL_INPUT_NONFINITE.
  Result<std::optional<LiveDecision>> next();

 private:
  Live(std::shared_ptr<OpenModel> model, StreamSteps steps, const StreamWindows& windows, Recipe recipe);

  std::shared_ptr<OpenModel> model_;
  StreamSteps steps_;
  StreamWindows windows_;
  Recipe recipe_;  // as it is carried out
  SignalStream stream_;
  std::vector<std::size_t> rows_;           // the row of each input channel of the model
  std::shared_ptr<Recentring> recentring_;  // where it was asked for
  std::vector<float> window_, input_, logits_;
};

}  // namespace eegate
