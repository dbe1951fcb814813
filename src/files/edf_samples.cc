#include "files/edf_samples.h"

#include <algorithm>
#include <cassert>
#include <vector>

#include "kernels/digital.h"

namespace eegate {
namespace {

// A read takes as long as this number of bytes more in one read (0.4 ms in a browser): smaller records are read
// completely.
constexpr std::uint64_t kReadBytes = std::uint64_t{1} << 16;

DigitalScale scale_of(const EdfSignal& signal) {
  if (!signal.calibrated) return {};
  const auto limit = [](std::int64_t value) {  // samples have at most 24 bits
    return static_cast<std::int32_t>(std::clamp<std::int64_t>(value, INT32_MIN, INT32_MAX));
  };
  return {.offset = signal.physical_min,
          .gain = signal.gain(),
          .zero = static_cast<double>(signal.digital_min),
          .factor = signal.factor(),
          .lowest = limit(std::min(signal.digital_min, signal.digital_max)),
          .highest = limit(std::max(signal.digital_min, signal.digital_max))};
}

void decode_status(const std::byte* bytes, std::span<float> out) {
  for (std::size_t i = 0; i < out.size(); ++i, bytes += 3) {
    const std::uint32_t word = static_cast<std::uint32_t>(bytes[0]) | static_cast<std::uint32_t>(bytes[1]) << 8 |
                               static_cast<std::uint32_t>(bytes[2]) << 16;
    out[i] = static_cast<float>(word);
  }
}

// The part of [first, first + n) that is in one record.
struct RecordPart {
  std::uint64_t begin = 0, n = 0;  // samples within the record
  std::uint64_t out = 0;           // index in the output
};

RecordPart part_of(std::uint64_t record, std::uint64_t per_record, std::uint64_t first, std::uint64_t n) {
  const std::uint64_t record_first = record * per_record;
  const std::uint64_t begin = std::max(first, record_first);
  const std::uint64_t end = std::min(first + n, record_first + per_record);
  return {begin - record_first, end - begin, begin - first};
}

struct Request {
  const EdfHeader& header;
  std::span<const std::size_t> signals;
  std::uint64_t first, n;
  float* out;
  std::span<std::uint64_t> n_outside;

  const EdfSignal& signal(std::size_t i) const { return header.signals[signals[i]]; }
  std::uint64_t per_record() const { return signal(0).samples_per_record; }
  void decode_part(std::size_t i, std::span<const std::byte> bytes, std::uint64_t to) const {
    const std::size_t count = bytes.size() / header.bytes_per_sample();
    n_outside[i] += decode_edf_samples(bytes, header, signal(i), {out + i * n + to, count});
  }
};

// Reads windows of complete records.
Result<> read_windows(ByteSource& source, const Request& r) {
  const std::uint64_t end_record = (r.first + r.n - 1) / r.per_record() + 1;
  const std::uint64_t window_records = std::max<std::uint64_t>(1, kEdfWindowBytes / r.header.record_bytes);
  const std::uint64_t sample_bytes = r.header.bytes_per_sample();
  std::vector<std::byte> window;
  for (std::uint64_t record = r.first / r.per_record(); record < end_record;) {
    const std::uint64_t n_records = std::min(window_records, end_record - record);
    window.resize(static_cast<std::size_t>(n_records * r.header.record_bytes));
    EEGATE_CHECK(source.read(r.header.header_bytes + record * r.header.record_bytes, window));
    for (std::uint64_t k = 0; k < n_records; ++k, ++record) {
      const RecordPart part = part_of(record, r.per_record(), r.first, r.n);
      for (std::size_t i = 0; i < r.signals.size(); ++i) {
        const std::uint64_t at = k * r.header.record_bytes + r.signal(i).record_offset + part.begin * sample_bytes;
        r.decode_part(
            i, std::span(window).subspan(static_cast<std::size_t>(at), static_cast<std::size_t>(part.n * sample_bytes)),
            part.out);
      }
    }
  }
  return {};
}

// Reads only the bytes of the requested signals, for large records of which a small part is requested.
Result<> read_signal_bytes(ByteSource& source, const Request& r) {
  const std::uint64_t sample_bytes = r.header.bytes_per_sample();
  const std::uint64_t piece_samples = kEdfWindowBytes / sample_bytes;
  const std::uint64_t end_record = (r.first + r.n - 1) / r.per_record() + 1;
  std::vector<std::byte> chunk;
  for (std::uint64_t record = r.first / r.per_record(); record < end_record; ++record) {
    const RecordPart part = part_of(record, r.per_record(), r.first, r.n);
    const std::uint64_t record_byte = r.header.header_bytes + record * r.header.record_bytes;
    for (std::size_t i = 0; i < r.signals.size(); ++i) {
      for (std::uint64_t done = 0; done < part.n;) {
        const std::uint64_t count = std::min(piece_samples, part.n - done);
        chunk.resize(static_cast<std::size_t>(count * sample_bytes));
        const std::uint64_t at = r.signal(i).record_offset + (part.begin + done) * sample_bytes;
        EEGATE_CHECK(source.read(record_byte + at, chunk));
        r.decode_part(i, chunk, part.out + done);
        done += count;
      }
    }
  }
  return {};
}

bool wants_little(const Request& r) {
  const std::uint64_t of_each = std::min(r.n, r.per_record()) * r.header.bytes_per_sample();  // in one record
  return r.header.record_bytes > kEdfWindowBytes || r.signals.size() * (of_each + kReadBytes) < r.header.record_bytes;
}

Error range_error(const EdfHeader& header, const EdfSignal& signal, std::uint64_t first, std::uint64_t n) {
  Error e;
  e.code = "EDF_RANGE";
  e.message = "The samples that were asked for are not in the recording";
  e.field = signal.label;
  e.found = std::to_string(n) + " samples from " + std::to_string(first);
  e.expected = "inside the " + std::to_string(header.n_samples(signal)) + " samples of the signal";
  return e;
}

}  // namespace

std::uint64_t decode_edf_samples(std::span<const std::byte> bytes, const EdfHeader& header, const EdfSignal& signal,
                                 std::span<float> out) {
  assert(bytes.size() >= out.size() * header.bytes_per_sample());
  if (signal.kind == EdfSignalKind::status) {
    decode_status(bytes.data(), out);
    return 0;
  }
  return scale_digital(bytes, header.bytes_per_sample(), scale_of(signal), out);
}

Result<> read_edf_samples(ByteSource& source, const EdfHeader& header, std::span<const std::size_t> signals,
                          std::uint64_t first, std::uint64_t n, float* out, std::span<std::uint64_t> n_outside) {
  if (signals.empty() || n == 0) return {};
  const Request request{header, signals, first, n, out, n_outside};
  for (std::size_t i = 0; i < signals.size(); ++i) {
    const EdfSignal& signal = request.signal(i);
    const std::uint64_t available = header.n_samples(signal);
    if (first > available || n > available - first || signal.samples_per_record != request.per_record()) {
      return range_error(header, signal, first, n);
    }
  }
  return wants_little(request) ? read_signal_bytes(source, request) : read_windows(source, request);
}

}  // namespace eegate
