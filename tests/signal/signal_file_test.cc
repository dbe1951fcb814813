// Recordings of any format: a SignalFile without a file.
#include "files/signal_file.h"

#include <catch2/catch_test_macros.hpp>

#include "files/signal_formats.h"
#include "signal/prepare.h"
#include "signal/recipe.h"
#include "signal/recordings.h"

namespace eegate::signal_file_test {
namespace {

// Three channels of 100 Hz, 2 s, a gap of 3 s and another 2 s; a ramp of 1 uV per sample, from 1000 times the channel.
class MadeFile final : public SignalFile {
 public:
  const SignalHeader& header() const override { return header_; }
  const std::vector<FileChannel>& channels() const override { return channels_; }
  const std::vector<Segment>& segments() const override { return segments_; }
  Warnings warnings() const override { return {}; }
  Result<> read_annotations(std::uint64_t, std::vector<Annotation>& out) override {
    if (std::exchange(is_read_, true)) return {};
    out.push_back({.onset_s = 5.5, .duration_s = 1, .text = "right"});
    out.push_back({.onset_s = 0.5, .duration_s = 1, .text = "left"});
    return {};
  }
  bool annotations_complete() const override { return is_read_; }
  Result<> read(std::span<const std::size_t> channels, std::uint64_t first, std::uint64_t n, float* out) override {
    for (const std::size_t channel : channels) {
      for (std::uint64_t i = 0; i < n; ++i) *out++ = static_cast<float>(1000 * channel + first + i);
    }
    return {};
  }
  Result<HeaderWithoutIdentity> remove_identity(const IdentityFields&) override { return HeaderWithoutIdentity{}; }
  Result<Warnings> find_names(const HeaderWithoutIdentity&, const HoldsName&) override { return Warnings{}; }

 private:
  static FileChannel made(const char* label) {
    return {.label = label,
            .reference = {},
            .unit = "uV",
            .prefiltering = {},
            .sfreq = 100,
            .n_samples = 400,
            .is_voltage = true};
  }
  SignalHeader header_{.format = "made", .patient = {}, .recording = {}, .start = {}};
  std::vector<FileChannel> channels_ = {made("EEG C3-REF"), made("EEG CZ"), made("EEG C4")};
  std::vector<Segment> segments_ = {{.onset_s = 0, .duration_s = 2, .sample_onset_s = 0},
                                    {.onset_s = 5, .duration_s = 2, .sample_onset_s = 2}};
  bool is_read_ = false;
};

TEST_CASE("recordings are read only through the SignalFile interface", "[recording]") {
  auto recording = Recording::of(std::make_unique<MadeFile>(), "made");
  REQUIRE(recording.ok());
  CHECK(recording->channels()[0].name == "C3");
  CHECK(recording->channels()[0].reference == "REF");
  CHECK(recording->duration_s() == 7);
  CHECK(recording->annotations()[0].text == "left");
  const auto recipe = parse_recipe(
      R"({"pick":["C4","C3"],"epochs":{"by":"annotation","labels":{"left":"l","right":"r"},"tmin_s":0,"tmax_s":1}})");
  REQUIRE(recipe.ok());
  auto preparation = Preparation::open(*recording, *recipe);
  REQUIRE(preparation.ok());
  const std::size_t n_times = preparation->plan().n_times;
  REQUIRE(preparation->plan().epochs.size() == 2);
  std::vector<float> x(2 * 2 * n_times);
  REQUIRE(preparation->epochs(0, 2, x).ok());
  CHECK(x[0] == 2050);  // C4 half a second after the start
  CHECK(x[n_times] == 50);
  CHECK(x[3 * n_times] == 250);  // C3 half a second after the gap
}

TEST_CASE("formats are recognised by their first bytes, and the error for unknown ones names all formats",
          "[recording]") {
  const auto bytes =
      write_edf_plus(std::vector<EdfOutSignal>{{.label = "C3", .sfreq = 10, .values = std::vector<float>(10)}}, {});
  REQUIRE(bytes.ok());
  REQUIRE(recognised_format(*bytes) != nullptr);
  CHECK(recognised_format(*bytes)->name == "EDF or BDF");
  const std::string bdf =
                        "\xFF"
                        "BIOSEMI",
                    page = "<!doctype html><html>";
  CHECK(recognised_format(std::as_bytes(std::span(bdf))) != nullptr);
  CHECK(recognised_format(std::as_bytes(std::span(page))) == nullptr);
  const auto as_source = [](const std::string& text) {
    const auto all = std::as_bytes(std::span(text));
    return std::make_shared<MemorySource>(std::vector<std::byte>(all.begin(), all.end()));
  };
  CHECK(open_signal_file(as_source(""), "empty.edf").error().code == "FORMAT_EMPTY");
  const Error is_page = open_signal_file(as_source(page), "page.edf").error();
  CHECK(is_page.code == "FORMAT_HTML");
  CHECK(is_page.message == "This is an HTML page, not a recording in a known format");
  CHECK(is_page.expected.starts_with("EDF or BDF, "));
  CHECK(is_page.expected.find("BrainVision") != std::string::npos);
  const Error is_nothing = open_signal_file(as_source(std::string(300, '\x07')), "noise.bin").error();
  CHECK(is_nothing.code == "EDF_BAD_VERSION");
  CHECK(is_nothing.message == "The file does not begin like a recording in a known format");
  CHECK(is_nothing.expected == is_page.expected);
  CHECK(is_nothing.found == eegate::quoted(std::string(8, '\x07')));
}

}  // namespace
}  // namespace eegate::signal_file_test
