// Hypnograms of every kind: read, brought onto a recording, counted, compared, written and read back; spectrograms and
// events of a night.
#include "semantic/made.h"
#include "semantic/oracles.h"
#include "session/session.h"
#include "session/sleep/hypnogram.h"

namespace eegate::test::semantic {
namespace {

constexpr int kMaxNightCalls = 10000;

// A written hypnogram is read back unchanged: stages, onset, epoch length.
void read_back(const Hypnogram& hypnogram, HypnogramFormat format, Outcome& outcome) {
  const auto bytes = write_hypnogram(hypnogram, format);
  if (!holds(bytes, outcome)) return;
  const bool is_scored_at_all = std::ranges::any_of(hypnogram.stages, is_scored);
  const auto again =
      read_hypnogram(std::make_shared<MemorySource>(*bytes), "again." + std::string(kHypnogramFormats.name_of(format)),
                     {.epoch_s = hypnogram.epoch_s});
  if (!is_scored_at_all) return;
  expect(again.ok(),
         "a hypnogram that was written is refused: " + (again.ok() ? std::string() : describe(again.error())));
  const auto scored = [](const Hypnogram& of) {
    return std::ranges::count_if(of.stages, [](Stage stage) { return is_scored(stage); });
  };
  expect(scored(again->hypnogram) == scored(hypnogram), "a hypnogram that was written has other stages");
}

void count(const Hypnogram& hypnogram, Choices& choices, Outcome& outcome) {
  expect(std::isfinite(hypnogram.epoch_s) && hypnogram.epoch_s > 0 && std::isfinite(hypnogram.start_s),
         "a hypnogram that is nowhere");
  const auto lights = parse_lights(made_lights(choices));
  if (holds(lights, outcome)) {
    Hypnogram lit = hypnogram;
    lit.lights = *lights;
    const auto statistics = sleep_statistics(lit);
    if (holds(statistics, outcome)) {
      expect(std::isfinite(statistics->time_in_bed_min) && std::isfinite(statistics->sleep_efficiency) &&
                 statistics->sleep_efficiency >= 0 && statistics->sleep_efficiency <= 100.0001,
             "statistics of a night that are not finite");
      expect_json(describe_statistics(*statistics, Keys::kCamel), "statistics of a night");
    }
  }
  const auto other = parse_hypnogram(made_hypnogram(choices));
  if (!holds(other, outcome)) return;
  Warnings warnings;
  const auto agreement = compare_stages(hypnogram, *other, warnings);
  if (!holds(agreement, outcome)) return;
  expect(agreement->agreement >= 0 && agreement->agreement <= 1, "an agreement that is no share");
  expect_json(describe_agreement(*agreement, warnings, Keys::kCamel), "an agreement");
}

// A spectrogram and the events of a night, with any hypnogram.
void look_into(Session& session, const Hypnogram& hypnogram, Choices& choices, Outcome& outcome) {
  const std::size_t channel = choices.below(4);
  if (holds(session.begin_spectrogram(1, 1, channel), outcome)) {
    NightSpectrogram& spectrogram = **session.spectrogram(1);
    double done = 0;
    for (int n = 0; done < 1; ++n) {
      expect(n < kMaxNightCalls, "a spectrogram does not come to its end");
      const auto share = spectrogram.advance();
      if (!holds(share, outcome)) return;
      done = *share;
    }
    expect_json(describe_spectrogram(spectrogram, Keys::kCamel), "a spectrogram");
    for (const float density : spectrogram.density()) expect(!std::isinf(density), "a density that is infinite");
  }
  if (!holds(session.begin_sleep_events(1, 1, channel, hypnogram), outcome)) return;
  SleepEventSearch& search = **session.sleep_events(1);
  double done = 0;
  for (int n = 0; done < 1; ++n) {
    expect(n < kMaxNightCalls, "a search for events does not come to its end");
    const auto share = search.advance();
    if (!holds(share, outcome)) return;
    done = *share;
  }
  for (const auto* events : {&search.spindles(), &search.slow_waves()}) {
    for (const SleepEvent& event : *events)
      expect(std::isfinite(event.onset_s) && std::isfinite(event.duration_s) && std::isfinite(event.amplitude_uv) &&
                 std::isfinite(event.frequency_hz),
             "an event whose numbers are not finite");
  }
  expect_json(describe_sleep_events(search, Keys::kCamel), "events of a night");
}

}  // namespace

Outcome score_night(Choices& choices) {
  Outcome outcome;
  Session session;
  const MadeFiles file = made_hypnogram_file(choices);
  const std::string options = made_hypnogram_options(choices);
  const auto recording = session.open_recording(1, std::make_shared<MemorySource>(made_night(choices)), "night.edf");
  const OpenRecording* onto = holds(recording, outcome) && choices.one_of(2) ? *recording : nullptr;
  const auto read = hypnogram_of_bytes(file.bytes, file.name, onto, options);
  Hypnogram hypnogram;
  if (holds(read, outcome)) {
    expect_json(describe_hypnogram_file(*read, Keys::kCamel), "a hypnogram");
    hypnogram = read->hypnogram;
  } else {
    auto given = parse_hypnogram(made_hypnogram(choices));
    if (!holds(given, outcome)) return outcome;
    hypnogram = std::move(given).value();
  }
  count(hypnogram, choices, outcome);
  for (const HypnogramFormat format :
       {HypnogramFormat::kCsv, HypnogramFormat::kBidsEvents, HypnogramFormat::kEdfAnnotations})
    read_back(hypnogram, format, outcome);
  if (recording.ok() && choices.one_of(4)) look_into(session, hypnogram, choices, outcome);
  return outcome;
}

}  // namespace eegate::test::semantic
