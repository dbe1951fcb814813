// Positions of the electrodes of the 10-10 system on a spherical head of radius 1.
#pragma once

#include <optional>
#include <string_view>

namespace eegate {

// x points to the right ear, y to the nose, z to the vertex (Cz).
struct Position {
  double x = 0, y = 0, z = 0;
};

// The position of an electrode by its canonical name ("Fp1", "Cz", "PO8", "T10"); std::nullopt for other names.
std::optional<Position> electrode_position(std::string_view name);

// Euclidean distance, in head radii.
double distance(const Position& a, const Position& b);

}  // namespace eegate
