#include "files/bids_name.h"

#include <algorithm>

#include "base/file_set.h"

namespace eegate {
namespace {

bool is_word(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '+';
  });
}

constexpr std::size_t kMaxEntities = 32;

}  // namespace

std::string_view BidsName::value(std::string_view key) const {
  for (const auto& [name, text] : entities) {
    if (name == key) return text;
  }
  return {};
}

std::optional<BidsName> parse_bids_name(std::string_view file_name) {
  BidsName name;
  const std::string_view stem = stem_of(file_name);
  name.ending = file_name.substr(stem.size());
  for (std::size_t at = 0; name.entities.size() <= kMaxEntities;) {
    const std::size_t end = stem.find('_', at);
    const std::string_view part = stem.substr(at, end - at);
    if (end == std::string_view::npos) {
      if (!is_word(part)) return std::nullopt;
      name.suffix = part;
      return name;
    }
    const std::size_t dash = part.find('-');
    if (dash == std::string_view::npos || !is_word(part.substr(0, dash)) || !is_word(part.substr(dash + 1)))
      return std::nullopt;
    name.entities.emplace_back(part.substr(0, dash), part.substr(dash + 1));
    at = end + 1;
  }
  return std::nullopt;
}

bool is_bids_recording(const BidsName& name) {
  return !name.value("sub").empty() && (name.suffix == "eeg" || name.suffix == "ieeg");
}

bool applies_to(const BidsName& sidecar, const BidsName& recording) {
  return std::all_of(sidecar.entities.begin(), sidecar.entities.end(), [&](const auto& entity) {
    return entity.first == "space" || recording.value(entity.first) == entity.second;
  });
}

std::size_t specificity(const BidsName& sidecar) {
  const std::size_t depth = sidecar.value("ses").empty() ? (sidecar.value("sub").empty() ? 0 : 1) : 2;
  return depth * (kMaxEntities + 2) + sidecar.entities.size();
}

}  // namespace eegate
