#include "sleep/hypnogram.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "base/numbers_as_text.h"
#include "files/text.h"

namespace eegate {
namespace {

struct StageWord {
  std::string_view word;  // in lower case
  Stage stage;
};
// One blank between words; what programs put around the word of a stage is cut off before.
constexpr StageWord kStageWords[] = {
    {"w", Stage::kWake},
    {"wk", Stage::kWake},
    {"wake", Stage::kWake},
    {"awake", Stage::kWake},
    {"wach", Stage::kWake},
    {"eveil", Stage::kWake},
    {"\u00e9veil", Stage::kWake},
    {"\u00c9veil", Stage::kWake},
    {"s0", Stage::kWake},
    {"n1", Stage::kN1},
    {"s1", Stage::kN1},
    {"n2", Stage::kN2},
    {"s2", Stage::kN2},
    {"n3", Stage::kN3},
    {"n4", Stage::kN3},
    {"s3", Stage::kN3},
    {"s4", Stage::kN3},
    {"sws", Stage::kN3},
    {"slow wave", Stage::kN3},
    {"r", Stage::kRem},
    {"rem", Stage::kRem},
    {"sp", Stage::kRem},
    {"paradoxal", Stage::kRem},
    {"paradoxical", Stage::kRem},
    {"mt", Stage::kMovement},
    {"m", Stage::kMovement},
    {"mvt", Stage::kMovement},
    {"movement", Stage::kMovement},
    {"body movement", Stage::kMovement},
    {"movement time", Stage::kMovement},
    {"bewegung", Stage::kMovement},
    {"mouvement", Stage::kMovement},
    {"?", Stage::kNone},
    {"uns", Stage::kNone},
    {"unscored", Stage::kNone},
    {"not scored", Stage::kNone},
    {"notscored", Stage::kNone},
    {"undefined", Stage::kNone},
    {"unknown", Stage::kNone},
    {"art", Stage::kNone},
    {"artefact", Stage::kNone},
    {"artefakt", Stage::kNone},
    {"artifact", Stage::kNone},
    {"none", Stage::kNone},
    {"n/a", Stage::kNone},
};
// After one of these prefixes a digit is a stage, too, as Rechtschaffen and Kales number them.
constexpr StageWord kAfterPrefix[] = {{"0", Stage::kWake}, {"1", Stage::kN1}, {"2", Stage::kN2},
                                      {"3", Stage::kN3},   {"4", Stage::kN3}, {"5", Stage::kRem}};
constexpr std::string_view kPrefixes[] = {"sleep ",   "stage", "schlafstadium", "stadium", "stade",
                                          "sommeil ", "nrem",  "non rem",       "nonrem"};
constexpr std::string_view kSuffixes[] = {" sleep", " schlaf"};

// In small letters, without "|1" at the end (a number that the word explains), and with blanks for "-", "_" and ":".
std::string plain_words(std::string_view text) {
  std::string out;
  for (char c : text.substr(0, text.find('|'))) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    if (c == '-' || c == '_' || c == ':' || c == '\t') c = ' ';
    if (c != ' ' || (!out.empty() && out.back() != ' ')) out += c;
  }
  if (out.ends_with(' ')) out.pop_back();
  return out;
}

template <std::size_t N>
std::optional<Stage> find(const StageWord (&words)[N], std::string_view word) {
  const auto* found = std::ranges::find(words, word, &StageWord::word);
  return found == std::end(words) ? std::nullopt : std::optional(found->stage);
}

// "stage 2", "stage2", "sleep n2"; not "staged".
bool cut_prefix(std::string_view& word) {
  for (const std::string_view prefix : kPrefixes) {
    if (!word.starts_with(prefix)) continue;
    const std::string_view rest = word.substr(prefix.size());
    const bool ends = prefix.ends_with(' ') || rest.empty() || rest[0] == ' ' || (rest[0] >= '0' && rest[0] <= '9');
    if (!ends) continue;
    word = trimmed(rest);
    return true;
  }
  return false;
}

}  // namespace

std::optional<Stage> stage_of_word(std::string_view text) {
  const std::string words = plain_words(trimmed(text, true));
  std::string_view word = words;
  for (const std::string_view suffix : kSuffixes) {
    if (word.ends_with(suffix)) word.remove_suffix(suffix.size());
  }
  bool after_prefix = false;
  while (cut_prefix(word)) after_prefix = true;
  const auto stage = after_prefix ? find(kAfterPrefix, word) : std::nullopt;
  return stage ? stage : find(kStageWords, word);
}

void Hypnogram::move_by(double seconds) {
  start_s += seconds;
  for (std::optional<double>* time_s : {&lights.off_s, &lights.on_s}) {
    if (*time_s) **time_s += seconds;
  }
}

void keep_lights_within(Hypnogram& hypnogram, Warnings& warnings) {
  const double half_s = hypnogram.epoch_s / 2, start_s = hypnogram.start_s, end_s = hypnogram.end_s();
  const auto keep = [&](std::optional<double>& time_s, std::string_view name) {
    if (!time_s || (*time_s >= start_s - half_s && *time_s <= end_s + half_s)) return;
    const double kept_s = std::clamp(*time_s, start_s, end_s);
    warnings.push_back({"SLEEP_LIGHTS", "Lights " + std::string(name) + " at " + significant(*time_s, 9) +
                                            " s is outside the epochs: the time in bed " +
                                            (name == "off" ? "begins" : "ends") + " at " + significant(kept_s, 9) +
                                            " s"});
    time_s = kept_s;
  };
  keep(hypnogram.lights.off_s, "off");
  keep(hypnogram.lights.on_s, "on");
}

Result<EpochRange> epochs_in_bed(const Hypnogram& hypnogram) {
  const Lights& lights = hypnogram.lights;
  const auto n = static_cast<double>(hypnogram.stages.size());
  const auto epoch_at = [&](double time_s) {
    return std::clamp(std::round((time_s - hypnogram.start_s) / hypnogram.epoch_s), 0.0, n);
  };
  const double first = lights.off_s ? epoch_at(*lights.off_s) : 0, end = lights.on_s ? epoch_at(*lights.on_s) : n;
  if (first < end) return EpochRange{static_cast<std::size_t>(first), static_cast<std::size_t>(end)};
  return Error{.code = "SLEEP_LIGHTS",
               .message = "No epoch is scored between lights off and lights on",
               .field = "lights",
               .place = {},
               .found = significant(lights.off_s.value_or(hypnogram.start_s), 9) + " s to " +
                        significant(lights.on_s.value_or(hypnogram.end_s()), 9) + " s",
               .expected = "times within " + significant(hypnogram.start_s, 9) + " s to " +
                           significant(hypnogram.end_s(), 9) + " s",
               .hint = {}};
}

Result<Hypnogram> within_recording(const Hypnogram& hypnogram, double duration_s, Warnings& warnings) {
  const double epoch_s = hypnogram.epoch_s;
  const auto n = static_cast<double>(hypnogram.stages.size());
  const double before = std::clamp(std::ceil(-hypnogram.start_s / epoch_s - 0.5), 0.0, n);
  const double within = std::clamp(std::ceil((duration_s - hypnogram.start_s) / epoch_s - 0.5), before, n);
  const std::string found = significant(n, 9) + " epochs of " + significant(epoch_s, 6) + " s from " +
                            significant(hypnogram.start_s, 9) + " s to " + significant(hypnogram.end_s(), 9) + " s";
  Error e{.code = "HYP_LENGTH",
          .message = "No epoch of the hypnogram lies within the recording",
          .field = "hypnogram",
          .place = {},
          .found = found,
          .expected = "a hypnogram of a recording of " + significant(duration_s, 9) + " s",
          .hint = "Choose the hypnogram of this recording, or say how long its epochs are."};
  if (within <= before) return e;
  const bool is_short = std::abs(duration_s - hypnogram.end_s()) > epoch_s;
  if (is_short || before > 0) {
    e.message = within < n || before > 0
                    ? "The hypnogram is longer than the recording: epochs outside of it are left out"
                    : "The hypnogram ends before the recording does";
    warnings.push_back({e.code, describe(e)});
  }
  Hypnogram out{epoch_s, hypnogram.start_s + before * epoch_s, {}, hypnogram.lights};
  out.stages.assign(hypnogram.stages.begin() + static_cast<std::ptrdiff_t>(before),
                    hypnogram.stages.begin() + static_cast<std::ptrdiff_t>(within));
  return out;
}

}  // namespace eegate
