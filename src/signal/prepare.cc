#include "signal/prepare.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <list>
#include <optional>

#include "base/numbers_as_text.h"
#include "signal/align.h"
#include "signal/continuous.h"
#include "signal/selection.h"

namespace eegate {
namespace {

// Cached blocks: an epoch may span two.
constexpr std::size_t kCachedBlocks = 2;
constexpr std::size_t kAlignedPerStep = 16;
// Filters process tiles of this many channels, so fewer channels need the same memory.
constexpr std::size_t kMinChans = 8;
// Maximum number of values of a block with its margins, for the address space of this system.
constexpr std::uint64_t kMaxBlockFloats = std::numeric_limits<std::size_t>::max() / (8 * sizeof(float));

struct CachedBlock {
  std::size_t segment;
  std::uint64_t index;
  std::unique_ptr<ContinuousBlock> block;
};

}  // namespace

struct Preparation::State {
  const Recording* recording = nullptr;
  Recipe recipe;
  PreparePlan plan;
  ContinuousSteps steps;
  std::vector<std::size_t> rows;  // channel of each row
  std::vector<StoredSegment> segments;
  std::vector<std::uint64_t> block_samples;  // of each segment, at the output rate
  std::list<CachedBlock> cache;              // most recently used first
  std::optional<EuclideanAlignment> alignment;

  Result<> choose_channels(const std::vector<std::string>& ch_names);
  Result<> plan_epochs_of(const EpochsStep& step);
  Result<> plan_blocks(const PrepareOptions& options);
  bool has_samples() const {
    return std::ranges::any_of(segments, [](const StoredSegment& segment) { return segment.stored.n > 0; });
  }

  ContinuousBlock& block_at(std::size_t segment, std::uint64_t index);
  Result<double> make_blocks_of(const Epoch& epoch);
  Result<double> align_some();
  Result<double> work_towards(std::size_t first);
  void copy_continuous(const Epoch& epoch, Matrix out);
  StoredRange usable(std::size_t segment) const { return {segments[segment].stored.first, segments[segment].n_usable}; }
};

Result<> Preparation::State::choose_channels(const std::vector<std::string>& ch_names) {
  EEGATE_TRY(plan.channels, pick_channels(*recording, recipe, ch_names));
  const std::vector<std::string>& asked = recipe.pick.empty() ? ch_names : recipe.pick;
  for (std::size_t i = 0; i < plan.channels.size(); ++i) {
    plan.ch_names.push_back(asked.empty() ? recording->channels()[plan.channels[i]].name : asked[i]);
  }
  EEGATE_TRY(segments, find_segments(*recording, plan.channels.front()));
  StoredRange all{0, 0};
  for (const StoredSegment& segment : segments) all.n = segment.stored.first + segment.n_usable;
  EEGATE_TRY(const auto reference, reference_channels(*recording, recipe, plan.channels, all));
  rows = plan_rows(*recording, recipe, plan.channels, reference, steps);
  EEGATE_CHECK(check_one_rate(*recording, rows));
  if (recipe.reference && reference.empty()) {
    plan.warnings.push_back({"REFERENCE_NONE",
                             "No channel is suitable for the average reference; the "
                             "signal keeps the reference it was recorded with"});
  }
  return {};
}

namespace {

// A recording in which all samples are equal has no signal, rather than a padded tail.
Error flat_error() {
  return {.code = "RECORDING_FLAT",
          .message = "The recording contains no signal: its channels are constant",
          .found = "every sample equal to the last one",
          .expected = "samples that change",
          .hint = "Look at the channels: were the electrodes connected?"};
}

}  // namespace

Result<> Preparation::State::plan_epochs_of(const EpochsStep& step) {
  std::vector<EpochSegment> cut_segments;
  std::uint64_t longest = 0;
  const bool is_empty = !has_samples();
  for (StoredSegment& segment : segments) {
    longest = std::max(longest, segment.n_usable);
    // A segment that is too short for the filters has no epochs.
    if (segment.n_usable <= steps.shortest()) segment.n_usable = segment.stored.n = 0;
    cut_segments.push_back({.onset_s = segment.onset_s,
                            .n_samples = steps.n_out(segment.n_usable),
                            .n_stored = steps.n_out(segment.stored.n)});
  }
  if (longest == 0 && !is_empty) return flat_error();
  if (longest <= steps.shortest()) {
    return Error{.code = "DSP_TOO_SHORT",
                 .message = "The recording is too short for a zero-phase filter",
                 .found = std::to_string(longest) + " samples without a gap",
                 .expected = "at least " + std::to_string(steps.shortest() + 1) + " samples",
                 .hint = "Use a longer recording, or the mode \"causal\""};
  }
  EEGATE_TRY(EpochPlan epochs, plan_epochs(step, cut_segments, steps.sfreq_out, recording->annotations()));
  plan.sfreq = steps.sfreq_out;
  plan.n_times = epochs.n_times;
  plan.epochs = std::move(epochs.epochs);
  plan.labels = std::move(epochs.labels);
  plan.left_out = std::move(epochs.left_out);
  plan.warnings.insert(plan.warnings.end(), epochs.warnings.begin(), epochs.warnings.end());
  if (recipe.align_euclidean) alignment.emplace(plan.n_chans());
  return {};
}

namespace {

Error too_large(std::uint64_t n_samples, std::size_t n_chans) {
  return {.code = "DSP_MEMORY",
          .message = "The impulse responses of the filters do not fit into memory",
          .found = std::to_string(n_samples) + " samples of " + std::to_string(n_chans) + " channels",
          .expected = "at most " + std::to_string(kMaxBlockFloats) + " values at once",
          .hint = "Choose a wider band, one further from 0 Hz, or a shorter recording"};
}

}  // namespace

Result<> Preparation::State::plan_blocks(const PrepareOptions& options) {
  const std::size_t n_chans = std::max(steps.n_rows, kMinChans);
  for (const StoredSegment& segment : segments) {
    const std::uint64_t n_whole = std::max<std::uint64_t>(1, steps.n_out(segment.n_usable));
    if (segment.n_usable <= options.whole_floats / n_chans) {
      block_samples.push_back(n_whole);
      continue;
    }
    // Margins should not be longer than the block, and an epoch spans at most two blocks.
    const std::uint64_t n_in = std::max<std::uint64_t>(options.block_floats / n_chans, 4 * steps.margin());
    const std::uint64_t n_out = std::max<std::uint64_t>(steps.n_out(n_in), plan.n_times);
    const std::uint64_t n_read = std::min(n_in + 2 * steps.margin(), segment.n_usable);
    if (n_read > kMaxBlockFloats / n_chans) return too_large(n_read, n_chans);
    block_samples.push_back(std::min(n_out, n_whole));
  }
  return {};
}

ContinuousBlock& Preparation::State::block_at(std::size_t segment, std::uint64_t index) {
  for (auto it = cache.begin(); it != cache.end(); ++it) {
    if (it->segment != segment || it->index != index) continue;
    cache.splice(cache.begin(), cache, it);
    return *cache.front().block;
  }
  while (cache.size() >= kCachedBlocks) cache.pop_back();
  const StoredRange range = usable(segment);
  const std::uint64_t first = index * block_samples[segment];
  const std::uint64_t n = std::min(block_samples[segment], steps.n_out(range.n) - first);
  cache.push_front({segment, index, std::make_unique<ContinuousBlock>(steps, range, first, n)});
  return *cache.front().block;
}

Result<double> Preparation::State::make_blocks_of(const Epoch& epoch) {
  const std::uint64_t length = block_samples[epoch.segment];
  const std::uint64_t begin = epoch.first_sample / length;
  const std::uint64_t end = (epoch.first_sample + plan.n_times - 1) / length + 1;
  const ReadRows read = [this](std::uint64_t first, std::uint64_t n, float* out) {
    return recording->read(rows, first, n, out);
  };
  for (std::uint64_t index = begin; index < end; ++index) {
    ContinuousBlock& block = block_at(epoch.segment, index);
    if (block.is_done()) continue;
    EEGATE_CHECK(block.step(read));
    const double done = static_cast<double>(index - begin) + block.fraction_done();
    return done / static_cast<double>(end - begin);
  }
  return 1.0;
}

void Preparation::State::copy_continuous(const Epoch& epoch, Matrix out) {
  const std::uint64_t length = block_samples[epoch.segment];
  std::size_t n_copied = 0;
  while (n_copied < plan.n_times) {
    const std::uint64_t sample = epoch.first_sample + n_copied;
    const ContinuousBlock& block = block_at(epoch.segment, sample / length);
    const auto at = static_cast<std::size_t>(sample - block.first_out());
    const std::size_t n = std::min(plan.n_times - n_copied, static_cast<std::size_t>(block.n_out()) - at);
    for (std::size_t row = 0; row < out.rows; ++row) {
      const float* in = block.output().row(row).data() + at;
      std::copy_n(in, n, out.row(row).data() + n_copied);
    }
    n_copied += n;
  }
}

// The covariance of all epochs must be known before the first one can be aligned.
Result<double> Preparation::State::align_some() {
  const std::size_t n_epochs = plan.epochs.size();
  std::vector<float> values(plan.n_chans() * plan.n_times);
  const Matrix x(values.data(), plan.n_chans(), plan.n_times);
  for (std::size_t i = 0; i < kAlignedPerStep && alignment->n_added() < n_epochs; ++i) {
    const Epoch& epoch = plan.epochs[alignment->n_added()];
    EEGATE_TRY(const double done, make_blocks_of(epoch));
    if (done < 1) {
      return (static_cast<double>(alignment->n_added()) + done) / static_cast<double>(n_epochs + 1);
    }
    copy_continuous(epoch, x);
    alignment->add(x);
  }
  if (alignment->n_added() == n_epochs) alignment->finish();
  return static_cast<double>(alignment->n_added()) / static_cast<double>(n_epochs + 1);
}

Result<double> Preparation::State::work_towards(std::size_t first) {
  if (first >= plan.epochs.size()) return 1.0;
  if (alignment && !alignment->is_finished()) return align_some();
  return make_blocks_of(plan.epochs[first]);
}

Preparation::Preparation(std::unique_ptr<State> state) : state_(std::move(state)) {}
Preparation::~Preparation() = default;
Preparation::Preparation(Preparation&&) noexcept = default;
Preparation& Preparation::operator=(Preparation&&) noexcept = default;

const PreparePlan& Preparation::plan() const { return state_->plan; }

Result<Preparation> Preparation::open(const Recording& recording, const Recipe& recipe, const PrepareOptions& options) {
  if (!recipe.epochs) {
    return Error{.code = "RECIPE_VALUE",
                 .message = "The recipe does not say what an epoch is",
                 .field = "epochs",
                 .found = "nothing",
                 .expected = "epochs by annotation or by window"};
  }
  auto state = std::make_unique<State>();
  state->recording = &recording;
  state->recipe = recipe;
  EEGATE_TRY(const auto channels, pick_channels(recording, recipe, options.ch_names));
  EEGATE_TRY(state->steps, design_steps(recipe, recording.channels()[channels.front()].sfreq));
  EEGATE_CHECK(state->choose_channels(options.ch_names));
  EEGATE_CHECK(state->plan_epochs_of(*recipe.epochs));
  EEGATE_CHECK(state->plan_blocks(options));
  return Preparation(std::move(state));
}

namespace {

// Values that are not finite are an error and never reach a file or a model.
Result<> check_finite(ConstMatrix x, const Epoch& epoch, const PreparePlan& plan) {
  for (std::size_t row = 0; row < x.rows; ++row) {
    const auto values = x.row(row);
    const auto bad = std::ranges::find_if(values, [](float value) { return !std::isfinite(value); });
    if (bad == values.end()) continue;
    return Error{.code = "DSP_NONFINITE",
                 .message = "The recipe gives values of this recording that are not finite",
                 .field = plan.ch_names[row],
                 .place = "sample " + std::to_string(bad - values.begin()) + " of the epoch at " +
                          number_text(epoch.onset_s) + " s",
                 .found = number_text(static_cast<double>(*bad)),
                 .expected = "finite values in uV",
                 .hint = "Look at the amplitude of the channel; choose other filters"};
  }
  return {};
}

}  // namespace

Result<> Preparation::epochs(std::size_t first, std::size_t count, std::span<float> out) {
  const PreparePlan& plan = state_->plan;
  assert(first + count <= plan.epochs.size());
  assert(out.size() == count * plan.n_chans() * plan.n_times);
  const Tensor3 epochs(out.data(), count, plan.n_chans(), plan.n_times);
  for (std::size_t i = 0; i < count; ++i) {
    for (double done = 0; done < 1;) {
      EEGATE_TRY(done, state_->work_towards(first + i));
    }
    state_->copy_continuous(plan.epochs[first + i], epochs[i]);
    if (state_->alignment) state_->alignment->apply(epochs[i]);
    if (state_->recipe.standardize) standardize_epoch(epochs[i], *state_->recipe.standardize);
    EEGATE_CHECK(check_finite(epochs[i], plan.epochs[first + i], plan));
  }
  return {};
}

Result<double> Preparation::advance(std::size_t first) { return state_->work_towards(first); }

}  // namespace eegate
