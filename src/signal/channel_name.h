// Channel names: one spelling for each electrode, whatever the recorder wrote.
#pragma once

#include <string>
#include <string_view>

namespace eegate {

struct ChannelName {
  std::string name;       // "Fp1" for "EEG FP1-REF" or "Fp1.."; the trimmed label if it is no known electrode
  std::string reference;  // "REF" as written, empty if the label names none or is no electrode
  bool is_electrode = false;
};

// Knows the electrodes of the 10-20 and 10-10 systems. T3, T4, T5, T6 are the older names of T7,
// T8, P7, P8.
ChannelName canonical_channel_name(std::string_view label);

// Whether two labels mean the same channel; references are not compared.
bool same_channel(std::string_view a, std::string_view b);

}  // namespace eegate
