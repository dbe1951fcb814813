// Channel names: one canonical spelling for each electrode, independent of the recording system.
#pragma once

#include <string>
#include <string_view>

namespace eegate {

struct ChannelName {
  std::string name;       // "Fp1" for "EEG FP1-REF" or "Fp1.."; the trimmed label if it is not a known electrode
  std::string reference;  // "REF" as written, empty if the label has none or is not an electrode
  bool is_electrode = false;
};

// Supports the electrodes of the 10-20 and 10-10 systems, including the older names T3, T4, T5, T6 of T7, T8, P7, P8.
ChannelName canonical_channel_name(std::string_view label);

// Whether two labels name the same channel. References are not compared.
bool same_channel(std::string_view a, std::string_view b);

}  // namespace eegate
