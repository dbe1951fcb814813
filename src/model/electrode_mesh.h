// The 10 x 11 mesh on which Mesh-Cascade lays out the electrodes, front to back.
#pragma once

#include <cstddef>
#include <string_view>

namespace eegate {

inline constexpr std::size_t kMeshCols = 11;
inline constexpr std::size_t kMeshCells = 110;

// Row * 11 + column of an electrode, compared by canonical name without regard to case, dots or spaces; -1 if it has
// none.
int mesh_cell(std::string_view electrode);

}  // namespace eegate
