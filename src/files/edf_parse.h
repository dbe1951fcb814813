// The steps of parse_edf_header(), in order. Internal to src/files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/byte_source.h"
#include "files/diagnostics.h"
#include "files/edf.h"

namespace eegate {

// Reads the fixed-width ASCII fields of an EDF header. Each field has its name and position, so that messages refer to
// a place that can be found with a hex viewer.

struct EdfField {
  std::string name;  // "physical minimum of signal 3"
  std::size_t byte_offset = 0;
  std::string_view raw;  // all bytes
  std::string text;      // trimmed, UTF-8
  std::optional<double> number;

  // The number if it is an integer of at most 15 digits.
  std::optional<std::int64_t> integer() const;
  // An error about this field.
  Error error(std::string_view code, std::string message, std::string expected) const;
};

class EdfFieldReader {
 public:
  // `header` starts at byte `base` of the file and must outlive the reader and its fields.
  EdfFieldReader(std::span<const std::byte> header, std::size_t base, Diagnostics& diagnostics)
      : header_(reinterpret_cast<const char*>(header.data()), header.size()), base_(base), diagnostics_(diagnostics) {}

  EdfField text(std::string name, std::size_t width);
  EdfField number(std::string name, std::size_t width);

 private:
  EdfField take(std::string name, std::size_t width);
  void check_characters(const EdfField& field);

  std::string_view header_;
  std::size_t base_;
  std::size_t position_ = 0;
  Diagnostics& diagnostics_;
};

inline constexpr std::size_t kEdfFixedBytes = 256;   // before the signal headers
inline constexpr std::size_t kEdfSignalBytes = 256;  // per signal
inline constexpr std::int64_t kEdfMaxSignals = 4096;

// Parses the signal headers, 256 bytes per signal, into header.signals.
void parse_edf_signals(std::span<const std::byte> bytes, EdfHeader& header, Diagnostics& diagnostics);

// Checks that record size, number of records and file size are consistent; sets record_bytes, n_records and the
// offsets.
void check_edf_layout(const EdfField& n_records, const EdfField& duration, const EdfOptions& options, EdfHeader& header,
                      Diagnostics& diagnostics);

// Rejects a file that was transferred in text mode (edf_damage.cc).
Result<> check_text_damage(ByteSource& source, const EdfHeader& header, Diagnostics& diagnostics);

// Start date and time of a recording from the header fields and EDF+'s recording field.

RecordingStart parse_edf_start(const EdfField& date, const EdfField& time, const EdfField& recording, bool is_plus,
                               Diagnostics& diagnostics);

// Parses "dd-MMM-yyyy" with an English month in capitals. Year 0 if it is not a date.
RecordingStart parse_plus_date(std::string_view text);

// Checks the subfields of EDF+: code, sex, birth date, name; Startdate, date, administration, technician, equipment.
void check_plus_subfields(const EdfField& patient, const EdfField& recording, Diagnostics& diagnostics);

}  // namespace eegate
