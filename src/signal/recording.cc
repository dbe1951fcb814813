#include "signal/recording.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <span>
#include <string>
#include <utility>

#include "base/numbers_as_text.h"
#include "base/sort.h"
#include "files/bids_sidecars.h"
#include "files/diagnostics.h"
#include "files/header_text.h"
#include "files/signal_formats.h"
#include "files/text.h"
#include "signal/channel_name.h"

namespace eegate {
namespace {

bool is_earlier(const Annotation& a, const Annotation& b) { return a.onset_s < b.onset_s; }

// By ascending onset; annotations with equal onsets stay in file order.
void sort_by_onset(std::vector<Annotation>& annotations) {
  if (!std::is_sorted(annotations.begin(), annotations.end(), is_earlier)) sort_stable(annotations, is_earlier);
}

std::string lower_case(std::string_view name) {
  std::string out(name);
  std::transform(out.begin(), out.end(), out.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return out;
}

void make_names_unique(std::vector<Channel>& channels, std::string_view code, Diagnostics& diagnostics) {
  std::map<std::string, std::vector<std::size_t>> by_name;
  for (std::size_t i = 0; i < channels.size(); ++i) by_name[lower_case(channels[i].name)].push_back(i);
  for (const auto& [name, indices] : by_name) {
    if (indices.size() == 1) continue;
    Error e;
    e.code = code;
    e.message = "Several channels have one name and were numbered";
    e.field = "label";
    e.found = quoted(channels[indices[0]].label) + " " + std::to_string(indices.size()) + " times";
    diagnostics.remark(std::move(e));
    std::size_t number = 0;
    for (const std::size_t i : indices) {
      std::string numbered;
      do {  // a file may already have a channel of that name
        numbered = channels[i].name + "-" + std::to_string(number++);
      } while (by_name.count(lower_case(numbered)) > 0);
      channels[i].name = std::move(numbered);
    }
  }
}

void remark_channels(Diagnostics& diagnostics, std::string_view code, std::string_view message, std::string_view found,
                     std::string_view expected = {}) {
  Error e;
  e.code = code;
  e.message = message;
  e.found = found;
  e.expected = expected;
  diagnostics.remark(std::move(e));
}

// The first of `channels` with this label, or else with this canonical name; null if there is
// none. Equal labels stand in the order of the recording.
Channel* channel_named(const std::vector<Channel*>& channels, const std::string& name) {
  const auto label = std::find_if(channels.begin(), channels.end(), [&](const Channel* c) { return c->label == name; });
  if (label != channels.end()) return *label;
  const std::string wanted = canonical_channel_name(name).name;
  const auto found = std::find_if(channels.begin(), channels.end(),
                                  [&](const Channel* c) { return equal_ignoring_case(c->name, wanted); });
  return found == channels.end() ? nullptr : *found;
}

std::vector<Channel*> all_of(std::vector<Channel>& channels) {
  std::vector<Channel*> all;
  for (Channel& channel : channels) all.push_back(&channel);
  return all;
}

bool is_same_unit(const std::string& a, const std::string& b) {
  const auto first = microvolts_per_unit(a), second = microvolts_per_unit(b);
  if (first || second) return first == second;
  return equal_ignoring_case(a, b);
}

std::string joined_names(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return quoted(text, 200);
}

}  // namespace

struct Recording::State {
  std::unique_ptr<SignalFile> file;
  std::string file_name;
  Diagnostics diagnostics{false};  // warnings about names; the file has its own
  std::vector<Channel> channels;
  std::vector<Annotation> annotations;
  std::size_t first_changed = 0;       // of the annotations, see take_first_changed()
  bool are_annotations_given = false;  // annotations were set by set_annotations()
  Warnings warnings;
};

Recording::Recording(std::unique_ptr<State> state) : state_(std::move(state)) {}
Recording::Recording(Recording&&) noexcept = default;
Recording& Recording::operator=(Recording&&) noexcept = default;
Recording::~Recording() = default;

Result<Recording> Recording::open(std::shared_ptr<ByteSource> source, std::string file_name,
                                  std::uint64_t annotation_budget_bytes, const FileSet& files) {
  EEGATE_TRY(std::unique_ptr<SignalFile> file, open_signal_file(std::move(source), file_name, files));
  return of(std::move(file), std::move(file_name), annotation_budget_bytes);
}

Result<Recording> Recording::of(std::unique_ptr<SignalFile> file, std::string file_name,
                                std::uint64_t annotation_budget_bytes) {
  auto state = std::make_unique<State>(State{.file = std::move(file), .file_name = std::move(file_name)});
  state->channels = named_channels(*state->file, state->diagnostics);
  Recording recording(std::move(state));
  EEGATE_CHECK(recording.read_annotations(annotation_budget_bytes));
  recording.take_first_changed();
  return recording;
}

SignalFile& Recording::file() const { return *state_->file; }
const std::string& Recording::file_name() const { return state_->file_name; }
const std::vector<Channel>& Recording::channels() const { return state_->channels; }

const Warnings& Recording::warnings() const {
  state_->warnings = file().warnings();
  const Warnings of_names = state_->diagnostics.warnings();
  state_->warnings.insert(state_->warnings.end(), of_names.begin(), of_names.end());
  return state_->warnings;
}

const std::vector<Annotation>& Recording::annotations() const { return state_->annotations; }

double Recording::duration_s() const {
  double end_s = 0;
  for (const Segment& s : segments()) end_s = std::max(end_s, s.onset_s + s.duration_s);
  return end_s;
}

bool Recording::annotations_complete() const { return state_->are_annotations_given || file().annotations_complete(); }

void Recording::set_annotations(std::vector<Annotation> annotations) {
  state_->annotations = std::move(annotations);
  state_->are_annotations_given = true;
  state_->first_changed = 0;
  sort_by_onset(state_->annotations);
}

std::size_t Recording::take_first_changed() const {
  return std::exchange(state_->first_changed, state_->annotations.size());
}

Result<> Recording::read_annotations(std::uint64_t budget_bytes) {
  Result<> outcome;
  std::vector<Annotation>& all = state_->annotations;
  const std::size_t n_before = all.size();
  if (!annotations_complete()) outcome = file().read_annotations(budget_bytes, all);
  if (all.size() == n_before) return outcome;
  const auto known = std::span(all).first(n_before), read = std::span(all).subspan(n_before);
  const auto moved = std::ranges::upper_bound(known, *std::ranges::min_element(read, is_earlier), is_earlier);
  state_->first_changed = std::min(state_->first_changed, static_cast<std::size_t>(moved - known.begin()));
  sort_by_onset(all);
  return outcome;
}

Result<> Recording::use_bids_sidecars(const FileSet& files) {
  EEGATE_TRY(BidsSidecars sidecars, read_bids_sidecars(files, state_->file_name, state_->diagnostics));
  use_bids_channels(sidecars, state_->channels, state_->diagnostics);
  check_bids_numbers(sidecars, *this, state_->diagnostics);
  if (sidecars.events) set_annotations(std::move(*sidecars.events));
  return {};
}

Result<> Recording::read(std::size_t channel, std::uint64_t first, std::span<float> out) const {
  return read(std::span(&channel, 1), first, out.size(), out.data());
}

Result<> Recording::read(std::span<const std::size_t> channels, std::uint64_t first, std::uint64_t n,
                         float* out) const {
  return file().read(channels, first, n, out);
}

std::vector<std::size_t> Recording::main_channels() const {
  const auto& all = channels();
  const bool any_voltage = std::any_of(all.begin(), all.end(), [](const Channel& c) { return c.is_voltage; });
  // If no unit is known, every channel that is not a trigger channel may be EEG.
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
  // The label of a channel that was numbered is accepted if it is unambiguous.
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

std::vector<Channel> named_channels(const SignalFile& file, Diagnostics& diagnostics) {
  std::vector<Channel> named;
  for (const FileChannel& stored : file.channels()) {
    ChannelName name = canonical_channel_name(stored.label);
    named.push_back({.label = stored.label,
                     .name = std::move(name.name),
                     .reference = name.reference.empty() ? stored.reference : std::move(name.reference),
                     .unit = stored.unit,
                     .prefiltering = stored.prefiltering,
                     .sfreq = stored.sfreq,
                     .n_samples = stored.n_samples,
                     .is_voltage = stored.is_voltage,
                     .calibrated = stored.calibrated,
                     .is_trigger = stored.is_trigger,
                     .direction = stored.direction,
                     .type = std::string(stored.type),
                     .is_bad = stored.is_bad});
  }
  make_names_unique(named, file.header().duplicate_label, diagnostics);
  return named;
}

void use_bids_channels(const BidsSidecars& sidecars, std::vector<Channel>& channels, Diagnostics& diagnostics) {
  std::vector<std::string> unknown, bad;
  std::size_t n_described = 0;
  std::vector<Channel*> left = all_of(channels);
  for (const BidsChannel& described : sidecars.channels) {
    Channel* channel = channel_named(left, described.name);
    if (channel == nullptr) {
      unknown.push_back(described.name);
      continue;
    }
    std::erase(left, channel);
    ++n_described;
    if (!described.type.empty()) channel->type = described.type;
    channel->is_bad = channel->is_bad || described.is_bad;
    if (described.is_bad) bad.push_back(channel->name);
    if (!described.unit.empty() && !channel->unit.empty() && !is_same_unit(described.unit, channel->unit)) {
      remark_channels(diagnostics, "BIDS_UNIT", "channels.tsv has another unit than the recording, whose own is used",
                      described.name + " in " + quoted(described.unit), quoted(channel->unit));
    }
  }
  if (!sidecars.channels.empty() && (!unknown.empty() || n_described < channels.size())) {
    remark_channels(diagnostics, "BIDS_CHANNELS", "channels.tsv does not name the channels of the recording",
                    std::to_string(n_described) + " of " + std::to_string(channels.size()) + " channels" +
                        (unknown.empty() ? "" : "; not in the recording: " + joined_names(unknown)));
  }
  if (!bad.empty()) {
    remark_channels(diagnostics, "BIDS_BAD_CHANNELS", "Channels are marked as bad in channels.tsv", joined_names(bad));
  }
  for (const BidsElectrode& electrode : sidecars.electrodes) {
    Channel* channel = channel_named(all_of(channels), electrode.name);
    if (channel != nullptr) channel->direction = electrode.direction;
  }
}

void check_bids_numbers(const BidsSidecars& sidecars, const Recording& recording, Diagnostics& diagnostics) {
  const std::vector<std::size_t> main = recording.main_channels();
  if (main.empty()) return;
  const double sfreq = recording.channels()[main[0]].sfreq, duration_s = recording.duration_s();
  if (sidecars.sfreq > 0 && std::abs(sidecars.sfreq - sfreq) > 1e-3 * sfreq) {
    remark_channels(diagnostics, "BIDS_JSON_MISMATCH", "_eeg.json does not describe this recording, which is believed",
                    number_text(sidecars.sfreq) + " Hz", number_text(sfreq) + " Hz");
  }
  // Some programs write the time of the last sample instead of the duration.
  if (sidecars.duration_s > 0 && std::abs(sidecars.duration_s - duration_s) > 1.5 / sfreq) {
    remark_channels(diagnostics, "BIDS_JSON_MISMATCH", "_eeg.json does not describe this recording, which is believed",
                    number_text(sidecars.duration_s) + " s", number_text(duration_s) + " s");
  }
}

}  // namespace eegate
