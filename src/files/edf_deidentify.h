// A header without identity: the 256 bytes that a copy of an EDF or BDF file begins with; all other bytes of the copy
// are those of the file. Nothing is read but the header.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/byte_source.h"
#include "base/result.h"
#include "files/edf_parse.h"

namespace eegate {

struct EdfIdentity {
  bool patient = true;      // code, sex, birth date, name -> "X X X X"
  bool recording = true;    // code, technician, equipment -> "X"; the date in it follows `start_date`
  bool start_date = true;   // -> 01.01.85, which EDF+ keeps for this; the recording field says "Startdate X"
  bool start_time = false;  // -> 00.00.00
};

// A field of the header whose bytes are others in the copy.
struct EdfChangedField {
  std::string_view name;
  std::size_t byte_offset = 0, n_bytes = 0;
};

struct EdfDeidentified {
  std::array<std::byte, kEdfFixedBytes> bytes{};
  std::vector<EdfChangedField> changed;  // fields that were clean already are not here
  // Words of the removed texts that may tell who it was, wherever else they stand: three letters or more, lower case.
  std::vector<std::string> words;
  std::vector<std::string> numbers;  // parts of identifiers: four digits or more that are no year
};

// Errors: IO_READ, EDF_TRUNCATED_HEADER.
Result<EdfDeidentified> deidentify_edf(ByteSource& source, const EdfIdentity& removed = {});

}  // namespace eegate
