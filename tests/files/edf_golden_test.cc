// Real recordings compared with the results of an independent reader. Where that reader is known to be wrong (gaps
// closed silently, onsets relative to a fractional start), docs/FORMATS.md defines the expected result.
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <set>

#include "files/edf_annotations.h"
#include "files/edf_samples.h"
#include "files/json.h"
#include "signal/recording.h"
#include "support/file_source.h"
#include "support/reference_data.h"

namespace eegate::test::edf_golden_test {
namespace {

constexpr double kTolerance = 1e-9;

bool close(double found, double expected, double tolerance = kTolerance) {
  return std::fabs(found - expected) <= tolerance * std::max(1.0, std::fabs(expected));
}

// Little-endian two's complement, value by value.
double digital_value(std::span<const std::byte> bytes) {
  double value = 0;
  for (std::size_t i = bytes.size(); i-- > 0;)
    value = 256 * value + static_cast<double>(std::to_integer<int>(bytes[i]));
  const double span = std::exp2(8.0 * static_cast<double>(bytes.size()));
  return value < span / 2 ? value : value - span;
}

// All samples of a signal as doubles in uV; a trigger signal as signed digital values.
std::vector<double> all_values(ByteSource& source, const EdfHeader& header, const EdfSignal& signal) {
  std::vector<double> out;
  const auto n = static_cast<std::size_t>(signal.samples_per_record);
  std::vector<std::byte> bytes(n * header.bytes_per_sample());
  const std::size_t width = header.bytes_per_sample();
  const bool scaled = signal.kind == EdfSignalKind::ordinary;
  for (std::uint64_t record = 0; record < header.n_records; ++record) {
    REQUIRE(source.read(header.header_bytes + record * header.record_bytes + signal.record_offset, bytes).ok());
    for (std::size_t i = 0; i < n; ++i) {
      const double d = digital_value(std::span(bytes).subspan(i * width, width));
      const double physical = signal.physical_min + signal.gain() * (d - static_cast<double>(signal.digital_min));
      out.push_back(scaled && signal.calibrated ? physical * signal.factor() : d);
    }
  }
  return out;
}

void check_ends(const std::vector<double>& values, JsonValue first, JsonValue last) {
  for (std::size_t i = 0; i < first.size(); ++i) {
    CHECK(close(values[i], first.at(i).number()));
    CHECK(close(values[values.size() - last.size() + i], last.at(i).number()));
  }
}

void check_channel(ByteSource& source, const EdfHeader& header, const EdfSignal& signal, JsonValue expected) {
  INFO("channel " << signal.label);
  CHECK(signal.label == expected.get("label").string());
  CHECK(signal.samples_per_record == expected.get("samples_per_record").plain_unsigned());
  CHECK(close(header.sfreq(signal), expected.get("rate").number()));
  CHECK(signal.calibrated == expected.get("calibrated").boolean());
  const std::vector<double> values = all_values(source, header, signal);
  REQUIRE(values.size() == expected.get("n").plain_unsigned());
  if (signal.kind == EdfSignalKind::status) {
    check_ends(values, expected.get("digital_first"), expected.get("digital_last"));
    return;
  }
  CHECK(close(signal.gain(), expected.get("gain").number()));
  CHECK(signal.microvolts.has_value() == !expected.get("to_uV").is_null());
  check_ends(values, expected.get("first"), expected.get("last"));
  double sum = 0, abs_sum = 0, lost = 0;  // Kahan: the reference is exactly rounded
  for (const double v : values) {
    const double y = v - lost, t = sum + y;
    lost = (t - sum) - y;
    sum = t;
    abs_sum += std::fabs(v);
  }
  CHECK(std::fabs(sum - expected.get("sum").number()) <= kTolerance * std::max(1.0, abs_sum));
  CHECK(close(abs_sum, expected.get("abs_sum").number()));
}

std::int64_t ns_of(std::string_view text) {
  const bool negative = !text.empty() && text[0] == '-';
  const double s = std::stod(std::string(text.substr(negative || text[0] == '+' ? 1 : 0)));
  return std::llround((negative ? -s : s) * 1e9);
}

void check_annotations(const std::vector<EdfAnnotation>& all, const EdfHeader& header, JsonValue expected) {
  std::vector<EdfAnnotation> texts;
  for (const EdfAnnotation& a : all) {
    if (header.signals[a.signal_index].kind == EdfSignalKind::annotations) texts.push_back(a);
  }
  REQUIRE(texts.size() == expected.get("annotations_total").plain_unsigned());
  const JsonValue list = expected.get("annotations");
  for (std::size_t i = 0; i < list.size(); ++i) {
    const JsonValue e = list.at(i);
    INFO("annotation " << i << " " << e.text());
    CHECK(std::llabs(texts[i].onset_ns - ns_of(e.get("onset").string())) <= 100);
    const JsonValue duration = e.get("duration");
    CHECK((texts[i].duration_ns < 0) == duration.is_null());
    if (duration.is_string()) CHECK(std::llabs(texts[i].duration_ns - ns_of(duration.string())) <= 100);
    CHECK(texts[i].text == e.get("text").string());
    CHECK(texts[i].record_index == e.get("record").plain_unsigned());
    CHECK(texts[i].signal_index == e.get("signal").plain_unsigned());
  }
}

void check_triggers(const std::vector<EdfAnnotation>& all, const EdfHeader& header, JsonValue channel) {
  std::vector<EdfAnnotation> events;
  double sfreq = 0;
  for (const EdfAnnotation& a : all) {
    if (header.signals[a.signal_index].kind != EdfSignalKind::status) continue;
    events.push_back(a);
    sfreq = header.sfreq(header.signals[a.signal_index]);
  }
  REQUIRE(events.size() == channel.get("events_total").plain_unsigned());
  const JsonValue list = channel.get("events");
  for (std::size_t i = 0; i < list.size(); ++i) {
    CHECK(std::llround(static_cast<double>(events[i].onset_ns) * 1e-9 * sfreq) == list.at(i).at(0).integer());
    CHECK(events[i].text == list.at(i).at(1).text());
  }
}

void check_file(const std::string& path, JsonValue expected) {
  FileSource source(path);
  const auto header = parse_edf_header(source);
  if (!header.ok() && !expected.get("consistent").boolean()) return;
  INFO((header.ok() ? std::string() : describe(header.error())));
  REQUIRE(header.ok());
  if (!expected.get("consistent").boolean()) {
    CHECK_FALSE(header->warnings.empty());
    return;
  }
  CHECK(header->n_records == expected.get("records").plain_unsigned());
  CHECK(close(header->record_duration_s, expected.get("duration").number()));
  EdfAnnotationScan scan(*header);
  std::vector<EdfAnnotation> annotations;
  REQUIRE(scan.advance(source, UINT64_MAX, annotations).ok());
  if (expected.get("first_clock").is_number()) {
    CHECK(std::fabs(static_cast<double>(scan.clock().first_ns()) * 1e-9 - expected.get("first_clock").number()) < 1e-7);
  }
  check_annotations(annotations, *header, expected);
  std::size_t next = 0;
  const JsonValue channels = expected.get("channels");
  for (const EdfSignal& signal : header->signals) {
    if (signal.kind == EdfSignalKind::annotations) continue;
    REQUIRE(next < channels.size());
    if (signal.kind == EdfSignalKind::status) check_triggers(annotations, *header, channels.at(next));
    check_channel(source, *header, signal, channels.at(next++));
  }
  CHECK(next == channels.size());
}

TEST_CASE("small synthetic files give the values and annotations that were written", "[files][golden]") {
  const std::filesystem::path folder = test_data() / "golden" / "signal";
  const auto document = JsonDocument::parse(read_text(folder / "edf.json"));
  REQUIRE(document.ok());
  std::size_t n_files = 0;
  for (const JsonValue file : document->root().get("files").elements()) {
    const std::string name(file.get("file").string());
    INFO(name);
    check_file((folder / name).string(), file.get("reader"));
    ++n_files;
  }
  CHECK(n_files == 3);
}

TEST_CASE("every real recording gives the values and annotations of an independent reader", "[files][golden]") {
  EEGATE_GOLDEN_OR_SKIP(golden);
  EEGATE_DATA_OR_SKIP(data);
  const auto document = JsonDocument::parse(read_text(golden / "signal" / "edf.json"));
  REQUIRE(document.ok());
  std::size_t n_files = 0;
  for (const JsonValue file : document->root().get("files").elements()) {
    const std::string name(file.get("file").string());
    INFO(name);
    const JsonValue reader = file.get("reader");
    if (!reader.get("error").absent()) {
      FileSource source((data / "variety" / name).string());
      CHECK_FALSE(parse_edf_header(source).ok());
      continue;
    }
    check_file((data / "variety" / name).string(), reader);
    ++n_files;
  }
  CHECK(n_files > 30);
}

TEST_CASE("the padded tail of every motor-imagery recording is found", "[recording][golden]") {
  EEGATE_GOLDEN_OR_SKIP(golden);
  EEGATE_DATA_OR_SKIP(data);
  const auto document = JsonDocument::parse(read_text(golden / "signal" / "epochs.json"));
  REQUIRE(document.ok());
  for (const JsonValue file : document->root().get("files").elements()) {
    const std::string name(file.get("file").string());
    INFO(name);
    auto recording = Recording::open(std::make_shared<FileSource>((data / name).string()), name);
    REQUIRE(recording.ok());
    const auto channels = recording->main_channels();
    CHECK(channels.size() == file.get("n_channels").plain_unsigned());
    CHECK(recording->channels()[channels[0]].sfreq == file.get("rate").number());
    CHECK(recording->channels()[channels[0]].n_samples == file.get("n").plain_unsigned());
    CHECK(recording->annotations_complete());
    const auto tail = recording->padded_tail(channels);
    REQUIRE(tail.ok());
    CHECK(*tail == file.get("tail").plain_unsigned());
  }
}

}  // namespace
}  // namespace eegate::test::edf_golden_test
