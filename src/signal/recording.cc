#include "signal/recording.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/sort.h"
#include "files/edf_annotations.h"
#include "files/edf_samples.h"
#include "files/text.h"
#include "signal/channel_name.h"
#include "signal/recording_channels.h"

namespace eegate {
namespace {

constexpr std::uint64_t kUnlimited = std::numeric_limits<std::uint64_t>::max();

// Ascending onset; the order of the file among equals.
void sort_by_onset(std::vector<Annotation>& annotations) {
  const auto before = [](const Annotation& a, const Annotation& b) { return a.onset_s < b.onset_s; };
  if (!std::is_sorted(annotations.begin(), annotations.end(), before)) sort_stable(annotations, before);
}

}  // namespace

struct Recording::State {
  State(std::shared_ptr<ByteSource> bytes, std::string name, EdfHeader parsed)
      : source(std::move(bytes)), file_name(std::move(name)), header(std::move(parsed)), scan(header) {}

  std::shared_ptr<ByteSource> source;
  std::string file_name;
  EdfHeader header;
  EdfAnnotationScan scan;
  ChannelList list;
  std::vector<Annotation> annotations;
  std::vector<Segment> segments;
  Diagnostics diagnostics{false};
  Warnings warnings;
  std::vector<bool> outside_reported;  // per channel

  Result<> read_annotations(std::uint64_t budget_bytes);
  void keep(std::vector<EdfAnnotation> found);
  void remark_gaps();
  void report_outside(std::span<const std::size_t> channels, std::span<const std::uint64_t> n_outside,
                      std::uint64_t n_read);
  void gather_warnings();
};

void Recording::State::gather_warnings() {
  warnings = header.warnings;
  for (const Warnings& more : {diagnostics.warnings(), scan.warnings()}) {
    warnings.insert(warnings.end(), more.begin(), more.end());
  }
}

void Recording::State::keep(std::vector<EdfAnnotation> found) {
  const std::size_t room = kMaxEdfAnnotations - annotations.size();
  if (found.size() > room || found.size() == kMaxEdfAnnotations) {
    Error e;
    e.code = "EDF_TOO_MANY_ANNOTATIONS";
    e.message = "There are more annotations than can be kept; the rest is left out";
    e.expected = "at most " + std::to_string(kMaxEdfAnnotations);
    diagnostics.remark(std::move(e));
    found.resize(std::min(room, found.size()));
  }
  for (EdfAnnotation& annotation : found) {
    annotations.push_back(make_annotation(header, std::move(annotation), scan.clock().first_ns()));
  }
  sort_by_onset(annotations);
}

void Recording::State::remark_gaps() {
  const bool declared = header.continuity == EdfContinuity::discontinuous;
  if (!scan.done() || (!declared && segments.size() == 1)) return;
  Error e;
  e.code = "EDF_DISCONTINUOUS";
  e.message = segments.size() == 1 ? "The file allows gaps but has none; it is read as contiguous"
                                   : "The recording has gaps; nothing is computed across them";
  e.found = std::to_string(segments.size()) + (segments.size() == 1 ? " segment" : " segments");
  diagnostics.remark(std::move(e));
}

Result<> Recording::State::read_annotations(std::uint64_t budget_bytes) {
  if (scan.done()) return {};
  std::vector<EdfAnnotation> found;
  const Result<> result = scan.advance(*source, budget_bytes, found);
  keep(std::move(found));  // what was read before a failure is not lost
  segments = make_segments(header, scan.clock());
  remark_gaps();
  gather_warnings();
  return result;
}

void Recording::State::report_outside(std::span<const std::size_t> channels, std::span<const std::uint64_t> n_outside,
                                      std::uint64_t n_read) {
  bool any = false;
  for (std::size_t i = 0; i < channels.size(); ++i) {
    if (n_outside[i] == 0 || outside_reported[channels[i]]) continue;
    outside_reported[channels[i]] = any = true;
    const EdfSignal& signal = header.signals[list.signals[channels[i]]];
    Error e;
    e.code = "EDF_OUT_OF_RANGE";
    e.message = "Samples lie outside the digital range of their channel and are kept as they are";
    e.field = list.channels[channels[i]].name;
    e.found = std::to_string(n_outside[i]) + " of the " + std::to_string(n_read) + " samples read first";
    e.expected = std::to_string(signal.digital_min) + " to " + std::to_string(signal.digital_max);
    diagnostics.remark(std::move(e));
  }
  if (any) gather_warnings();
}

Recording::Recording(std::unique_ptr<State> state) : state_(std::move(state)) {}
Recording::Recording(Recording&&) noexcept = default;
Recording& Recording::operator=(Recording&&) noexcept = default;
Recording::~Recording() = default;

Result<Recording> Recording::open(std::shared_ptr<ByteSource> source, std::string file_name,
                                  std::uint64_t annotation_budget_bytes) {
  EdfOptions options;
  options.file_name = file_name;
  EEGATE_TRY(EdfHeader header, parse_edf_header(*source, options));
  const bool discontinuous = header.continuity == EdfContinuity::discontinuous;
  auto state = std::make_unique<State>(std::move(source), std::move(file_name), std::move(header));
  State& s = *state;
  s.list = make_channels(s.header, s.diagnostics);
  s.outside_reported.resize(s.list.channels.size());
  s.segments = make_segments(s.header, s.scan.clock());
  s.gather_warnings();
  EEGATE_CHECK(s.read_annotations(discontinuous ? kUnlimited : annotation_budget_bytes));
  if (!s.scan.done()) {
    EEGATE_TRY(const bool on_time, s.scan.last_record_is_on_time(*s.source));
    if (!on_time) EEGATE_CHECK(s.read_annotations(kUnlimited));
  }
  return Recording(std::move(state));
}

const EdfHeader& Recording::header() const { return state_->header; }
const std::string& Recording::file_name() const { return state_->file_name; }
const std::vector<Channel>& Recording::channels() const { return state_->list.channels; }
const Warnings& Recording::warnings() const { return state_->warnings; }
const std::vector<Segment>& Recording::segments() const { return state_->segments; }
const std::vector<Annotation>& Recording::annotations() const { return state_->annotations; }
bool Recording::annotations_complete() const { return state_->scan.done(); }

double Recording::duration_s() const {
  double end_s = 0;
  for (const Segment& s : segments()) end_s = std::max(end_s, s.onset_s + s.duration_s);
  return end_s;
}

Result<> Recording::read_annotations(std::uint64_t budget_bytes) { return state_->read_annotations(budget_bytes); }

Result<> Recording::read(std::size_t channel, std::uint64_t first, std::span<float> out) const {
  return read(std::span(&channel, 1), first, out.size(), out.data());
}

Result<> Recording::read(std::span<const std::size_t> channels, std::uint64_t first, std::uint64_t n,
                         float* out) const {
  std::vector<std::size_t> signals;
  for (const std::size_t channel : channels) {
    assert(channel < state_->list.signals.size());
    signals.push_back(state_->list.signals[channel]);
  }
  std::vector<std::uint64_t> n_outside(channels.size());
  EEGATE_CHECK(read_edf_samples(*state_->source, state_->header, signals, first, n, out, n_outside));
  state_->report_outside(channels, n_outside, n);
  return {};
}

std::vector<std::size_t> Recording::main_channels() const {
  const auto& all = channels();
  const bool any_voltage = std::any_of(all.begin(), all.end(), [](const Channel& c) { return c.is_voltage; });
  // Without a known unit, every channel that is no trigger may be EEG.
  const auto counts = [&](const Channel& c) { return any_voltage ? c.is_voltage : !c.is_trigger; };
  std::size_t most = 0;
  double sfreq = 0;
  for (const Channel& candidate : all) {
    if (!counts(candidate)) continue;
    const auto n = static_cast<std::size_t>(std::count_if(
        all.begin(), all.end(), [&](const Channel& c) { return counts(c) && c.sfreq == candidate.sfreq; }));
    if (n < most || (n == most && candidate.sfreq <= sfreq)) continue;
    most = n;
    sfreq = candidate.sfreq;
  }
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (counts(all[i]) && all[i].sfreq == sfreq) out.push_back(i);
  }
  return out;
}

std::ptrdiff_t Recording::find(std::string_view name) const {
  const auto& all = channels();
  const std::string wanted = canonical_channel_name(name).name;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (equal_ignoring_case(all[i].name, wanted)) return static_cast<std::ptrdiff_t>(i);
  }
  // A name that was numbered is still found by its label as long as that is unambiguous.
  const auto labelled = [&](const Channel& c) { return equal_ignoring_case(c.label, name); };
  const auto found = std::find_if(all.begin(), all.end(), labelled);
  if (found == all.end() || std::find_if(found + 1, all.end(), labelled) != all.end()) return -1;
  return found - all.begin();
}

Result<std::uint64_t> Recording::padded_tail(std::span<const std::size_t> channels) const {
  if (channels.empty()) return std::uint64_t{0};
  const std::uint64_t n_samples = this->channels()[channels[0]].n_samples;
  constexpr std::uint64_t kFirstChunk = 256, kLargestChunkValues = std::uint64_t{1} << 18;
  const std::uint64_t largest = std::max<std::uint64_t>(1, kLargestChunkValues / channels.size());
  std::vector<float> last(channels.size()), chunk;
  if (n_samples == 0) return std::uint64_t{0};
  EEGATE_CHECK(read(channels, n_samples - 1, 1, last.data()));
  std::uint64_t tail = 1;
  for (std::uint64_t n = kFirstChunk; tail < n_samples; n *= 2) {
    n = std::min({n, largest, n_samples - tail});
    chunk.resize(static_cast<std::size_t>(n) * channels.size());
    EEGATE_CHECK(read(channels, n_samples - tail - n, n, chunk.data()));
    std::uint64_t same = n;
    for (std::size_t c = 0; c < channels.size(); ++c) {
      const float* end = chunk.data() + (c + 1) * n;
      std::uint64_t k = 0;
      while (k < same && end[-1 - static_cast<std::ptrdiff_t>(k)] == last[c]) ++k;
      same = k;
    }
    tail += same;
    if (same < n) break;
  }
  return tail == 1 ? 0 : tail;
}

}  // namespace eegate
