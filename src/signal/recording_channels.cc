#include "signal/recording_channels.h"

#include <algorithm>
#include <map>
#include <utility>

#include "signal/channel_name.h"

namespace eegate {
namespace {

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

}  // namespace

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
                     .is_bad = stored.is_bad});
  }
  make_names_unique(named, file.header().duplicate_label, diagnostics);
  return named;
}

}  // namespace eegate
