#include "signal/recording.h"

#include <unistd.h>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <numeric>

#include "support/edf_builder.h"
#include "support/file_source.h"

namespace eegate::test::recording_test {
namespace {

Recording open(const BuiltEdf& f) {
  auto recording = Recording::open(source_of(f), "test.edf");
  INFO((recording.ok() ? std::string() : describe(recording.error())));
  REQUIRE(recording.ok());
  return std::move(recording).value();
}

std::vector<float> read(const Recording& recording, std::size_t channel, std::uint64_t first, std::size_t n) {
  std::vector<float> out(n);
  REQUIRE(recording.read(channel, first, out).ok());
  return out;
}

bool has_warning(const Recording& recording, std::string_view code) {
  for (const Warning& w : recording.warnings()) {
    if (w.code == code) return true;
  }
  return false;
}

// Digital 0, 1, 2 ... over all records; 1 uV per step.
BuiltSignal ramp(std::uint64_t samples, std::uint64_t n_records) {
  BuiltSignal signal{"Cz", "uV", "-2048", "2047", "-2048", "2047", samples, {}};
  for (std::uint64_t r = 0; r < n_records; ++r) {
    std::vector<int> values;
    for (std::uint64_t i = 0; i < samples; ++i) values.push_back(static_cast<int>(r * samples + i));
    signal.records.push_back(int16_bytes(values));
  }
  return signal;
}

TEST_CASE("all voltages are converted to microvolts", "[recording]") {
  const auto value = [](const std::string& unit) {
    BuiltSignal signal{"Cz", unit, "-4", "4", "-4", "4", 1, {int16_bytes({3})}};
    return read(open({.signals = {signal}}), 0, 0, 1)[0];
  };
  CHECK(value("uV") == 3.0f);
  CHECK(value("\xC2\xB5V") == 3.0f);
  CHECK(value("mV") == 3000.0f);
  CHECK(value("V") == 3e6f);
  CHECK(value("nV") == 0.003f);
  CHECK(value("degC") == 3.0f);
}

TEST_CASE("gains may be negative and offsets are kept", "[recording]") {
  BuiltSignal inverted{"Cz", "uV", "10", "-10", "0", "20", 3, {int16_bytes({0, 10, 20})}};
  CHECK(read(open({.signals = {inverted}}), 0, 0, 3) == std::vector<float>{10, 0, -10});
}

TEST_CASE("samples beyond the digital range are reported, those at its limits are not", "[recording]") {
  const auto is_outside = [](int value) {
    std::vector<int> values(19, value);  // complete and incomplete vectors
    BuiltSignal signal{"Cz", "uV", "-5", "5", "-50", "50", values.size(), {int16_bytes(values)}};
    const Recording recording = open({.signals = {signal}});
    read(recording, 0, 0, values.size());
    return has_warning(recording, "EDF_OUT_OF_RANGE");
  };
  CHECK_FALSE(is_outside(50));
  CHECK_FALSE(is_outside(-50));
  CHECK(is_outside(51));
  CHECK(is_outside(-51));
}

TEST_CASE("digital limits beyond 16 bits are reported", "[recording]") {
  const auto is_told = [](const std::string& low, const std::string& high) {
    return has_warning(open({.signals = {{.digital_min = low, .digital_max = high}}}), "EDF_DIG_RANGE");
  };
  CHECK_FALSE(is_told("-32768", "32767"));
  CHECK(is_told("-32768", "32768"));
  CHECK(is_told("-32769", "32767"));
}

TEST_CASE("line feeds in samples are damage only if all follow a carriage return", "[recording]") {
  const auto opened = [](const std::string& more) {
    std::string bytes;
    for (int i = 0; i < 16; ++i) bytes += "\r\n";
    bytes += "\x01";
    for (int i = 0; i < 16; ++i) bytes += "\r\n";
    bytes += more;
    return open({.signals = {{.samples = 60, .records = {bytes}}}});
  };
  CHECK(has_warning(opened(""), "EDF_LINE_ENDS"));
  CHECK_FALSE(has_warning(opened("\x02\n"), "EDF_LINE_ENDS"));
}

TEST_CASE("an empty range gives digital values and a warning", "[recording]") {
  BuiltSignal flat{"Cz", "uV", "0", "0", "-100", "100", 2, {int16_bytes({7, -7})}};
  const Recording recording = open({.signals = {flat}});
  CHECK(read(recording, 0, 0, 2) == std::vector<float>{7, -7});
  CHECK_FALSE(recording.channels()[0].calibrated);
  CHECK_FALSE(recording.channels()[0].is_voltage);
  CHECK(has_warning(recording, "EDF_PHYS_RANGE"));
}

TEST_CASE("a channel of an EDF file that is named as a trigger holds codes, and is no voltage", "[recording]") {
  const std::string name = GENERATE(as<std::string>(), "Status", "TRIGGER");
  const BuiltSignal eeg{"Cz", "uV", "-100", "100", "-32768", "32767", 2, {int16_bytes({7, -7})}};
  const BuiltSignal trigger{name, "uV", "-100", "100", "-32768", "32767", 2, {int16_bytes({0, 4352})}};
  const Recording recording = open({.signals = {eeg, trigger}});
  CHECK_FALSE(recording.channels()[1].is_voltage);
  CHECK(recording.main_channels() == std::vector<std::size_t>{0});
}

TEST_CASE("a range of samples crosses records, alone or with other channels", "[recording]") {
  BuiltSignal twice = ramp(5, 4);
  twice.label = "Pz";
  twice.physical_min = "-4096";
  twice.physical_max = "4094";
  const Recording recording = open({.n_records = 4, .signals = {ramp(5, 4), twice}});
  CHECK(read(recording, 0, 3, 9) == std::vector<float>{3, 4, 5, 6, 7, 8, 9, 10, 11});
  const std::size_t both[] = {1, 0};
  std::vector<float> out(6);
  REQUIRE(recording.read(both, 9, 3, out.data()).ok());
  CHECK(out == std::vector<float>{18, 20, 22, 9, 10, 11});
  CHECK(read(recording, 0, 20, 0).empty());
  std::vector<float> beyond(2);
  CHECK(recording.read(0, 19, beyond).error().code == "EDF_RANGE");
  CHECK(recording.read(0, UINT64_MAX, beyond).error().code == "EDF_RANGE");
}

TEST_CASE("large records are read in parts with the same result", "[recording]") {
  BuiltSignal filler{"Fz", "uV", "-1", "1", "-1", "1", 60000, {}};
  const Recording recording = open({.n_records = 3, .signals = {filler, ramp(50, 3), filler}});
  const auto values = read(recording, 1, 20, 100);
  for (std::size_t i = 0; i < values.size(); ++i) CHECK(values[i] == static_cast<float>(20 + i));
}

TEST_CASE("of large records little is read in few reads", "[recording]") {
  BuiltEdf file{.n_records = 3, .signals = {}};
  for (int i = 0; i < 128; ++i) file.signals.push_back(ramp(2000, 3));  // 512 KB in each record
  auto counting = std::make_shared<CountingSource>(source_of(file));
  const auto recording = Recording::open(counting, "large.edf");
  REQUIRE(recording.ok());
  std::vector<std::size_t> all(128);
  std::iota(all.begin(), all.end(), std::size_t{0});
  std::vector<float> last(128);
  counting->n_reads = 0;
  REQUIRE(recording->read(all, 5999, 1, last.data()).ok());
  CHECK(counting->n_reads == 1);
  CHECK(last == std::vector<float>(128, 5999));
  counting->bytes_read = 0;
  CHECK(recording->read(0, 5999, std::span(last).first(1)).ok());
  CHECK(counting->bytes_read == 2);
}

TEST_CASE("large records that are requested completely are read in several parts", "[recording]") {
  constexpr std::size_t kSamples = (std::size_t{2} << 20) + 100;  // 200 bytes more than one read
  std::vector<int> stored(kSamples);
  for (std::size_t i = 0; i < kSamples; ++i) stored[i] = static_cast<int>(i % 2039);  // not periodic in reads
  const Recording recording =
      open({.signals = {{"Cz", "uV", "-2048", "2047", "-2048", "2047", kSamples, {int16_bytes(stored)}}}});
  const auto values = read(recording, 0, 0, kSamples);
  std::size_t n_wrong = 0;
  for (std::size_t i = 0; i < kSamples; ++i) n_wrong += values[i] == static_cast<float>(stored[i]) ? 0 : 1;
  CHECK(n_wrong == 0);
}

TEST_CASE("24-bit samples keep their sign", "[recording]") {
  BuiltSignal signal{"Cz",       "uV",      "-8388608", "8388607",
                     "-8388608", "8388607", 4,          {int24_bytes({-8388608, -1, 1, 8388607})}};
  const Recording recording = open({.is_bdf = true, .reserved = "24BIT", .signals = {signal}});
  CHECK(read(recording, 0, 0, 4) == std::vector<float>{-8388608, -1, 1, 8388607});
}

TEST_CASE("triggers of the Status words become annotations", "[recording]") {
  BuiltSignal cz = ramp(4, 2), status{"STATUS", "", "-8388608", "8388607", "-8388608", "8388607", 4, {}};
  // Code 5 in samples 1 and 2 with amplifier bits on and off, 7 across records, 9 until the end.
  status.records = {int24_bytes({0x3, 0x800005, 0x10005, 0x7}), int24_bytes({0x10007, 0, 0x400009, 0x9})};
  cz.records.clear();
  const Recording recording = open({.is_bdf = true, .n_records = 2, .signals = {cz, status}});
  const auto& events = recording.annotations();
  REQUIRE(events.size() == 3);
  CHECK((events[0].text == "5" && events[0].onset_s == 0.25 && events[0].duration_s == 0.5));
  CHECK((events[1].text == "7" && events[1].onset_s == 0.75 && events[1].duration_s == 0.5));
  CHECK((events[2].text == "9" && events[2].onset_s == 1.5 && events[2].duration_s == 0.5));
  CHECK(events[0].is_trigger);
  CHECK(recording.channels()[1].is_trigger);
  CHECK(read(recording, 1, 1, 1)[0] == 0x800005);
  CHECK(recording.main_channels() == std::vector<std::size_t>{0});
}

TEST_CASE("onsets count from the first sample, not from the start time", "[recording]") {
  const Recording recording =
      open({.reserved = "EDF+C",
            .n_records = 2,
            .signals = {ramp(4, 2), annotation_signal({tal("+0.3945312") + tal("+2.3457031\x15"
                                                                               "0.5",
                                                                               {"spike"}),
                                                       tal("+1.3945312") + tal("+0.5", {"a", "b"})})}});
  const auto& all = recording.annotations();
  REQUIRE(all.size() == 3);
  CHECK((all[0].text == "a" && all[1].text == "b" && all[2].text == "spike"));
  CHECK(std::fabs(all[0].onset_s - 0.1054688) < 1e-9);
  CHECK(std::fabs(all[2].onset_s - 1.9511719) < 1e-9);
  CHECK(all[2].duration_s == 0.5);
  CHECK(recording.is_contiguous());
}

TEST_CASE("gaps make segments and lengthen the duration, not the samples", "[recording]") {
  const BuiltEdf file{.reserved = "EDF+D",
                      .n_records = 4,
                      .signals = {ramp(4, 4), annotation_signal({tal("+0"), tal("+1"), tal("+10.5"), tal("+11.5")})}};
  const Recording recording = open(file);
  REQUIRE(recording.segments().size() == 2);
  const Segment first = recording.segments()[0], second = recording.segments()[1];
  CHECK((first.onset_s == 0 && first.duration_s == 2 && first.sample_onset_s == 0));
  CHECK((second.onset_s == 10.5 && second.duration_s == 2 && second.sample_onset_s == 2));
  CHECK(recording.duration_s() == 12.5);
  CHECK(recording.channels()[0].n_samples == 16);
  CHECK_FALSE(recording.is_contiguous());
  CHECK(has_warning(recording, "EDF_DISCONTINUOUS"));
}

TEST_CASE("a clock that jumps is detected at once, however small the budget", "[recording]") {
  BuiltEdf file{.reserved = "EDF+C", .n_records = 300, .signals = {ramp(4, 0), annotation_signal({})}};
  for (int r = 0; r < 300; ++r) file.signals[1].records.push_back(tal("+" + std::to_string(r < 200 ? r : r + 5)));
  auto recording = Recording::open(source_of(file), "jump.edf", 1);
  REQUIRE(recording.ok());
  CHECK(recording->segments().size() == 2);
  CHECK(recording->annotations_complete());
}

TEST_CASE("annotations are read incrementally", "[recording]") {
  BuiltEdf file{.reserved = "EDF+C", .n_records = 50, .signals = {ramp(80000, 0), annotation_signal({})}};
  for (int r = 0; r < 50; ++r) {
    file.signals[1].records.push_back(tal("+" + std::to_string(r)) + tal("+" + std::to_string(r), {"tick"}));
  }
  auto counting = std::make_shared<CountingSource>(source_of(file));
  auto recording = Recording::open(counting, "long.edf", 10 * 1024);
  REQUIRE(recording.ok());
  CHECK_FALSE(recording->annotations_complete());
  CHECK(recording->annotations().size() == 10);
  CHECK(counting->bytes_read < 400'000);
  CHECK(recording->duration_s() == 50);
  while (!recording->annotations_complete()) REQUIRE(recording->read_annotations(5 * 1024).ok());
  CHECK(recording->annotations().size() == 50);
}

// In a browser each read takes as long as 128 KiB of it.
TEST_CASE("annotations of many small records are read in few reads, a few of them from small parts", "[recording]") {
  BuiltEdf file{.reserved = "EDF+C", .n_records = 500, .signals = {ramp(10000, 0), annotation_signal({})}};
  for (int r = 0; r < 500; ++r) {
    file.signals[1].records.push_back(tal("+" + std::to_string(r)) + tal("+" + std::to_string(r), {"tick"}));
  }
  auto counting = std::make_shared<CountingSource>(source_of(file));
  auto recording = Recording::open(counting, "long.edf", 10 * 1024);
  REQUIRE(recording.ok());
  CHECK(recording->annotations().size() == 10);
  CHECK(counting->bytes_read < 400'000);
  counting->n_reads = 0;
  while (!recording->annotations_complete()) REQUIRE(recording->read_annotations(4 << 20).ok());
  CHECK(recording->annotations().size() == 500);
  CHECK(counting->n_reads <= 6);
}

TEST_CASE("it is known from which annotation on the last reading changed the list", "[recording]") {
  BuiltEdf file{.reserved = "EDF+C", .n_records = 50, .signals = {ramp(80000, 0), annotation_signal({})}};
  // The third record has one of 0.5 s, which comes behind that of 0 s.
  for (int r = 0; r < 50; ++r) {
    const std::string at = "+" + std::to_string(r);
    file.signals[1].records.push_back(tal(at) + tal(at, {"tick"}) + (r == 2 ? tal("+0.5", {"late"}) : ""));
  }
  auto recording = Recording::open(source_of(file), "long.edf", 1024);
  REQUIRE(recording.ok());
  REQUIRE(recording->annotations().size() == 1);
  CHECK(recording->take_first_changed() == 1);
  REQUIRE(recording->read_annotations(1024).ok());
  REQUIRE(recording->annotations().size() == 2);
  CHECK(recording->take_first_changed() == 1);
  CHECK(recording->take_first_changed() == 2);  // nothing is new
  REQUIRE(recording->read_annotations(1024).ok());
  REQUIRE(recording->read_annotations(1024).ok());
  REQUIRE(recording->annotations().size() == 5);
  CHECK(recording->annotations()[1].text == "late");
  CHECK(recording->take_first_changed() == 1);
  while (!recording->annotations_complete()) REQUIRE(recording->read_annotations(1024).ok());
  CHECK(recording->take_first_changed() == 5);
  CHECK(recording->take_first_changed() == 51);
  recording->set_annotations({{.onset_s = 3, .text = "own"}});
  CHECK(recording->take_first_changed() == 0);
}

TEST_CASE("duplicate names are numbered and found by number or by an unambiguous label", "[recording]") {
  BuiltSignal a = ramp(4, 1), b = a, c = a;
  a.label = "EEG F3-A1";
  b.label = "f3..";
  c.label = "F4";
  const Recording recording = open({.signals = {a, b, c}});
  CHECK(recording.channels()[0].name == "F3-0");
  CHECK(recording.channels()[1].name == "F3-1");
  CHECK(recording.channels()[2].name == "F4");
  CHECK(has_warning(recording, "EDF_DUPLICATE_LABEL"));
  CHECK(recording.find("f3-1") == 1);
  CHECK(recording.find("EEG F3-A1") == 0);
  CHECK(recording.find("EEG F4-REF") == 2);
  CHECK(recording.find("F3") == -1);
  CHECK(recording.find("Cz") == -1);
}

TEST_CASE("the main channels have the rate of most voltages, the higher one if there are as many", "[recording]") {
  BuiltSignal slow = ramp(2, 1), fast = ramp(8, 1), warm = ramp(8, 1);
  warm.dimension = "degC";
  CHECK(open({.signals = {slow, fast, slow, warm, warm}}).main_channels() == std::vector<std::size_t>{0, 2});
  CHECK(open({.signals = {slow, fast, warm}}).main_channels() == std::vector<std::size_t>{1});
  CHECK(open({.signals = {warm, warm}}).main_channels() == std::vector<std::size_t>{0, 1});
}

TEST_CASE("the padded tail ends where the first channel changes", "[recording]") {
  BuiltSignal a = ramp(600, 2), b = ramp(600, 2);
  a.records[1] = int16_bytes({5});  // then zeros: 599 of them
  b.records[1] = int16_bytes(std::vector<int>(100, 3));
  const Recording recording = open({.n_records = 2, .signals = {a, b}});
  const std::size_t both[] = {0, 1}, first[] = {0};
  CHECK(*recording.padded_tail(first) == 599);
  CHECK(*recording.padded_tail(both) == 500);
  CHECK(*open({.n_records = 1, .signals = {ramp(9, 1)}}).padded_tail(first) == 0);
  BuiltSignal flat = ramp(9, 1);
  flat.records.clear();
  CHECK(*open({.n_records = 1, .signals = {flat}}).padded_tail(first) == 9);
}

TEST_CASE("a recording of two gigabytes opens and shows its first traces for less than a megabyte each",
          "[recording]") {
  BuiltEdf file{.reserved = "EDF+C", .n_records = 1, .signals = {}};
  for (int i = 0; i < 64; ++i) file.signals.push_back(ramp(512, 1));
  file.signals.push_back(annotation_signal({tal("+0")}));
  std::string start = edf_text(file);
  const std::uint64_t header_bytes = 256 * 66, record_bytes = start.size() - header_bytes;
  const std::uint64_t n_records = (std::uint64_t{2} << 30) / record_bytes + 1;
  start.replace(236, 8, padded(std::to_string(n_records), 8));
  const auto path =
      std::filesystem::temp_directory_path() / ("eegate_two_gigabytes_" + std::to_string(::getpid()) + ".edf");
  std::ofstream(path, std::ios::binary) << start;
  std::filesystem::resize_file(path,
                               header_bytes + n_records * record_bytes);  // a hole: takes no room

  auto counting = std::make_shared<CountingSource>(std::make_shared<FileSource>(path.string()));
  auto recording = Recording::open(counting, "two_gigabytes.edf");
  REQUIRE(recording.ok());
  CHECK(counting->bytes_read < (1u << 20));
  const auto channels = recording->main_channels();
  REQUIRE(channels.size() == 64);
  std::vector<float> traces(64 * 5120);
  REQUIRE(recording->read(channels, 0, 5120, traces.data()).ok());
  CHECK(traces[1] == 1.0f);
  const std::uint64_t n_samples = recording->channels()[0].n_samples;
  CHECK(n_samples == n_records * 512);
  REQUIRE(recording->read(channels, n_samples - 100, 100, traces.data()).ok());
  CHECK(counting->bytes_read < (3u << 20));
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace eegate::test::recording_test
