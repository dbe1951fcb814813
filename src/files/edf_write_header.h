// Parts of an EDF+ file to be written. Internal to src/files.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "files/edf_write.h"

namespace eegate {

Error edf_write_error(std::string_view code, std::string message, std::string field, std::string found,
                      std::string expected);

// One signal header, with numbers as the texts that are written.
struct EdfOutHeader {
  std::string label, transducer, physical_dimension, prefiltering;
  std::string physical_min = "-1", physical_max = "1";
  int digital_min = -32768, digital_max = 32767;
  std::uint64_t samples_per_record = 0;
};

// At most `width` characters of printable ASCII, with an underscore for any other character.
std::string edf_text(std::string_view text, std::size_t width);
// The same, padded with spaces.
std::string edf_field(std::string_view text, std::size_t width);

// `format`: EDF+C or EDF+D.
std::string edf_header_text(const std::vector<EdfOutHeader>& signals, std::string_view format, std::uint64_t n_records,
                            std::string_view record_duration, const EdfOutOptions& options);

// Annotation blocks: lists with their final zero; the first list of a record is its clock. All blocks have the same
// even length.
struct EdfTalBlocks {
  std::vector<std::string> records;
  std::uint64_t n_bytes = 0;  // of each block
};
Result<EdfTalBlocks> make_tal_blocks(std::span<const EdfOutAnnotation> annotations,
                                     std::span<const std::int64_t> clocks_ns);

// The number of records that keeps records of annotations near 60 KiB, the size that the specification recommends.
std::uint64_t annotation_record_count(std::span<const EdfOutAnnotation> annotations);

}  // namespace eegate
