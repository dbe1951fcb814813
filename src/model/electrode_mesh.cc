#include "model/electrode_mesh.h"

#include <string>

namespace eegate {
namespace {

struct MeshRow {
  int first_column;
  std::string_view electrodes;  // separated by single spaces
};

constexpr MeshRow kRows[] = {
    {4, "FP1 FPZ FP2"},
    {3, "AF7 AF3 AFZ AF4 AF8"},
    {1, "F7 F5 F3 F1 FZ F2 F4 F6 F8"},
    {1, "FT7 FC5 FC3 FC1 FCZ FC2 FC4 FC6 FT8"},
    {0, "T9 T7 C5 C3 C1 CZ C2 C4 C6 T8 T10"},
    {1, "TP7 CP5 CP3 CP1 CPZ CP2 CP4 CP6 TP8"},
    {1, "P7 P5 P3 P1 PZ P2 P4 P6 P8"},
    {3, "PO7 PO3 POZ PO4 PO8"},
    {4, "O1 OZ O2"},
    {5, "IZ"},
};

// Upper case, without dots and spaces; old names of temporal electrodes (T3 ...) become the new ones (T7 ...).
std::string mesh_name(std::string_view electrode) {
  std::string name;
  for (const char c : electrode) {
    if (c == '.' || c == ' ') continue;
    name += static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
  }
  if (name == "T3") return "T7";
  if (name == "T4") return "T8";
  if (name == "T5") return "P7";
  return name == "T6" ? "P8" : name;
}

}  // namespace

int mesh_cell(std::string_view electrode) {
  const std::string wanted = mesh_name(electrode);
  int row = 0;
  for (const MeshRow& mesh_row : kRows) {
    std::string_view rest = mesh_row.electrodes;
    for (int column = mesh_row.first_column; !rest.empty(); ++column) {
      const std::size_t end = rest.find(' ');
      if (rest.substr(0, end) == wanted) return row * static_cast<int>(kMeshCols) + column;
      rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
    }
    ++row;
  }
  return -1;
}

}  // namespace eegate
