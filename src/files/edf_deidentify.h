// De-identification of EDF and BDF files: a copy consists of a new header of 256 bytes and all other bytes of the file.
// Only the header is read.
#pragma once

#include "base/byte_source.h"
#include "base/result.h"
#include "files/edf_parse.h"
#include "files/signal_file.h"

namespace eegate {

// The new header: "X X X X" for the patient, "X" for the recording, 01.01.85 for the date, which EDF+ reserves for this
// purpose (with "Startdate X" in the recording field), and 00.00.00 for the time. Errors: IO_READ,
// EDF_TRUNCATED_HEADER.
Result<HeaderWithoutIdentity> deidentify_edf(ByteSource& source, const IdentityFields& removed = {});

// Finds names in other texts of the file than annotations: SignalFile::find_names. Error IO_READ.
Result<Warnings> find_names_in_edf(ByteSource& source, const EdfHeader& header, const HeaderWithoutIdentity& copy,
                                   const SignalFile::HoldsName& holds_name);

}  // namespace eegate
