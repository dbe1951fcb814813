// eegate convert: copies that hold the same samples and annotations, and nobody's name.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <filesystem>
#include <string>

#include "cli/workshop.h"
#include "support/edf_builder.h"
#include "support/file_source.h"

using namespace eegate;
using namespace eegate::test;

namespace convert_test {
namespace fs = std::filesystem;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

Recording opened(const fs::path& path) {
  auto recording = open_beside(path);
  INFO((recording.ok() ? std::string() : describe(recording.error())));
  REQUIRE(recording.ok());
  REQUIRE(recording->read_annotations(UINT64_MAX).ok());
  return std::move(recording).value();
}

std::vector<float> samples_of(const Recording& recording, std::size_t channel) {
  std::vector<float> values(static_cast<std::size_t>(recording.channels()[channel].n_samples));
  REQUIRE(recording.read(channel, 0, values).ok());
  return values;
}

// Markers of segments are of BrainVision's own.
std::vector<Annotation> annotations_of(const Recording& recording) {
  std::vector<Annotation> annotations = recording.annotations();
  std::erase_if(annotations, [](const Annotation& one) { return one.text == "New Segment"; });
  return annotations;
}

// Markers of BrainVision lie on samples, and last one at least.
void check_annotations(const Recording& copy, const Recording& original, double sample_s) {
  const std::vector<Annotation> copied = annotations_of(copy), written = annotations_of(original);
  REQUIRE(copied.size() == written.size());
  for (std::size_t i = 0; i < copied.size(); ++i) {
    const Annotation &a = copied[i], &b = written[i];
    CHECK(a.text == b.text);
    CHECK_THAT(a.onset_s, WithinAbs(b.onset_s, sample_s / 2 + 1e-7));
    CHECK_THAT(a.duration_s, WithinAbs(b.duration_s > 0 ? b.duration_s : sample_s, sample_s / 2 + 1e-7));
  }
}

TEST_CASE("convert: BrainVision holds the very numbers, in every format", "[cli][convert]") {
  const Workshop workshop;
  for (const fs::path& path : {workshop.path("S001R04.edf"), test_data() / "gdf/good_events.gdf",
                               test_data() / "eeglab/good_classic.set", test_data() / "fif/good_i16.fif"}) {
    const Outcome outcome = workshop.run("convert '" + path.string() + "' copy.vhdr -q");
    INFO(path << outcome.err);
    REQUIRE(outcome.exit_code == 0);
    const Recording original = opened(path), copy = opened(workshop.path("copy.vhdr"));
    CHECK(copy.warnings().size() == original.warnings().size());
    CHECK(copy.header().start.date_text().empty());
    REQUIRE(copy.channels().size() == original.channels().size());
    // MNE reads a row of positions for every channel, or none.
    std::ifstream file(workshop.path("copy.vhdr"));
    const std::string header(std::istreambuf_iterator<char>(file), {});
    const std::size_t section = header.find("[Coordinates]");
    const bool has_positions =
        std::ranges::any_of(original.channels(), [](const Channel& one) { return one.direction.has_value(); });
    CHECK((section != std::string::npos) == has_positions);
    for (std::size_t c = 0; has_positions && c < copy.channels().size(); ++c)
      CHECK(header.find("\nCh" + std::to_string(c + 1) + "=", section) != std::string::npos);
    CHECK_THAT(copy.channels()[0].sfreq, WithinRel(original.channels()[0].sfreq, 1e-12));
    for (std::size_t c = 0; c < copy.channels().size(); ++c) {
      CHECK(copy.channels()[c].label == original.channels()[c].label);
      CHECK(copy.channels()[c].is_voltage == original.channels()[c].is_voltage);
      CHECK(samples_of(copy, c) == samples_of(original, c));
    }
    check_annotations(copy, original, 1 / original.channels()[0].sfreq);
  }
}

TEST_CASE("convert: EDF+ holds the samples to half a step of its 16 bits", "[cli][convert]") {
  const Workshop workshop;
  for (const fs::path& path : {workshop.path("S001R04.edf"), test_data() / "brainvision/good_float32.vhdr",
                               test_data() / "gdf/good_two_rates.gdf"}) {
    const Outcome outcome = workshop.run("convert '" + path.string() + "' copy.edf -q");
    INFO(path << outcome.err);
    REQUIRE(outcome.exit_code == 0);
    const Recording original = opened(path), copy = opened(workshop.path("copy.edf"));
    CHECK(copy.header().format == "EDF+C");
    REQUIRE(copy.channels().size() == original.channels().size());
    for (std::size_t c = 0; c < copy.channels().size(); ++c) {
      CHECK(copy.channels()[c].sfreq == original.channels()[c].sfreq);
      const std::vector<float> a = samples_of(copy, c), b = samples_of(original, c);
      REQUIRE(a.size() >= b.size());
      const auto [low, high] = std::minmax_element(b.begin(), b.end());
      // Ends of the range are rounded outwards to 8 characters.
      const double step = (static_cast<double>(*high) - static_cast<double>(*low)) * 1.01 / 65535 + 1e-4;
      for (std::size_t i = 0; i < b.size(); ++i)
        CHECK_THAT(static_cast<double>(a[i]), WithinAbs(static_cast<double>(b[i]), 0.51 * step));
    }
    check_annotations(copy, original, 0);
  }
}

TEST_CASE("convert: a range of more than eight characters is written in a larger unit", "[cli][convert]") {
  const Workshop workshop;
  for (const auto& [scale, unit] : {std::pair(1e3, "uV"), {1e6, "mV"}, {1e9, "V"}}) {
    const std::string lowest = std::to_string(static_cast<long long>(-50 * scale));
    workshop.put_text("large.vhdr",
                      "Brain Vision Data Exchange Header File Version 1.0\n[Common Infos]\nDataFile=large.eeg\n"
                      "DataFormat=ASCII\nDataOrientation=MULTIPLEXED\nNumberOfChannels=2\n"
                      "SamplingInterval=250000\n[ASCII Infos]\nSkipLines=0\n[Channel Infos]\n"
                      "Ch1=Cz,,1,uV\nCh2=Oz,,1,uV\n");
    workshop.put_text("large.eeg", lowest + " -1\n0 0\n10 2\n20 4\n");
    const Outcome outcome = workshop.run("convert large.vhdr large.edf -q");
    INFO(outcome.err);
    REQUIRE(outcome.exit_code == 0);
    const Recording copy = opened(workshop.path("large.edf"));
    CHECK(copy.channels()[0].unit == unit);
    CHECK(copy.channels()[1].unit == "uV");
    const std::vector<float> values = samples_of(copy, 0);
    CHECK_THAT(static_cast<double>(values[0]), WithinRel(-50 * scale, 1e-4));
    CHECK_THAT(static_cast<double>(values[3]), WithinAbs(20, 70 * scale / 65535 + 1));
    CHECK_THAT(static_cast<double>(samples_of(copy, 1)[3]), WithinAbs(4, 1e-3));
  }
}

TEST_CASE("convert: identity is left out, the date unless it is asked for", "[cli][convert]") {
  const Workshop workshop;
  const fs::path file = test_data() / "edf/good_annotations.edf";
  REQUIRE(workshop.run("convert '" + file.string() + "' a.edf -q").exit_code == 0);
  const Recording copy = opened(workshop.path("a.edf"));
  CHECK(copy.header().patient.find_first_not_of("X ") == std::string::npos);
  CHECK(copy.header().start.date_text() == "1985-01-01");  // as EDF+ writes an unknown date
  CHECK(copy.header().start.time_text() == "16:15:00");
  REQUIRE(workshop.run("convert '" + file.string() + "' b.edf -q --keep date").exit_code == 0);
  CHECK(opened(workshop.path("b.edf")).header().start.date_text() == "2009-08-12");
  REQUIRE(workshop.run("convert '" + file.string() + "' c.vhdr -q --keep date").exit_code == 0);
  CHECK(opened(workshop.path("c.vhdr")).header().start.date_text() == "2009-08-12");
}

void check_segments(const Recording& copy, const Recording& original, double within_s) {
  REQUIRE(copy.segments().size() == original.segments().size());
  for (std::size_t i = 0; i < copy.segments().size(); ++i) {
    const Segment &a = copy.segments()[i], &b = original.segments()[i];
    CHECK_THAT(a.onset_s, WithinAbs(b.onset_s, within_s));
    CHECK_THAT(a.duration_s, WithinAbs(b.duration_s, 1e-6));
    CHECK_THAT(a.sample_onset_s, WithinAbs(b.sample_onset_s, 1e-6));
  }
}

TEST_CASE("convert: gaps stay gaps in EDF+D", "[cli][convert]") {
  const Workshop workshop;
  for (const char* name : {"edf/good_gap.edf", "fif/odd_gap.fif", "muse/odd_gap.csv"}) {
    const fs::path path = test_data() / name;
    const Outcome outcome = workshop.run("convert '" + path.string() + "' copy.edf");
    INFO(path << outcome.err);
    REQUIRE(outcome.exit_code == 0);
    CHECK(outcome.err.find("CONVERT_GAPS") == std::string::npos);
    const Recording original = opened(path), copy = opened(workshop.path("copy.edf"));
    CHECK(copy.header().format == "EDF+D");
    check_segments(copy, original, 1e-6);
    check_annotations(copy, original, 0);
    const std::vector<float> a = samples_of(copy, 0), b = samples_of(original, 0);
    REQUIRE(a.size() == b.size());
    const auto [low, high] = std::minmax_element(b.begin(), b.end());
    const double step = (static_cast<double>(*high) - static_cast<double>(*low)) * 1.01 / 65535 + 1e-4;
    for (std::size_t i = 0; i < b.size(); ++i)
      CHECK_THAT(static_cast<double>(a[i]), WithinAbs(static_cast<double>(b[i]), 0.51 * step));
  }
}

TEST_CASE("convert: borders without a gap are annotations of EDF+", "[cli][convert]") {
  const Workshop workshop;
  const fs::path path = test_data() / "eeglab/odd_boundaries.set";
  const Outcome outcome = workshop.run("convert '" + path.string() + "' copy.edf");
  INFO(outcome.err);
  REQUIRE(outcome.exit_code == 0);
  CHECK(outcome.err.find("warning[CONVERT_GAPS]") != std::string::npos);
  const Recording original = opened(path), copy = opened(workshop.path("copy.edf"));
  CHECK(copy.header().format == "EDF+C");
  CHECK(copy.is_contiguous());
  CHECK(copy.annotations().size() == original.annotations().size());  // not again as borders, half a sample later
  for (std::size_t i = 1; i < original.segments().size(); ++i) {
    CHECK(std::ranges::any_of(copy.annotations(), [&](const Annotation& one) {
      return std::fabs(one.onset_s - original.segments()[i].onset_s) < 1 / original.channels()[0].sfreq;
    }));
  }
}

TEST_CASE("convert: gaps are segments of BrainVision, with their dates where those are kept", "[cli][convert]") {
  const Workshop workshop;
  const std::string gap = (test_data() / "edf/good_gap.edf").string();
  const Outcome outcome = workshop.run("convert '" + gap + "' copy.vhdr --json");
  REQUIRE(outcome.exit_code == 0);
  CHECK(outcome.err.find("warning[CONVERT_GAPS]") != std::string::npos);
  const Recording original = opened(gap), copy = opened(workshop.path("copy.vhdr"));
  REQUIRE(copy.segments().size() == original.segments().size());
  CHECK(copy.segments()[1].sample_onset_s == original.segments()[1].sample_onset_s);
  CHECK(samples_of(copy, 0) == samples_of(original, 0));
  const auto told = json(outcome.out);
  CHECK(told.root().get("files").size() == 3);
  CHECK(told.root().get("n_channels").number() == static_cast<double>(copy.channels().size()));

  const Outcome dated = workshop.run("convert '" + gap + "' dated.vhdr --keep date");
  REQUIRE(dated.exit_code == 0);
  CHECK(dated.err.find("CONVERT_GAPS") == std::string::npos);
  const std::string markers = read_text(workshop.path("dated.vmrk"));
  const RecordingStart& start = original.header().start;
  const double onset_s = original.segments()[1].onset_s;
  REQUIRE(onset_s == std::floor(onset_s));
  const RecordingStart later = later_start(start, static_cast<std::int64_t>(onset_s));
  std::string date = later.date_text() + later.time_text() + "000000";
  std::erase_if(date, [](char c) { return c == '-' || c == ':'; });
  CHECK(markers.find("New Segment,," +
                     std::to_string(static_cast<int>(std::lround(original.segments()[1].sample_onset_s *
                                                                 original.channels()[0].sfreq)) +
                                    1) +
                     ",1,0," + date) != std::string::npos);
}

// A BrainVision recording of 16 bits, whose samples are 0, 1, 2, ...
void put_brainvision(const Workshop& workshop, const std::string& name, const std::vector<std::string>& channels,
                     std::size_t n_samples, const std::string& interval_us, const std::string& markers = {}) {
  std::string header =
      "Brain Vision Data Exchange Header File Version 1.0\n[Common Infos]\nCodepage=UTF-8\nDataFile=" + name +
      ".eeg\nMarkerFile=" + name +
      ".vmrk\nDataFormat=BINARY\nDataOrientation=MULTIPLEXED\nNumberOfChannels=" + std::to_string(channels.size()) +
      "\nSamplingInterval=" + interval_us + "\n[Binary Infos]\nBinaryFormat=INT_16\n[Channel Infos]\n";
  for (std::size_t i = 0; i < channels.size(); ++i) header += "Ch" + std::to_string(i + 1) + "=" + channels[i] + "\n";
  std::vector<std::byte> samples;
  for (std::size_t i = 0; i < n_samples * channels.size(); ++i) {
    samples.push_back(static_cast<std::byte>(i / channels.size() % 200));
    samples.push_back(std::byte{0});
  }
  workshop.put_text(name + ".vhdr", header);
  workshop.put(name + ".eeg", samples);
  workshop.put_text(name + ".vmrk", "Brain Vision Data Exchange Marker File, Version 1.0\n[Common Infos]\nDataFile=" +
                                        name + ".eeg\n[Marker Infos]\n" + markers);
}

TEST_CASE("convert: records of EDF+ end where the recording ends, where some length does", "[cli][convert]") {
  const Workshop workshop;
  struct Case {
    std::size_t n_samples;
    const char* interval_us;
    std::size_t n_written;
  };
  // 3 s at 333.33 Hz, 7 s at 142.86 Hz, and 1.13 s at 100 Hz fill records. 113 samples at 256 Hz last no number of
  // microseconds, and fill records of an eighth of a second but for 15 samples.
  for (const Case& one :
       {Case{1000, "3000", 1000}, Case{1000, "7000", 1000}, Case{113, "10000", 113}, Case{113, "3906.25", 128}}) {
    put_brainvision(workshop, "a", {"Cz,,1,uV"}, one.n_samples, one.interval_us);
    const Outcome outcome = workshop.run("convert a.vhdr a.edf");
    INFO(one.n_samples << " at " << one.interval_us << outcome.err);
    REQUIRE(outcome.exit_code == 0);
    CHECK(opened(workshop.path("a.edf")).channels()[0].n_samples == one.n_written);
    CHECK((outcome.err.find("CONVERT_FILLED") == std::string::npos) == (one.n_samples == one.n_written));
  }
}

TEST_CASE("convert: names that EDF cannot hold stay different, and are told", "[cli][convert]") {
  const Workshop workshop;
  put_brainvision(workshop, "a",
                  {"\xC3\x96l,,1,uV", "\xC3\x84l,,1,uV", "A very long channel 1,,1,uV",
                   "A very long channel 2,,1,\xC2\xB0"
                   "C"},
                  200, "10000");
  const Outcome outcome = workshop.run("convert a.vhdr a.edf");
  REQUIRE(outcome.exit_code == 0);
  CHECK(outcome.err.find("warning[CONVERT_NAMES]") != std::string::npos);
  const Recording copy = opened(workshop.path("a.edf"));
  const auto& channels = copy.channels();
  REQUIRE(channels.size() == 4);
  CHECK(channels[0].label == "_l");
  CHECK(channels[1].label == "_l_2");
  CHECK(channels[2].label == "A very long chan");
  CHECK(channels[3].label == "A very long ch_2");
  CHECK(channels[3].unit == "_C");
}

TEST_CASE("convert: what has no unit is no voltage of BrainVision, and an annotation in a gap is told",
          "[cli][convert]") {
  const Workshop workshop;
  const BuiltEdf gap{.reserved = "EDF+D",
                     .n_records = 2,
                     .signals = {{.label = "Cz"},
                                 {.label = "SpO2", .dimension = ""},
                                 annotation_signal({tal("+0"), tal("+5") + tal("+3", {"lost"})})}};
  workshop.put("a.edf", to_bytes(edf_text(gap)));
  const Outcome outcome = workshop.run("convert a.edf a.vhdr");
  INFO(outcome.err);
  REQUIRE(outcome.exit_code == 0);
  const Recording copy = opened(workshop.path("a.vhdr"));
  CHECK(copy.channels()[0].is_voltage);
  CHECK_FALSE(copy.channels()[1].is_voltage);
  CHECK(outcome.err.find("warning[CONVERT_EVENT_RANGE]") != std::string::npos);
}

TEST_CASE("convert: numbers without calibration become no voltages, and names are different in BrainVision",
          "[cli][convert]") {
  const Workshop workshop;
  for (const char* name : {"edf/odd_physical_empty.edf", "edf/odd_digital_empty.edf", "gdf/odd_range.gdf"}) {
    const Recording original = opened(test_data() / name);
    REQUIRE(std::ranges::any_of(original.channels(), [](const Channel& one) { return !one.calibrated; }));
    for (const char* copy_name : {"copy.edf", "copy.vhdr"}) {
      const Outcome outcome = workshop.run("convert '" + (test_data() / name).string() + "' " + copy_name);
      INFO(name << outcome.err);
      REQUIRE(outcome.exit_code == 0);
      const Recording copy = opened(workshop.path(copy_name));
      for (std::size_t c = 0; c < original.channels().size(); ++c)
        CHECK(copy.channels()[c].is_voltage == original.channels()[c].is_voltage);
    }
  }
  put_brainvision(workshop, "a", {"Cz,,1,uV", "Oz,,1,uV", "Cz,,1,uV"}, 200, "10000");
  REQUIRE(workshop.run("convert a.vhdr b.vhdr -q").exit_code == 0);
  const std::string header = read_text(workshop.path("b.vhdr"));
  CHECK(header.find("Ch1=Cz-0,") != std::string::npos);
  CHECK(header.find("Ch2=Oz,") != std::string::npos);
  CHECK(header.find("Ch3=Cz-1,") != std::string::npos);
}

TEST_CASE("convert: segments in another order than that of time keep their annotations in BrainVision",
          "[cli][convert]") {
  const Workshop workshop;
  // 4 samples per second, from 0, 10, and 1 s on.
  std::vector<std::string> lists;
  for (const char* begin : {"+0", "+10", "+1", "+2"})
    lists.push_back(tal(begin) + tal(std::string(begin) + ".5", {"at " + std::string(begin)}));
  workshop.put("a.edf", to_bytes(edf_text({.reserved = "EDF+D",
                                           .n_records = 4,
                                           .signals = {{.label = "Cz"}, annotation_signal(std::move(lists))}})));
  const Outcome outcome = workshop.run("convert a.edf a.vhdr --keep date");
  INFO(outcome.err);
  REQUIRE(outcome.exit_code == 0);
  const std::string markers = read_text(workshop.path("a.vmrk"));
  for (const char* line : {"New Segment,,5,1,0,20090812161510", "New Segment,,9,1,0,20090812161501", "Comment,at +0,3,",
                           "Comment,at +10,7,", "Comment,at +1,11,", "Comment,at +2,15,"})
    CHECK(markers.find(line) != std::string::npos);
  const Outcome edf = workshop.run("convert a.edf b.edf");
  CHECK(edf.err.find("error[EDF_WRITE_SEGMENTS]: Segments overlap") != std::string::npos);
}

TEST_CASE("convert: a rate that EDF+ cannot hold is one of BrainVision", "[cli][convert]") {
  const Workshop workshop;
  put_brainvision(workshop, "a", {"Cz,,1,uV"}, 113, "2001.37");
  const Outcome outcome = workshop.run("convert a.vhdr a.edf");
  INFO(outcome.err);
  CHECK(outcome.err.find("error[EDF_WRITE_RATE]") != std::string::npos);
  CHECK(outcome.err.find("BrainVision (.vhdr)") != std::string::npos);
  CHECK(workshop.run("convert a.vhdr b.vhdr").exit_code == 0);
}

TEST_CASE("convert: an annotation across a gap lasts as long as its samples where the gap is closed",
          "[cli][convert]") {
  const Workshop workshop;
  // 4 samples per second, from 0 s and from 5 s on; of the annotations 0.5 s and 0.5 s, 1 s, and 0.5 s have samples.
  const std::string texts = tal("+0.5\x15"
                                "5",
                                {"across"}) +
                            tal("-2\x15"
                                "3",
                                {"before"}) +
                            tal("+5.5\x15"
                                "60",
                                {"behind"});
  const BuiltEdf gap{.reserved = "EDF+D",
                     .n_records = 2,
                     .signals = {{.label = "Cz"}, annotation_signal({tal("+0"), tal("+5") + texts})}};
  workshop.put("a.edf", to_bytes(edf_text(gap)));
  const Outcome outcome = workshop.run("convert a.edf a.vhdr");
  REQUIRE(outcome.exit_code == 0);
  CHECK(outcome.err.find(
            "Annotations that reach into a gap or beyond the samples last only as long as the samples do: 3") !=
        std::string::npos);
  std::vector<std::pair<double, double>> copied;
  for (const Annotation& one : annotations_of(opened(workshop.path("a.vhdr"))))
    copied.emplace_back(one.onset_s, one.duration_s);
  CHECK(copied == std::vector<std::pair<double, double>>{{0, 1}, {0.5, 1}, {1.5, 0.5}});
}

TEST_CASE("convert: what has no place is named, and no input is written over", "[cli][convert]") {
  const Workshop workshop;
  const Outcome status =
      workshop.run("convert '" + (test_data() / "edf/good_status.bdf").string() + "' copy.edf --json");
  REQUIRE(status.exit_code == 0);
  CHECK(json(status.out).root().get("left_out").at(0).string() == "Status");
  CHECK(status.err.find("warning[CONVERT_LEFT_OUT]") != std::string::npos);
  check_error(workshop.run("convert S001R04.edf S001R04.edf"), "IO_SAME_FILE");
  check_error(workshop.run("convert '" + (test_data() / "edf/good_annotations_only.edf").string() + "' copy.edf"),
              "CONVERT_CHANNELS");
  CHECK(workshop.run("convert S001R04.edf copy.set").exit_code == 2);
  // A header names its other files in a line of text, which a backslash or a new line would break.
  for (const char* name : {"'a\\b.vhdr'", "'a\nDataFile=b.eeg\n.vhdr'"})
    CHECK(workshop.run(std::string("convert S001R04.edf ") + name).exit_code == 2);
}

}  // namespace convert_test
