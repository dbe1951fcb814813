// Channel names and the positions of electrodes: one canonical spelling for each electrode, independent of the
// recording system.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace eegate {

struct ChannelName {
  std::string name;  // "Fp1" for "EEG FP1-REF", "POL Fp1" or "Fp1.."; the trimmed label if it is not a known electrode
  std::string reference;  // "REF" as written, empty if the label has none or is not an electrode
  bool is_electrode = false;
};

// Supports the electrodes of the 10-20 and 10-10 systems, including the older names T3, T4, T5, T6 of T7, T8, P7, P8.
ChannelName canonical_channel_name(std::string_view label);

// Whether two labels name the same channel. References are not compared.
bool same_channel(std::string_view a, std::string_view b);

// Positions of the electrodes of the 10-10 system on a spherical head of radius 1.

// x points to the right ear, y to the nose, z to the vertex (Cz).
struct Position {
  double x = 0, y = 0, z = 0;
};

// The position of an electrode by its canonical name ("Fp1", "Cz", "PO8", "T10"); std::nullopt for other names.
std::optional<Position> electrode_position(std::string_view name);

// Euclidean distance, in head radii.
double distance(const Position& a, const Position& b);

}  // namespace eegate
