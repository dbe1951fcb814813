#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "files/text.h"
#include "files/voltage_unit.h"
#include "signal/channel_name.h"
#include "signal/number_text.h"
#include "signal/recording_channels.h"

namespace eegate {
namespace {

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
    channel->type = described.type;
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
