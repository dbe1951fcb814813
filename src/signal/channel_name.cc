#include "signal/channel_name.h"

#include <algorithm>
#include <array>

#include "files/text.h"

namespace eegate {
namespace {

// From the nasion to the inion, left to right; then the ears and mastoids.
constexpr std::array kElectrodes = {
    "Nz",  "Fp1", "Fpz", "Fp2",                                                    //
    "AF9", "AF7", "AF5", "AF3", "AF1", "AFz", "AF2", "AF4", "AF6", "AF8", "AF10",  //
    "F9",  "F7",  "F5",  "F3",  "F1",  "Fz",  "F2",  "F4",  "F6",  "F8",  "F10",   //
    "FT9", "FT7", "FC5", "FC3", "FC1", "FCz", "FC2", "FC4", "FC6", "FT8", "FT10",  //
    "T9",  "T7",  "C5",  "C3",  "C1",  "Cz",  "C2",  "C4",  "C6",  "T8",  "T10",   //
    "TP9", "TP7", "CP5", "CP3", "CP1", "CPz", "CP2", "CP4", "CP6", "TP8", "TP10",  //
    "P9",  "P7",  "P5",  "P3",  "P1",  "Pz",  "P2",  "P4",  "P6",  "P8",  "P10",   //
    "PO9", "PO7", "PO5", "PO3", "PO1", "POz", "PO2", "PO4", "PO6", "PO8", "PO10",  //
    "O9",  "O1",  "Oz",  "O2",  "O10", "I1",  "Iz",  "I2",                         //
    "A1",  "A2",  "M1",  "M2",
};

struct Alias {
  std::string_view old_name, name;
};
constexpr std::array<Alias, 4> kAliases = {{{"T3", "T7"}, {"T4", "T8"}, {"T5", "P7"}, {"T6", "P8"}}};

constexpr std::array<std::string_view, 5> kReferences = {"REF", "LE", "A1", "A2", "AVG"};

std::string_view electrode(std::string_view name) {
  for (const Alias& alias : kAliases) {
    if (equal_ignoring_case(name, alias.old_name)) return alias.name;
  }
  const auto found = std::find_if(kElectrodes.begin(), kElectrodes.end(),
                                  [&](const char* known) { return equal_ignoring_case(name, known); });
  return found == kElectrodes.end() ? std::string_view() : std::string_view(*found);
}

std::string_view without_dots(std::string_view text) {
  text = trimmed(text);
  while (!text.empty() && (text.back() == '.' || text.back() == ' ')) text.remove_suffix(1);
  return text;
}

}  // namespace

ChannelName canonical_channel_name(std::string_view label) {
  const std::string_view plain = without_dots(label);
  std::string_view name = plain, reference;
  if (name.size() > 4 && equal_ignoring_case(name.substr(0, 4), "EEG ")) name = trimmed(name.substr(4));
  const std::size_t dash = name.rfind('-');
  if (dash != std::string_view::npos) {
    const std::string_view after = trimmed(name.substr(dash + 1));
    const bool known = std::any_of(kReferences.begin(), kReferences.end(),
                                   [&](std::string_view r) { return equal_ignoring_case(after, r); });
    if (known) {
      reference = after;
      name = without_dots(name.substr(0, dash));
    }
  }
  const std::string_view canonical = electrode(name);
  if (canonical.empty()) return {std::string(plain), {}, false};
  return {std::string(canonical), std::string(reference), true};
}

bool same_channel(std::string_view a, std::string_view b) {
  return equal_ignoring_case(canonical_channel_name(a).name, canonical_channel_name(b).name);
}

}  // namespace eegate
