// Start date and time of a recording, from the two fields of the header and from EDF+'s recording
// field.
#pragma once

#include <string_view>

#include "files/edf.h"
#include "files/edf_fields.h"

namespace eegate {

RecordingStart parse_edf_start(const EdfField& date, const EdfField& time, const EdfField& recording, bool is_plus,
                               Diagnostics& diagnostics);

// "dd-MMM-yyyy" with an English month in capitals. Year 0: not a date.
RecordingStart parse_plus_date(std::string_view text);

// Subfields of EDF+: code, sex, birth date, name; Startdate, date, administration, technician,
// equipment.
void check_plus_subfields(const EdfField& patient, const EdfField& recording, Diagnostics& diagnostics);

}  // namespace eegate
