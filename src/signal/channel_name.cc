#include "signal/channel_name.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/portable_math.h"
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

constexpr std::array<std::string_view, 2> kPrefixes = {"EEG ", "POL "};
constexpr std::array<std::string_view, 8> kReferences = {"REF", "LE", "CLE", "A1", "A2", "M1", "M2", "AVG"};

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

// Angles between neighbouring electrodes: 1/16 of a circle on the midline and on the central row, 1/20 on the ring
// through Fpz, T7, Oz and T8.
constexpr double kMidlineTurns = 1.0 / 16, kRingTurns = 1.0 / 20;

// A row across the head: the number of steps from Cz to its midline electrode, towards the nose, and from Fpz to its
// leftmost electrode, along the ring.
struct Row {
  std::string_view prefix;
  int midline_steps;
  int ring_steps;
};
constexpr std::array<Row, 10> kRows = {{{"AF", 3, 2},
                                        {"F", 2, 3},
                                        {"FC", 1, 4},
                                        {"FT", 1, 4},
                                        {"C", 0, 5},
                                        {"T", 0, 5},
                                        {"CP", -1, 6},
                                        {"TP", -1, 6},
                                        {"P", -2, 7},
                                        {"PO", -3, 8}}};

Position on_midline(int steps) {
  const double turns = steps * kMidlineTurns;
  return {0, portable::sin_turns(turns), portable::cos_turns(turns)};
}

Position on_ring(int steps) {
  const double turns = steps * kRingTurns;
  return {-portable::sin_turns(turns), portable::cos_turns(turns), 0};
}

// An angle in [0, pi], represented by its cosine and sine.
struct Angle {
  double cos = 1, sin = 0;
};
Angle half(Angle a) { return {std::sqrt((1 + a.cos) / 2), std::sqrt((1 - a.cos) / 2)}; }
Angle sum(Angle a, Angle b) { return {a.cos * b.cos - a.sin * b.sin, a.sin * b.cos + a.cos * b.sin}; }

// The position on a row at `quarters` quarters of the arc from the midline to the ring, on the left. The electrodes of
// a row divide the circle through its ends and its middle into equal arcs.
Position on_row(const Row& row, int quarters) {
  const Position middle = on_midline(row.midline_steps), left = on_ring(row.ring_steps);
  // The circle lies in a plane parallel to the x axis with normal (0, ny, nz) at distance `depth` from the centre.
  const double dy = left.y - middle.y, dz = left.z - middle.z, length = std::sqrt(dy * dy + dz * dz);
  const double ny = -dz / length, nz = dy / length, depth = middle.y * ny + middle.z * nz;
  const double radius = std::sqrt(1 - depth * depth);
  const double uy = (middle.y - depth * ny) / radius, uz = (middle.z - depth * nz) / radius;
  const Angle whole{((left.y - depth * ny) * uy + (left.z - depth * nz) * uz) / radius, -left.x / radius};
  const Angle quarter = half(half(whole));
  Angle angle;
  for (int i = 0; i < quarters; ++i) angle = sum(angle, quarter);
  return {-radius * angle.sin, depth * ny + radius * angle.cos * uy, depth * nz + radius * angle.cos * uz};
}

// The number after the letters: 0 for z, odd on the left, even on the right; -1 if invalid.
int number_of(std::string_view text) {
  if (text == "z") return 0;
  if (text == "10") return 10;
  return text.size() == 1 && text[0] >= '1' && text[0] <= '9' ? text[0] - '0' : -1;
}

// Electrodes Fp and O, which are on the ring.
std::optional<Position> ring_electrode(std::string_view prefix, int number) {
  const bool is_front = prefix == "Fp";
  if ((!is_front && prefix != "O") || number > 2) return std::nullopt;
  const int side = number == 0 ? 0 : number == 1 ? 1 : -1;
  return on_ring(is_front ? side : 10 - side);
}

}  // namespace

ChannelName canonical_channel_name(std::string_view label) {
  const std::string_view plain = without_dots(label);
  std::string_view name = plain, reference;
  for (const std::string_view prefix : kPrefixes) {
    if (name.size() > prefix.size() && equal_ignoring_case(name.substr(0, prefix.size()), prefix))
      name = trimmed(name.substr(prefix.size()));
  }
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

std::optional<Position> electrode_position(std::string_view name) {
  const std::size_t n_letters = name.find_first_of("z0123456789");
  if (n_letters == std::string_view::npos) return std::nullopt;
  const std::string_view prefix = name.substr(0, n_letters);
  const int number = number_of(name.substr(n_letters));
  if (number < 0) return std::nullopt;
  if (prefix == "I" && number == 0) return on_midline(-5);
  if (const auto end = ring_electrode(prefix, number)) return end;
  for (const Row& row : kRows) {
    if (row.prefix != prefix) continue;
    const bool is_outer = prefix == "FT" || prefix == "T" || prefix == "TP";
    if (is_outer && number < 7) return std::nullopt;
    Position position = on_row(row, (number + 1) / 2);
    if (number % 2 == 0) position.x = -position.x;
    return position;
  }
  return std::nullopt;
}

double distance(const Position& a, const Position& b) {
  const double dx = a.x - b.x, dy = a.y - b.y, dz = a.z - b.z;
  return std::sqrt(dx * dx + dy * dy + dz * dz);
}

}  // namespace eegate
