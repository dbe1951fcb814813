// A de-identified copy differs only in the fields that were to be removed.
#include "files/edf_deidentify.h"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <set>

#include "support/file_source.h"
#include "support/reference_data.h"

namespace eegate::test::edf_deidentify_test {
namespace {

std::string text_at(const HeaderWithoutIdentity& copy, std::size_t at, std::size_t n) {
  std::string text(reinterpret_cast<const char*>(copy.bytes.data()) + at, n);
  return text.substr(0, text.find_last_not_of(' ') + 1);
}

std::vector<std::byte> with_header(const std::vector<std::byte>& file, const HeaderWithoutIdentity& copy) {
  std::vector<std::byte> bytes = file;
  std::copy(copy.bytes.begin(), copy.bytes.end(), bytes.begin());
  return bytes;
}

std::vector<std::byte> header_of(const std::string& patient, const std::string& recording,
                                 const std::string& reserved) {
  const auto wide = [](std::string text, std::size_t n) { return text.resize(n, ' '), text; };
  const std::string text = wide("0", 8) + wide(patient, 80) + wide(recording, 80) + "02.03.0216.15.00" +
                           wide("512", 8) + wide(reserved, 44) + wide("1", 8) + wide("1", 8) + wide("1", 4);
  const auto* first = reinterpret_cast<const std::byte*>(text.data());
  return {first, first + text.size()};
}

HeaderWithoutIdentity clean(const std::vector<std::byte>& bytes, const IdentityFields& removed = {}) {
  MemorySource source(bytes);
  auto copy = deidentify_edf(source, removed);
  REQUIRE(copy.ok());
  return std::move(copy).value();
}

constexpr const char* kPatient = "MCH-0234567 F 02-MAY-1951 Haagse_Harry";
constexpr const char* kRecording = "Startdate 02-MAR-2002 PSG-1234/2002 NN Telemetry03";

TEST_CASE("de-identification of an EDF+ header removes patient, recording and date and keeps the EDF+ format",
          "[files]") {
  const HeaderWithoutIdentity copy = clean(header_of(kPatient, kRecording, "EDF+C"));
  CHECK(text_at(copy, 8, 80) == "X X X X");
  CHECK(text_at(copy, 88, 80) == "Startdate X X X X");
  CHECK(text_at(copy, 168, 8) == "01.01.85");
  CHECK(text_at(copy, 176, 8) == "16.15.00");
  REQUIRE(copy.changed.size() == 3);
  CHECK(copy.changed[2].name == "start date");
  CHECK(copy.words == std::vector<std::string>{"mch", "haagse", "harry", "psg", "telemetry"});
}

TEST_CASE("each identifying field can be kept", "[files]") {
  const auto file = header_of(kPatient, kRecording, "EDF+C");
  const HeaderWithoutIdentity only_date = clean(file, {.patient = false, .recording = false});
  CHECK(text_at(only_date, 8, 80) == kPatient);
  CHECK(text_at(only_date, 88, 80) == "Startdate X PSG-1234/2002 NN Telemetry03");
  const HeaderWithoutIdentity date_kept = clean(file, {.start_date = false});
  CHECK(text_at(date_kept, 88, 80) == "Startdate 02-MAR-2002 X X X");
  CHECK(text_at(date_kept, 168, 8) == "02.03.02");
  const HeaderWithoutIdentity time_too = clean(file, {.start_time = true});
  CHECK(text_at(time_too, 176, 8) == "00.00.00");
  const HeaderWithoutIdentity nothing = clean(file, {.patient = false, .recording = false, .start_date = false});
  CHECK(nothing.changed.empty());
  CHECK(with_header(file, nothing) == file);
}

TEST_CASE("de-identification of an EDF header keeps no word of its fields", "[files]") {
  const HeaderWithoutIdentity copy = clean(header_of("Harry Haagse, 1951", "recorded by Mrs. Visser", ""));
  CHECK(text_at(copy, 8, 80) == "X");
  CHECK(text_at(copy, 88, 80) == "X");
  CHECK(clean(with_header(header_of("", "", ""), copy)).changed.empty());
  // Not in EDF+ format although the file claims to be EDF+: nothing of it may remain.
  CHECK(text_at(clean(header_of("Harry", "Visser 2002", "EDF+C")), 88, 80) == "Startdate X X X X");
}

TEST_CASE("no message about a header identifies the subject", "[files]") {
  for (const char* patient : {"Harry\xE9 Haagse", "Haagse"}) {
    std::vector<std::byte> bytes = header_of(patient, "by Visser", "EDF+C");
    bytes.resize(512 + 200, std::byte{' '});
    MemorySource source(bytes);
    const auto header = parse_edf_header(source, {});
    const auto strict = parse_edf_header(source, {.mode = EdfMode::strict});
    REQUIRE_FALSE(strict.ok());
    std::string said = describe(strict.error());
    if (header.ok())
      for (const Warning& warning : header->warnings) said += warning.message;
    CHECK(said.find("Haagse") == std::string::npos);
    CHECK(said.find("Visser") == std::string::npos);
  }
}

TEST_CASE("an incomplete header is rejected", "[files]") {
  MemorySource source(std::vector<std::byte>(255));
  const auto copy = deidentify_edf(source);
  REQUIRE_FALSE(copy.ok());
  CHECK(copy.error().code == "EDF_TRUNCATED_HEADER");
}

// All properties of the signals of a header.
std::string shape_of(const EdfHeader& header) {
  std::string text = std::string(header.format_name()) + " " + std::to_string(header.n_records) + " " +
                     std::to_string(header.record_duration_ns) + " " + header.start.time_text();
  for (const EdfSignal& signal : header.signals)
    text += "|" + signal.label + "," + std::to_string(signal.gain()) + "," + std::to_string(signal.samples_per_record);
  return text;
}

// Returns whether the file could be opened at all.
bool check_copy(const std::filesystem::path& path) {
  INFO(path);
  FileSource source(path);
  const auto before = parse_edf_header(source, {});
  if (!before.ok()) return false;
  auto copy = deidentify_edf(source, {});
  REQUIRE(copy.ok());
  std::array<std::byte, kEdfFixedBytes> original{};
  REQUIRE(source.read(0, original).ok());
  std::set<std::size_t> intended;
  for (const ChangedField& field : copy->changed)
    for (std::size_t i = 0; i < field.n_bytes; ++i) intended.insert(field.byte_offset + i);
  std::size_t n_elsewhere = 0;
  for (std::size_t i = 0; i < original.size(); ++i)
    n_elsewhere += original[i] != copy->bytes[i] && !intended.contains(i) ? 1 : 0;
  CHECK(n_elsewhere == 0);
  CHECK((intended.empty() || (*intended.begin() >= 8 && *intended.rbegin() < 176)));

  MemorySource cleaned(with_header(read_bytes(path), *copy));
  const auto after = parse_edf_header(cleaned, {});
  REQUIRE(after.ok());
  CHECK(shape_of(*after) == shape_of(*before));
  CHECK(after->patient.find_first_not_of("X ") == std::string::npos);
  CHECK(after->start.date_text() == "1985-01-01");
  // A file that conforms to the specification still does.
  const bool was_strict = parse_edf_header(source, {.mode = EdfMode::strict}).ok();
  if (was_strict) CHECK(parse_edf_header(cleaned, {.mode = EdfMode::strict}).ok());
  const auto again = deidentify_edf(cleaned, {});
  REQUIRE(again.ok());
  CHECK(again->changed.empty());
  return true;
}

TEST_CASE("copies of all fixtures differ only in the intended bytes and open as before", "[files]") {
  std::size_t n_opened = 0;
  for (const auto& entry : std::filesystem::directory_iterator(test::test_data() / "edf"))
    if (entry.path().extension() != ".json") n_opened += check_copy(entry.path()) ? 1 : 0;
  CHECK(n_opened > 40);
}

TEST_CASE("copies of real recordings differ only in the intended bytes and open as before", "[files][golden]") {
  EEGATE_DATA_OR_SKIP(data);
  constexpr std::uintmax_t kLargest = std::uintmax_t{4} << 20;
  std::size_t n_opened = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(data / "variety"))
    if (entry.is_regular_file() && entry.file_size() <= kLargest) n_opened += check_copy(entry.path()) ? 1 : 0;
  CHECK(n_opened > 20);
}

}  // namespace
}  // namespace eegate::test::edf_deidentify_test
