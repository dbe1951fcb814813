#include <algorithm>
#include <array>
#include <utility>

#include "files/diagnostics.h"
#include "files/edf.h"
#include "files/edf_parse.h"
#include "files/magic.h"
#include "files/text.h"

namespace eegate {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view kWanted = "an EDF or BDF recording";

bool is_version(std::string_view version, const Diagnostics& diagnostics) {
  if (version ==
      "\xFF"
      "BIOSEMI"sv)
    return true;
  if (diagnostics.strict()) return version == "0       ";
  return version[0] == '0' &&
         std::all_of(version.begin() + 1, version.end(), [](char c) { return c == ' ' || c == '\0'; });
}

Error version_error(std::span<const std::byte> fixed, std::string expected) {
  Error e;
  e.code = "EDF_BAD_VERSION";
  e.message = "The file does not begin like an EDF or BDF recording";
  e.field = "version";
  e.place = "byte 0";
  e.found = quoted(text_of_bytes(fixed.first(8)));
  e.expected = std::move(expected);
  e.hint = "Open a recording in EDF, EDF+, BDF or BDF+ format";
  e.byte_offset = 0;
  return e;
}

Error truncated_error(std::uint64_t file_bytes, std::uint64_t header_bytes) {
  Error e = error_at_byte("EDF_TRUNCATED_HEADER", "The file ends inside its header", file_bytes,
                          std::to_string(file_bytes) + " bytes", "at least " + std::to_string(header_bytes) + " bytes",
                          "Copy or download the file again");
  e.field = "header";
  return e;
}

// Checks the version field; the error names the actual format of other files.
Result<> check_beginning(ByteSource& source, const Diagnostics& diagnostics) {
  std::vector<std::byte> beginning(static_cast<std::size_t>(std::min<std::uint64_t>(source.size(), kMagicBytes)));
  EEGATE_CHECK(source.read(0, beginning));
  const bool known = beginning.size() >= 8 && is_version(text_of_bytes(beginning).substr(0, 8), diagnostics);
  if (!known) {
    const auto foreign = recognise(beginning);
    // In strict mode an imprecise version field looks like text, but the file is EDF.
    const bool sloppy = !beginning.empty() && text_of_bytes(beginning)[0] == '0';
    if (foreign && !sloppy) return foreign_error(*foreign, beginning, kWanted);
  }
  if (beginning.size() < kEdfFixedBytes) return truncated_error(source.size(), kEdfFixedBytes);
  if (!known) {
    return version_error(beginning, "\"0       \" (EDF) or \"\\xFF\" \"BIOSEMI\" (BDF)");
  }
  return {};
}

void parse_continuity(const EdfField& reserved, EdfHeader& header) {
  const std::string_view text = reserved.raw;
  if (text.substr(0, 5) == (header.is_bdf ? "BDF+C" : "EDF+C")) {
    header.continuity = EdfContinuity::contiguous;
  } else if (text.substr(0, 5) == (header.is_bdf ? "BDF+D" : "EDF+D")) {
    header.continuity = EdfContinuity::discontinuous;
  }
}

bool ends_with(std::string_view name, std::string_view ending) {
  return name.size() >= ending.size() && equal_ignoring_case(name.substr(name.size() - ending.size()), ending);
}

void check_extension(const EdfOptions& options, const EdfField& version, bool is_bdf, Diagnostics& diagnostics) {
  const bool named_otherwise = is_bdf ? ends_with(options.file_name, ".edf") : ends_with(options.file_name, ".bdf");
  if (!named_otherwise) return;
  diagnostics.remark(version.error(
      "BDF_EXTENSION",
      is_bdf ? "A BDF recording is named like an EDF recording" : "An EDF recording is named like a BDF recording",
      "a name that fits; the content was trusted"));
}

struct FixedFields {
  EdfField version, patient, recording, date, time, header_bytes, reserved, n_records, duration, n_signals;
};

FixedFields read_fixed_fields(std::span<const std::byte> bytes, Diagnostics& diagnostics) {
  Diagnostics ignored(false);  // BDF's version begins with 0xFF and has already been checked
  FixedFields f;
  f.version = EdfFieldReader(bytes, 0, ignored).text("version", 8);
  EdfFieldReader in(bytes.subspan(8), 8, diagnostics);
  f.patient = in.text("patient", 80);
  f.recording = in.text("recording", 80);
  f.date = in.text("start date", 8);
  f.time = in.text("start time", 8);
  f.header_bytes = in.number("bytes in header", 8);
  f.reserved = in.text("reserved", 44);
  f.n_records = in.number("number of data records", 8);
  f.duration = in.number("duration of a data record", 8);
  f.n_signals = in.number("number of signals", 4);
  return f;
}

void parse_fixed_fields(const FixedFields& f, const EdfOptions& options, EdfHeader& header, Diagnostics& diagnostics) {
  header.is_bdf = f.version.raw[0] == '\xFF';
  header.patient = f.patient.text;
  header.recording = f.recording.text;
  header.reserved = f.reserved.text;
  if (!header.is_bdf && f.reserved.raw.substr(0, 5) == "24BIT") {
    diagnostics.refuse(f.version.error("EDF_BAD_VERSION", "The header announces 24-bit samples but begins like EDF",
                                       "\"\\xFF\" \"BIOSEMI\""));
  }
  check_extension(options, f.version, header.is_bdf, diagnostics);
  parse_continuity(f.reserved, header);
  const bool is_plus = header.continuity != EdfContinuity::plain;
  header.start = parse_edf_start(f.date, f.time, f.recording, is_plus, diagnostics);
  if (is_plus) check_plus_subfields(f.patient, f.recording, diagnostics);
  const auto n_signals = f.n_signals.integer();
  if (!n_signals || *n_signals < 1 || *n_signals > kEdfMaxSignals) {
    diagnostics.refuse(f.n_signals.error("EDF_BAD_NS", "The number of signals cannot be used",
                                         "1 to " + std::to_string(kEdfMaxSignals)));
    return;
  }
  header.signals.resize(static_cast<std::size_t>(*n_signals));
  header.header_bytes = kEdfFixedBytes + kEdfSignalBytes * header.signals.size();
  if (f.header_bytes.integer() != static_cast<std::int64_t>(header.header_bytes)) {
    diagnostics.repair(f.header_bytes.error("EDF_HEADER_SIZE",
                                            "The size of the header does not match its number of signals",
                                            std::to_string(header.header_bytes)));
  }
}

// Adds a hint for headers that violate the specification.
Error with_hint(Error e) {
  if (e.hint.empty()) {
    e.hint = "The file may be damaged: copy it again, or export it again from the recording software";
  }
  return e;
}

void check_annotation_signals(const FixedFields& f, EdfHeader& header, Diagnostics& diagnostics) {
  const bool is_plus = header.continuity != EdfContinuity::plain;
  if (is_plus && !header.has_annotation_signal()) {
    diagnostics.repair(f.reserved.error("EDF_NO_ANNOTATIONS",
                                        "The file is marked as EDF+ but has no annotation signal; "
                                        "it is read as plain EDF",
                                        "a signal labelled \"EDF Annotations\""));
    header.continuity = EdfContinuity::plain;
  } else if (!is_plus && header.has_annotation_signal()) {
    diagnostics.remark(f.reserved.error("EDF_ANNOT_IN_PLAIN", "A plain file has an annotation signal, which is read",
                                        "\"EDF+C\" or \"EDF+D\""));
  }
}

}  // namespace

Result<EdfHeader> parse_edf_header(ByteSource& source, const EdfOptions& options) {
  Diagnostics diagnostics(options.mode == EdfMode::strict);
  EEGATE_CHECK(check_beginning(source, diagnostics));
  EdfHeader header;
  header.file_bytes = source.size();

  std::array<std::byte, kEdfFixedBytes> fixed{};
  EEGATE_CHECK(source.read(0, fixed));
  const FixedFields fields = read_fixed_fields(fixed, diagnostics);
  parse_fixed_fields(fields, options, header, diagnostics);
  if (diagnostics.failed()) return with_hint(diagnostics.error());  // before memory is allocated by sizes from the file
  if (header.header_bytes > header.file_bytes) {
    return truncated_error(header.file_bytes, header.header_bytes);
  }

  std::vector<std::byte> signal_bytes(kEdfSignalBytes * header.signals.size());
  EEGATE_CHECK(source.read(kEdfFixedBytes, signal_bytes));
  parse_edf_signals(signal_bytes, header, diagnostics);
  check_annotation_signals(fields, header, diagnostics);
  check_edf_layout(fields.n_records, fields.duration, options, header, diagnostics);
  if (diagnostics.failed()) return with_hint(diagnostics.error());

  EEGATE_CHECK(check_text_damage(source, header, diagnostics));
  if (diagnostics.failed()) return with_hint(diagnostics.error());
  header.warnings = diagnostics.warnings();
  return header;
}

std::string_view EdfHeader::format_name() const {
  switch (continuity) {
    case EdfContinuity::contiguous:
      return is_bdf ? "BDF+C" : "EDF+C";
    case EdfContinuity::discontinuous:
      return is_bdf ? "BDF+D" : "EDF+D";
    case EdfContinuity::plain:
      break;
  }
  return is_bdf ? "BDF" : "EDF";
}

double EdfHeader::sfreq(const EdfSignal& signal) const {
  if (record_duration_s <= 0) return 0;
  return static_cast<double>(signal.samples_per_record) / record_duration_s;
}

bool EdfHeader::has_annotation_signal() const {
  return std::any_of(signals.begin(), signals.end(),
                     [](const EdfSignal& s) { return s.kind == EdfSignalKind::annotations; });
}

}  // namespace eegate
