// Nights: recordings of minutes, and hypnograms of every kind that is read, with extreme lengths, onsets and numbers.
#include <algorithm>
#include <array>
#include <cmath>

#include "base/rng.h"
#include "semantic/little_endian.h"
#include "semantic/made.h"
#include "semantic/members.h"
#include "support/edf_builder.h"

namespace eegate::test::semantic {
namespace {

constexpr std::size_t kMaxEpochs = 60;

// Slow and fast waves, noise, nothing, the largest value, or turns of them.
std::string night_block(Choices& choices, std::size_t n_samples, double sfreq) {
  const std::size_t kind = choices.below(8);
  const Rng rng(choices.bits(1), "night");
  std::vector<int> values(n_samples);
  for (std::size_t i = 0; i < n_samples; ++i) {
    const double t = static_cast<double>(i) / sfreq;
    const double wave = 9000 * std::sin(5 * t) + 3000 * std::sin(80 * t) + 400 * rng.symmetric24(i);
    const double noise = 32767 * rng.symmetric24(i);
    const std::array<double, 8> all = {
        wave, wave, wave, noise, 0, 32767, i % 2 == 0 ? 32767.0 : -32768.0, i < n_samples / 2 ? wave : 0};
    values[i] = static_cast<int>(all[kind]);
  }
  return int16_bytes(values);
}

BuiltSignal night_signal(Choices& choices, const std::string& label, std::size_t rate, std::size_t n_records) {
  constexpr std::array kLimits = {"3276.7", "3276.7", "3276.7", "1e30", "3.4e38", "1e-44", "0", "1e300"};
  BuiltSignal signal{.label = label, .samples = 30 * rate};
  signal.physical_max = choices.of(kLimits);
  signal.physical_min = "-" + signal.physical_max;
  signal.digital_min = "-32768";
  signal.digital_max = "32767";
  for (std::size_t i = 0; i < n_records; ++i)
    signal.records.push_back(night_block(choices, 30 * rate, static_cast<double>(rate)));
  return signal;
}

constexpr std::array kWords = {"W",  "N1", "N2", "N2",  "N3",       "R",    "REM", "S4", "Sleep stage 2",
                               "MT", "?",  "",   "n/a", "artefact", "=1+1", "1",   "5",  "N2\""};

std::string made_word(Choices& choices) { return choices.of(kWords); }
std::string made_code(Choices& choices) {
  return choices.one_of(12) ? choices.text_of_number() : std::to_string(static_cast<int>(choices.below(7)) - 1);
}

std::string made_lines(Choices& choices) {
  constexpr std::array kBegins = {"",
                                  "",
                                  "stage\n",
                                  "[Hypnogram]\n",
                                  "# 1 value per 20 seconds of data\n",
                                  "# 0: Wake, 1: N1, 2: N2, 3: N3, 4: REM\n",
                                  "# 1 value per 1e9 seconds of data\n"};
  const bool has_words = choices.one_of(2);
  std::string text = choices.of(kBegins);
  for (std::size_t n = choices.below(kMaxEpochs); n > 0; --n)
    text += (has_words ? made_word(choices) : made_code(choices)) + "\n";
  return text;
}

std::string made_table(Choices& choices, bool is_events) {
  const char cut = is_events ? '\t' : (choices.one_of(2) ? ',' : ';');
  const std::string between(1, cut);
  std::string text = is_events ? "onset\tduration\ttrial_type\n" : "epoch" + between + "start" + between + "stage\n";
  double at_s = choices.one_of(4) ? choices.number() : 0;
  for (std::size_t n = choices.below(kMaxEpochs); n > 0; --n) {
    const double length_s = choices.one_of(8) ? choices.number() : 30;
    const std::string onset = significant(choices.one_of(12) ? choices.number() : at_s, 9);
    text += (is_events ? onset : std::to_string(n)) + between + (is_events ? significant(length_s, 9) : onset) +
            between + made_word(choices) + "\n";
    at_s += length_s;
  }
  return text;
}

std::string made_profusion(Choices& choices) {
  std::string text = "<?xml version=\"1.0\"?>\n<CMPStudyConfig><EpochLength>" + choices.text_around(30) +
                     "</EpochLength><ScoredEvents><ScoredEvent><Name>Arousal &amp; &lt;b&gt;</Name><Start>" +
                     choices.text_around(40) + "</Start><Duration>" + choices.text_around(3) +
                     "</Duration></ScoredEvent></ScoredEvents><SleepStages>";
  for (std::size_t n = choices.below(kMaxEpochs); n > 0; --n)
    text += "<SleepStage>" + made_code(choices) + "</SleepStage>";
  return text + "</SleepStages></CMPStudyConfig>";
}

std::string made_annotation_xml(Choices& choices) {
  constexpr std::array kConcepts = {"Wake|0",          "Stage 1 sleep|1", "Stage 2 sleep|2",
                                    "Stage 3 sleep|3", "REM sleep|5",     "Unscored|9"};
  std::string text = "<PSGAnnotation><EpochLength>" + choices.text_around(30) + "</EpochLength><ScoredEvents>";
  double at_s = 0;
  for (std::size_t n = choices.below(kMaxEpochs / 2); n > 0; --n) {
    const double length_s = choices.one_of(8) ? choices.number() : 30 * static_cast<double>(choices.between(1, 4));
    text += "<ScoredEvent><EventType>" + std::string(choices.one_of(6) ? "Arousals|Arousals" : "Stages|Stages") +
            "</EventType><EventConcept>" + choices.of(kConcepts) + "</EventConcept><Start>" +
            significant(choices.one_of(12) ? choices.number() : at_s, 9) + "</Start><Duration>" +
            significant(length_s, 9) + "</Duration></ScoredEvent>";
    at_s += length_s;
  }
  return text + "</ScoredEvents></PSGAnnotation>";
}

// A word of 16 bits: the kind of an annotation and the ticks since the last one.
std::string wfdb_word(std::uint64_t kind, std::uint64_t low) { return little_endian(kind << 10 | (low & 0x3FF), 2); }

std::string wfdb_note(std::uint64_t ticks, const std::string& text) {
  std::string bytes = wfdb_word(59, 0) + little_endian(ticks >> 16 & 0xFFFF, 2) + little_endian(ticks & 0xFFFF, 2);
  bytes += wfdb_word(22, 0) + wfdb_word(63, text.size()) + text;
  if (text.size() % 2 == 1) bytes += '\0';
  return bytes;
}

std::string made_wfdb(Choices& choices) {
  constexpr std::array kStages = {"W", "1", "2", "3", "4", "R", "?"};
  std::string bytes = wfdb_note(0, "## time resolution: " + choices.text_around(100));
  for (std::size_t n = choices.below(kMaxEpochs / 2); n > 0; --n) {
    const std::uint64_t ticks = choices.one_of(12) ? choices.bits(4) : 3000;
    bytes += wfdb_note(ticks, "Sleep_stage_" + std::string(choices.of(kStages)) +
                                  " duration: " + (choices.one_of(6) ? choices.text_of_number() : "30"));
  }
  return bytes + std::string(2, '\0');
}

std::string made_annotation_file(Choices& choices) {
  constexpr std::array kLengths = {"30", "30", "30", "20", "0", "90", "31", "1e9", "99999999", ""};
  BuiltEdf file;
  file.reserved = "EDF+C";
  file.duration = "0";
  std::string list = tal("+0");
  std::uint64_t at_s = choices.one_of(4) ? choices.below(100000) : 0;
  for (std::size_t n = choices.below(kMaxEpochs / 2); n > 0; --n) {
    const std::string length = choices.of(kLengths);
    list += tal("+" + std::to_string(at_s) + (length.empty() ? "" : "\x15" + length), {made_word(choices)});
    at_s += choices.one_of(8) ? choices.below(1000) : 30;
  }
  file.signals.push_back(annotation_signal({list}, list.size() / 2 + 1));
  return edf_text(file);
}

}  // namespace

std::vector<std::byte> made_night(Choices& choices) {
  constexpr std::array<std::size_t, 6> kRates = {100, 100, 100, 64, 128, 50};
  constexpr std::array kLabels = {"EEG Fpz-Cz", "EOG horizontal", "C3-A2", "EMG chin", "Cz", "E1"};
  BuiltEdf file;
  file.duration = "30";
  file.n_records = choices.between(1, 7);
  const auto n_records = static_cast<std::size_t>(file.n_records);
  const std::size_t rate = choices.of(kRates);
  for (std::size_t n = choices.between(1, 3); n > 0; --n) {
    const std::size_t own = choices.one_of(8) ? choices.of(kRates) : rate;
    file.signals.push_back(night_signal(choices, choices.of(kLabels), own, n_records));
  }
  if (choices.one_of(4)) {
    std::vector<std::string> clocks;
    std::size_t at_s = 0;
    for (std::size_t i = 0; i < n_records; ++i, at_s += 30 + choices.below(3) * 100)
      clocks.push_back(tal("+" + std::to_string(at_s)));
    file.reserved = "EDF+D";
    file.signals.push_back(annotation_signal(clocks));
  }
  return to_bytes(edf_text(file));
}

MadeFiles made_hypnogram_file(Choices& choices) {
  switch (choices.below(7)) {
    case 0:
      return {"night.txt", to_bytes(made_lines(choices)), {}};
    case 1:
      return {"night.csv", to_bytes(made_table(choices, false)), {}};
    case 2:
      return {"night.tsv", to_bytes(made_table(choices, true)), {}};
    case 3:
      return {"night.xml", to_bytes(made_profusion(choices)), {}};
    case 4:
      return {"night.xml", to_bytes(made_annotation_xml(choices)), {}};
    case 5:
      return {"night.hyp", to_bytes(made_wfdb(choices)), {}};
    default:
      return {"night.edf", to_bytes(made_annotation_file(choices)), {}};
  }
}

std::string made_hypnogram_options(Choices& choices) {
  constexpr std::array kCodes = {"yasa", "nsrr", "dreams"};
  Members options;
  if (choices.one_of(3)) options.add(member("codes", "\"" + std::string(choices.of(kCodes)) + "\""));
  if (choices.one_of(3)) options.add(member("epoch_s", choices.text_around(30)));
  return options.object();
}

std::string made_hypnogram(Choices& choices) {
  constexpr std::array kStages = {"W", "N1", "N2", "N2", "N3", "N3", "R", "M", "?"};
  std::string stages;
  for (std::size_t n = choices.below(kMaxEpochs); n > 0; --n)
    stages += (stages.empty() ? "\"" : ",\"") + std::string(choices.of(kStages)) + "\"";
  Members hypnogram;
  hypnogram.add(member("epoch_s", choices.one_of(4) ? choices.text_around(30) : "30"));
  hypnogram.add(member("start_s", choices.one_of(4) ? choices.text_of_number() : "0"));
  hypnogram.add(member("stages", "[" + stages + "]"));
  return hypnogram.object();
}

std::string made_lights(Choices& choices) {
  Members lights;
  if (choices.one_of(2)) lights.add(member("off_s", choices.one_of(3) ? choices.text_of_number() : "0"));
  if (choices.one_of(2)) lights.add(member("on_s", choices.one_of(3) ? choices.text_of_number() : "900"));
  return lights.object();
}

}  // namespace eegate::test::semantic
