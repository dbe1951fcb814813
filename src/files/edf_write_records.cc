#include "files/edf_write_records.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>

#include "base/numbers_as_text.h"
#include "base/sort.h"
#include "files/edf_write_header.h"
#include "files/text.h"

namespace eegate {
namespace {

constexpr std::uint64_t kMicro = 1'000'000;
// Durations of records besides whole seconds.
constexpr std::uint64_t kLongest_s = 100;
constexpr std::uint64_t kShort_us[] = {500'000, 250'000, 200'000, 125'000, 100'000, 62'500, 50'000, 40'000,
                                       31'250,  25'000,  20'000,  15'625,  12'500,  10'000, 8'000,  6'250,
                                       5'000,   4'000,   2'500,   2'000,   1'000,   500,    250,    200,
                                       125,     100,     50,      20,      10};
constexpr std::uint64_t kShortestOfOne_us = 100'000;  // where no gap asks for shorter ones, which readers do not expect
constexpr std::uint64_t kMaxDivisor = std::uint64_t{1} << 16;  // of the number of samples common to all segments
constexpr std::uint64_t kListBytes = 24;                       // annotation bytes of a record without annotations
constexpr double kMaxSizeRatio = 4;                            // relative to the smallest file

std::int64_t ns_of(double seconds) { return std::llround(seconds * 1e9); }

std::uint64_t sample_at(const EdfOutShape& signal, double seconds) {
  const double sample = std::round(std::max(seconds, 0.0) * signal.sfreq);
  return static_cast<std::uint64_t>(std::min(sample, static_cast<double>(signal.n_values - 1)));
}

// The samples of each signal in each segment; all samples if there is one segment. If a slow signal has no sample in a
// segment, its previous sample is used.
std::vector<EdfOutRun> runs_of(std::span<const EdfOutShape> signals, std::span<const Segment> segments) {
  std::vector<EdfOutRun> runs(std::max<std::size_t>(segments.size(), 1));
  for (std::size_t i = 0; i < segments.size(); ++i) runs[i].onset_ns = ns_of(segments[i].onset_s);
  for (const EdfOutShape& signal : signals) {
    for (std::size_t i = 0; i < runs.size(); ++i) {
      const bool is_last = i + 1 == runs.size();
      const std::uint64_t first = i == 0 ? 0 : sample_at(signal, segments[i].sample_onset_s);
      const std::uint64_t end = is_last ? signal.n_values : sample_at(signal, segments[i + 1].sample_onset_s);
      runs[i].first.push_back(first);
      runs[i].n_samples.push_back(std::max(end, first + 1) - first);
    }
  }
  return runs;
}

// Samples per record for a duration; std::nullopt unless every signal has an integer number of them.
std::optional<std::vector<std::uint64_t>> samples_in(std::span<const EdfOutShape> signals, std::uint64_t us) {
  std::vector<std::uint64_t> samples;
  for (const EdfOutShape& signal : signals) {
    const double n = signal.sfreq * static_cast<double>(us) / static_cast<double>(kMicro);
    if (!(n > 0.5 && n <= 1e6 && std::fabs(n - std::round(n)) < 1e-9 * n)) return std::nullopt;
    samples.push_back(static_cast<std::uint64_t>(std::llround(n)));
  }
  return samples;
}

// Candidate durations: up to one second in descending order, then longer ones.
std::vector<std::uint64_t> durations_for(const EdfOutShape& signal, const std::vector<EdfOutRun>& runs) {
  std::vector<std::uint64_t> all(std::begin(kShort_us), std::end(kShort_us));
  for (std::uint64_t s = 1; s <= kLongest_s; ++s) all.push_back(s * kMicro);
  std::uint64_t shared = 0;
  for (const EdfOutRun& run : runs) shared = std::gcd(shared, run.n_samples[0]);
  for (std::uint64_t n = 1; n <= std::min(shared, kMaxDivisor); ++n) {
    const double us = std::round(static_cast<double>(n * kMicro) / signal.sfreq);
    if (shared % n == 0 && us >= 1 && us < 60e6) all.push_back(static_cast<std::uint64_t>(us));
  }
  if (runs.size() == 1) std::erase_if(all, [](std::uint64_t us) { return us < kShortestOfOne_us; });
  // Durations have six decimals; for more than ten seconds fewer fit into the header field.
  std::erase_if(all, [](std::uint64_t us) { return decimal_text(static_cast<std::int64_t>(us), 6).size() > 8; });
  sort_stable(all, [](std::uint64_t a, std::uint64_t b) {
    return std::pair(a > kMicro, a > kMicro ? a : kMicro - a) < std::pair(b > kMicro, b > kMicro ? b : kMicro - b);
  });
  return all;
}

// The layout for a duration; std::nullopt if the last record of a segment would overlap the next segment.
std::optional<EdfOutRecords> layout_for(const std::vector<EdfOutRun>& runs, std::vector<std::uint64_t> samples,
                                        std::uint64_t us, double half_sample_s) {
  EdfOutRecords records{.duration = decimal_text(static_cast<std::int64_t>(us), 6),
                        .duration_ns = static_cast<std::int64_t>(us) * 1000,
                        .samples_per_record = std::move(samples),
                        .runs = runs};
  for (std::size_t r = 0; r < runs.size(); ++r) {
    EdfOutRun& run = records.runs[r];
    for (std::size_t i = 0; i < records.samples_per_record.size(); ++i)
      run.n_records = std::max(run.n_records, (run.n_samples[i] - 1) / records.samples_per_record[i] + 1);
    run.first_record = records.n_records;
    records.n_records += run.n_records;
    records.n_repeated += run.n_records * records.samples_per_record[0] - run.n_samples[0];
    const std::int64_t end_ns = run.onset_ns + static_cast<std::int64_t>(run.n_records) * records.duration_ns;
    if (r + 1 < runs.size() && end_ns + ns_of(half_sample_s) >= runs[r + 1].onset_ns) return std::nullopt;
  }
  return records;
}

double bytes_of(const EdfOutRecords& records) {
  const auto n =
      std::accumulate(records.samples_per_record.begin(), records.samples_per_record.end(), std::uint64_t{0});
  return static_cast<double>(records.n_records) * static_cast<double>(2 * n + kListBytes);
}

Result<EdfOutRecords> refused(std::span<const EdfOutShape> signals, bool has_duration) {
  Error e =
      has_duration
          ? edf_write_error("EDF_WRITE_SEGMENTS", "Segments overlap, or gaps between them are too short for records",
                            "segments", "a segment that begins before the records of the one before it end",
                            "segments in the order of time, with gaps that hold the rest of a record")
          : edf_write_error("EDF_WRITE_RATE", "No record duration gives every signal an integer number of samples",
                            "sampling rate", significant(signals.front().sfreq, 10),
                            "a rate like 128, 160.5 or 0.1 Hz");
  e.hint = "BrainVision (.vhdr) can hold the recording";
  return e;
}

constexpr std::size_t kRecommendedRecordBytes = 60 * 1024;
constexpr std::size_t kMaxTextBytes = std::size_t{1} << 16;
constexpr int kTickDecimals = 7;  // the maximum that readers accept
constexpr std::int64_t kTicksPerSecond = 10'000'000;
constexpr double kLatest_s = 1e9;

std::string ticks_text(std::int64_t ticks) { return decimal_text(ticks, kTickDecimals); }

std::int64_t ticks_of(double seconds) {
  return std::llround(std::fabs(seconds) * static_cast<double>(kTicksPerSecond));
}

std::string clean_text(std::string_view text) {
  std::string out = utf8_or_latin1(text.substr(0, kMaxTextBytes));
  std::replace_if(
      out.begin(), out.end(),
      [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte < 0x20 && c != '\t' && c != '\n' && c != '\r';
      },
      ' ');
  return out;
}

std::string list_text(const EdfOutAnnotation& annotation) {
  std::string out = (annotation.onset_s < 0 ? "-" : "+") + ticks_text(ticks_of(annotation.onset_s));
  if (annotation.duration_s >= 0) out += '\x15' + ticks_text(ticks_of(annotation.duration_s));
  out += '\x14' + clean_text(annotation.text) + '\x14';
  out += '\0';
  return out;
}

std::string clock_text(std::int64_t ns) {
  std::string out = "+" + ticks_text((ns + 50) / 100) + "\x14\x14";
  out += '\0';
  return out;
}

Result<> check_annotation(const EdfOutAnnotation& a, std::size_t index) {
  const bool usable = std::fabs(a.onset_s) < kLatest_s && a.duration_s < kLatest_s && !std::isnan(a.duration_s);
  if (usable) return {};
  Error e;
  e.code = "EDF_WRITE_ANNOTATION";
  e.message = "An annotation has a time that cannot be written";
  e.place = "annotation " + std::to_string(index + 1);
  e.expected = "a finite number of seconds";
  return e;
}

}  // namespace

std::vector<std::int64_t> EdfOutRecords::clocks_ns() const {
  std::vector<std::int64_t> clocks;
  for (const EdfOutRun& run : runs) {
    for (std::uint64_t i = 0; i < run.n_records; ++i)
      clocks.push_back(run.onset_ns + static_cast<std::int64_t>(i) * duration_ns);
  }
  return clocks;
}

Result<EdfOutRecords> plan_edf_records(std::span<const EdfOutShape> signals, std::span<const Segment> segments) {
  double fastest = 0;
  for (const EdfOutShape& signal : signals) fastest = std::max(fastest, signal.sfreq);
  const std::vector<EdfOutRun> runs = runs_of(signals, segments);
  std::vector<EdfOutRecords> found;
  bool has_duration = false;
  for (const std::uint64_t us : durations_for(signals.front(), runs)) {
    auto samples = samples_in(signals, us);
    if (!samples) continue;
    has_duration = true;
    auto records = layout_for(runs, std::move(*samples), us, 0.5 / fastest);
    if (records && runs.size() == 1 && records->n_repeated == 0) return std::move(*records);
    if (records) found.push_back(std::move(*records));
  }
  if (found.empty()) return refused(signals, has_duration);
  double smallest = bytes_of(found.front());
  for (const EdfOutRecords& records : found) smallest = std::min(smallest, bytes_of(records));
  std::erase_if(found, [&](const EdfOutRecords& records) { return bytes_of(records) > kMaxSizeRatio * smallest; });
  return std::move(*std::ranges::min_element(found, {}, &EdfOutRecords::n_repeated));
}

std::uint64_t annotation_record_count(std::span<const EdfOutAnnotation> annotations) {
  std::size_t n_bytes = 0;
  for (const EdfOutAnnotation& a : annotations) n_bytes += a.text.size() + 40;
  return n_bytes / kRecommendedRecordBytes + 1;
}

// Distributes lists over the records evenly, so that blocks stay short even if all annotations are within one second.
Result<EdfTalBlocks> make_tal_blocks(std::span<const EdfOutAnnotation> annotations,
                                     std::span<const std::int64_t> clocks_ns) {
  std::vector<std::string> lists;
  std::size_t total = 0, longest = 0;
  for (std::size_t i = 0; i < annotations.size(); ++i) {
    EEGATE_CHECK(check_annotation(annotations[i], i));
    if (annotations[i].text.empty()) continue;
    lists.push_back(list_text(annotations[i]));
    total += lists.back().size();
    longest = std::max(longest, lists.back().size());
  }
  const std::size_t n = clocks_ns.size();
  const std::size_t capacity = lists.empty() ? 0 : (total + n - 1) / n + longest;
  EdfTalBlocks blocks;
  std::size_t next = 0;
  for (std::size_t record = 0; record < n; ++record) {
    std::string block = clock_text(clocks_ns[record]);
    const std::size_t end = block.size() + capacity;
    while (next < lists.size() && block.size() + lists[next].size() <= end) block += lists[next++];
    blocks.n_bytes = std::max<std::uint64_t>(blocks.n_bytes, block.size() + 1);
    blocks.records.push_back(std::move(block));
  }
  blocks.n_bytes += blocks.n_bytes % 2;
  for (std::string& block : blocks.records) block.resize(static_cast<std::size_t>(blocks.n_bytes), '\0');
  return blocks;
}

}  // namespace eegate
