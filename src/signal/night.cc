#include "signal/night.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "base/numbers_as_text.h"
#include "signal/recipe.h"
#include "signal/resample.h"

namespace eegate {
namespace {

constexpr double kStill_s = 5;
constexpr std::size_t kNightBlock = std::size_t{1} << 16;

bool is_muscle_name(std::string_view label) {
  std::string upper;
  for (const char c : label) upper += c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  return upper.find("EMG") != std::string::npos || upper.find("CHIN") != std::string::npos;
}

// The ratio of rates is limited as in Resampler::design().
Result<> check_fourier_rates(double from_hz, double to_hz) {
  if (to_hz <= 100 * from_hz && from_hz <= 1000 * to_hz) return {};
  return Error{.code = "DSP_RESAMPLE",
               .message = "The recording cannot be resampled to this rate",
               .field = "resample_hz",
               .found = number_text(from_hz) + " Hz to " + number_text(to_hz) + " Hz",
               .expected = "a rate that is not a hundred times higher or a thousand times lower"};
}

Result<> run_on_segment(std::vector<double>& x, const NightStep& step, const NightChannel& channel) {
  const double sfreq = channel.sfreq;
  if (const auto* band = std::get_if<NightBandpass>(&step)) {
    EEGATE_TRY(const Sections sections, design_bandpass(band->low_hz, band->high_hz, sfreq, band->order));
    return apply_filter(MatrixView<double>(x.data(), 1, x.size()), sections, band->mode);
  }
  if (const auto* fir = std::get_if<NightFir>(&step)) {
    const bool muscle = channel.is_muscle && fir->emg_low_hz > 0;
    EEGATE_TRY(const std::vector<double> taps,
               design_fir(fir->taps, muscle ? fir->emg_low_hz : fir->low_hz, muscle ? 0 : fir->high_hz, sfreq));
    return filter_fir_twice(x, taps);
  }
  const NightResample& resample = std::get<NightResample>(step);
  if (resample.hz == sfreq) return {};
  if (resample.fourier) {
    EEGATE_CHECK(check_fourier_rates(sfreq, resample.hz));
    const double n = std::floor(static_cast<double>(x.size()) * resample.hz / sfreq);
    x = resample_fourier(x, static_cast<std::size_t>(n));
    return {};
  }
  EEGATE_TRY(x, resample_night(x, sfreq, resample.hz));
  return {};
}

constexpr std::string_view kMethods[] = {"polyphase", "fourier"};
constexpr std::string_view kPicks[] = {"sleep"};
constexpr std::string_view kSequence[] = {"sequence"};

constexpr FieldSpec kNightBandpass[] = {
    required_field(optional_number("low_hz")), required_field(optional_number("high_hz")),
    integer_field("order", BandpassStep().order, 1, 20), choice_field("mode", "zero_phase", kFilterModes.names)};
constexpr FieldSpec kNightFir[] = {integer_field("taps", 101, 3, 10001), required_number("low_hz"),
                                   required_number("high_hz"), optional_number("emg_low_hz", 0)};
constexpr FieldSpec kNightScale[] = {number_field("clip_iqr", NightScale().clip_iqr, 1e-3, 1e9)};
// Far above the rate of any sleep recording; limits the memory that a chain of steps can need.
constexpr double kMaxNightRate_hz = 1000;
constexpr std::size_t kMaxNightSteps = 16;
constexpr FieldSpec kNightStep[] = {
    more_than_lowest(optional_number("resample_hz", 0, kMaxNightRate_hz)),
    choice_field("method", "polyphase", kMethods), optional_object("bandpass", kNightBandpass),
    optional_object("fir_zero_phase", kNightFir), optional_object("robust_scale", kNightScale)};
constexpr FieldSpec kNightEpochs[] = {
    choice_field("by", "sequence", kSequence), more_than_lowest(required_number("length_s", 0)),
    integer_field("context", 21, 1, 1001), integer_field("step", 1, 1, 1001), optional_text("edges")};
constexpr FieldSpec kNight[] = {required_integer("version", 2, 2), optional_choice("pick", kPicks),
                                required_field(optional_objects("steps", kNightStep)),
                                required_field(object_field("epochs", kNightEpochs))};

Result<NightStep> step_of(const StrictObject& step) {
  std::size_t n = 0;
  for (const std::string_view kind : {"resample_hz", "bandpass", "fir_zero_phase", "robust_scale"})
    n += step.is_set(kind) ? 1 : 0;
  if (n != 1) {
    return step.error("RECIPE_VALUE", "Each step is one thing", {}, std::to_string(n) + " steps in one",
                      "one of resample_hz, bandpass, fir_zero_phase, robust_scale");
  }
  if (step.is_set("resample_hz"))
    return NightStep(NightResample{.hz = step.number("resample_hz"), .fourier = step.choice("method") == kMethods[1]});
  if (step.is_set("bandpass")) {
    const StrictObject& band = step.node("bandpass");
    return NightStep(NightBandpass{{.low_hz = band.number("low_hz"),
                                    .high_hz = band.number("high_hz"),
                                    .order = static_cast<int>(band.number("order")),
                                    .mode = band.option("mode", kFilterModes)}});
  }
  if (step.is_set("robust_scale"))
    return NightStep(NightScale{.clip_iqr = step.node("robust_scale").number("clip_iqr")});
  const StrictObject& object = step.node("fir_zero_phase");
  NightFir fir{.taps = object.size("taps"), .low_hz = object.number("low_hz"), .high_hz = object.number("high_hz")};
  object.copy("emg_low_hz", fir.emg_low_hz);
  return NightStep(fir);
}

}  // namespace

// Finds runs of equal samples; samples are added in chunks.
class Night::StillRuns {
 public:
  StillRuns(NightChannel& channel, double sfreq) : channel_(channel), sfreq_(sfreq) {}

  void add(std::span<const float> samples, std::uint64_t first) {
    for (std::size_t i = static_cast<std::size_t>(n_seen_ - first); i < samples.size(); ++i, ++n_seen_) {
      if (n_seen_ > 0 && samples[i] == last_) continue;
      if (n_seen_ > 0 || segment_ > 0) is_flat_ = is_flat_ && samples[i] == last_;
      end_run();
      begin_ = n_seen_;
      last_ = samples[i];
    }
  }
  void end_segment() {
    end_run();
    ++segment_;
    n_seen_ = begin_ = 0;
  }
  std::uint64_t n_seen() const { return n_seen_; }
  bool is_flat() const { return is_flat_; }

 private:
  void end_run() {
    const double begin_s = static_cast<double>(begin_) / sfreq_, end_s = static_cast<double>(n_seen_) / sfreq_;
    if (end_s - begin_s >= kStill_s) channel_.still.push_back({segment_, begin_s, end_s});
  }
  NightChannel& channel_;
  double sfreq_;
  std::size_t segment_ = 0;
  std::uint64_t n_seen_ = 0, begin_ = 0;
  float last_ = 0;
  bool is_flat_ = true;
};

bool Night::begins_with_resampling() const {
  const auto* resample = recipe_.steps.empty() ? nullptr : std::get_if<NightResample>(&recipe_.steps.front());
  return resample != nullptr && !resample->fourier;
}

StoredRange Night::stored(std::size_t at, const SegmentTimes& segment) const {
  const Channel& c = channel(at);
  const auto first = std::min(c.n_samples, static_cast<std::uint64_t>(std::llround(segment.stored_s * c.sfreq)));
  const auto n = static_cast<std::uint64_t>(std::llround(segment.duration_s * c.sfreq));
  return {first, std::min(n, c.n_samples - first)};
}

Result<Night> Night::open(const Recording& recording, std::span<const std::size_t> channels,
                          const NightRecipe& recipe) {
  Night night(recording, channels, recipe);
  for (const Segment& segment : recording.segments())
    night.segments_.push_back({segment.onset_s, segment.sample_onset_s, segment.duration_s});
  if (!night.begins_with_resampling()) return night;
  const double hz = std::get<NightResample>(recipe.steps.front()).hz;
  for (SegmentTimes& segment : night.segments_) {
    for (std::size_t at = 0; at < night.channels_.size(); ++at) {
      EEGATE_TRY(const Resampler resampler, Resampler::design(night.channel(at).sfreq, hz));
      const std::uint64_t n = resampler.n_out(night.stored(at, segment).n);
      segment.n_resampled = at == 0 ? n : std::min(segment.n_resampled, n);
    }
  }
  return night;
}

Result<std::vector<double>> Night::read_segment(std::size_t at, const SegmentTimes& segment, StillRuns& still) const {
  const StoredRange range = stored(at, segment);
  std::vector<double> values;
  values.reserve(static_cast<std::size_t>(range.n));
  std::vector<float> block;
  for (std::uint64_t first = 0; first < range.n; first += kNightBlock) {
    block.resize(static_cast<std::size_t>(std::min<std::uint64_t>(kNightBlock, range.n - first)));
    EEGATE_CHECK(recording_->read(channels_[at], range.first + first, block));
    still.add(block, first);
    values.insert(values.end(), block.begin(), block.end());
  }
  return values;
}

// In blocks, because a whole night at the original rate would need more memory than everything else.
Result<std::vector<double>> Night::read_resampled(std::size_t at, const SegmentTimes& segment, StillRuns& still) const {
  const StoredRange range = stored(at, segment);
  const double hz = std::get<NightResample>(recipe_.steps.front()).hz;
  EEGATE_TRY(const Resampler resampler, Resampler::design(channel(at).sfreq, hz));
  std::vector<double> out(static_cast<std::size_t>(segment.n_resampled)), in;
  std::vector<float> block;
  for (std::size_t first = 0; first < out.size(); first += kNightBlock) {
    const std::size_t n = std::min(kNightBlock, out.size() - first);
    const Resampler::Range needed = resampler.inputs_of(first, n);
    const bool is_last = first + n == out.size();
    auto from =
        static_cast<std::uint64_t>(std::clamp<std::int64_t>(needed.first, 0, static_cast<std::int64_t>(range.n)));
    auto to = static_cast<std::uint64_t>(std::clamp<std::int64_t>(needed.end, 0, static_cast<std::int64_t>(range.n)));
    from = std::min(from, still.n_seen());
    if (is_last) to = range.n;
    block.resize(static_cast<std::size_t>(to - from));
    EEGATE_CHECK(recording_->read(channels_[at], range.first + from, block));
    still.add(block, from);
    in.assign(block.begin(), block.end());
    resampler.run({in.data(), 1, in.size()}, from, {out.data() + first, 1, n}, first);
  }
  return out;
}

Result<NightChannel> Night::read(std::size_t at) const {
  NightChannel channel{.sfreq = this->channel(at).sfreq};
  channel.is_muscle = is_muscle_name(this->channel(at).label);
  StillRuns still(channel, channel.sfreq);
  const bool resamples = begins_with_resampling() && std::get<NightResample>(recipe_.steps.front()).hz != channel.sfreq;
  for (const SegmentTimes& segment : segments_) {
    auto values = resamples ? read_resampled(at, segment, still) : read_segment(at, segment, still);
    if (!values.ok()) return values.error();
    if (begins_with_resampling()) values->resize(static_cast<std::size_t>(segment.n_resampled));
    still.end_segment();
    channel.segments.push_back({segment.onset_s, std::move(*values)});
  }
  channel.is_flat = still.is_flat();
  if (resamples) channel.sfreq = std::get<NightResample>(recipe_.steps.front()).hz;
  return channel;
}

// If read() has already resampled the channel, the resampling step finds it at its rate and does nothing.
Result<> Night::run_step(NightChannel& channel, std::size_t step) const {
  const NightStep& wanted = recipe_.steps[step];
  if (const auto* scale = std::get_if<NightScale>(&wanted)) {
    scale_night(channel.segments, *scale);
    return {};
  }
  for (NightSegment& segment : channel.segments) EEGATE_CHECK(run_on_segment(segment.values, wanted, channel));
  if (const auto* resample = std::get_if<NightResample>(&wanted)) channel.sfreq = resample->hz;
  return {};
}

Result<NightChannel> Night::prepare(std::size_t at) const {
  EEGATE_TRY(NightChannel channel, read(at));
  for (std::size_t step = 0; step < n_steps(); ++step) EEGATE_CHECK(run_step(channel, step));
  return channel;
}

Result<NightRecipe> parse_night_recipe(std::string_view json) {
  EEGATE_TRY(const JsonDocument document, JsonDocument::parse(json));
  EEGATE_TRY(const StrictObject object, StrictObject::read(kNight, document.root(), kRecipeForm));
  const StrictObject& epochs = object.node("epochs");
  NightRecipe recipe{.epoch_s = epochs.number("length_s"), .context = epochs.size("context")};
  if (const std::size_t n = object.nodes("steps").size(); n > kMaxNightSteps) {
    return object.error("RECIPE_VALUE", "The recipe has too many steps", "steps", std::to_string(n),
                        "at most " + std::to_string(kMaxNightSteps));
  }
  for (const StrictObject& step : object.nodes("steps")) {
    EEGATE_TRY(recipe.steps.emplace_back(), step_of(step));
  }
  return recipe;
}

double NightRecipe::sfreq(double recorded) const {
  for (const NightStep& step : steps) {
    if (const auto* resample = std::get_if<NightResample>(&step)) recorded = resample->hz;
  }
  return recorded;
}

}  // namespace eegate
