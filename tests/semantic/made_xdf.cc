// XDF: streams in any order, jumping clocks, invalid times, wrong lengths.
#include <array>
#include <limits>

#include "semantic/little_endian.h"
#include "semantic/made.h"
#include "support/edf_builder.h"

namespace eegate::test::semantic {
namespace {

std::string xdf_length(std::uint64_t value, Choices& choices) {
  const std::uint64_t width = value > 255 ? (choices.one_of(4) ? 8 : 4) : 1;
  return little_endian(width, 1) + little_endian(choices.one_of(400) ? choices.bits(4) : value, width);
}

std::string xdf_chunk(std::uint64_t tag, const std::string& content, Choices& choices) {
  return xdf_length(content.size() + 2, choices) + little_endian(tag, 2) + content;
}

struct MadeStream {
  std::uint64_t id = 0, n_channels = 1;
  double rate = 100, clock_s = 1000;  // where its clock is
  bool is_marker = false;
};

double xdf_odd_number(Choices& choices, double usual) {
  constexpr std::array kOdd = {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(),
                               -1e300, 5e-324, -1.0};
  return choices.one_of(40) ? choices.of(kOdd) : usual;
}

std::string xdf_header(const MadeStream& stream, Choices& choices) {
  constexpr std::array kTypes = {"EEG", "Markers", "data"};
  std::string labels;
  for (const std::string& name : made_names(stream.n_channels))
    labels +=
        "<channel><label>" + name + "</label><unit>" + (choices.one_of(2) ? "microvolts" : "V") + "</unit></channel>";
  const std::string rate = choices.one_of(8) ? choices.text_of_number() : significant(stream.rate, 9);
  return xdf_chunk(2,
                   little_endian(stream.id, 4) + "<info><name>s</name><type>" + choices.of(kTypes) +
                       "</type><channel_count>" + std::to_string(stream.n_channels) +
                       "</channel_count><nominal_srate>" + rate + "</nominal_srate><channel_format>" +
                       (stream.is_marker ? "string" : "float32") + "</channel_format><desc><channels>" + labels +
                       "</channels></desc></info>",
                   choices);
}

std::string xdf_samples(MadeStream& stream, Choices& choices) {
  const std::size_t n = choices.between(1, stream.is_marker ? 2 : 120);
  std::string content = little_endian(stream.id, 4) + xdf_length(n, choices);
  const bool all_times = choices.one_of(2);
  std::array<float, 8> some;
  for (float& one : some) one = choices.value();
  for (std::size_t i = 0; i < n; ++i) {
    stream.clock_s += stream.rate > 0 ? 1 / stream.rate : 0.4;
    const bool has_time = all_times || i == 0;
    content += little_endian(has_time ? 8 : 0, 1);
    if (has_time) content += little_endian(xdf_odd_number(choices, stream.clock_s));
    for (std::size_t c = 0; c < stream.n_channels; ++c)
      content += stream.is_marker ? xdf_length(2, choices) + "T1" : little_endian(some[(i * 3 + c) % some.size()]);
  }
  return xdf_chunk(3, content, choices);
}

std::string xdf_offset(const MadeStream& stream, double value, Choices& choices) {
  return xdf_chunk(4,
                   little_endian(stream.id, 4) + little_endian(xdf_odd_number(choices, stream.clock_s)) +
                       little_endian(xdf_odd_number(choices, value)),
                   choices);
}

}  // namespace

MadeFiles made_xdf(Choices& choices) {
  std::vector<MadeStream> streams(choices.between(1, 3));
  std::string bytes = "XDF:" + xdf_chunk(1, "<info><version>1.0</version></info>", choices);
  for (std::size_t i = 0; i < streams.size(); ++i) {
    streams[i].id = i + 1;
    streams[i].is_marker = i == 1;
    streams[i].n_channels = streams[i].is_marker ? 1 : choices.between(1, 4);
    streams[i].rate = streams[i].is_marker ? 0 : 160;
    bytes += xdf_header(streams[i], choices);
  }
  for (std::size_t n = choices.between(2, 30); n > 0; --n) {
    MadeStream& stream = streams[choices.below(streams.size())];
    if (choices.one_of(12)) stream.clock_s += choices.number();  // a gap, or another clock
    bytes += xdf_samples(stream, choices);
    if (choices.one_of(2)) bytes += xdf_offset(stream, 5 + static_cast<double>(choices.below(3)) * 1e-4, choices);
    if (choices.one_of(30)) bytes += "\x03\x09";
  }
  if (choices.one_of(2))
    bytes += xdf_chunk(6, little_endian(1, 4) + "<info><sample_count>9</sample_count></info>", choices);
  return {.name = "a.xdf", .bytes = to_bytes(bytes), .beside = {}};
}

}  // namespace eegate::test::semantic
