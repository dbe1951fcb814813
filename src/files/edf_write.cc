#include "files/edf_write.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/numbers_as_text.h"
#include "files/edf_write_header.h"
#include "files/edf_write_records.h"
#include "files/text.h"

namespace eegate {
namespace {

constexpr double kDigitalMin = -32768, kDigitalMax = 32767;

Result<> check_length(const EdfOutShape& signal, const EdfOutShape& first) {
  const double lasts_s = static_cast<double>(signal.n_values) / signal.sfreq;
  const double should_s = static_cast<double>(first.n_values) / first.sfreq;
  if (signal.n_values > 0 && std::fabs(lasts_s - should_s) <= 1 / signal.sfreq) return {};
  return edf_write_error("EDF_WRITE_LENGTH", "The signals have different durations", signal.label,
                         significant(lasts_s, 10) + " s", significant(should_s, 10) + " s");
}

Result<> check_values(const EdfOutSignal& signal) {
  for (const float value : signal.values) {
    if (std::isfinite(value)) continue;
    return edf_write_error("EDF_WRITE_VALUES", "A signal holds a value that is no number", signal.label,
                           significant(static_cast<double>(value), 6), "finite values");
  }
  return {};
}

Result<EdfOutHeader> make_header(const EdfOutShape& signal, std::uint64_t samples_per_record) {
  EdfOutHeader header;
  header.label = signal.label;
  header.transducer = signal.transducer;
  header.physical_dimension = signal.physical_dimension;
  header.prefiltering = signal.prefiltering;
  header.samples_per_record = samples_per_record;
  header.physical_min = edf_number_down(signal.min);
  header.physical_max = edf_number_up(signal.max);
  if (header.physical_min == header.physical_max) header.physical_max = edf_number_up(std::floor(signal.max) + 1);
  if (header.physical_min.empty() || header.physical_max.empty()) {
    return edf_write_error("EDF_WRITE_VALUES", "The range of a signal does not fit into the header", signal.label,
                           significant(signal.min, 6) + " to " + significant(signal.max, 6),
                           "at most 8 characters each");
  }
  return header;
}

EdfOutShape shape_of(const EdfOutSignal& signal) {
  EdfOutShape shape{.label = signal.label,
                    .transducer = signal.transducer,
                    .prefiltering = signal.prefiltering,
                    .physical_dimension = signal.physical_dimension,
                    .sfreq = signal.sfreq,
                    .n_values = signal.values.size()};
  if (signal.values.empty()) return shape;
  const auto [low, high] = std::minmax_element(signal.values.begin(), signal.values.end());
  shape.min = static_cast<double>(*low);
  shape.max = static_cast<double>(*high);
  return shape;
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

struct EdfPlusStream::State {
  std::vector<EdfOutHeader> headers;  // the last one is the annotation signal
  EdfTalBlocks blocks;
  EdfOutRecords records;
  std::uint64_t record_bytes = 0;
  std::string header;
};

EdfPlusStream::EdfPlusStream(std::unique_ptr<State> state) : state_(std::move(state)) {}
EdfPlusStream::EdfPlusStream(EdfPlusStream&&) noexcept = default;
EdfPlusStream::~EdfPlusStream() = default;
const std::string& EdfPlusStream::header() const { return state_->header; }
std::uint64_t EdfPlusStream::n_records() const { return state_->records.n_records; }
std::uint64_t EdfPlusStream::record_bytes() const { return state_->record_bytes; }
std::uint64_t EdfPlusStream::samples_per_record(std::size_t signal) const {
  return state_->headers[signal].samples_per_record;
}

const std::vector<EdfOutRun>& EdfPlusStream::runs() const { return state_->records.runs; }
std::uint64_t EdfPlusStream::n_repeated() const { return state_->records.n_repeated; }

Result<EdfPlusStream> EdfPlusStream::begin(std::span<const EdfOutShape> signals,
                                           std::span<const EdfOutAnnotation> annotations, const EdfOutOptions& options,
                                           std::span<const Segment> segments) {
  auto state = std::make_unique<State>();
  EEGATE_TRY(state->records, plan_edf_records(signals, segments));
  const EdfOutRecords& records = state->records;
  for (std::size_t i = 0; i < signals.size(); ++i) {
    EEGATE_CHECK(check_length(signals[i], signals.front()));
    EEGATE_TRY(EdfOutHeader header, make_header(signals[i], records.samples_per_record[i]));
    state->record_bytes += 2 * header.samples_per_record;
    state->headers.push_back(std::move(header));
  }
  EEGATE_TRY(state->blocks, make_tal_blocks(annotations, records.clocks_ns()));
  state->headers.push_back(annotation_header(state->blocks));
  state->record_bytes += state->blocks.n_bytes;
  state->header = edf_header_text(state->headers, records.runs.size() > 1 ? "EDF+D" : "EDF+C", records.n_records,
                                  records.duration, options);
  return EdfPlusStream(std::move(state));
}

// Gains are computed from the header text that readers will see, not from the exact range.
void EdfPlusStream::append_samples(std::vector<std::byte>& out, std::size_t signal,
                                   std::span<const float> values) const {
  const EdfOutHeader& header = state_->headers[signal];
  const double low = *parse_decimal(header.physical_min), high = *parse_decimal(header.physical_max);
  const double gain = (high - low) / (kDigitalMax - kDigitalMin);
  for (std::uint64_t i = 0; i < header.samples_per_record; ++i) {
    const auto at = static_cast<std::size_t>(std::min<std::uint64_t>(i, values.size() - 1));
    // nearbyint rounds halves to even.
    const double digital = std::nearbyint((static_cast<double>(values[at]) - low) / gain) + kDigitalMin;
    const auto word =
        static_cast<std::uint16_t>(static_cast<std::int16_t>(std::clamp(digital, kDigitalMin, kDigitalMax)));
    out.push_back(static_cast<std::byte>(word & 0xFF));
    out.push_back(static_cast<std::byte>(word >> 8));
  }
}

void EdfPlusStream::append_annotations(std::vector<std::byte>& out, std::uint64_t record) const {
  append_text(out, state_->blocks.records[static_cast<std::size_t>(record)]);
}

Result<std::vector<std::byte>> write_edf_plus(std::span<const EdfOutSignal> signals,
                                              std::span<const EdfOutAnnotation> annotations,
                                              const EdfOutOptions& options) {
  if (signals.empty()) return write_edf_annotations(annotations, options);
  std::vector<EdfOutShape> shapes;
  for (const EdfOutSignal& signal : signals) {
    EEGATE_CHECK(check_values(signal));
    shapes.push_back(shape_of(signal));
  }
  EEGATE_TRY(const EdfPlusStream stream, EdfPlusStream::begin(shapes, annotations, options));
  std::vector<std::byte> out;
  out.reserve(static_cast<std::size_t>(stream.header().size() + stream.n_records() * stream.record_bytes()));
  append_text(out, stream.header());
  for (std::uint64_t record = 0; record < stream.n_records(); ++record) {
    for (std::size_t i = 0; i < signals.size(); ++i) {
      const std::size_t n = static_cast<std::size_t>(stream.samples_per_record(i)), n_all = signals[i].values.size();
      // A signal that ends up to one sample earlier than the others may have none in the last record.
      const std::size_t first = std::min(static_cast<std::size_t>(record) * n, n_all - 1);
      stream.append_samples(out, i, signals[i].values.subspan(first, std::min(n, n_all - first)));
    }
    stream.append_annotations(out, record);
  }
  return out;
}

Result<std::vector<std::byte>> write_edf_annotations(std::span<const EdfOutAnnotation> annotations,
                                                     const EdfOutOptions& options) {
  const std::uint64_t n_records = annotation_record_count(annotations);
  EEGATE_TRY(const EdfTalBlocks blocks, make_tal_blocks(annotations, std::vector<std::int64_t>(n_records)));
  std::vector<std::byte> out;
  append_text(out, edf_header_text({annotation_header(blocks)}, "EDF+C", n_records, "0", options));
  for (const std::string& block : blocks.records) append_text(out, block);
  return out;
}

}  // namespace eegate
