#include "files/edf_write.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/numbers_as_text.h"
#include "files/edf_write_header.h"
#include "files/text.h"

namespace eegate {
namespace {

constexpr double kDigitalMin = -32768, kDigitalMax = 32767;

Error write_error(std::string_view code, std::string message, std::string field, std::string found,
                  std::string expected) {
  Error e;
  e.code = code;
  e.message = std::move(message);
  e.field = std::move(field);
  e.found = std::move(found);
  e.expected = std::move(expected);
  return e;
}

struct RecordDuration {
  double seconds = 0;
  std::string_view text;
  std::int64_t ns = 0;
};

// A duration in which every signal has a whole number of samples.
Result<RecordDuration> choose_duration(std::span<const EdfOutSignal> signals) {
  constexpr RecordDuration kDurations[] = {
      {1, "1", 1'000'000'000},       {2, "2", 2'000'000'000},    {4, "4", 4'000'000'000},
      {5, "5", 5'000'000'000},       {8, "8", 8'000'000'000},    {10, "10", 10'000'000'000},
      {16, "16", 16'000'000'000},    {20, "20", 20'000'000'000}, {60, "60", 60'000'000'000},
      {100, "100", 100'000'000'000}, {0.5, "0.5", 500'000'000},  {0.25, "0.25", 250'000'000},
  };
  for (const RecordDuration& d : kDurations) {
    const bool fits = std::all_of(signals.begin(), signals.end(), [&](const EdfOutSignal& s) {
      const double n = s.sfreq * d.seconds;
      return n >= 1 && n <= 1e6 && std::fabs(n - std::round(n)) < 1e-9 * n;
    });
    if (fits) return d;
  }
  return write_error("EDF_WRITE_RATE", "No record duration gives every signal a whole number of samples",
                     "sampling rate", significant(signals.front().sfreq, 10), "a rate like 128, 160.5 or 0.1 Hz");
}

Result<> check_signal(const EdfOutSignal& signal, const EdfOutSignal& first) {
  const double lasts_s = static_cast<double>(signal.values.size()) / signal.sfreq;
  const double should_s = static_cast<double>(first.values.size()) / first.sfreq;
  if (signal.values.empty() || std::fabs(lasts_s - should_s) > 1 / signal.sfreq) {
    return write_error("EDF_WRITE_LENGTH", "The signals do not last equally long", signal.label,
                       significant(lasts_s, 10) + " s", significant(should_s, 10) + " s");
  }
  for (const float value : signal.values) {
    if (std::isfinite(value)) continue;
    return write_error("EDF_WRITE_VALUES", "A signal holds a value that is no number", signal.label,
                       significant(static_cast<double>(value), 6), "finite values");
  }
  return {};
}

Result<EdfOutHeader> make_header(const EdfOutSignal& signal, const RecordDuration& duration) {
  EdfOutHeader header;
  header.label = signal.label;
  header.transducer = signal.transducer;
  header.physical_dimension = signal.physical_dimension;
  header.prefiltering = signal.prefiltering;
  header.samples_per_record = static_cast<std::uint64_t>(std::llround(signal.sfreq * duration.seconds));
  const auto [low, high] = std::minmax_element(signal.values.begin(), signal.values.end());
  header.physical_min = edf_number_down(static_cast<double>(*low));
  header.physical_max = edf_number_up(static_cast<double>(*high));
  if (header.physical_min == header.physical_max)
    header.physical_max = edf_number_up(std::floor(static_cast<double>(*high)) + 1);
  if (header.physical_min.empty() || header.physical_max.empty()) {
    return write_error("EDF_WRITE_VALUES", "The range of a signal does not fit into the header", signal.label,
                       significant(static_cast<double>(*low), 6) + " to " + significant(static_cast<double>(*high), 6),
                       "at most 8 characters each");
  }
  return header;
}

// Gains come from the text that a reader will see, not from the data.
void append_samples(std::vector<std::byte>& out, const EdfOutSignal& signal, const EdfOutHeader& header,
                    std::uint64_t record) {
  const double low = *parse_decimal(header.physical_min), high = *parse_decimal(header.physical_max);
  const double gain = (high - low) / (kDigitalMax - kDigitalMin);
  const std::uint64_t first = record * header.samples_per_record;
  for (std::uint64_t i = first; i < first + header.samples_per_record; ++i) {
    const auto at = static_cast<std::size_t>(std::min<std::uint64_t>(i, signal.values.size() - 1));
    // nearbyint rounds half to even.
    const double digital = std::nearbyint((static_cast<double>(signal.values[at]) - low) / gain) + kDigitalMin;
    const auto word =
        static_cast<std::uint16_t>(static_cast<std::int16_t>(std::clamp(digital, kDigitalMin, kDigitalMax)));
    out.push_back(static_cast<std::byte>(word & 0xFF));
    out.push_back(static_cast<std::byte>(word >> 8));
  }
}

void append_text(std::vector<std::byte>& out, std::string_view text) {
  const auto* first = reinterpret_cast<const std::byte*>(text.data());
  out.insert(out.end(), first, first + text.size());
}

EdfOutHeader annotation_header(const EdfTalBlocks& blocks) {
  EdfOutHeader header;
  header.label = "EDF Annotations";
  header.samples_per_record = blocks.n_bytes / 2;
  return header;
}

}  // namespace

Result<std::vector<std::byte>> write_edf_plus(std::span<const EdfOutSignal> signals,
                                              std::span<const EdfOutAnnotation> annotations,
                                              const EdfOutOptions& options) {
  if (signals.empty()) return write_edf_annotations(annotations, options);
  EEGATE_TRY(const RecordDuration duration, choose_duration(signals));
  std::vector<EdfOutHeader> headers;
  std::uint64_t n_records = 0, record_bytes = 0;
  for (const EdfOutSignal& signal : signals) {
    EEGATE_CHECK(check_signal(signal, signals.front()));
    EEGATE_TRY(EdfOutHeader header, make_header(signal, duration));
    n_records = std::max(n_records, (signal.values.size() - 1) / header.samples_per_record + 1);
    record_bytes += 2 * header.samples_per_record;
    headers.push_back(std::move(header));
  }
  EEGATE_TRY(const EdfTalBlocks blocks, make_tal_blocks(annotations, n_records, duration.ns));
  headers.push_back(annotation_header(blocks));
  std::vector<std::byte> out;
  out.reserve(static_cast<std::size_t>(256 * (headers.size() + 1) + n_records * (record_bytes + blocks.n_bytes)));
  append_text(out, edf_header_text(headers, n_records, duration.text, options));
  for (std::uint64_t record = 0; record < n_records; ++record) {
    for (std::size_t i = 0; i < signals.size(); ++i) append_samples(out, signals[i], headers[i], record);
    append_text(out, blocks.records[static_cast<std::size_t>(record)]);
  }
  return out;
}

Result<std::vector<std::byte>> write_edf_annotations(std::span<const EdfOutAnnotation> annotations,
                                                     const EdfOutOptions& options) {
  const std::uint64_t n_records = annotation_record_count(annotations);
  EEGATE_TRY(const EdfTalBlocks blocks, make_tal_blocks(annotations, n_records, 0));
  std::vector<std::byte> out;
  append_text(out, edf_header_text({annotation_header(blocks)}, n_records, "0", options));
  for (const std::string& block : blocks.records) append_text(out, block);
  return out;
}

}  // namespace eegate
