// Entry points for untrusted bytes of sleep staging: scorings, sequence models and JSON requests, as those of
// parser_entries.h, which lists them.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "files/json.h"
#include "model/sequence/sequence_architecture.h"
#include "session/sleep/hypnogram.h"
#include "session/sleep/stagers.h"
#include "session/sleep/staging_session.h"
#include "signal/night.h"

namespace eegate::test {

// A scoring in any format: parsed, counted, written and parsed again.
inline void enter_hypnogram(std::span<const std::byte> bytes) {
  const auto file = hypnogram_of_bytes({bytes.begin(), bytes.end()}, "night.txt", nullptr, "{}");
  if (!file.ok()) return (void)describe(file.error());
  const Hypnogram& hypnogram = file->hypnogram;
  constexpr std::size_t kMaxEpochs = 20000;  // a week; a line can claim a stage of a month in seconds
  if (hypnogram.stages.size() > kMaxEpochs) return;
  (void)describe_hypnogram_file(*file, Keys::kCamel);
  if (const auto statistics = sleep_statistics(hypnogram); statistics.ok())
    (void)describe_statistics(*statistics, Keys::kCamel);
  for (const HypnogramFormat format : {HypnogramFormat::kCsv, HypnogramFormat::kBidsEvents})
    (void)write_hypnogram(hypnogram, format);
}

// A sequence model up to its self-test, and published weights.
inline void enter_stager(std::span<const std::byte> bytes) {
  if (is_stager(bytes)) {
    const auto stager = open_stager(bytes, "fuzz.safetensors");
    if (!stager.ok()) (void)describe(stager.error());
  }
  if (const auto imported = import_stager(bytes); !imported.ok()) (void)describe(imported.error());
}

inline void check_config_of_sequences(const JsonDocument& document) {
  const auto config = read_sequence_config(document.root());
  if (!config.ok()) return (void)describe(config.error());
  const std::string written = config->to_json();
  const auto parsed = JsonDocument::parse(written);
  if (!parsed.ok()) throw std::logic_error(written + " is no JSON");
  const auto again = read_sequence_config(parsed->root());
  if (!again.ok()) throw std::logic_error(written + " is refused: " + describe(again.error()));
  if (again->to_json() != written) throw std::logic_error(written + " becomes " + again->to_json());
}

// Night recipes, sequence configurations, requests, hypnograms and light intervals, all as JSON.
inline void enter_sleep_json(std::span<const std::byte> bytes) {
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  if (const auto recipe = parse_night_recipe(text); !recipe.ok()) (void)describe(recipe.error());
  if (const auto request = parse_stage_request(text); !request.ok()) (void)describe(request.error());
  if (const auto options = parse_hypnogram_options(text); !options.ok()) (void)describe(options.error());
  if (const auto hypnogram = parse_hypnogram(text); hypnogram.ok()) {
    Hypnogram lit = *hypnogram;
    if (const auto lights = parse_lights(text); lights.ok() && lights->are_known()) lit.lights = *lights;
    (void)sleep_statistics(lit);
    Warnings warnings;
    (void)compare_stages(*hypnogram, *hypnogram, warnings);
    (void)write_hypnogram(*hypnogram, HypnogramFormat::kEdfAnnotations);
  }
  if (const auto document = JsonDocument::parse(text); document.ok()) check_config_of_sequences(*document);
}

}  // namespace eegate::test
