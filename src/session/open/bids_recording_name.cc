#include "session/open/bids_recording_name.h"

#include <algorithm>
#include <array>

#include "files/bids_sidecars.h"
#include "files/text.h"

namespace eegate {
namespace {

constexpr std::array<std::string_view, 4> kBidsEndings = {".bdf", ".edf", ".set", ".vhdr"};
constexpr std::array<std::string_view, 4> kSidecars = {"channels", "coordsystem", "electrodes", "events"};

}  // namespace

std::optional<BidsRecordingName> bids_recording_name(std::string_view file_name) {
  const auto name = parse_bids_name(file_name);
  if (!name || !is_bids_recording(*name)) return std::nullopt;
  const auto is_ending = [&](std::string_view ending) { return equal_ignoring_case(ending, name->ending); };
  if (std::none_of(kBidsEndings.begin(), kBidsEndings.end(), is_ending)) return std::nullopt;
  const std::size_t n_behind = name->suffix.size() + name->ending.size() + 1;
  return BidsRecordingName{.participant = std::string(name->value("sub")),
                           .session = std::string(name->value("ses")),
                           .task = std::string(name->value("task")),
                           .run = std::string(name->value("run")),
                           .suffix = std::string(name->suffix),
                           .stem = std::string(file_name.substr(0, file_name.size() - n_behind))};
}

bool is_read_with(std::string_view file_name, std::string_view recording) {
  const auto name = parse_bids_name(file_name), own = parse_bids_name(recording);
  if (!name || !own || !applies_to(*name, *own)) return false;
  if (name->suffix == own->suffix) return name->ending == ".json" || name->entities == own->entities;
  return std::find(kSidecars.begin(), kSidecars.end(), name->suffix) != kSidecars.end();
}

}  // namespace eegate
