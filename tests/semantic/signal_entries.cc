// Recipes and looks applied to recordings, and to samples that arrive.
#include <array>

#include "semantic/made.h"
#include "semantic/oracles.h"
#include "session/open/describe.h"
#include "session/open/open_files.h"
#include "session/open/samples.h"
#include "session/open/spectra.h"
#include "signal/prepare.h"
#include "signal/stream.h"

namespace eegate::test::semantic {
namespace {

constexpr std::size_t kMaxEpochValues = std::size_t{1} << 22;  // of an epoch; larger ones take long

void prepare_with(const Recording& recording, const Recipe& recipe, Outcome& outcome) {
  auto preparation = Preparation::open(recording, recipe);
  if (!holds(preparation, outcome)) return;
  const PreparePlan& plan = preparation->plan();
  expect(std::isfinite(plan.sfreq) && plan.sfreq > 0, "a rate that is none");
  if (plan.epochs.empty() || plan.n_chans() * plan.n_times > kMaxEpochValues) return;
  std::vector<float> x(plan.n_chans() * plan.n_times);
  for (const std::size_t epoch : {std::size_t{0}, plan.epochs.size() / 2, plan.epochs.size() - 1}) {
    expect(std::isfinite(plan.epochs[epoch].onset_s) && std::isfinite(plan.epochs[epoch].duration_s),
           "an epoch that is nowhere");
    if (holds(preparation->epochs(epoch, 1, x), outcome)) expect_finite(x, "an epoch");
  }
}

// Samples in gaps are NaN, all others are finite.
void look_at(const Recording& recording, Choices& choices, const Recipe* seen, Outcome& outcome) {
  std::vector<std::size_t> channels;
  for (std::size_t n = choices.between(1, 3); n > 0; --n) channels.push_back(choices.below(6));
  const double start_s = choices.one_of(3) ? choices.number() : 0;
  const double duration_s = choices.around(2);
  const auto samples = read_window(recording, channels, start_s, duration_s, seen);
  if (!holds(samples, outcome)) return;
  for (const float value : samples->values) expect(!std::isinf(value), "a sample that is infinite");
}

void stream_through(Choices& choices, const Recipe& recipe, Outcome& outcome) {
  const std::vector<std::string> names = made_names(3);
  const double sfreq = choices.one_of(8) ? choices.number() : 160;
  const auto steps = design_stream({names, {}, sfreq}, recipe, names, true);
  // Live refuses steps of less than a sample; longer inputs would not test more.
  if (!holds(steps, outcome) || steps->steps.sfreq_out < 4 || steps->steps.sfreq_out > 1e4) return;
  SignalStream stream(steps->steps, {.n_times = 32, .step_s = 0.25});
  const std::size_t n_rows = steps->channels.size();
  const std::vector<float> samples = made_samples(choices, n_rows * 200);
  stream.push(ConstMatrix(samples.data(), n_rows, 200));
  std::vector<float> window(steps->steps.n_picked * 32);
  while (stream.next(Matrix(window.data(), steps->steps.n_picked, 32))) {
    for (const float value : window) outcome.n_answers += std::isfinite(value) ? 1 : 0;
  }
}

void respond(Choices& choices, const Recipe& recipe, Outcome& outcome) {
  const double sfreq = choices.around(160);
  std::vector<float> hz = made_samples(choices, 8);
  hz.push_back(10);
  const auto gains = filter_response(recipe, sfreq, hz);
  if (!holds(gains, outcome)) return;
  for (std::size_t i = 0; i < hz.size(); ++i) {
    const bool is_there = hz[i] >= 0 && static_cast<double>(hz[i]) <= sfreq / 2;
    expect(std::isfinite((*gains)[i]) == is_there, "a gain where there is no frequency, or none where there is one");
  }
}

void use_recording(Recording& recording, Choices& choices, Outcome& outcome) {
  const auto recipe = parse_recipe(made_recipe(choices));
  const auto look = parse_display_settings(made_look(choices));
  (void)holds(read_all_annotations(recording), outcome);
  for (const Annotation& annotation : recording.annotations())
    expect(std::isfinite(annotation.onset_s) && std::isfinite(annotation.duration_s), "an annotation that is nowhere");
  if (holds(look, outcome)) look_at(recording, choices, &*look, outcome);
  if (!holds(recipe, outcome)) return;
  look_at(recording, choices, &*recipe, outcome);
  prepare_with(recording, *recipe, outcome);
  stream_through(choices, *recipe, outcome);
  respond(choices, *recipe, outcome);
}

}  // namespace

Outcome apply_recipe(Choices& choices) {
  Outcome outcome;
  auto opened = open_recording(std::make_shared<MemorySource>(made_recording(choices)), "S001R01.edf");
  if (!holds(opened, outcome)) return outcome;
  use_recording(opened->recording, choices, outcome);
  const std::vector<float> x = made_samples(choices, 320);
  const auto spectrum = spectra(x, choices.between(1, 3), choices.around(160), choices.around(1));
  if (holds(spectrum, outcome)) {
    for (const float density : spectrum->density) expect(!std::isinf(density), "a density that is infinite");
  }
  return outcome;
}

// Recordings of the other formats: described, and used like EDF.
Outcome open_formats(Choices& choices) {
  Outcome outcome;
  constexpr std::array kMakers = {made_brainvision, made_gdf, made_openbci, made_eeglab,
                                  made_eeglab73,    made_xdf, made_bids};
  const MadeFiles made = choices.of(kMakers)(choices);
  auto opened = open_recording(std::make_shared<MemorySource>(made.bytes), made.name, file_set_of(made));
  if (!holds(opened, outcome)) return outcome;
  Recording& recording = opened->recording;
  expect(std::isfinite(recording.duration_s()) && recording.duration_s() >= 0, "a recording that lasts no time");
  for (const Channel& channel : recording.channels()) {
    expect(std::isfinite(channel.sfreq) && channel.sfreq > 0, "a channel at a rate that is none");
    for (const double axis : channel.direction.value_or(std::array<double, 3>{}))
      expect(std::isfinite(axis), "an electrode that is nowhere");
  }
  use_recording(recording, choices, outcome);
  expect_json(describe_recording(*opened, Keys::kCamel), "a recording");
  return outcome;
}

}  // namespace eegate::test::semantic
