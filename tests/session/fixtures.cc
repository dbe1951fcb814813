#include "session/fixtures.h"

#include <algorithm>
#include <array>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <cstdio>
#include <cstring>

#include "base/rng.h"
#include "support/model_bytes.h"
#include "support/text_files.h"

namespace eegate::test {
namespace {

constexpr int kAnnotationBytes = 120;
constexpr double kDigitalMax = 32767;

std::string field(std::string text, std::size_t width) {
  text.resize(width, ' ');
  return text;
}

std::string field(double number, std::size_t width) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.6g", number);
  return field(std::string(text.data()), width);
}

double physical_max(const FixtureChannel& channel) {
  return channel.physical_max > 0 ? channel.physical_max : channel.spread * 10;
}

// One column of the signal headers: the ordinary channels, then the annotations.
template <class Of>
std::string column(const FixtureRecording& fixture, std::size_t width, Of of, const std::string& of_annotations) {
  std::string text;
  for (const FixtureChannel& channel : fixture.channels) text += field(of(channel), width);
  return text + field(of_annotations, width);
}

std::string header(const FixtureRecording& fixture) {
  const std::size_t n_signals = fixture.channels.size() + 1;
  std::string text =
      field("0", 8) + field("X X X X", 80) + field("Startdate 12-AUG-2009 X X X", 80) + "12.08.0916.15.00";
  text += field(static_cast<double>(256 * (n_signals + 1)), 8);
  text += field(fixture.record_starts_s.empty() ? "EDF+C" : "EDF+D", 44);
  text += field(fixture.n_records, 8) + field("1", 8) + field(static_cast<double>(n_signals), 4);
  text += column(fixture, 16, [](const auto& c) { return c.label; }, "EDF Annotations");
  text += column(fixture, 80, [](const auto&) { return std::string(); }, "");
  text += column(fixture, 8, [](const auto& c) { return c.unit; }, "");
  text += column(fixture, 8, [](const auto& c) { return c.calibrated ? -physical_max(c) : physical_max(c); }, "-1");
  text += column(fixture, 8, [](const auto& c) { return physical_max(c); }, "1");
  text += column(fixture, 8, [](const auto&) { return -kDigitalMax; }, "-32768");
  text += column(fixture, 8, [](const auto&) { return kDigitalMax; }, "32767");
  text += column(fixture, 80, [](const auto& c) { return c.prefilter; }, "");
  text += column(fixture, 8, [](const auto& c) { return c.sfreq; }, std::to_string(kAnnotationBytes / 2));
  return text + std::string(32 * n_signals, ' ');
}

std::string annotation_block(const FixtureRecording& fixture, int record) {
  const int start_s =
      fixture.record_starts_s.empty() ? record : fixture.record_starts_s[static_cast<std::size_t>(record)];
  std::string block = "+" + std::to_string(start_s) + "\x14\x14";
  block += '\0';
  for (const FixtureAnnotation& annotation : fixture.annotations) {
    if (static_cast<int>(annotation.onset_s) != start_s) continue;
    std::array<char, 96> stamp{};
    std::snprintf(stamp.data(), stamp.size(), "+%g\x15%g\x14", annotation.onset_s, annotation.duration_s);
    block += stamp.data() + annotation.text + "\x14";
    block += '\0';
  }
  block.resize(kAnnotationBytes, '\0');
  return block;
}

std::string samples_of(const FixtureChannel& channel, std::size_t channel_index, int record) {
  const Rng rng(channel_index, "fixture");
  std::string bytes;
  const auto n = static_cast<std::uint64_t>(channel.sfreq);
  for (std::uint64_t i = 0; i < n; ++i) {
    const double value = channel.spread * rng.normal(static_cast<std::uint64_t>(record) * n + i);
    const double digital =
        std::clamp(std::nearbyint(value / physical_max(channel) * kDigitalMax), -kDigitalMax, kDigitalMax);
    const auto code = static_cast<std::uint16_t>(static_cast<std::int16_t>(digital));
    bytes += static_cast<char>(code & 0xFF);
    bytes += static_cast<char>(code >> 8);
  }
  return bytes;
}

std::string string_list(const std::vector<std::string>& names) {
  std::string text = "[";
  for (const std::string& name : names) text += (text.size() > 1 ? ",\"" : "\"") + name + "\"";
  return text + "]";
}

std::string config_text(const FixtureModel& fixture) {
  const std::size_t n_outputs = fixture.task == "binary" ? 1 : fixture.classes.size();
  return R"({"architecture":"transformer","n_chans":)" + std::to_string(fixture.ch_names.size()) + R"(,"n_times":)" +
         std::to_string(fixture.n_times) + R"(,"n_outputs":)" + std::to_string(n_outputs) + R"(,"task":")" +
         fixture.task +
         R"(","embedding":{"kind":"patch","dim":8,"patch_times":40},"n_blocks":1,"n_heads":2,"ffn_dim":16,"pool":")" +
         fixture.pool + "\"}";
}

}  // namespace

std::vector<FixtureChannel> channels_named(const std::vector<std::string>& labels) {
  std::vector<FixtureChannel> channels;
  for (const std::string& label : labels) channels.push_back({.label = label});
  return channels;
}

std::vector<std::byte> edf_bytes(const FixtureRecording& fixture) {
  std::string text = header(fixture);
  for (int record = 0; record < fixture.n_records; ++record) {
    for (std::size_t i = 0; i < fixture.channels.size(); ++i) text += samples_of(fixture.channels[i], i, record);
    text += annotation_block(fixture, record);
  }
  std::vector<std::byte> bytes(text.size());
  std::memcpy(bytes.data(), text.data(), text.size());
  return bytes;
}

std::shared_ptr<OpenRecording> open(const FixtureRecording& fixture) {
  auto opened = open_recording(std::make_shared<MemorySource>(edf_bytes(fixture)), fixture.file_name);
  INFO((opened.ok() ? std::string() : describe(opened.error())));
  REQUIRE(opened.ok());
  if (!fixture.channels_tsv.empty()) {
    const FileSet files = set_of({{"sub-01_channels.tsv", fixture.channels_tsv}});
    REQUIRE(opened->recording.use_bids_sidecars(files).ok());
  }
  return std::make_shared<OpenRecording>(std::move(opened).value());
}

std::vector<std::byte> model_bytes(const FixtureModel& fixture) {
  Metadata metadata = {{"format", "eegate-1"},
                       {"config", config_text(fixture)},
                       {"channels", string_list(fixture.ch_names)},
                       {"sfreq", std::to_string(fixture.sfreq)},
                       {"unit", "uV"},
                       {"classes", string_list(fixture.classes)}};
  if (!fixture.recipe.empty()) metadata.emplace_back("recipe", fixture.recipe);
  return model_bytes(config_from(config_text(fixture)), metadata);
}

std::shared_ptr<OpenModel> open(const FixtureModel& fixture) {
  auto opened = open_model(model_bytes(fixture), "fixture.safetensors");
  INFO((opened.ok() ? std::string() : describe(opened.error())));
  REQUIRE(opened.ok());
  return std::make_shared<OpenModel>(std::move(opened).value());
}

Result<Compatibility> compatibility_of(const FixtureModel& model_fixture, const FixtureRecording& recording_fixture,
                                       const Recipe* given) {
  const auto model = open(model_fixture);
  const auto recording = open(recording_fixture);
  const ChannelMatch match = match_channels(model->model.contract().ch_names, recording->recording);
  const double sfreq = matched_sfreq(match, recording->recording);
  return check_compatibility(model->model, recording->recording, match, choose_recipe(model->model, given, sfreq));
}

const CompatibilityItem& item_of(const Compatibility& compatibility, std::string_view name) {
  const auto at = std::ranges::find(compatibility.items, name, &CompatibilityItem::item);
  INFO("item " << name);
  REQUIRE(at != compatibility.items.end());
  return *at;
}

std::string text_of(const std::vector<std::byte>& bytes) {
  std::string text(bytes.size(), '\0');
  std::memcpy(text.data(), bytes.data(), bytes.size());
  return text;
}

std::vector<std::string> lines_of(const std::string& text) {
  return cells_of(text.substr(0, text.find_last_of('\n')), '\n');
}

std::vector<std::string> cells_of(const std::string& line, char separator) {
  std::vector<std::string> cells;
  std::size_t start = 0;
  for (std::size_t at = line.find(separator); at != std::string::npos; at = line.find(separator, start)) {
    cells.push_back(line.substr(start, at - start));
    start = at + 1;
  }
  cells.push_back(line.substr(start));
  return cells;
}

}  // namespace eegate::test
