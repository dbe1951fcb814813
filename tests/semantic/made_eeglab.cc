// Data sets of EEGLAB as MAT files of version 5: extreme rates, positions, samples and events.
#include <array>
#include <functional>
#include <limits>

#include "semantic/little_endian.h"
#include "semantic/made.h"
#include "support/edf_builder.h"

namespace eegate::test::semantic {
namespace {

constexpr std::uint64_t kInt8 = 1, kInt32 = 5, kUint32 = 6, kSingle = 7, kDouble = 9, kMatrix = 14, kUtf8 = 16;
constexpr std::uint64_t kStructs = 2, kCharacters = 4, kDoubles = 6, kSingles = 7;

std::string mat_piece(std::uint64_t type, std::string bytes) {
  const std::string tag = little_endian(type, 4) + little_endian(bytes.size(), 4);
  bytes.resize((bytes.size() + 7) / 8 * 8, '\0');
  return tag + bytes;
}

std::string mat_array(std::uint64_t kind, std::size_t n_rows, std::size_t n_cols, const std::string& content,
                      const std::string& name) {
  return mat_piece(kMatrix, mat_piece(kUint32, little_endian(kind, 8)) +
                                mat_piece(kInt32, little_endian(n_rows, 4) + little_endian(n_cols, 4)) +
                                mat_piece(kInt8, name) + content);
}

std::string mat_number(double value, const std::string& name = {}) {
  return mat_array(kDoubles, 1, 1, mat_piece(kDouble, little_endian(value)), name);
}
std::string mat_text(const std::string& text, const std::string& name = {}) {
  return mat_array(kCharacters, 1, text.size(), mat_piece(kUtf8, text), name);
}

struct MatField {
  std::string key, value;
};

// `fields` of all elements one after the other; each element has the same keys.
std::string mat_structs(std::size_t n_elements, const std::vector<MatField>& fields, const std::string& name) {
  constexpr std::size_t kKey = 16;
  std::string keys, values;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (n_elements == 0 || i < fields.size() / n_elements)
      keys += fields[i].key + std::string(kKey - fields[i].key.size(), '\0');
    values += fields[i].value;
  }
  // The length of a key stands in a tag of its own, with its bytes.
  const std::string width = little_endian(kInt32, 2) + little_endian(4, 2) + little_endian(kKey, 4);
  return mat_array(kStructs, 1, n_elements, width + mat_piece(kInt8, keys) + values, name);
}

double odd_number(Choices& choices, double usual) {
  constexpr std::array kOdd = {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(), -1.0};
  if (choices.one_of(6)) return choices.of(kOdd);
  return choices.around(usual);
}

std::string channel_places(Choices& choices, const std::vector<std::string>& names) {
  std::vector<MatField> fields;
  for (const std::string& name : names) {
    fields.push_back({"labels", mat_text(name)});
    for (const char* axis : {"X", "Y", "Z"}) fields.push_back({axis, mat_number(odd_number(choices, 1))});
  }
  return mat_structs(names.size(), fields, "chanlocs");
}

std::string made_events(Choices& choices) {
  constexpr std::array kTypes = {"T1", "T2", "boundary", "=1+1"};
  const std::size_t n = choices.between(1, 5);
  std::vector<MatField> fields;
  for (std::size_t i = 0; i < n; ++i) {
    fields.push_back({"type", choices.one_of(5) ? mat_number(odd_number(choices, 3)) : mat_text(choices.of(kTypes))});
    fields.push_back({"latency", mat_number(odd_number(choices, 100))});
    fields.push_back({"duration", mat_number(odd_number(choices, 10))});
  }
  return mat_structs(n, fields, "event");
}

std::string set_samples(Choices& choices, std::size_t n_rows, std::size_t n_cols, bool is_double) {
  std::array<float, 16> some;
  for (float& one : some) one = choices.value();
  std::string bytes;
  for (std::size_t i = 0; i < n_rows * n_cols; ++i) {
    const float value = some[(i + i / 11) % some.size()];
    const double wide = i == 7 && choices.one_of(2) ? 1e300 : static_cast<double>(value);
    bytes += is_double ? little_endian(wide) : little_endian(value);
  }
  return bytes;
}

}  // namespace

MadeFiles made_eeglab(Choices& choices) {
  const std::vector<std::string> names = made_names(choices.between(1, 4));
  const std::size_t n_trials = choices.one_of(3) ? choices.between(2, 4) : 1, n_points = choices.between(1, 250) * 3;
  const bool is_double = choices.one_of(2), is_beside = choices.one_of(3);
  const auto as_number = [](std::size_t n) { return static_cast<double>(n); };
  std::string content = mat_number(choices.one_of(12) ? choices.number() : as_number(names.size()), "nbchan");
  content += mat_number(choices.one_of(12) ? choices.number() : as_number(n_points), "pnts");
  content += mat_number(choices.one_of(12) ? choices.number() : as_number(n_trials), "trials");
  content += mat_number(choices.one_of(4) ? odd_number(choices, 160) : 160, "srate");
  MadeFiles made{.name = "a.set", .bytes = {}, .beside = {}};
  if (is_beside) {
    content += mat_text("a.fdt", "data");
    made.beside.emplace_back("a.fdt", to_bytes(set_samples(choices, names.size(), n_points * n_trials, false)));
  } else {
    content += mat_array(
        is_double ? kDoubles : kSingles, names.size(), n_points * n_trials,
        mat_piece(is_double ? kDouble : kSingle, set_samples(choices, names.size(), n_points * n_trials, is_double)),
        "data");
  }
  content += channel_places(choices, names);
  if (choices.one_of(2)) content += made_events(choices);
  std::string header = "MATLAB 5.0 MAT-file, made for tests";
  header.resize(124, ' ');
  made.bytes = to_bytes(header + little_endian(0x0100, 2) + "IM" + content);
  return made;
}

}  // namespace eegate::test::semantic
