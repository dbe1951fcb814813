// Start date and time of a recording from the header fields and EDF+'s recording field.
#pragma once

#include <string_view>

#include "files/edf.h"
#include "files/edf_fields.h"

namespace eegate {

RecordingStart parse_edf_start(const EdfField& date, const EdfField& time, const EdfField& recording, bool is_plus,
                               Diagnostics& diagnostics);

// Parses "dd-MMM-yyyy" with an English month in capitals. Year 0 if it is not a date.
RecordingStart parse_plus_date(std::string_view text);

// Checks the subfields of EDF+: code, sex, birth date, name; Startdate, date, administration, technician, equipment.
void check_plus_subfields(const EdfField& patient, const EdfField& recording, Diagnostics& diagnostics);

}  // namespace eegate
