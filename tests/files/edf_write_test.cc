#include "files/edf_write.h"

#include <catch2/catch_test_macros.hpp>
#include <cmath>

#include "base/rng.h"
#include "files/edf_annotations.h"
#include "files/edf_samples.h"
#include "signal/recording.h"

namespace eegate::test::edf_write_test {
namespace {

void check_strict(const std::vector<std::byte>& bytes) {
  MemorySource source(bytes);
  EdfOptions options;
  options.mode = EdfMode::strict;
  const auto header = parse_edf_header(source, options);
  INFO((header.ok() ? std::string() : describe(header.error())));
  REQUIRE(header.ok());
  CHECK(header->warnings.empty());
  EdfAnnotationScan scan(*header, EdfMode::strict);
  std::vector<EdfAnnotation> annotations;
  const auto result = scan.advance(source, UINT64_MAX, annotations);
  INFO((result.ok() ? std::string() : describe(result.error())));
  CHECK(result.ok());
}

EdfHeader header_of(const std::vector<std::byte>& bytes) {
  MemorySource source(bytes);
  return parse_edf_header(source).value();
}

Recording open(std::vector<std::byte> bytes) {
  auto recording = Recording::open(std::make_shared<MemorySource>(std::move(bytes)), "written.edf");
  REQUIRE(recording.ok());
  return std::move(recording).value();
}

double distance(float a, float b) { return std::fabs(static_cast<double>(a) - static_cast<double>(b)); }

std::vector<float> noise(std::size_t n, float scale) {
  const Rng rng(7, "writer");
  std::vector<float> out(n);
  for (std::size_t i = 0; i < n; ++i) out[i] = scale * static_cast<float>(rng.normal(i));
  return out;
}

TEST_CASE("a written recording passes the strict reader and keeps its values", "[files]") {
  const auto a = noise(1000, 30), b = noise(500, 0.001f);
  const std::vector<float> flat(1000, 12.5f);
  const EdfOutSignal signals[] = {{"EEG Fp1-REF", "cup", "HP:0.1Hz", "uV", 160, a},
                                  {"EEG Cz-REF", "", "", "mV", 80, b},
                                  {"EEG Oz-REF", "", "", "uV", 160, flat}};
  const EdfOutAnnotation annotations[] = {
      {0.25, 4.1, "T1"}, {-0.5, -1, "before"}, {6.1234567, 0, "Augen zu: ü"}, {3, -1, "tab\tand \x14 end"}};
  EdfOutOptions options;
  options.start = {2009, 8, 12, 16, 15, 0};
  const auto bytes = write_edf_plus(signals, annotations, options);
  REQUIRE(bytes.ok());
  check_strict(*bytes);
  const Recording recording = open(*bytes);
  CHECK(recording.header().start.date_text() == "2009-08-12");
  CHECK(recording.header().start.time_text() == "16:15:00");
  REQUIRE(recording.channels().size() == 3);
  CHECK(recording.channels()[0].n_samples == 1000);  // records of 0.625 s fill the 6.25 s
  std::vector<float> read(1000);
  REQUIRE(recording.read(0, 0, read).ok());
  const double step = header_of(*bytes).signals[0].gain();
  for (std::size_t i = 0; i < a.size(); ++i) REQUIRE(distance(read[i], a[i]) <= 0.51 * step);
  std::vector<float> slow(500);
  REQUIRE(recording.read(1, 0, slow).ok());
  for (std::size_t i = 0; i < b.size(); ++i) REQUIRE(distance(slow[i], 1000 * b[i]) <= 0.1);
  const auto& all = recording.annotations();
  REQUIRE(all.size() == 4);
  CHECK((all[0].text == "before" && all[0].onset_s == -0.5));
  CHECK((all[1].text == "T1" && all[1].onset_s == 0.25 && all[1].duration_s == 4.1));
  CHECK(all[2].text == "tab\tand   end");
  CHECK((all[3].text == "Augen zu: ü" && std::fabs(all[3].onset_s - 6.1234567) < 1e-9));
}

TEST_CASE("a file of annotations contains all of them", "[files]") {
  std::vector<EdfOutAnnotation> annotations;
  for (int i = 0; i < 20'000; ++i) annotations.push_back({i * 2.0, 2, i % 2 ? "eyes closed" : "eyes open"});
  const auto bytes = write_edf_annotations(annotations);
  REQUIRE(bytes.ok());
  check_strict(*bytes);
  auto recording = open(*bytes);
  CHECK(recording.channels().empty());
  REQUIRE(recording.read_annotations(UINT64_MAX).ok());
  REQUIRE(recording.annotations().size() == annotations.size());
  CHECK(recording.annotations()[19'999].onset_s == 39'998);
  CHECK(header_of(*bytes).record_bytes <= 61'440 + 200);
  check_strict(*write_edf_annotations({}));
}

TEST_CASE("values that cannot be written are rejected", "[files]") {
  const std::vector<float> ok(160), nan(160, std::nanf("")), huge(160, 1e12f), brief(80);
  const auto code = [](std::initializer_list<EdfOutSignal> signals, std::vector<EdfOutAnnotation> annotations = {}) {
    const auto bytes = write_edf_plus(std::vector<EdfOutSignal>(signals), annotations);
    return bytes.ok() ? std::string() : std::string(bytes.error().code);
  };
  CHECK(code({{"Cz", "", "", "uV", 160, ok}}) == "");
  CHECK(code({{"Cz", "", "", "uV", 0, ok}}) == "EDF_WRITE_RATE");
  CHECK(code({{"Cz", "", "", "uV", 1.0 / 7000, ok}}) == "EDF_WRITE_RATE");
  CHECK(code({{"Cz", "", "", "uV", 160, nan}}) == "EDF_WRITE_VALUES");
  CHECK(code({{"Cz", "", "", "uV", 160, huge}}) == "EDF_WRITE_VALUES");
  CHECK(code({{"Cz", "", "", "uV", 160, ok}, {"Pz", "", "", "uV", 160, brief}}) == "EDF_WRITE_LENGTH");
  CHECK(code({{"Cz", "", "", "uV", 160, ok}}, {{std::nan(""), 1, "x"}}) == "EDF_WRITE_ANNOTATION");
}

// Writes signals whose values count upwards, so that each value identifies its position.
std::vector<std::byte> written_with(const EdfPlusStream& stream, std::size_t n_signals) {
  std::vector<std::byte> bytes;
  for (const char c : stream.header()) bytes.push_back(static_cast<std::byte>(c));
  for (const EdfOutRun& run : stream.runs()) {
    for (std::uint64_t record = 0; record < run.n_records; ++record) {
      for (std::size_t i = 0; i < n_signals; ++i) {
        const std::uint64_t per_record = stream.samples_per_record(i);
        const std::uint64_t begin = std::min(record * per_record, run.n_samples[i] - 1);
        std::vector<float> values(static_cast<std::size_t>(std::min(per_record, run.n_samples[i] - begin)));
        for (std::size_t k = 0; k < values.size(); ++k) values[k] = static_cast<float>(run.first[i] + begin + k);
        stream.append_samples(bytes, i, values);
      }
      stream.append_annotations(bytes, run.first_record + record);
    }
  }
  return bytes;
}

EdfOutShape counting(double sfreq, std::uint64_t n_values) {
  return {.label = "Cz", .sfreq = sfreq, .n_values = n_values, .min = 0, .max = static_cast<double>(n_values)};
}

TEST_CASE("records of EDF+D represent segments of any length", "[files]") {
  struct Case {
    double sfreq;
    std::vector<Segment> segments;
    std::uint64_t n_samples, n_repeated;
  };
  const Case cases[] = {
      {250, {{0, 1.3, 0}, {3, 0.7, 1.3}, {10.004, 2, 2}}, 1000, 0},         // 325, 175 and 500 samples
      {256, {{0, 1, 0}, {2, 1.5, 1}, {5.25, 0.5, 2.5}}, 768, 0},            // by halves of a second
      {256, {{0, 259 / 256.0, 0}, {2, 258 / 256.0, 259 / 256.0}}, 517, 3},  // a sample is no decimal of 8 characters
      {160, {{0, 2, 0}, {2.00625, 1, 2}, {4, 0.03125, 3}}, 485, 0},         // a gap of one sample
  };
  for (const Case& one : cases) {
    const EdfOutShape shapes[] = {counting(one.sfreq, one.n_samples)};
    const EdfOutAnnotation annotations[] = {{2.5, -1, "in the gap"}};
    const auto stream = EdfPlusStream::begin(shapes, annotations, {}, one.segments);
    INFO(one.sfreq << (stream.ok() ? std::string() : describe(stream.error())));
    REQUIRE(stream.ok());
    CHECK(stream->n_repeated() == one.n_repeated);
    const auto bytes = written_with(*stream, 1);
    const Recording recording = open(bytes);
    CHECK(recording.header().format == "EDF+D");
    CHECK(recording.annotations().size() == 1);
    REQUIRE(recording.segments().size() == one.segments.size());
    for (std::size_t i = 0; i < one.segments.size(); ++i) {
      const Segment &read = recording.segments()[i], &given = one.segments[i];
      CHECK(std::fabs(read.onset_s - given.onset_s) < 1e-7);
      std::vector<float> first(1);
      const auto at = static_cast<std::uint64_t>(std::llround(read.sample_onset_s * one.sfreq));
      REQUIRE(recording.read(0, at, first).ok());
      CHECK(std::fabs(static_cast<double>(first[0]) - std::round(given.sample_onset_s * one.sfreq)) < 0.1);
    }
  }
}

TEST_CASE("signals of two rates keep their gaps", "[files]") {
  const EdfOutShape shapes[] = {counting(160, 800), counting(40, 200)};
  const Segment segments[] = {{0, 3, 0}, {7.5, 2, 3}};
  const auto stream = EdfPlusStream::begin(shapes, {}, {}, segments);
  REQUIRE(stream.ok());
  CHECK(stream->n_repeated() == 0);
  const Recording recording = open(written_with(*stream, 2));
  REQUIRE(recording.segments().size() == 2);
  CHECK(recording.segments()[1].onset_s == 7.5);
  std::vector<float> values(1);
  REQUIRE(recording.read(1, 120, values).ok());
  CHECK(std::fabs(values[0] - 120) < 0.1f);
}

TEST_CASE("overlapping segments cannot be written as EDF+D", "[files]") {
  const EdfOutShape shapes[] = {counting(250, 1000)};
  const Segment segments[] = {{0, 2, 0}, {1, 2, 2}};
  const auto stream = EdfPlusStream::begin(shapes, {}, {}, segments);
  REQUIRE_FALSE(stream.ok());
  CHECK(stream.error().code == "EDF_WRITE_SEGMENTS");
  CHECK(stream.error().hint.find("BrainVision") != std::string::npos);
}

TEST_CASE("limits in eight characters never reduce the range", "[files]") {
  CHECK(edf_number_down(-8092) == "-8092");
  CHECK(edf_number_down(-123.456789) == "-123.457");
  CHECK(edf_number_up(123.456789) == "123.4568");
  CHECK(edf_number_up(-0.00000001) == "0");
  CHECK(edf_number_up(99999998.5) == "99999999");
  CHECK(edf_number_down(-99999998.5).empty());
  CHECK(edf_number_up(std::nan("")).empty());
}

}  // namespace
}  // namespace eegate::test::edf_write_test
