// Recordings of BrainVision, GDF and OpenBCI: well formed, with extreme calibrations, rates, samples and events.
#include <algorithm>
#include <array>
#include <limits>

#include "semantic/little_endian.h"
#include "semantic/made.h"
#include "support/edf_builder.h"

namespace eegate::test::semantic {
namespace {

// A sample of a file of floats, not necessarily finite.
double stored_value(Choices& choices) {
  constexpr std::array kOdd = {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(),
                               -std::numeric_limits<double>::infinity(), 1e300, -1e-300};
  return choices.one_of(40) ? choices.of(kOdd) : static_cast<double>(choices.value());
}

std::string sample_bytes(Choices& choices, const std::string& format) {
  if (format == "IEEE_FLOAT_32") return little_endian(static_cast<float>(choices.value()));
  if (format == "IEEE_FLOAT_64") return little_endian(stored_value(choices));
  return little_endian(choices.bits(1) * 257, format == "INT_32" ? 4 : 2);
}

// A few values that are repeated, because a decision for each sample would use up all bytes.
std::string many_samples(Choices& choices, const std::string& format, std::size_t n) {
  std::array<std::string, 16> some;
  for (std::string& one : some) one = sample_bytes(choices, format);
  std::string bytes;
  const std::size_t step = 1 + choices.below(15);
  for (std::size_t i = 0; i < n; ++i) bytes += some[(i * step + i / 7) % some.size()];
  return bytes;
}

std::string brainvision_markers(Choices& choices) {
  constexpr std::array kKinds = {"Stimulus,T1", "Stimulus,T2", "Comment,=1+1", "New Segment,", "Comment,a\\1b"};
  constexpr std::array kPositions = {"1", "40", "200", "0", "-1", "4294967296", "18446744073709551615", "1e9", "321"};
  std::string text =
      "Brain Vision Data Exchange Marker File, Version 1.0\r\n\r\n[Common Infos]\r\nDataFile=a.eeg\r\n\r\n";
  text += "[Marker Infos]\r\n";
  const std::size_t n = choices.below(6);
  for (std::size_t i = 0; i < n; ++i) {
    const std::string kind = choices.of(kKinds), position = choices.of(kPositions), length = choices.of(kPositions);
    text += "Mk" + std::to_string(i + 1) + "=" + kind + "," + position + "," + length + ",0";
    text += (choices.one_of(3) ? ",20200229235958999999" : "") + std::string("\r\n");
  }
  return text;
}

std::string gdf_events(Choices& choices, bool is_second) {
  const std::uint64_t n = choices.below(5), mode = choices.one_of(2) ? 3 : 1;
  std::string table = little_endian(mode, 1);
  const float rate = choices.one_of(3) ? choices.value() : 160;
  table += is_second ? little_endian(n, 3) + little_endian(rate)
                     : little_endian(choices.one_of(3) ? choices.bits(3) : 160, 3) + little_endian(n, 4);
  for (std::uint64_t i = 0; i < n; ++i)
    table += little_endian(choices.one_of(4) ? choices.bits(4) : choices.bits(1), 4);
  for (std::uint64_t i = 0; i < n; ++i) table += little_endian(0x300 + choices.below(4), 2);
  if (mode == 1) return table;
  for (std::uint64_t i = 0; i < n; ++i) table += little_endian(choices.below(6), 2);
  for (std::uint64_t i = 0; i < n; ++i)
    table += little_endian(choices.one_of(4) ? choices.bits(4) : choices.bits(1), 4);
  return table;
}

struct GdfRange {
  double physical_min = -100, physical_max = 100, digital_min = -1000, digital_max = 1000;
};

std::string gdf_header(Choices& choices, bool is_second, const std::vector<std::string>& names, std::uint64_t n_records,
                       std::uint64_t type, std::uint64_t per_record) {
  constexpr std::array kUnits = {"uV", "uV", "mV", "V", "%"};
  const std::uint64_t n = names.size();
  std::string fixed = padded(is_second ? "GDF 2.10" : "GDF 1.25", 8);
  fixed.resize(168, '\0');
  fixed += is_second ? little_endian(choices.one_of(4) ? choices.bits(8) : (std::uint64_t{737850} << 32), 8)
                     : std::string("2020022912000000");
  fixed.resize(184, '\0');
  fixed += is_second ? little_endian(n + 1, 2) : little_endian(256 * (n + 1), 8);
  fixed.resize(236, '\0');
  fixed += little_endian(choices.one_of(8) ? choices.bits(8) : n_records, 8);
  const bool is_odd = choices.one_of(6);
  fixed += little_endian(is_odd ? choices.bits(4) : 1, 4) + little_endian(is_odd ? choices.bits(4) : 1, 4);
  fixed += is_second ? little_endian(n, 2) + std::string(2, '\0') : little_endian(n, 4);
  std::array<std::string, 9> columns;
  std::string codes;  // of units; they follow the texts of all channels
  for (const std::string& name : names) {
    GdfRange range;
    if (choices.one_of(3)) range.physical_max = choices.number();
    if (choices.one_of(4)) range.physical_min = choices.number();
    if (choices.one_of(6)) range.digital_max = choices.number();
    const auto whole = [&](double value) {
      return is_second ? little_endian(value)
                       : little_endian(
                             static_cast<std::uint64_t>(static_cast<std::int64_t>(std::clamp(value, -1e18, 1e18))), 8);
    };
    columns[0] += padded(name, 16);
    columns[1] += std::string(80, '\0');
    columns[2] += padded(choices.of(kUnits), is_second ? 6 : 8);
    if (is_second) codes += little_endian(choices.one_of(3) ? 4275 : 0, 2);
    columns[3] += little_endian(range.physical_min);
    columns[4] += little_endian(range.physical_max);
    columns[5] += whole(range.digital_min);
    columns[6] += whole(range.digital_max);
    columns[7] += std::string(80, '\0');
    columns[8] += little_endian(per_record, 4);
  }
  std::string header = fixed;
  for (const std::string& column : columns) header += column + (&column == &columns[2] ? codes : std::string());
  for (std::uint64_t i = 0; i < n; ++i) header += little_endian(type, 4);
  header.resize(256 * (n + 1), '\0');
  return header;
}

}  // namespace

MadeFiles made_brainvision(Choices& choices) {
  constexpr std::array kFormats = {"INT_16", "INT_16", "IEEE_FLOAT_32", "IEEE_FLOAT_64", "INT_32", "UINT_16"};
  constexpr std::array kIntervals = {"6250", "6250", "4000", "1e-3", "1e9", "7812.5", "1", "1e300"};
  constexpr std::array kUnits = {",\xC2\xB5V", ",uV", ",mV", ",V", "", ",C"};
  const std::string format = choices.of(kFormats);
  const std::vector<std::string> names = made_names(choices.between(1, 4));
  std::string text = "Brain Vision Data Exchange Header File Version 1.0\r\n\r\n[Common Infos]\r\nCodepage=UTF-8\r\n";
  text += "DataFile=a.eeg\r\nMarkerFile=a.vmrk\r\nDataFormat=BINARY\r\nDataOrientation=";
  text += std::string(choices.one_of(3) ? "VECTORIZED" : "MULTIPLEXED") + "\r\nNumberOfChannels=";
  text += std::to_string(names.size()) + "\r\nSamplingInterval=" + choices.of(kIntervals);
  text += "\r\n\r\n[Binary Infos]\r\nBinaryFormat=" + format + "\r\n\r\n[Channel Infos]\r\n";
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string resolution = choices.one_of(3) ? choices.text_of_number() : "0.5";
    text += "Ch" + std::to_string(i + 1) + "=" + names[i] + ",," + resolution + choices.of(kUnits) + "\r\n";
  }
  if (choices.one_of(3)) {
    text += "\r\n[Coordinates]\r\n";
    for (std::size_t i = 0; i < names.size(); ++i)
      text += "Ch" + std::to_string(i + 1) + "=" + (choices.one_of(3) ? choices.text_of_number() : "1") + "," +
              choices.text_around(90) + "," + choices.text_around(45) + "\r\n";
  }
  const std::string markers = brainvision_markers(choices);
  const std::string samples = many_samples(choices, format, names.size() * choices.between(1, 250) * 4);
  return {"a.vhdr", to_bytes(text), {{"a.vmrk", to_bytes(markers)}, {"a.eeg", to_bytes(samples)}}};
}

MadeFiles made_gdf(Choices& choices) {
  struct Kind {
    std::uint64_t number;
    const char* format;
  };
  constexpr std::array kKinds = {Kind{3, "INT_16"}, Kind{5, "INT_32"}, Kind{16, "IEEE_FLOAT_32"},
                                 Kind{17, "IEEE_FLOAT_64"}};
  constexpr std::array<std::uint64_t, 5> kPerRecord = {160, 160, 128, 16, 1};
  const Kind kind = choices.of(kKinds);
  const bool is_second = !choices.one_of(3);
  const std::vector<std::string> names = made_names(choices.between(1, 4));
  const std::uint64_t n_records = choices.between(1, 6), per_record = choices.of(kPerRecord);
  std::string bytes = gdf_header(choices, is_second, names, n_records, kind.number, per_record);
  bytes += many_samples(choices, kind.format, static_cast<std::size_t>(names.size() * n_records * per_record));
  if (choices.one_of(2)) bytes += gdf_events(choices, is_second);
  return {"a.gdf", to_bytes(bytes), {}};
}

MadeFiles made_openbci(Choices& choices) {
  constexpr std::array kRates = {"250", "160", "125", "1e-3", "1e300", "0", "1"};
  std::string text = "%OpenBCI Raw EEG Data\n%Number of channels = 8\n%Sample Rate = ";
  text += std::string(choices.of(kRates)) + " Hz\nSample Index";
  for (int i = 0; i < 8; ++i) text += ", EXG Channel " + std::to_string(i);
  text += "\n";
  std::array<std::string, 16> some;
  for (std::string& one : some) one = choices.one_of(4) ? choices.text_of_number() : choices.text_around(20);
  const std::size_t n = choices.between(2, 250) * 3, jump = choices.below(4) == 0 ? choices.between(2, 60) : 1;
  for (std::size_t i = 0; i < n; ++i) {
    text += std::to_string(i * (i > n / 2 ? jump : 1) % 256);
    for (std::size_t c = 0; c < 8; ++c) text += ", " + some[(i + c * c) % some.size()];
    text += "\n";
  }
  return {"a.txt", to_bytes(text), {}};
}

}  // namespace eegate::test::semantic
