// Where the electrodes of the 10-10 system sit on a head that is a sphere of radius 1.
#pragma once

#include <optional>
#include <string_view>

namespace eegate {

// x points to the right ear, y to the nose, z to the vertex (Cz).
struct Position {
  double x = 0, y = 0, z = 0;
};

// The position of a canonical name ("Fp1", "Cz", "PO8", "T10"); nothing for what is no such
// electrode.
std::optional<Position> electrode_position(std::string_view name);

// Straight through the head, in radii.
double distance(const Position& a, const Position& b);

}  // namespace eegate
