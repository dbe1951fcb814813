// The steps of parse_edf_header(), in order. Internal to src/files.
#pragma once

#include <cstddef>
#include <span>

#include "base/byte_source.h"
#include "files/edf.h"
#include "files/edf_fields.h"

namespace eegate {

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

}  // namespace eegate
