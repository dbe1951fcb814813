#include "signal/prepare.h"

#include <algorithm>
#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <cmath>

#include "recordings.h"
#include "support/close_to.h"
#include "support/text_files.h"

namespace eegate::prepare_test {
namespace {

using test::largest_difference;
using test::largest_magnitude;
using test::made_signal;
using test::MadeChannel;
using test::make_recording;
using test::set_of;

Recipe recipe_of(std::string_view json) {
  auto recipe = parse_recipe(json);
  REQUIRE(recipe.ok());
  return *std::move(recipe);
}

Preparation opened(const Recording& recording, std::string_view recipe, const PrepareOptions& options = {}) {
  auto preparation = Preparation::open(recording, recipe_of(recipe), options);
  REQUIRE(preparation.ok());
  return *std::move(preparation);
}

std::vector<float> all_epochs(Preparation& preparation) {
  const PreparePlan& plan = preparation.plan();
  std::vector<float> values(plan.epochs.size() * plan.n_chans() * plan.n_times);
  REQUIRE(preparation.epochs(0, plan.epochs.size(), values).ok());
  return values;
}

std::size_t left_out(const PreparePlan& plan, std::string_view reason) {
  for (const LeftOut& entry : plan.left_out) {
    if (entry.reason == reason) return entry.count;
  }
  return 0;
}

// The samples of the recording, which has 16 bits, read back.
std::vector<float> stored(const Recording& recording, std::size_t channel) {
  std::vector<float> values(static_cast<std::size_t>(recording.channels()[channel].n_samples));
  REQUIRE(recording.read(channel, 0, values).ok());
  return values;
}

Recording two_channels(std::size_t n, double sfreq = 100) {
  return make_recording(sfreq, {{"C3", made_signal(n, 1)}, {"C4", made_signal(n, 2, -2000)}});
}

constexpr std::string_view kWindows = R"("epochs":{"by":"window","length_s":2,"step_s":1})";

TEST_CASE("Without filters the epochs are the samples of the file", "[signal]") {
  const Recording recording = two_channels(1000);
  Preparation preparation = opened(recording, R"({"pick":["c4","C3"],)" + std::string(kWindows) + "}");
  const PreparePlan& plan = preparation.plan();
  CHECK(plan.ch_names == std::vector<std::string>{"c4", "C3"});
  CHECK(plan.channels == std::vector<std::size_t>{1, 0});
  CHECK(plan.n_times == 200);
  CHECK(plan.sfreq == 100);
  REQUIRE(plan.epochs.size() == 9);
  const std::vector<float> values = all_epochs(preparation), c4 = stored(recording, 1);
  for (std::size_t i = 0; i < 9; ++i) {
    const float* first = values.data() + i * 400;
    CHECK(std::equal(first, first + 200, c4.begin() + static_cast<std::ptrdiff_t>(100 * i)));
  }
}

TEST_CASE("A recording shorter than a block is filtered whole", "[signal]") {
  const Recording recording = two_channels(2000);
  const auto mode = GENERATE("zero_phase", "causal");
  Preparation preparation = opened(recording, R"({"notch":{"hz":30},"bandpass":{"low_hz":0.5,"high_hz":40,"mode":")" +
                                                  std::string(mode) + R"("},"epochs":{"by":"window","length_s":20}})");
  const std::vector<float> values = all_epochs(preparation);
  const FilterMode filter_mode = std::string_view(mode) == "causal" ? FilterMode::kCausal : FilterMode::kZeroPhase;
  for (std::size_t c = 0; c < 2; ++c) {
    std::vector<float> expected = stored(recording, c);
    const Matrix row(expected.data(), 1, expected.size());
    REQUIRE(apply_filter(row, design_notch(30, 30, 100).value(), filter_mode).ok());
    REQUIRE(apply_filter(row, design_bandpass(0.5, 40, 100, 2).value(), filter_mode).ok());
    CHECK(std::equal(expected.begin(), expected.end(), values.begin() + static_cast<std::ptrdiff_t>(2000 * c)));
  }
}

TEST_CASE("Blocks give the same result as the whole segment", "[signal]") {
  const auto steps =
      GENERATE(R"("bandpass":{"low_hz":1,"high_hz":40})", R"("bandpass":{"low_hz":1,"high_hz":40,"mode":"causal"})",
               R"("reference":"average","notch":{"hz":30},"bandpass":{"low_hz":1,"high_hz":40},"resample_hz":64)",
               R"("bandpass":{"low_hz":1,"high_hz":40},"align":"euclidean")", R"("resample_hz":128)");
  CAPTURE(steps);
  const Recording recording = two_channels(60000);
  const std::string recipe = "{" + std::string(steps) + "," + std::string(kWindows) + "}";
  Preparation whole = opened(recording, recipe);
  Preparation blocks = opened(recording, recipe, {.ch_names = {}, .whole_floats = 1000, .block_floats = 8000});
  const std::vector<float> expected = all_epochs(whole), values = all_epochs(blocks);
  // Both are rounded to float; the truncation of impulse responses is far smaller.
  CHECK(largest_difference(values, expected) <= 1.2e-7 * largest_magnitude(expected));
}

TEST_CASE("The order of requests does not change epochs", "[signal]") {
  const Recording recording = two_channels(60000);
  const std::string recipe = R"({"bandpass":{"low_hz":1,"high_hz":40},)" + std::string(kWindows) + "}";
  const PrepareOptions small{.ch_names = {}, .whole_floats = 1000, .block_floats = 8000};
  Preparation forwards = opened(recording, recipe, small), backwards = opened(recording, recipe, small);
  const std::vector<float> expected = all_epochs(forwards);
  const std::size_t n_epochs = backwards.plan().epochs.size();
  std::vector<float> epoch(400);
  for (std::size_t i = n_epochs; i-- > 0;) {
    REQUIRE(backwards.epochs(i, 1, epoch).ok());
    REQUIRE(std::equal(epoch.begin(), epoch.end(), expected.begin() + static_cast<std::ptrdiff_t>(400 * i)));
  }
}

TEST_CASE("advance does the work in steps and reports progress", "[signal]") {
  std::vector<test::MadeChannel> channels;
  for (std::size_t c = 0; c < 40; ++c) channels.push_back({"E" + std::to_string(c), made_signal(8000, c)});
  const Recording recording = make_recording(100, channels);
  Preparation preparation =
      opened(recording, R"({"bandpass":{"low_hz":1,"high_hz":40},)" + std::string(kWindows) + "}");
  double last = 0;
  std::size_t n_pieces = 0;
  for (double done = 0; done < 1; ++n_pieces) {
    const auto result = preparation.advance(0);
    REQUIRE(result.ok());
    done = *result;
    CHECK(done >= last);
    last = done;
  }
  CHECK(n_pieces >= 5);
  CHECK(preparation.advance(1000000).value() == 1);
}

TEST_CASE("The average reference excludes constant channels and EOG, ECG, EMG", "[signal]") {
  const std::vector<float> flat(1000, 7.0f);
  std::vector<float> eye = made_signal(1000, 9);
  const Recording recording =
      make_recording(100, {{"C3", made_signal(1000, 1)}, {"Cz", flat}, {"C4", made_signal(1000, 2)}, {"HEOG", eye}});
  Preparation preparation = opened(recording, R"({"reference":"average","epochs":{"by":"window","length_s":10}})");
  const std::vector<float> values = all_epochs(preparation);
  const std::vector<float> c3 = stored(recording, 0), c4 = stored(recording, 2);
  for (std::size_t t = 0; t < 1000; t += 97) {
    CHECK(values[t] == Catch::Approx((c3[t] - c4[t]) / 2).margin(1e-4));
    CHECK(values[2000 + t] == Catch::Approx((c4[t] - c3[t]) / 2).margin(1e-4));
    CHECK(values[1000 + t] == stored(recording, 1)[t]);
    CHECK(values[3000 + t] == stored(recording, 3)[t]);
  }
}

TEST_CASE("The average reference excludes channels of other types than EEG and bad channels", "[signal]") {
  const std::vector<std::string> names = {"C3", "Fp1", "Cz", "C4", "Pz"};
  std::vector<MadeChannel> channels;
  for (std::size_t i = 0; i < names.size(); ++i) channels.push_back({names[i], made_signal(1000, i)});
  Recording recording = make_recording(100, channels);
  const auto files = set_of({{"sub-01_channels.tsv",
                              "name\ttype\tstatus\nC3\teeg\tgood\nFp1\tVEOG\tgood\nCz\tEEG\tbad\n"
                              "C4\tn/a\tn/a\nPz\tSEEG\tgood\n"}});
  REQUIRE(recording.use_bids_sidecars(files).ok());
  Preparation preparation = opened(recording, R"({"reference":"average","epochs":{"by":"window","length_s":10}})");
  const std::vector<float> values = all_epochs(preparation);
  for (std::size_t t = 0; t < 1000; t += 97) {
    const float mean = (stored(recording, 0)[t] + stored(recording, 3)[t] + stored(recording, 4)[t]) / 3;
    for (const std::size_t c : {0, 3, 4})
      CHECK(values[1000 * c + t] == Catch::Approx(stored(recording, c)[t] - mean).margin(1e-4));
    for (const std::size_t c : {1, 2}) CHECK(values[1000 * c + t] == stored(recording, c)[t]);
  }
}

TEST_CASE("A named reference need not be picked", "[signal]") {
  const Recording recording =
      make_recording(100, {{"C3", made_signal(1000, 1)}, {"M1", made_signal(1000, 2)}, {"M2", made_signal(1000, 3)}});
  Preparation preparation =
      opened(recording, R"({"pick":["C3"],"reference":["M1","M2"],"epochs":{"by":"window","length_s":10}})");
  CHECK(preparation.plan().n_chans() == 1);
  const std::vector<float> values = all_epochs(preparation), c3 = stored(recording, 0);
  const std::vector<float> m1 = stored(recording, 1), m2 = stored(recording, 2);
  for (std::size_t t = 0; t < 1000; t += 97)
    CHECK(values[t] == Catch::Approx(c3[t] - (m1[t] + m2[t]) / 2).margin(1e-4));
}

TEST_CASE("A padded tail is cut before filtering", "[signal]") {
  std::vector<float> c3 = made_signal(1000, 1), c4 = made_signal(1000, 2);
  std::fill(c3.begin() + 870, c3.end(), 0.0f);
  std::fill(c4.begin() + 870, c4.end(), 0.0f);
  const Recording recording = make_recording(100, {{"C3", c3}, {"C4", c4}});
  Preparation preparation =
      opened(recording, R"({"bandpass":{"low_hz":1,"high_hz":40},"epochs":{"by":"window","length_s":1}})");
  CHECK(preparation.plan().epochs.size() == 8);
  CHECK(left_out(preparation.plan(), "padded tail") == 2);
  std::vector<float> expected = stored(recording, 0);
  expected.resize(870);
  REQUIRE(apply_filter(Matrix(expected.data(), 1, 870), design_bandpass(1, 40, 100, 2).value(), FilterMode::kZeroPhase)
              .ok());
  const std::vector<float> values = all_epochs(preparation);
  for (std::size_t i = 0; i < 8; ++i) {
    for (std::size_t t = 0; t < 100; ++t) REQUIRE(values[i * 200 + t] == expected[i * 100 + t]);
  }
}

TEST_CASE("Two equal samples at the end of one channel are not padding", "[signal]") {
  std::vector<float> c3 = made_signal(1000, 1);
  c3[998] = c3[999] = 40;
  const Recording recording = make_recording(100, {{"C3", c3}});
  Preparation preparation = opened(recording, R"({"epochs":{"by":"window","length_s":1}})");
  CHECK(preparation.plan().epochs.size() == 10);
}

Recording with_gap_after_8_s(const std::vector<float>& values) {
  const std::vector<EdfOutSignal> signals{{.label = "C3", .sfreq = 100, .values = values}};
  const auto bytes = write_edf_plus(signals, {});
  REQUIRE(bytes.ok());
  return test::recording_of(test::with_gap(*bytes, 8, 100, 20));
}

TEST_CASE("Segments are filtered separately, and no window crosses a gap", "[signal]") {
  const Recording recording = with_gap_after_8_s(made_signal(2000, 1));
  REQUIRE(recording.segments().size() == 2);
  Preparation preparation =
      opened(recording, R"({"bandpass":{"low_hz":1,"high_hz":40},"epochs":{"by":"window","length_s":3}})");
  const PreparePlan& plan = preparation.plan();
  REQUIRE(plan.epochs.size() == 2 + 4);
  CHECK(plan.epochs[2].onset_s == Catch::Approx(108));
  const std::vector<float> values = all_epochs(preparation), all = stored(recording, 0);
  const Sections band = design_bandpass(1, 40, 100, 2).value();
  std::vector<float> before(all.begin(), all.begin() + 800), after(all.begin() + 800, all.end());
  REQUIRE(apply_filter(Matrix(before.data(), 1, 800), band, FilterMode::kZeroPhase).ok());
  REQUIRE(apply_filter(Matrix(after.data(), 1, 1200), band, FilterMode::kZeroPhase).ok());
  CHECK(std::equal(before.begin(), before.begin() + 600, values.begin()));
  CHECK(std::equal(after.begin(), after.end(), values.begin() + 600));
}

TEST_CASE("A preview leaves a gap empty", "[signal]") {
  const Recording recording = with_gap_after_8_s(made_signal(2000, 1));
  const std::vector<std::size_t> shown{0};
  const auto samples = preview(recording, shown, 7, 102, recipe_of("{}"));
  REQUIRE(samples.ok());
  const std::vector<float> all = stored(recording, 0);
  CHECK(samples->values[99] == all[799]);
  CHECK(std::isnan(samples->values[100]));
  CHECK(std::isnan(samples->values[10099]));
  CHECK(samples->values[10100] == all[800]);
}

TEST_CASE("Epochs around annotations carry their labels", "[signal]") {
  const Recording recording =
      make_recording(100, {{"C3", made_signal(1000, 1)}}, {{1, 1, "T1"}, {3, 1, "T2"}, {5, 1, "T0"}, {9.5, 1, "T1"}});
  Preparation preparation = opened(
      recording, R"({"epochs":{"by":"annotation","labels":{"T1":"left","T2":"right"},"tmin_s":0.5,"tmax_s":1.5}})");
  const PreparePlan& plan = preparation.plan();
  REQUIRE(plan.epochs.size() == 2);
  CHECK(plan.labels == std::vector<std::string>{"left", "right"});
  CHECK(plan.epochs[1].label == "right");
  CHECK(plan.epochs[1].onset_s == Catch::Approx(3.5));
  CHECK(left_out(plan, "end of data") == 1);
  CHECK(left_out(plan, "not in labels") == 1);
  CHECK(all_epochs(preparation)[100] == stored(recording, 0)[350]);
}

TEST_CASE("Standardisation is the last step", "[signal]") {
  const Recording recording = two_channels(1000);
  Preparation preparation = opened(recording, R"({"epochs":{"by":"window","length_s":2},"standardize":"zscore"})");
  const std::vector<float> values = all_epochs(preparation);
  double sum = 0, squares = 0;
  for (std::size_t t = 0; t < 200; ++t) {
    sum += static_cast<double>(values[t]);
    squares += static_cast<double>(values[t]) * static_cast<double>(values[t]);
  }
  CHECK(sum / 200 == Catch::Approx(0).margin(1e-6));
  CHECK(squares / 200 == Catch::Approx(1).margin(1e-5));
}

TEST_CASE("Recordings that cannot be prepared are rejected with a code", "[signal]") {
  const Recording recording =
      make_recording(100, {{"C3", made_signal(1000, 1)}, {"C4", made_signal(1000, 2)}}, {{1, 1, "T1"}});
  const auto code_of = [&](std::string_view recipe) {
    const auto result = Preparation::open(recording, recipe_of(recipe));
    REQUIRE_FALSE(result.ok());
    return result.error().code;
  };
  CHECK(code_of("{}") == "RECIPE_VALUE");
  CHECK(code_of(R"({"pick":["Oz"],"epochs":{"by":"window","length_s":1}})") == "PICK_MISSING");
  CHECK(code_of(R"({"reference":["M1"],"epochs":{"by":"window","length_s":1}})") == "REFERENCE_MISSING");
  CHECK(code_of(R"({"bandpass":{"low_hz":0.5,"high_hz":55},"epochs":{"by":"window","length_s":1}})") == "DSP_BAND");
  CHECK(code_of(R"({"bandpass":{"low_hz":0,"high_hz":40},"epochs":{"by":"window","length_s":1}})") == "DSP_BAND");
  CHECK(code_of(R"({"notch":{"hz":60},"epochs":{"by":"window","length_s":1}})") == "DSP_BAND");
  CHECK(code_of(R"({"resample_hz":314.15926535,"epochs":{"by":"window","length_s":1}})") == "DSP_RESAMPLE");
  CHECK(code_of(R"({"epochs":{"by":"window","length_s":0.001}})") == "EPOCH_LENGTH");
}

TEST_CASE("A constant recording is reported as flat, not as short", "[signal]") {
  const std::vector<float> flat(1600, 12.5F);
  const Recording recording = make_recording(160, {{"C3", flat}, {"C4", flat}});
  for (const char* mode : {"zero_phase", "causal"}) {
    const auto recipe = parse_recipe(std::string(R"({"bandpass":{"low_hz":1,"high_hz":40,"mode":")") + mode +
                                     R"("},"epochs":{"by":"window","length_s":1}})");
    REQUIRE(recipe.ok());
    const auto result = Preparation::open(recording, *recipe);
    REQUIRE_FALSE(result.ok());
    CHECK(result.error().code == "RECORDING_FLAT");
  }
}

TEST_CASE("A recording too short for a zero-phase filter is rejected", "[signal]") {
  const Recording recording = make_recording(5, {{"C3", made_signal(15, 1)}});
  const Recipe recipe = recipe_of(R"({"bandpass":{"low_hz":0.5,"high_hz":2},"epochs":{"by":"window","length_s":1}})");
  const auto result = Preparation::open(recording, recipe);
  REQUIRE_FALSE(result.ok());
  CHECK(result.error().code == "DSP_TOO_SHORT");
}

TEST_CASE("The preview equals the result for the whole recording", "[signal]") {
  const Recording recording = two_channels(20000);
  const auto steps =
      GENERATE(R"("bandpass":{"low_hz":1,"high_hz":40})", R"("bandpass":{"low_hz":1,"high_hz":40,"mode":"causal"})",
               R"("reference":"average","notch":{"hz":30},"bandpass":{"low_hz":1,"high_hz":40})");
  const std::string recipe = "{" + std::string(steps) + R"(,"epochs":{"by":"window","length_s":200}})";
  Preparation preparation = opened(recording, recipe);
  const std::vector<float> whole = all_epochs(preparation);
  const std::vector<std::size_t> shown{1};
  const auto middle = preview(recording, shown, 90, 10, recipe_of(recipe));
  REQUIRE(middle.ok());
  CHECK(middle->n_times == 1000);
  CHECK(middle->start_s == 90);
  const std::vector<float> expected(whole.begin() + 29000, whole.begin() + 30000);
  CHECK(largest_difference(middle->values, expected) <= 1.2e-7 * largest_magnitude(expected));
}

TEST_CASE("A padded tail and a constant recording are previewed as stored, and not filtered", "[signal]") {
  constexpr std::size_t kNTail = 400;
  std::vector<float> values = made_signal(1000, 1);
  std::fill(values.end() - kNTail, values.end(), 7.0f);
  const std::vector<float> constant(1000, 7.0f);
  const std::vector<std::size_t> shown{0};
  for (const std::vector<float>& made : {values, constant}) {
    const Recording recording = make_recording(100, {{"C3", made}});
    const std::vector<float> all = stored(recording, 0);
    const auto raw = preview(recording, shown, 0, 10, recipe_of("{}"));
    REQUIRE(raw.ok());
    CHECK(raw->values == all);
    const auto filtered = preview(recording, shown, 0, 10, recipe_of(R"({"bandpass":{"low_hz":1,"high_hz":40}})"));
    REQUIRE(filtered.ok());
    CHECK(std::isnan(filtered->values[1000 - kNTail]));
    CHECK(std::isnan(filtered->values[999]));
    CHECK(std::isnan(filtered->values[0]) == (made == constant));
  }
}

TEST_CASE("Previews of consecutive ranges adjoin", "[signal]") {
  const Recording recording = two_channels(3200, 160);
  const std::vector<std::size_t> shown{0};
  const std::vector<float> all = stored(recording, 0);
  for (const double step_s : {1.0 / 3, 0.33, 0.0123, 1.0 / 320, 0.001}) {
    std::vector<float> read;
    for (std::size_t i = 0; read.size() < 1000; ++i) {
      const auto part = preview(recording, shown, static_cast<double>(i) * step_s, step_s, recipe_of("{}"));
      REQUIRE(part.ok());
      read.insert(read.end(), part->values.begin(), part->values.end());
    }
    INFO(step_s);
    CHECK(std::equal(read.begin(), read.end(), all.begin()));
  }
}

TEST_CASE("A preview is NaN outside the recording", "[signal]") {
  const Recording recording = two_channels(1000);
  const std::vector<std::size_t> shown{0, 1};
  const auto samples = preview(recording, shown, 9, 2, recipe_of("{}"));
  REQUIRE(samples.ok());
  CHECK(samples->n_times == 200);
  CHECK(samples->values[0] == stored(recording, 0)[900]);
  CHECK(samples->values[299] == stored(recording, 1)[999]);
  CHECK(std::isnan(samples->values[100]));
  CHECK(std::isnan(samples->values[399]));
}

}  // namespace
}  // namespace eegate::prepare_test
