// A copy of a recording without identity: its first bytes, the fields that differ, and where a name may remain.
#pragma once

#include <string>

#include "base/result.h"
#include "files/signal_file.h"
#include "session/open/open_files.h"
#include "session/output/json_out.h"

namespace eegate {

struct Deidentified {
  HeaderWithoutIdentity header;
  // DEID_NAME: a word or number of the removed fields, in any spelling, also occurs elsewhere: in an annotation or
  // behind the annotations of a record, in a field of the header or of a signal, behind the last record. DEID_TEXTS:
  // there are annotations, whose texts are copied unchecked. DEID_TEXTS_UNREAD: not all of them were read yet.
  Warnings warnings;
};

// Annotations that are not read yet are not searched. Errors: IO_READ, and those of the format.
Result<Deidentified> deidentify(const OpenRecording& open, const IdentityFields& removed);

// The same of the annotations alone, for a copy that keeps nothing else of the file's texts.
Warnings warnings_of_annotations(const OpenRecording& open, const IdentityFields& removed);

// { changed: [{field, byte_offset, n_bytes}], warnings }
std::string describe_deidentified(const Deidentified& copy, Keys keys, bool pretty = false);

}  // namespace eegate
