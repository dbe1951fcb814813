// Methods for nights: reading and writing hypnograms, statistics, agreement, the spectrogram.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "bindings/engine_files.h"
#include "session/open/samples.h"
#include "session/sleep/hypnogram.h"

namespace eegate::bindings {

inline double now_ms() { return val::global("performance").call<double>("now"); }

// Work for about one frame, which returns how much is done; shorter steps would spend more time on messages.
template <class Advance>
Outcome in_pieces(Advance advance) {
  constexpr double kPiece_ms = 25;
  const double begun = now_ms();
  double done = 0;
  do {
    const auto share = advance();
    if (!share.ok()) return failure(share.error());
    done = *share;
  } while (done < 1 && now_ms() - begun < kPiece_ms);
  return success(val(done));
}

class EngineSleep : public EngineFiles {
 public:
  Answer<"ArrayBuffer"> make_night(std::uint64_t seed, double duration_s) const {
    return to_outcome(make_night_sample(seed, duration_s),
                      [](const std::vector<std::byte>& bytes) { return to_js(bytes); });
  }
  // `recording_id` -1: of no recording.
  Answer<"Record<string, unknown>"> read_hypnogram(JsBuffer bytes, std::string file_name, int recording_id,
                                                   JsSettings options) const {
    const OpenRecording* recording = nullptr;
    if (recording_id >= 0) {
      const auto open = session_.recording(recording_id);
      if (!open.ok()) return failure(open.error());
      recording = *open;
    }
    return to_outcome(hypnogram_of_bytes(bytes_of(bytes), file_name, recording, json_of(options)), hypnogram_to_js);
  }
  Answer<"Record<string, unknown>"> recording_hypnogram(int recording_id) {
    const auto open = session_.read_annotations(recording_id, kAllAnnotations);
    if (!open.ok()) return failure(open.error());
    return to_outcome(hypnogram_of_recording(**open), hypnogram_to_js);
  }
  Answer<"Record<string, unknown>"> recording_lights(int recording_id) {
    return to_outcome(session_.read_annotations(recording_id, kAllAnnotations), [](const OpenRecording* open) {
      return from_json(describe_lights(lights_of(open->recording.annotations()), Keys::kCamel));
    });
  }
  Answer<"Record<string, unknown>"> sleep_statistics(JsSettings hypnogram, JsSettings lights) const {
    auto given = parse_hypnogram(json_of(hypnogram));
    if (!given.ok()) return failure(given.error());
    const auto bounds = parse_lights(json_of(lights));
    if (!bounds.ok()) return failure(bounds.error());
    if (bounds->are_known()) given->lights = *bounds;
    return to_outcome(eegate::sleep_statistics(*given), [](const SleepStatistics& statistics) {
      return from_json(describe_statistics(statistics, Keys::kCamel));
    });
  }
  Answer<"Record<string, unknown>"> compare_hypnograms(JsSettings first, JsSettings second) const {
    const auto a = parse_hypnogram(json_of(first)), b = parse_hypnogram(json_of(second));
    if (!a.ok()) return failure(a.error());
    if (!b.ok()) return failure(b.error());
    Warnings warnings;
    return to_outcome(compare_stages(*a, *b, warnings), [&](const StageAgreement& agreement) {
      return from_json(describe_agreement(agreement, warnings, Keys::kCamel));
    });
  }
  Answer<"ArrayBuffer"> write_hypnogram(JsSettings hypnogram, std::string format, int recording_id) const {
    const auto given = parse_hypnogram(json_of(hypnogram));
    if (!given.ok()) return failure(given.error());
    const auto chosen = kHypnogramFormats.find(format);
    if (!chosen)
      return failure(
          {.code = "RESULT_FORMAT", .message = "A hypnogram is not written in this format", .found = format});
    const auto open = session_.recording(recording_id);
    const RecordingStart start = open.ok() ? (*open)->recording.header().start : RecordingStart{};
    return to_outcome(eegate::write_hypnogram(*given, *chosen, start),
                      [](const std::vector<std::byte>& bytes) { return to_js(bytes); });
  }

  Done spectrogram_begin(int id, int recording_id, std::size_t channel) {
    return to_outcome(session_.begin_spectrogram(id, recording_id, channel));
  }
  Answer<"number"> spectrogram_advance(int id) const {
    const auto spectrogram = session_.spectrogram(id);
    if (!spectrogram.ok()) return failure(spectrogram.error());
    return in_pieces([&] { return (*spectrogram)->advance(); });
  }
  Answer<"{ density: Float32Array; info: Record<string, unknown> }"> spectrogram_result(int id) const {
    return to_outcome(session_.spectrogram(id), [](const NightSpectrogram* spectrogram) {
      val js = val::object();
      js.set("density", to_js(spectrogram->density()));
      js.set("info", from_json(describe_spectrogram(*spectrogram, Keys::kCamel)));
      return js;
    });
  }
  Done close_spectrogram(int id) { return session_.close_spectrogram(id), done(); }

  Done sleep_events_begin(int id, int recording_id, std::size_t channel, JsSettings hypnogram) {
    const auto given = parse_hypnogram(json_of(hypnogram));
    if (!given.ok()) return failure(given.error());
    return to_outcome(session_.begin_sleep_events(id, recording_id, channel, *given));
  }
  Answer<"number"> sleep_events_advance(int id) const {
    const auto search = session_.sleep_events(id);
    if (!search.ok()) return failure(search.error());
    return in_pieces([&] { return (*search)->advance(); });
  }
  Answer<"Record<string, unknown>"> sleep_events_result(int id) const {
    return to_outcome(session_.sleep_events(id), [](const SleepEventSearch* search) {
      return from_json(describe_sleep_events(*search, Keys::kCamel));
    });
  }
  Done close_sleep_events(int id) { return session_.close_sleep_events(id), done(); }

 private:
  static constexpr std::uint64_t kAllAnnotations = std::numeric_limits<std::uint64_t>::max();

  static val hypnogram_to_js(const HypnogramFile& file) {
    return from_json(describe_hypnogram_file(file, Keys::kCamel));
  }
};

template <class Engine>
void bind_sleep() {
  register_answers<"{ density: Float32Array; info: Record<string, unknown> }">();
  bind<Engine, "makeNight(seed, durationS)", &Engine::make_night>();
  bind<Engine, "readHypnogram(bytes, fileName, recordingId, options)", &Engine::read_hypnogram>();
  bind<Engine, "recordingHypnogram(recordingId)", &Engine::recording_hypnogram>();
  bind<Engine, "recordingLights(recordingId)", &Engine::recording_lights>();
  bind<Engine, "sleepStatistics(hypnogram, lights)", &Engine::sleep_statistics>();
  bind<Engine, "compareHypnograms(first, second)", &Engine::compare_hypnograms>();
  bind<Engine, "writeHypnogram(hypnogram, format, recordingId)", &Engine::write_hypnogram>();
  bind<Engine, "spectrogramBegin(id, recordingId, channel)", &Engine::spectrogram_begin>();
  bind<Engine, "spectrogramAdvance(id)", &Engine::spectrogram_advance>();
  bind<Engine, "spectrogramResult(id)", &Engine::spectrogram_result>();
  bind<Engine, "closeSpectrogram(id)", &Engine::close_spectrogram>();
  bind<Engine, "sleepEventsBegin(id, recordingId, channel, hypnogram)", &Engine::sleep_events_begin>();
  bind<Engine, "sleepEventsAdvance(id)", &Engine::sleep_events_advance>();
  bind<Engine, "sleepEventsResult(id)", &Engine::sleep_events_result>();
  bind<Engine, "closeSleepEvents(id)", &Engine::close_sleep_events>();
}

}  // namespace eegate::bindings
