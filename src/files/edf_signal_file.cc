// Reads EDF, EDF+, BDF and BDF+.
#include <algorithm>
#include <cassert>
#include <cstddef>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/byte_source.h"
#include "files/edf.h"
#include "files/edf_annotations.h"
#include "files/edf_deidentify.h"
#include "files/edf_samples.h"
#include "files/signal_file.h"
#include "files/signal_formats.h"
#include "files/text.h"

namespace eegate {
namespace {

constexpr std::uint64_t kUnlimited = std::numeric_limits<std::uint64_t>::max();

// Division is exact where multiplication by 1e-9 is not: 4.1 s stays 4.1.
double seconds(std::int64_t ns) { return static_cast<double>(ns) / 1e9; }

// By these names MNE knows trigger channels of EDF files, whatever unit their header states.
bool holds_codes(std::string_view label) {
  return equal_ignoring_case(label, "Status") || equal_ignoring_case(label, "Trigger");
}

FileChannel make_channel(const EdfHeader& header, const EdfSignal& signal) {
  FileChannel channel{.label = signal.label,
                      .reference = {},
                      .unit = signal.physical_dimension,
                      .prefiltering = signal.prefiltering,
                      .sfreq = header.sfreq(signal),
                      .n_samples = header.n_samples(signal)};
  channel.is_trigger = signal.kind == EdfSignalKind::status;
  channel.calibrated = signal.calibrated && !channel.is_trigger;
  channel.is_voltage = channel.calibrated && signal.microvolts.has_value() && !holds_codes(signal.label);
  return channel;
}

std::vector<Segment> make_segments(const EdfHeader& header, const EdfClock& clock) {
  const double record_s = header.record_duration_s;
  const auto& runs = clock.runs();
  if (runs.empty()) return {{0, static_cast<double>(header.n_records) * record_s, 0}};
  std::vector<Segment> segments;
  segments.reserve(runs.size());
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const std::uint64_t end = i + 1 < runs.size() ? runs[i + 1].first_record : header.n_records;
    Segment segment;
    segment.onset_s = seconds(runs[i].onset_ns - clock.first_ns());
    segment.duration_s = static_cast<double>(end - runs[i].first_record) * record_s;
    segment.sample_onset_s = static_cast<double>(runs[i].first_record) * record_s;
    segments.push_back(segment);
  }
  return segments;
}

class EdfSignalFile final : public SignalFile {
 public:
  EdfSignalFile(std::shared_ptr<ByteSource> source, EdfHeader header)
      : source_(std::move(source)), edf_(std::move(header)), scan_(edf_) {
    header_ = {.format = std::string(edf_.format_name()),
               .patient = edf_.patient,
               .recording = edf_.recording,
               .start = edf_.start,
               .n_records = edf_.n_records,
               .record_duration_s = edf_.record_duration_s};
    for (std::size_t i = 0; i < edf_.signals.size(); ++i) {
      const EdfSignal& signal = edf_.signals[i];
      if (signal.kind == EdfSignalKind::annotations || signal.samples_per_record == 0) continue;
      channels_.push_back(make_channel(edf_, signal));
      signals_.push_back(i);
    }
    outside_reported_.resize(channels_.size());
    segments_ = make_segments(edf_, scan_.clock());
  }

  const SignalHeader& header() const override { return header_; }
  const std::vector<FileChannel>& channels() const override { return channels_; }
  const std::vector<Segment>& segments() const override { return segments_; }
  Warnings warnings() const override;
  Result<> read_annotations(std::uint64_t budget_bytes, std::vector<Annotation>& out) override;
  bool annotations_complete() const override { return scan_.done(); }
  Result<> read(std::span<const std::size_t> channels, std::uint64_t first, std::uint64_t n, float* out) override;
  Result<HeaderWithoutIdentity> remove_identity(const IdentityFields& removed) override {
    return deidentify_edf(*source_, removed);
  }
  Result<Warnings> find_names(const HeaderWithoutIdentity& header, const HoldsName& holds_name) override {
    return find_names_in_edf(*source_, edf_, header, holds_name);
  }

 private:
  bool is_discontinuous() const { return edf_.continuity == EdfContinuity::discontinuous; }
  Result<> scan_on(std::uint64_t budget_bytes, std::vector<Annotation>& out);
  void keep(std::vector<EdfAnnotation> found, std::vector<Annotation>& out);
  void remark_gaps();
  void report_outside(std::span<const std::size_t> channels, std::span<const std::uint64_t> n_outside,
                      std::uint64_t n_read);

  std::shared_ptr<ByteSource> source_;
  EdfHeader edf_;
  SignalHeader header_;
  EdfAnnotationScan scan_;
  std::vector<FileChannel> channels_;
  std::vector<std::size_t> signals_;  // signal of each channel
  std::vector<Segment> segments_;
  Diagnostics diagnostics_{false};
  std::vector<bool> outside_reported_;  // per channel
  std::size_t n_annotations_ = 0;
  bool knows_segments_ = false;
};

Warnings EdfSignalFile::warnings() const {
  Warnings all = edf_.warnings;
  for (const Warnings& more : {diagnostics_.warnings(), scan_.warnings()}) {
    all.insert(all.end(), more.begin(), more.end());
  }
  return all;
}

void EdfSignalFile::keep(std::vector<EdfAnnotation> found, std::vector<Annotation>& out) {
  const std::size_t available = kMaxEdfAnnotations - n_annotations_;
  if (found.size() > available || found.size() == kMaxEdfAnnotations) {
    Error e;
    e.code = "EDF_TOO_MANY_ANNOTATIONS";
    e.message = "There are too many annotations; the rest is left out";
    e.expected = "at most " + std::to_string(kMaxEdfAnnotations);
    diagnostics_.remark(std::move(e));
    found.resize(std::min(available, found.size()));
  }
  n_annotations_ += found.size();
  for (EdfAnnotation& annotation : found) {
    // Relative to the first sample instead of the start time of the header.
    out.push_back({.onset_s = seconds(annotation.onset_ns - scan_.clock().first_ns()),
                   .duration_s = seconds(std::max<std::int64_t>(annotation.duration_ns, 0)),
                   .text = std::move(annotation.text),
                   .is_trigger = edf_.signals[annotation.signal_index].kind == EdfSignalKind::status});
  }
}

void EdfSignalFile::remark_gaps() {
  if (!scan_.done() || (!is_discontinuous() && segments_.size() == 1)) return;
  Error e;
  e.code = "EDF_DISCONTINUOUS";
  e.message = segments_.size() == 1 ? "The file allows gaps but has none; it is read as contiguous"
                                    : "The recording has gaps; nothing is computed across them";
  e.found = std::to_string(segments_.size()) + (segments_.size() == 1 ? " segment" : " segments");
  diagnostics_.remark(std::move(e));
}

Result<> EdfSignalFile::scan_on(std::uint64_t budget_bytes, std::vector<Annotation>& out) {
  if (scan_.done()) return {};
  std::vector<EdfAnnotation> found;
  const Result<> result = scan_.advance(*source_, budget_bytes, found);
  keep(std::move(found), out);  // annotations that were read before a failure are returned
  segments_ = make_segments(edf_, scan_.clock());
  // The first sample may be later than the start of the header.
  const std::int64_t later_s = scan_.clock().first_ns() / 1'000'000'000;
  if (later_s > 0 && edf_.start.year > 0 && edf_.start.hour >= 0) header_.start = later_start(edf_.start, later_s);
  remark_gaps();
  return result;
}

// Reads all annotations, regardless of the budget, if the file is discontinuous (EDF+D, or a clock with jumps), because
// the gaps are only known from them.
Result<> EdfSignalFile::read_annotations(std::uint64_t budget_bytes, std::vector<Annotation>& out) {
  if (std::exchange(knows_segments_, true)) return scan_on(budget_bytes, out);
  EEGATE_CHECK(scan_on(is_discontinuous() ? kUnlimited : budget_bytes, out));
  if (scan_.done()) return {};
  EEGATE_TRY(const bool on_time, scan_.last_record_is_on_time(*source_));
  return on_time ? Result<>() : scan_on(kUnlimited, out);
}

void EdfSignalFile::report_outside(std::span<const std::size_t> channels, std::span<const std::uint64_t> n_outside,
                                   std::uint64_t n_read) {
  for (std::size_t i = 0; i < channels.size(); ++i) {
    if (n_outside[i] == 0 || outside_reported_[channels[i]]) continue;
    outside_reported_[channels[i]] = true;
    const EdfSignal& signal = edf_.signals[signals_[channels[i]]];
    Error e;
    e.code = "EDF_OUT_OF_RANGE";
    e.message = "Samples lie outside the digital range of their channel and are kept as they are";
    e.field = signal.label;
    e.found = std::to_string(n_outside[i]) + " of the " + std::to_string(n_read) + " samples read first";
    e.expected = std::to_string(signal.digital_min) + " to " + std::to_string(signal.digital_max);
    diagnostics_.remark(std::move(e));
  }
}

Result<> EdfSignalFile::read(std::span<const std::size_t> channels, std::uint64_t first, std::uint64_t n, float* out) {
  std::vector<std::size_t> signals;
  for (const std::size_t channel : channels) {
    assert(channel < signals_.size());
    signals.push_back(signals_[channel]);
  }
  std::vector<std::uint64_t> n_outside(channels.size());
  EEGATE_CHECK(read_edf_samples(*source_, edf_, signals, first, n, out, n_outside));
  report_outside(channels, n_outside, n);
  return {};
}

// Whether a file begins with the version field of EDF or BDF.
bool is_edf(std::span<const std::byte> beginning) {
  const std::string_view text = text_of_bytes(beginning);
  return text.starts_with("0       ") || text.starts_with(
                                             "\xFF"
                                             "BIOSEMI");
}

// Errors: EDF_*, BDF_* (docs/FORMATS.md), FORMAT_* for files of other kinds; what can be repaired is a warning.
Result<std::unique_ptr<SignalFile>> open_edf(std::shared_ptr<ByteSource> source, const std::string& file_name,
                                             const FileSet&) {
  EEGATE_TRY(EdfHeader header, parse_edf_header(*source, {.file_name = file_name}));
  return std::unique_ptr<SignalFile>(std::make_unique<EdfSignalFile>(std::move(source), std::move(header)));
}

}  // namespace

extern const SignalFormat kEdfFormat = {"EDF or BDF", ".edf .bdf .rec", is_edf, open_edf};

}  // namespace eegate
