// A SignalFile whose samples are one table, and whose header and annotations are read when it is opened.
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
  std::vector<FileChannel> channels;  // columns of the table, from the first on
  std::vector<double> factors;        // for each channel, to microvolts or to its unit
  std::vector<Segment> segments;
  std::vector<Annotation> annotations;
  SampleTable table;
  std::shared_ptr<ByteSource> samples;
  // Used instead of the table for other layouts; returns the same as read_table().
  std::function<Result<std::uint64_t>(std::span<const std::size_t> channels, std::uint64_t first, std::uint64_t n,
                                      float* out)>
      read;
  struct Codes {
    std::string_view not_finite, range;
  } codes;
};

// A recording of rows of floats in microvolts that were read from a text.
TableRecording recording_of_rows(std::vector<std::string> labels, std::vector<std::byte> floats, std::uint64_t n_rows,
                                 double sfreq);

std::unique_ptr<SignalFile> table_signal_file(TableRecording recording, Diagnostics diagnostics);

// Segments that start at the first sample and at `begins`, in any order, with gaps of unknown length.
std::vector<Segment> segments_between(std::vector<std::uint64_t> begins, std::uint64_t n_samples, double sfreq);

}  // namespace eegate
