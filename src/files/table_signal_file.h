// A SignalFile whose samples lie in one table and whose header and annotations are known when it is opened.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/byte_source.h"
#include "files/diagnostics.h"
#include "files/sample_table.h"
#include "files/signal_file.h"

namespace eegate {

struct TableRecording {
  SignalHeader header;
  std::vector<FileChannel> channels;  // the first columns of the table
  std::vector<double> factors;        // of each, to microvolts or to its unit
  std::vector<Segment> segments;
  std::vector<Annotation> annotations;
  SampleTable table;
  std::shared_ptr<ByteSource> samples;
  // In place of the table, where samples lie otherwise; answers as read_table.
  std::function<Result<std::uint64_t>(std::span<const std::size_t> channels, std::uint64_t first, std::uint64_t n,
                                      float* out)>
      read;
  struct Codes {
    std::string_view not_finite, range;
  } codes;
};

// Rows of 32-bit floats that were read from a text, in microvolts.
TableRecording recording_of_rows(std::vector<std::string> labels, std::vector<std::byte> floats, std::uint64_t n_rows,
                                 double sfreq);

std::unique_ptr<SignalFile> table_signal_file(TableRecording recording, Diagnostics diagnostics);

// Segments that begin at the first sample and at `begins`, in any order, with nothing known about the time between
// them.
std::vector<Segment> segments_between(std::vector<std::uint64_t> begins, std::uint64_t n_samples, double sfreq);

}  // namespace eegate
