// The 10 x 11 mesh on which Mesh-Cascade (Zhang et al. 2018) lays out the electrodes, from front to back.
#pragma once

#include <cstddef>
#include <string_view>

namespace eegate {

inline constexpr std::size_t kMeshCols = 11;
inline constexpr std::size_t kMeshCells = 110;

// The cell of an electrode, row * 11 + column; -1 if the mesh does not have it. Names are compared without regard to
// case, dots and spaces.
int mesh_cell(std::string_view electrode);

}  // namespace eegate
