#include "signal/stream.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

#include "base/count.h"
#include "base/numbers_as_text.h"
#include "signal/channel_name.h"
#include "signal/epochs.h"
#include "signal/reference.h"
#include "signal/selection.h"

namespace eegate {
namespace {

constexpr std::size_t kMaxChunk = 256;  // samples that are filtered at a time

constexpr std::size_t kMaxSamples = std::size_t{1} << 30;  // of a window, and of a step

std::size_t whole(double value) { return to_size_within(std::ceil(value), 0, kMaxSamples); }

// Alignment needs all epochs and a zero-phase filter needs later samples, so neither can be computed live.
Result<> check_causal(const Recipe& recipe, const ContinuousSteps& steps, bool as_causal) {
  if (recipe.align_euclidean) {
    return Error{.code = "STREAM_ALIGN",
                 .message = "Alignment cannot be computed live: it needs all epochs of a subject",
                 .field = "align",
                 .found = "\"euclidean\"",
                 .expected = "a recipe without alignment",
                 .hint = "Train a model without alignment for live use."};
  }
  const bool filters = !steps.notch.empty() || !steps.bandpass.empty();
  if (!filters || steps.mode == FilterMode::kCausal || as_causal) return {};
  return Error{.code = "STREAM_ZERO_PHASE",
               .message = "A zero-phase filter cannot be run live: it needs later samples",
               .field = recipe.bandpass ? "bandpass.mode" : "notch",
               .found = "\"zero_phase\"",
               .expected = "\"causal\"",
               .hint =
                   "In code: model.stream({ source, causalForm: true }) runs the same filter forwards only, as the "
                   "page does in Live; predictions then differ from those for the finished recording. For eegate "
                   "prepare and train: a recipe with \"mode\": \"causal\" in its bandpass."};
}

bool contains(const std::vector<std::size_t>& values, std::size_t value) {
  return std::ranges::find(values, value) != values.end();
}

// The same channels as reference_channels(), except that constant channels are excluded only if they are listed as bad:
// it is not known in advance whether a channel will change.
Result<std::vector<std::size_t>> reference_of(const StreamInput& input, const ReferenceStep& reference,
                                              const std::vector<std::size_t>& picked) {
  if (!reference.is_average()) return find_in_stream(input, reference.ch_names);
  EEGATE_TRY(const auto bad, find_in_stream(input, input.bad_ch_names));
  std::vector<std::size_t> sources;
  for (const std::size_t channel : picked) {
    if (!is_non_eeg_name(input.ch_names[channel]) && !contains(bad, channel)) sources.push_back(channel);
  }
  return sources;
}

// Sets rows, sources and targets as plan_rows() does.
void enter_reference(const ReferenceStep& reference, const std::vector<std::size_t>& sources, StreamSteps& stream) {
  std::vector<std::size_t>& rows = stream.channels;
  const std::size_t n_picked = rows.size();
  for (const std::size_t channel : sources) {
    auto found = std::ranges::find(rows, channel);
    if (found == rows.end()) found = rows.insert(rows.end(), channel);
    stream.steps.reference_sources.push_back(static_cast<std::size_t>(found - rows.begin()));
  }
  for (std::size_t row = 0; row < n_picked; ++row) {
    if (!reference.is_average() || contains(sources, rows[row])) stream.steps.reference_targets.push_back(row);
  }
}

}  // namespace

SignalStream::SignalStream(ContinuousSteps steps, const StreamWindows& windows)
    : steps_(std::move(steps)),
      windows_(windows),
      notch_(steps_.notch, steps_.n_picked),
      bandpass_(steps_.bandpass, steps_.n_picked) {
  assert(steps_.mode == FilterMode::kCausal);
  assert(windows_.max_waiting > 0 && windows_.n_times > 0);
  // A chunk is not longer than a step, so that windows become complete one or two at a time.
  chunk_size_ = to_size_within(windows_.step_s * steps_.sfreq_in, 1, kMaxChunk);
  const double rate = steps_.sfreq_out / steps_.sfreq_in;
  const std::size_t step = whole(windows_.step_s * steps_.sfreq_out) + 1;
  const std::size_t chunk = whole(static_cast<double>(chunk_size_) * rate) + 1;
  const std::size_t tail = whole(static_cast<double>(look_ahead() + 1) * rate) + 1;
  capacity_ = windows_.n_times + (windows_.max_waiting + 1) * step + chunk + tail;
  ring_.resize(steps_.n_picked * capacity_);
}

std::uint64_t SignalStream::look_ahead() const {
  if (!steps_.resampler) return 0;
  // The maximum over all phases of the resampler; output m is at the time of input m down / up.
  const Resampler& resampler = *steps_.resampler;
  std::uint64_t max_samples = 0;
  for (std::uint64_t m = 0; m < resampler.up(); ++m) {
    const auto end = static_cast<std::uint64_t>(resampler.inputs_of(m, 1).end);
    max_samples = std::max(max_samples, end - 1 - m * resampler.down() / resampler.up());
  }
  return max_samples;
}

std::size_t SignalStream::push(ConstMatrix samples) {
  assert(samples.rows == steps_.n_rows);
  std::size_t n_taken = 0;
  while (n_taken < samples.cols) {
    if (!windows_.drops_oldest && n_waiting() >= windows_.max_waiting) break;
    const std::size_t n = std::min(chunk_size_, samples.cols - n_taken);
    take(samples.slice_cols(n_taken, n));
    n_taken += n;
  }
  return n_taken;
}

void SignalStream::take(ConstMatrix chunk) {
  const std::size_t n = chunk.cols;
  rows_.resize(steps_.n_rows * n);
  const Matrix rows(rows_.data(), steps_.n_rows, n);
  for (std::size_t row = 0; row < rows.rows; ++row) std::ranges::copy(chunk.row(row), rows.row(row).begin());
  subtract_mean(rows, steps_.reference_sources, steps_.reference_targets);
  const Matrix picked = rows.slice_rows(0, steps_.n_picked);
  notch_.run(picked);
  bandpass_.run(picked);
  n_in_ += n;
  n_input_ += n;
  if (!steps_.resampler) {
    store(picked);
  } else {
    std::vector<float> longer(steps_.n_picked * (n_history_ + n));
    const Matrix out(longer.data(), steps_.n_picked, n_history_ + n);
    const ConstMatrix before(history_.data(), steps_.n_picked, n_history_);
    for (std::size_t row = 0; row < out.rows; ++row) {
      const auto end = std::ranges::copy(before.row(row), out.row(row).begin()).out;
      std::ranges::copy(picked.row(row), end);
    }
    history_ = std::move(longer);
    n_history_ += n;
    store_resampled(n_in_);
  }
  complete_windows();
}

// Computes the outputs for which all inputs before `n_known` are sufficient, and discards input that later outputs do
// not need.
void SignalStream::store_resampled(std::uint64_t n_known) {
  const Resampler& resampler = *steps_.resampler;
  const std::uint64_t n_max = resampler.n_out(n_in_);
  std::uint64_t end = n_out_;
  while (end < n_max && std::cmp_less_equal(resampler.inputs_of(end, 1).end, n_known)) ++end;
  const std::uint64_t first_in = n_in_ - n_history_;
  if (end > n_out_) {
    const auto n = static_cast<std::size_t>(end - n_out_);
    std::vector<float> values(steps_.n_picked * n);
    const Matrix outputs(values.data(), steps_.n_picked, n);
    resampler.run(ConstMatrix(history_.data(), steps_.n_picked, n_history_), first_in, outputs, n_out_);
    store(outputs);
  }
  const auto oldest = static_cast<std::uint64_t>(std::max<std::int64_t>(0, resampler.inputs_of(n_out_, 1).first));
  if (oldest <= first_in) return;
  const auto n_discarded = static_cast<std::size_t>(std::min<std::uint64_t>(oldest - first_in, n_history_));
  const std::size_t n_left = n_history_ - n_discarded;
  for (std::size_t row = 0; row < steps_.n_picked; ++row) {
    const auto from = history_.begin() + static_cast<std::ptrdiff_t>(row * n_history_ + n_discarded);
    std::copy_n(from, n_left, history_.begin() + static_cast<std::ptrdiff_t>(row * n_left));
  }
  n_history_ = n_left;
  history_.resize(steps_.n_picked * n_left);
}

void SignalStream::store(ConstMatrix outputs) {
  const Matrix ring(ring_.data(), steps_.n_picked, capacity_);
  for (std::size_t t = 0; t < outputs.cols; ++t) {
    const auto at = static_cast<std::size_t>((n_stored_ + t) % capacity_);
    for (std::size_t row = 0; row < ring.rows; ++row) ring.row(row)[at] = outputs.row(row)[t];
  }
  n_stored_ += outputs.cols;
  n_out_ += outputs.cols;
}

// Multiples of the step are rounded individually, as those of plan_epochs().
std::uint64_t SignalStream::next_begin() const {
  return static_cast<std::uint64_t>(sample_at(static_cast<double>(n_windows_) * windows_.step_s, steps_.sfreq_out));
}

void SignalStream::complete_windows() {
  for (std::uint64_t begin = next_begin(); begin + windows_.n_times <= n_out_; begin = next_begin()) {
    const double segment_onset_s = static_cast<double>(segment_start_) / steps_.sfreq_in;
    const std::uint64_t end = begin + windows_.n_times;
    const std::uint64_t needed =
        steps_.resampler ? static_cast<std::uint64_t>(steps_.resampler->inputs_of(end - 1, 1).end) : end;
    waiting_.push_back({.window = {.index = n_completed_,
                                   .onset_s = segment_onset_s + static_cast<double>(begin) / steps_.sfreq_out,
                                   .n_input = segment_start_ + std::min(needed, n_in_)},
                        .first = n_stored_ - n_out_ + begin});
    ++n_completed_;
    ++n_windows_;
  }
  while (windows_.drops_oldest && waiting_.size() > windows_.max_waiting) {
    waiting_.pop_front();
    ++n_dropped_;
  }
}

void SignalStream::finish() {
  if (!steps_.resampler || n_in_ == 0) return;
  const std::uint64_t everything = n_in_ + look_ahead() + 1;
  store_resampled(everything);
  complete_windows();
}

void SignalStream::lose(std::uint64_t n_samples) {
  if (n_samples == 0) return;
  finish();
  notch_.restart();
  bandpass_.restart();
  n_input_ += n_samples;
  segment_start_ = n_input_;
  n_in_ = n_out_ = n_windows_ = 0;
  n_history_ = 0;
  history_.clear();
}

std::optional<StreamWindow> SignalStream::next(Matrix out) {
  if (waiting_.empty()) return std::nullopt;
  assert(out.rows == steps_.n_picked && out.cols == windows_.n_times);
  const Waiting oldest = waiting_.front();
  waiting_.pop_front();
  assert(n_stored_ - oldest.first <= capacity_);
  const auto at = static_cast<std::size_t>(oldest.first % capacity_);
  const std::size_t n = std::min(out.cols, capacity_ - at);
  for (std::size_t row = 0; row < out.rows; ++row) {
    const float* values = ring_.data() + row * capacity_;
    std::copy_n(values + at, n, out.row(row).data());
    std::copy_n(values, out.cols - n, out.row(row).data() + n);
  }
  return oldest.window;
}

Result<std::vector<std::size_t>> find_in_stream(const StreamInput& input, const std::vector<std::string>& names) {
  std::vector<std::size_t> channels;
  std::string missing;
  for (const std::string& name : names) {
    const auto same = [&](const std::string& other) { return same_channel(other, name); };
    const auto first = std::ranges::find_if(input.ch_names, same);
    const bool is_one = first != input.ch_names.end() && std::none_of(first + 1, input.ch_names.end(), same);
    if (is_one) {
      channels.push_back(static_cast<std::size_t>(first - input.ch_names.begin()));
    } else {
      missing += (missing.empty() ? "" : ", ") + name;
    }
  }
  if (missing.empty()) return channels;
  return Error{.code = "STREAM_CHANNELS",
               .message = "The source lacks channels that the model or its recipe needs, or has duplicates: " + missing,
               .field = "chNames",
               .found = counted(input.ch_names.size(), "channel", "channels") + " without these",
               .expected = missing,
               .hint = "Use a source with these electrodes, or a model that needs others."};
}

Result<StreamSteps> design_stream(const StreamInput& input, const Recipe& recipe,
                                  const std::vector<std::string>& ch_names, bool as_causal) {
  StreamSteps stream;
  EEGATE_TRY(stream.steps, design_steps(recipe, input.sfreq));
  EEGATE_CHECK(check_causal(recipe, stream.steps, as_causal));
  const bool filters = !stream.steps.notch.empty() || !stream.steps.bandpass.empty();
  stream.is_causal_form = filters && stream.steps.mode != FilterMode::kCausal;
  stream.steps.mode = FilterMode::kCausal;
  EEGATE_TRY(stream.channels, find_in_stream(input, recipe.pick.empty() ? ch_names : recipe.pick));
  stream.steps.n_picked = stream.channels.size();
  if (recipe.reference) {
    EEGATE_TRY(const auto sources, reference_of(input, *recipe.reference, stream.channels));
    enter_reference(*recipe.reference, sources, stream);
  }
  stream.steps.n_rows = stream.channels.size();
  return stream;
}

}  // namespace eegate
