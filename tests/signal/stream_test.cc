// Samples in chunks of any size give the same windows as the complete recording, to the bit.
#include "signal/stream.h"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include "base/rng.h"
#include "recordings.h"
#include "signal/prepare.h"

namespace eegate::stream_test {
namespace {

using test::made_signal;
using test::make_recording;

struct Case {
  const char* name;
  double sfreq;
  const char* recipe;
};

// One recipe for each step, and one with all of them.
const Case kCases[] = {
    {"nothing", 100, R"({"version":1,)"},
    {"band-pass", 160, R"({"version":1,"bandpass":{"low_hz":0.5,"high_hz":55,"order":2,"mode":"causal"},)"},
    {"notch, average, band-pass", 160,
     R"({"version":1,"reference":"average","notch":{"hz":60,"q":30},)"
     R"("bandpass":{"low_hz":4,"high_hz":30,"order":3,"mode":"causal"},)"},
    {"named reference, resampled down", 250,
     R"({"version":1,"pick":["C3","C4"],"reference":["Cz"],)"
     R"("bandpass":{"low_hz":1,"high_hz":40,"order":2,"mode":"causal"},"resample_hz":160,)"},
    {"resampled up", 128, R"({"version":1,"resample_hz":160,)"},
};

Recipe recipe_of(const std::string& text) {
  auto recipe = parse_recipe(text);
  REQUIRE(recipe.ok());
  return *std::move(recipe);
}

Recording three_channels(double sfreq, std::size_t n) {
  return make_recording(sfreq,
                        {{"C3", made_signal(n, 1)}, {"Cz", made_signal(n, 2, -300)}, {"C4", made_signal(n, 3, 20)}});
}

std::vector<float> stored_values(const Recording& recording) {
  const std::vector<std::size_t> all = recording.main_channels();
  const std::uint64_t n = recording.channels().front().n_samples;
  std::vector<float> values(all.size() * static_cast<std::size_t>(n));
  REQUIRE(recording.read(all, 0, n, values.data()).ok());
  return values;
}

// The windows of a stream.
struct Windows {
  std::vector<StreamWindow> windows;
  std::vector<float> values;
};

class Fed {
 public:
  Fed(const Recipe& recipe, double sfreq, const StreamWindows& windows) {
    auto made = design_stream({.ch_names = {"C3", "Cz", "C4"}, .bad_ch_names = {}, .sfreq = sfreq}, recipe,
                              {"C3", "Cz", "C4"}, false);
    REQUIRE(made.ok());
    layout_ = *std::move(made);
    n_times_ = windows.n_times;
    stream.emplace(layout_.steps, windows);
  }

  // Feeds samples [begin, end) in chunks of `size`, taking windows as they become available.
  void feed(ConstMatrix signal, std::size_t begin, std::size_t end, std::size_t size) {
    while (begin < end) {
      const std::size_t n = std::min(size, end - begin);
      std::vector<float> rows;
      for (const std::size_t channel : layout_.channels) {
        const auto from = signal.row(channel).subspan(begin, n);
        rows.insert(rows.end(), from.begin(), from.end());
      }
      begin += stream->push(ConstMatrix(rows.data(), layout_.channels.size(), n));
      take();
    }
  }
  void finish() {
    stream->finish();
    take();
  }
  void take() {
    std::vector<float> one(layout_.steps.n_picked * n_times_);
    while (const auto window = stream->next(Matrix(one.data(), layout_.steps.n_picked, n_times_))) {
      out.windows.push_back(*window);
      out.values.insert(out.values.end(), one.begin(), one.end());
    }
  }

  Windows out;
  std::optional<SignalStream> stream;

 private:
  StreamSteps layout_;
  std::size_t n_times_ = 0;
};

constexpr const char* kEpochs = R"("epochs":{"by":"window","length_s":1.5,"step_s":0.27}})";

StreamWindows windows_at(double sfreq, std::size_t max_waiting = 4) {
  const auto n_times = static_cast<std::size_t>(sample_at(1.5, sfreq));
  return {.n_times = n_times, .step_s = 0.27, .max_waiting = max_waiting, .drops_oldest = false};
}

TEST_CASE("Windows of a stream have the same bits as the complete recording", "[stream]") {
  for (const Case& tried : kCases) {
    INFO(tried.name);
    const Recipe recipe = recipe_of(std::string(tried.recipe) + kEpochs);
    const auto n = static_cast<std::size_t>(tried.sfreq * 12);
    const Recording recording = three_channels(tried.sfreq, n);
    auto offline = Preparation::open(recording, recipe);
    REQUIRE(offline.ok());
    const PreparePlan& plan = offline->plan();
    std::vector<float> expected(plan.epochs.size() * plan.n_chans() * plan.n_times);
    REQUIRE(offline->epochs(0, plan.epochs.size(), expected).ok());

    const std::vector<float> values = stored_values(recording);
    for (const std::size_t size : {1, 7, 160, 1000}) {
      INFO("pieces of " << size);
      Fed fed(recipe, tried.sfreq, windows_at(plan.sfreq));
      fed.feed(ConstMatrix(values.data(), 3, n), 0, n, size);
      fed.finish();
      REQUIRE(fed.out.windows.size() == plan.epochs.size());
      CHECK(fed.out.values == expected);
      for (std::size_t i = 0; i < plan.epochs.size(); ++i) {
        CHECK(fed.out.windows[i].onset_s == plan.epochs[i].onset_s);
        CHECK(fed.out.windows[i].index == i);
      }
      CHECK(fed.stream->n_dropped() == 0);
    }
  }
}

TEST_CASE("Lost samples are a gap: filters restart and no window crosses it", "[stream]") {
  const Recipe recipe = recipe_of(std::string(kCases[3].recipe) + kEpochs);
  constexpr std::size_t kN = 250 * 12, kBegin = 250 * 5;
  auto bytes = write_edf_plus(std::vector<EdfOutSignal>{{.label = "C3", .sfreq = 250, .values = made_signal(kN, 1)},
                                                        {.label = "Cz", .sfreq = 250, .values = made_signal(kN, 2)},
                                                        {.label = "C4", .sfreq = 250, .values = made_signal(kN, 3)}},
                              {});
  REQUIRE(bytes.ok());
  const Recording recording = test::recording_of(test::with_gap(*std::move(bytes), 5, 3, 12));
  auto offline = Preparation::open(recording, recipe);
  REQUIRE(offline.ok());
  const PreparePlan& plan = offline->plan();
  std::vector<float> expected(plan.epochs.size() * plan.n_chans() * plan.n_times);
  REQUIRE(offline->epochs(0, plan.epochs.size(), expected).ok());

  const std::vector<float> values = stored_values(recording);
  const ConstMatrix signal(values.data(), 3, kN);
  Fed fed(recipe, 250, windows_at(160));
  fed.feed(signal, 0, kBegin, 41);
  fed.stream->lose(3 * 250);
  fed.feed(signal, kBegin, kN, 41);
  fed.finish();
  REQUIRE(fed.out.windows.size() == plan.epochs.size());
  CHECK(fed.out.values == expected);
  for (std::size_t i = 0; i < plan.epochs.size(); ++i) CHECK(fed.out.windows[i].onset_s == plan.epochs[i].onset_s);
}

TEST_CASE("Windows that are not taken are dropped and counted, the oldest first", "[stream]") {
  const Recipe recipe = recipe_of(std::string(kCases[0].recipe) + kEpochs);
  const std::vector<float> values = made_signal(3 * 1200, 5);
  const ConstMatrix signal(values.data(), 3, 1200);
  StreamWindows windows = windows_at(100, 2);
  windows.drops_oldest = true;
  Fed fed(recipe, 100, windows);
  CHECK(fed.stream->push(signal) == 1200);
  // (12 - 1.5) / 0.27 = 38.9: windows 0 to 38, of which 37 and 38 are waiting.
  CHECK(fed.stream->n_waiting() == 2);
  CHECK(fed.stream->n_dropped() == 37);
  fed.take();
  REQUIRE(fed.out.windows.size() == 2);
  CHECK(fed.out.windows[0].index == 37);
  CHECK(fed.out.windows[1].index == 38);
  const auto first = static_cast<std::size_t>(sample_at(37 * 0.27, 100));
  CHECK(std::ranges::equal(std::span(fed.out.values).first(150), signal.row(0).subspan(first, 150)));
}

TEST_CASE("A window is complete when all samples that it depends on have arrived", "[stream]") {
  const Recipe recipe = recipe_of(std::string(kCases[3].recipe) + kEpochs);
  const std::vector<float> values = made_signal(3 * 1000, 6);
  const ConstMatrix signal(values.data(), 3, 1000);
  Fed fed(recipe, 250, windows_at(160));
  fed.feed(signal, 0, 1000, 1);
  REQUIRE_FALSE(fed.out.windows.empty());
  // 240 outputs at 160 Hz; the last one is at input 239 * 25 / 16 = 373.4, and half the filter is 15.6 inputs long.
  CHECK(fed.stream->look_ahead() == 16);
  CHECK(fed.out.windows[0].n_input == 390);
}

TEST_CASE("Recipes that need later samples are rejected", "[stream]") {
  const StreamInput input{
      .ch_names = {"EEG C3-REF", "EEG Cz-REF", "C4..", "EOG left"}, .bad_ch_names = {}, .sfreq = 160};
  const std::vector<std::string> names = {"C3", "Cz", "C4"};
  const auto code = [&](const std::string& text, bool as_causal = false) -> std::string {
    const auto made = design_stream(input, recipe_of(text), names, as_causal);
    return made.ok() ? std::string("ok") : std::string(made.error().code);
  };
  const std::string zero_phase = R"({"bandpass":{"low_hz":1,"high_hz":40,"mode":"zero_phase"}})";
  CHECK(code(zero_phase) == "STREAM_ZERO_PHASE");
  CHECK(code(zero_phase, true) == "ok");
  CHECK(code(R"({"notch":{"hz":50}})") == "STREAM_ZERO_PHASE");
  CHECK(code(R"({"align":"euclidean"})") == "STREAM_ALIGN");
  CHECK(code(R"({"pick":["C3","Fz"]})") == "STREAM_CHANNELS");
  CHECK(code(R"({"reference":["A1"]})") == "STREAM_CHANNELS");
  CHECK(code(R"({"bandpass":{"low_hz":1,"high_hz":90,"mode":"causal"}})") == "DSP_BAND");
}

TEST_CASE("An average reference excludes EOG, ECG, EMG and bad channels", "[stream]") {
  const StreamInput input{.ch_names = {"C3", "Cz", "EOG left", "C4"}, .bad_ch_names = {"cz"}, .sfreq = 160};
  const auto made = design_stream(input, recipe_of(R"({"reference":"average"})"), input.ch_names, false);
  REQUIRE(made.ok());
  CHECK(made->steps.reference_sources == std::vector<std::size_t>{0, 3});
  CHECK(made->steps.reference_targets == std::vector<std::size_t>{0, 3});
}

}  // namespace
}  // namespace eegate::stream_test
