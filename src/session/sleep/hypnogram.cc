#include "session/sleep/hypnogram.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <utility>

#include "base/numbers_as_text.h"
#include "base/utf8.h"
#include "files/json.h"
#include "files/text.h"
#include "session/open/describe.h"

namespace eegate {
namespace {

Error request_error(std::string field, std::string found, std::string expected) {
  return {.code = "HYP_REQUEST",
          .message = "A hypnogram cannot be made of this",
          .field = std::move(field),
          .place = {},
          .found = std::move(found),
          .expected = std::move(expected),
          .hint = {}};
}

// A finite number; nothing if the member is absent.
Result<std::optional<double>> number_in(const JsonValue& object, const char* key) {
  const JsonValue value = object.get(key);
  if (value.absent() || value.is_null()) return std::optional<double>();
  if (!value.is_number() || !std::isfinite(value.number()))
    return request_error(key, std::string(value.type_name()), "a number");
  return std::optional(value.number());
}

Result<std::optional<double>> time_in(const JsonValue& object, const char* key) {
  EEGATE_TRY(const auto time_s, number_in(object, key));
  if (time_s && std::abs(*time_s) > kMaxTime_s)
    return request_error(key, significant(*time_s, 6), "seconds, within " + significant(kMaxTime_s, 9));
  return time_s;
}

Result<Lights> lights_in(const JsonValue& object) {
  Lights out;
  if (object.absent() || object.is_null()) return out;
  if (!object.is_object()) return request_error("lights", std::string(object.type_name()), "an object");
  EEGATE_TRY(out.off_s, time_in(object, "off_s"));
  EEGATE_TRY(out.on_s, time_in(object, "on_s"));
  return out;
}

Result<JsonDocument> parse_object(std::string_view json) {
  EEGATE_TRY(JsonDocument document, JsonDocument::parse(json));
  if (document.root().is_object()) return document;
  return request_error({}, std::string(document.root().type_name()), "an object");
}

template <class Values>
void write_stages(JsonOut& json, std::string_view key, const Values& values) {
  json.key(key).begin_object();
  for (std::size_t i = 0; i < kScoredStages; ++i) {
    json.writer().key(kStageNames[i]);
    json.writer().value(values[i]);
  }
  json.end_object();
}

void write_matrix(JsonOut& json, std::string_view key, const StageMatrix& matrix) {
  json.key(key).begin_array();
  for (const auto& row : matrix) {
    json.begin_array();
    for (const std::uint64_t n : row) json.writer().value(n);
    json.end_array();
  }
  json.end_array();
}

void write_optional(JsonOut& json, std::string_view key, const std::optional<double>& value) {
  if (value) {
    json.member(key, *value);
  } else {
    json.absent(key);
  }
}

void write_lights(JsonOut& json, const Lights& lights) {
  write_optional(json, "off_s", lights.off_s);
  write_optional(json, "on_s", lights.on_s);
}

template <class Write>
std::string object_of(Keys keys, Write write) {
  JsonOut json(keys);
  json.begin_object();
  write(json);
  json.end_object();
  return json.take();
}

}  // namespace

Result<> bring_onto(const OpenRecording& recording, HypnogramFile& file) {
  const auto shift = seconds_between(recording.recording.header().start, file.start);
  if (shift) {
    file.hypnogram.move_by(*shift);
    for (Annotation& event : file.events) event.onset_s += *shift;
  }
  EEGATE_TRY(file.hypnogram, within_recording(file.hypnogram, recording.recording.duration_s(), file.warnings));
  return {};
}

Result<HypnogramOptions> parse_hypnogram_options(std::string_view json) {
  HypnogramOptions out;
  if (json.empty()) return out;
  EEGATE_TRY(const JsonDocument document, parse_object(json));
  const JsonValue codes = document.root().get("codes");
  if (!codes.absent() && !codes.is_null()) {
    const auto found = kStageCodes.find(codes.string());
    if (!found) return request_error("codes", quoted(codes.string()), alternatives(kStageCodes.names));
    out.codes = *found;
  }
  EEGATE_TRY(const auto epoch_s, number_in(document.root(), "epoch_s"));
  out.epoch_s = epoch_s.value_or(0);
  return out;
}

Result<Hypnogram> parse_hypnogram(std::string_view json) {
  EEGATE_TRY(const JsonDocument document, parse_object(json));
  Hypnogram out;
  EEGATE_TRY(const auto epoch_s, number_in(document.root(), "epoch_s"));
  EEGATE_TRY(const auto start_s, time_in(document.root(), "start_s"));
  out.epoch_s = epoch_s.value_or(30);
  out.start_s = start_s.value_or(0);
  if (!(out.epoch_s >= 1 && out.epoch_s <= 120)) {
    return Error{.code = "HYP_EPOCH",
                 .message = "Epochs of this length are not scored",
                 .field = "epoch_s",
                 .place = {},
                 .found = significant(out.epoch_s, 6) + " s",
                 .expected = "1 s to 120 s, usually 30 or 20",
                 .hint = {}};
  }
  EEGATE_TRY(out.lights, lights_in(document.root().get("lights")));
  for (const JsonValue& stage : document.root().get("stages").elements()) {
    const auto found = std::ranges::find(kStageNames, stage.string());
    if (found == kStageNames.end()) return request_error("stages", quoted(stage.string()), alternatives(kStageNames));
    out.stages.push_back(static_cast<Stage>(found - kStageNames.begin()));
  }
  return out;
}

Result<Lights> parse_lights(std::string_view json) {
  if (json.empty()) return Lights();
  EEGATE_TRY(const JsonDocument document, parse_object(json));
  return lights_in(document.root());
}

Result<double> time_of_night(std::string_view text, const RecordingStart& start, double end_s) {
  const auto seconds = parse_decimal(text);
  if (seconds && std::abs(*seconds) <= kMaxTime_s) return *seconds;
  int part[3] = {}, n = 0;
  bool is_clock = !text.empty();
  for (std::string_view rest = text; is_clock && !rest.empty(); ++n) {
    const std::size_t end = std::min(rest.find(':'), rest.size());
    const auto value = parse_decimal(rest.substr(0, end));
    is_clock = n < 3 && end > 0 && end <= 2 && value && *value >= 0 && *value < (n == 0 ? 24 : 60) &&
               *value == std::floor(*value) && end + 1 != rest.size();
    if (is_clock) part[n] = static_cast<int>(*value);
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  if (!is_clock || n < 2 || start.hour < 0) {
    Error e =
        request_error("lights", quoted(text), "seconds after the first sample, or a time such as 23:10 or 23:10:30");
    e.code = "SLEEP_LIGHTS";
    e.message = is_clock && n > 1 ? "The clock of the recording is not known" : "This is no time";
    if (is_clock && n > 1) e.hint = "Give seconds after the first sample, or the recording that was scored.";
    return e;
  }
  const double began = start.hour * 3600.0 + start.minute * 60.0 + start.second;
  const double since = part[0] * 3600.0 + part[1] * 60.0 + part[2] - began;
  const double after = since < 0 ? since + kDay_s : since, before = after - kDay_s;
  return after > end_s && -before < after - end_s ? before : after;
}

Result<HypnogramFile> hypnogram_of_bytes(std::vector<std::byte> bytes, const std::string& file_name,
                                         const OpenRecording* recording, std::string_view options) {
  EEGATE_TRY(const HypnogramOptions given, parse_hypnogram_options(options));
  EEGATE_TRY(HypnogramFile file, read_hypnogram(std::make_shared<MemorySource>(std::move(bytes)), file_name, given));
  if (recording != nullptr) EEGATE_CHECK(bring_onto(*recording, file));
  return file;
}

Result<HypnogramFile> hypnogram_of_recording(const OpenRecording& recording) {
  EEGATE_TRY(HypnogramFile file,
             hypnogram_of_annotations(recording.recording.annotations(), recording.recording.file_name()));
  file.start = recording.recording.header().start;
  EEGATE_CHECK(bring_onto(recording, file));
  return file;
}

void write_hypnogram_file(JsonOut& json, const HypnogramFile& file) {
  json.member("source", std::string_view(file.source));
  const std::string started = started_at(file.start);
  if (started.empty()) {
    json.absent("started");
  } else {
    json.member("started", std::string_view(started));
  }
  json.member("epoch_s", file.hypnogram.epoch_s).member("start_s", file.hypnogram.start_s);
  std::vector<std::string_view> names;
  for (const Stage stage : file.hypnogram.stages) names.push_back(name_of(stage));
  json.strings("stages", names);
  if (const Lights& lights = file.hypnogram.lights; lights.are_known()) {
    json.key("lights").begin_object();
    write_lights(json, lights);
    json.end_object();
  }
  json.key("words").begin_array();
  for (const StageWordCount& word : file.words) {
    json.begin_object().member("word", std::string_view(valid_utf8(word.word))).count("n", word.n).end_object();
  }
  json.end_array();
  json.count("n_events", file.events.size());
}

void write_statistics(JsonOut& json, const SleepStatistics& statistics) {
  json.member("time_in_bed_min", statistics.time_in_bed_min)
      .member("total_sleep_min", statistics.total_sleep_min)
      .member("sleep_period_min", statistics.sleep_period_min)
      .member("sleep_efficiency", statistics.sleep_efficiency)
      .member("sleep_maintenance", statistics.sleep_maintenance);
  write_optional(json, "sleep_latency_min", statistics.sleep_latency_min);
  write_optional(json, "rem_latency_min", statistics.rem_latency_min);
  json.member("wake_after_onset_min", statistics.wake_after_onset_min)
      .member("wake_in_period_min", statistics.wake_in_period_min)
      .member("unscored_min", statistics.unscored_min)
      .count("n_epochs", statistics.n_epochs)
      .count("n_awakenings", statistics.n_awakenings)
      .count("n_stage_shifts", statistics.n_stage_shifts);
  write_stages(json, "stage_min", statistics.stage_min);
  write_stages(json, "stage_percent", statistics.stage_percent);
  write_matrix(json, "transitions", statistics.transitions);
}

void write_agreement(JsonOut& json, const StageAgreement& agreement) {
  json.count("n_compared", agreement.n_compared).count("n_left_out", agreement.n_left_out);
  json.member("agreement", agreement.agreement);
  write_optional(json, "kappa", agreement.kappa);
  json.key("stage_kappa").begin_object();
  for (std::size_t i = 0; i < kScoredStages; ++i) {
    if (!agreement.stage_kappa[i]) continue;
    json.writer().key(kStageNames[i]);
    json.writer().value(*agreement.stage_kappa[i]);
  }
  json.end_object();
  write_matrix(json, "confusion", agreement.confusion);
}

namespace {

void write_events(JsonOut& json, std::string_view key, const std::vector<SleepEvent>& events) {
  json.key(key).begin_array();
  for (const SleepEvent& event : events) {
    json.begin_object().member("onset_s", event.onset_s).member("duration_s", event.duration_s);
    json.member("amplitude_uv", event.amplitude_uv).member("frequency_hz", event.frequency_hz).end_object();
  }
  json.end_array();
}

}  // namespace

void write_sleep_events(JsonOut& json, const SleepEventSearch& search) {
  json.member("searched_min", search.searched_min()).member("spindle_threshold_uv", search.spindle_threshold_uv());
  write_events(json, "spindles", search.spindles());
  write_events(json, "slow_waves", search.slow_waves());
}

std::string describe_hypnogram_file(const HypnogramFile& file, Keys keys) {
  return object_of(keys, [&](JsonOut& json) {
    write_hypnogram_file(json, file);
    write_warnings(json, file.warnings);
  });
}

std::string describe_lights(const Lights& lights, Keys keys) {
  return object_of(keys, [&](JsonOut& json) { write_lights(json, lights); });
}

std::string describe_statistics(const SleepStatistics& statistics, Keys keys) {
  return object_of(keys, [&](JsonOut& json) { write_statistics(json, statistics); });
}

std::string describe_sleep_events(const SleepEventSearch& search, Keys keys) {
  return object_of(keys, [&](JsonOut& json) { write_sleep_events(json, search); });
}

std::string describe_spectrogram(const NightSpectrogram& spectrogram, Keys keys) {
  return object_of(keys, [&](JsonOut& json) {
    json.count("n_columns", spectrogram.n_columns()).count("n_bins", spectrogram.n_bins());
    json.member("column_s", spectrogram.column_s()).member("bin_hz", spectrogram.bin_hz());
    json.count("n_tapers", spectrogram.n_tapers());
  });
}

std::string describe_agreement(const StageAgreement& agreement, const Warnings& warnings, Keys keys) {
  return object_of(keys, [&](JsonOut& json) {
    write_agreement(json, agreement);
    write_warnings(json, warnings);
  });
}

}  // namespace eegate
