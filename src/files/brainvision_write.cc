#include "files/brainvision_write.h"

#include <algorithm>
#include <cmath>

#include "base/numbers_as_text.h"

namespace eegate {
namespace {

constexpr std::string_view kLineEnd = "\r\n";

// A comma-separated field on one line.
std::string field_text(std::string_view text) {
  std::string field;
  for (const char c : text) {
    if (c == ',') {
      field += "\\1";
    } else {
      field += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
  }
  return field;
}

std::string line(std::string_view key, std::string_view value) {
  return std::string(key) + "=" + std::string(value) + std::string(kLineEnd);
}

std::string coordinates_text(const std::array<double, 3>& direction) {
  constexpr double kDegrees = 180 / 3.14159265358979323846;
  const double theta = std::acos(std::clamp(direction[2], -1.0, 1.0)) * kDegrees;
  const double phi = std::atan2(direction[1], direction[0]) * kDegrees;
  return "1," + significant(theta, 9) + "," + significant(phi, 9);
}

// YYYYMMDDhhmmssuuuuuu, `after_s` seconds after the start; empty without a date.
std::string date_text(const RecordingStart& start, double after_s) {
  if (start.year < 1000 || start.year > 9999 || start.hour < 0) return {};
  const auto micro = static_cast<std::uint64_t>(std::llround(after_s * 1e6));
  const RecordingStart then = later_start(start, static_cast<std::int64_t>(micro / 1'000'000));
  std::string text = std::to_string(then.year);
  for (const int part : {then.month, then.day, then.hour, then.minute, then.second}) text += padded(part, 2);
  return text + padded(static_cast<int>(micro % 1'000'000), 6);
}

std::string dated(const RecordingStart& start, std::optional<double> onset_s) {
  const std::string date = onset_s ? date_text(start, *onset_s) : std::string();
  return date.empty() ? date : "," + date;
}

}  // namespace

std::string brainvision_header_text(std::string_view stem, double sfreq, std::uint64_t n_samples,
                                    std::span<const BrainVisionOutChannel> channels) {
  const std::string name(stem);
  std::string text = "Brain Vision Data Exchange Header File Version 1.0\r\n; Written by eegate\r\n\r\n";
  text += "[Common Infos]\r\n" + line("Codepage", "UTF-8") + line("DataFile", name + ".eeg");
  text += line("MarkerFile", name + ".vmrk") + line("DataFormat", "BINARY") + line("DataOrientation", "MULTIPLEXED");
  text += line("NumberOfChannels", std::to_string(channels.size())) + line("DataPoints", std::to_string(n_samples));
  text += "; In microseconds\r\n" + line("SamplingInterval", significant(1e6 / sfreq, 17));
  text += "\r\n[Binary Infos]\r\n" + line("BinaryFormat", "IEEE_FLOAT_32") + "\r\n[Channel Infos]\r\n";
  for (std::size_t i = 0; i < channels.size(); ++i) {
    // Without a unit readers take microvolts.
    const std::string unit = channels[i].unit.empty() ? "n/a" : channels[i].unit;
    text += line("Ch" + std::to_string(i + 1), field_text(channels[i].label) + ",,1," + field_text(unit));
  }
  // Readers expect a row for every channel or no section; a radius of 0 stands for a position that is not known.
  std::string rows;
  bool has_any = false;
  for (std::size_t i = 0; i < channels.size(); ++i) {
    const auto& direction = channels[i].direction;
    has_any |= direction.has_value();
    rows += line("Ch" + std::to_string(i + 1), direction ? coordinates_text(*direction) : "0,0,0");
  }
  return has_any ? text + "\r\n[Coordinates]\r\n" + rows : text;
}

std::string brainvision_marker_text(std::string_view stem, const RecordingStart& start,
                                    std::span<const BrainVisionOutMarker> markers) {
  std::string text = "Brain Vision Data Exchange Marker File, Version 1.0\r\n\r\n[Common Infos]\r\n";
  text += line("Codepage", "UTF-8") + line("DataFile", std::string(stem) + ".eeg") + "\r\n[Marker Infos]\r\n";
  text += line("Mk1", "New Segment,,1,1,0" + dated(start, 0));
  std::size_t number = 1;
  for (const BrainVisionOutMarker& marker : markers) {
    text += line("Mk" + std::to_string(++number),
                 field_text(marker.type) + "," + field_text(marker.text) + "," + std::to_string(marker.sample + 1) +
                     "," + std::to_string(marker.n_samples) + ",0" + dated(start, marker.onset_s));
  }
  return text;
}

}  // namespace eegate
