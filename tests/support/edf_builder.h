// Builds EDF files for tests of single properties. The fixtures of tests/data are complete files.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/byte_source.h"

namespace eegate::test {

struct BuiltSignal {
  std::string label = "Cz";
  std::string dimension = "uV";
  std::string physical_min = "-100", physical_max = "100";
  std::string digital_min = "-2048", digital_max = "2047";
  std::uint64_t samples = 4;
  std::vector<std::string> records;  // the bytes of each record, padded with zeros
};

struct BuiltEdf {
  bool is_bdf = false;
  std::string reserved;
  std::string duration = "1";
  std::uint64_t n_records = 1;
  std::vector<BuiltSignal> signals;
};

inline std::string padded(std::string text, std::size_t width) {
  text.resize(width, ' ');
  return text;
}

inline std::string int16_bytes(const std::vector<int>& values) {
  std::string out;
  for (const int v : values) {
    out += static_cast<char>(v & 0xFF);
    out += static_cast<char>((v >> 8) & 0xFF);
  }
  return out;
}

inline std::string int24_bytes(const std::vector<int>& values) {
  std::string out;
  for (const int v : values) {
    for (const int shift : {0, 8, 16}) out += static_cast<char>((v >> shift) & 0xFF);
  }
  return out;
}

// An annotation list with its final zero: a time stamp "+1.5" and texts; an empty text is a clock.
inline std::string tal(const std::string& stamp, const std::vector<std::string>& texts = {""}) {
  std::string out = stamp + "\x14";
  for (const std::string& text : texts) out += text + "\x14";
  out += '\0';
  return out;
}

inline BuiltSignal annotation_signal(std::vector<std::string> records, std::uint64_t samples = 60) {
  return {"EDF Annotations", "", "-1", "1", "-32768", "32767", samples, std::move(records)};
}

inline std::string edf_text(const BuiltEdf& f) {
  const std::size_t n = f.signals.size();
  std::string out = f.is_bdf ? std::string(
                                   "\xFF"
                                   "BIOSEMI")
                             : padded("0", 8);
  out += padded("X X X X", 80) + padded("Startdate X X X X", 80) + "12.08.0916.15.00";
  out += padded(std::to_string(256 * (n + 1)), 8) + padded(f.reserved, 44);
  out += padded(std::to_string(f.n_records), 8) + padded(f.duration, 8) + padded(std::to_string(n), 4);
  for (const auto& s : f.signals) out += padded(s.label, 16);
  out.append(80 * n, ' ');
  for (const auto& s : f.signals) out += padded(s.dimension, 8);
  for (const auto& s : f.signals) out += padded(s.physical_min, 8);
  for (const auto& s : f.signals) out += padded(s.physical_max, 8);
  for (const auto& s : f.signals) out += padded(s.digital_min, 8);
  for (const auto& s : f.signals) out += padded(s.digital_max, 8);
  out.append(80 * n, ' ');
  for (const auto& s : f.signals) out += padded(std::to_string(s.samples), 8);
  out.append(32 * n, ' ');
  for (std::uint64_t r = 0; r < f.n_records; ++r) {
    for (const auto& s : f.signals) {
      std::string block = r < s.records.size() ? s.records[r] : std::string();
      block.resize(s.samples * (f.is_bdf ? 3 : 2), '\0');
      out += block;
    }
  }
  return out;
}

inline std::vector<std::byte> to_bytes(const std::string& text) {
  const auto* first = reinterpret_cast<const std::byte*>(text.data());
  return {first, first + text.size()};
}

inline std::shared_ptr<MemorySource> source_of(const BuiltEdf& f) {
  return std::make_shared<MemorySource>(to_bytes(edf_text(f)));
}

}  // namespace eegate::test
