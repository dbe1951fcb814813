// A header without identity: the 256 bytes that a copy of an EDF or BDF file begins with; all other bytes of the copy
// are those of the file. Nothing is read but the header.
#pragma once

#include "base/byte_source.h"
#include "base/result.h"
#include "files/edf_parse.h"
#include "files/signal_file.h"

namespace eegate {

// "X X X X" for a patient and "X" for a recording, 01.01.85 for a date, which EDF+ keeps for this (the recording field
// says "Startdate X"), 00.00.00 for a time. Errors: IO_READ, EDF_TRUNCATED_HEADER.
Result<HeaderWithoutIdentity> deidentify_edf(ByteSource& source, const IdentityFields& removed = {});

// Where texts of the file beside its annotations hold a name: SignalFile::find_names. Error IO_READ.
Result<Warnings> find_names_in_edf(ByteSource& source, const EdfHeader& header, const HeaderWithoutIdentity& copy,
                                   const SignalFile::HoldsName& holds_name);

}  // namespace eegate
