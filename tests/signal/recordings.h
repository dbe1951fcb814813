// Small EDF+ recordings made on the spot.
#pragma once

#include <catch2/catch_test_macros.hpp>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/byte_source.h"
#include "base/rng.h"
#include "files/edf_write.h"
#include "signal/recording.h"

namespace eegate::test {

struct MadeChannel {
  std::string name;
  std::vector<float> values;  // uV
};

inline Recording recording_of(std::vector<std::byte> bytes) {
  auto recording = Recording::open(std::make_shared<MemorySource>(std::move(bytes)), "made.edf");
  REQUIRE(recording.ok());
  return *std::move(recording);
}

inline Recording make_recording(double sfreq, const std::vector<MadeChannel>& channels,
                                const std::vector<EdfOutAnnotation>& annotations = {}) {
  std::vector<EdfOutSignal> signals;
  for (const MadeChannel& channel : channels) {
    signals.push_back({.label = channel.name, .sfreq = sfreq, .values = channel.values});
  }
  auto bytes = write_edf_plus(signals, annotations);
  REQUIRE(bytes.ok());
  return recording_of(*std::move(bytes));
}

// The same bytes as EDF+D: from record `first` on, everything happened `gap_s` later. For
// recordings with records of 1 s and without annotations.
inline std::vector<std::byte> with_gap(std::vector<std::byte> bytes, int first, int gap_s, int n_records) {
  std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  text.replace(text.find("EDF+C"), 5, "EDF+D");
  std::size_t at = 256;
  for (int record = 0; record < n_records; ++record) {
    const std::string tail("\x14\x14", 2), old_clock = "+" + std::to_string(record) + tail;
    const std::string clock = "+" + std::to_string(record + (record >= first ? gap_s : 0)) + tail;
    at = text.find(old_clock, at);
    REQUIRE(at != std::string::npos);
    text.replace(at, clock.size(), clock);  // what follows is zero
    at += clock.size();
  }
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::byte>(text[i]);
  return bytes;
}

// Noise with a slow wave and an offset, different for every purpose.
inline std::vector<float> made_signal(std::size_t n, std::uint64_t seed, double offset_uv = 50) {
  const Rng rng(seed, "made signal");
  std::vector<float> values(n);
  double slow = 0;
  for (std::size_t i = 0; i < n; ++i) {
    slow = 0.99 * slow + rng.symmetric24(2 * i);
    values[i] = static_cast<float>(offset_uv + 5 * slow + 20 * rng.symmetric24(2 * i + 1));
  }
  return values;
}

}  // namespace eegate::test
