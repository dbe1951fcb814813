#include "session/open/describe.h"

#include <span>

namespace eegate {
namespace {

void write_channels(JsonOut& json, const Recording& recording) {
  json.key("channels").begin_array();
  for (const Channel& channel : recording.channels()) {
    json.begin_object()
        .member("label", channel.label)
        .member("name", channel.name)
        .member("reference", channel.reference)
        .member("unit", channel.unit)
        .member("sfreq", channel.sfreq)
        .count("n_samples", channel.n_samples)
        .member("is_voltage", channel.is_voltage)
        .member("calibrated", channel.calibrated)
        .member("is_trigger", channel.is_trigger);
    if (channel.direction) {
      json.key("direction").begin_array();
      for (const double part : *channel.direction) json.writer().value(part);
      json.end_array();
    }
    if (!channel.type.empty()) json.member("type", channel.type);
    if (!channel.prefiltering.empty()) json.member("prefiltering", channel.prefiltering);
    if (channel.is_bad) json.member("is_bad", true);
    json.end_object();
  }
  json.end_array().counts("main_channels", recording.main_channels());
}

void write_segments(JsonOut& json, const Recording& recording) {
  json.key("segments").begin_array();
  for (const Segment& segment : recording.segments()) {
    json.begin_object().member("onset_s", segment.onset_s).member("duration_s", segment.duration_s).end_object();
  }
  json.end_array();
}

void write_annotations(JsonOut& json, const OpenRecording& open, std::size_t first = 0) {
  json.key("annotations").begin_array();
  for (const Annotation& annotation : std::span(open.recording.annotations()).subspan(first)) {
    json.begin_object()
        .member("onset_s", annotation.onset_s)
        .member("duration_s", annotation.duration_s)
        .member("text", annotation.text)
        .end_object();
  }
  json.end_array();
}

}  // namespace

void write_foreign(JsonOut& json, std::string_view key, const std::string& text) {
  json.raw(key, JsonDocument::parse(text).ok() ? std::string_view(text) : std::string_view());
}

std::string started_at(const RecordingStart& start) {
  const std::string date = start.date_text(), time = start.time_text();
  return date.empty() || time.empty() ? std::string() : date + "T" + time;
}

void write_warnings(JsonOut& json, const Warnings& warnings) {
  json.key("warnings").begin_array();
  for (const Warning& warning : warnings) {
    json.begin_object().member("code", warning.code).member("message", warning.message);
    if (warning.byte_offset >= 0) {
      json.member("byte_offset", warning.byte_offset);
    } else {
      json.absent("byte_offset");
    }
    json.end_object();
  }
  json.end_array();
}

void write_reason(JsonOut& json, const CompatibilityReason& reason) {
  json.member("code", reason.name()).key("values").begin_object();
  for (const auto& [name, value] : reason.values) {
    if (const auto* names = std::get_if<std::vector<std::string>>(&value)) {
      json.strings(name, *names);
    } else if (const auto* text = std::get_if<std::string>(&value)) {
      json.member(name, *text);
    } else if (const auto* number = std::get_if<double>(&value)) {
      json.member(name, *number);
    } else {
      json.member(name, std::get<bool>(value));
    }
  }
  json.end_object().member("message", reason.text());
}

void write_compatibility(JsonOut& json, const Compatibility& compatibility) {
  json.member("verdict", verdict_name(compatibility.verdict())).key("items").begin_array();
  for (const CompatibilityItem& item : compatibility.items) {
    json.begin_object().member("item", item.item).member("verdict", verdict_name(item.verdict));
    write_reason(json, item.reason);
    json.end_object();
  }
  json.end_array();
}

void write_left_out(JsonOut& json, const std::vector<LeftOut>& left_out) {
  json.key("left_out").begin_array();
  for (const LeftOut& entry : left_out) {
    json.begin_object().member("reason", entry.reason).count("count", entry.count).end_object();
  }
  json.end_array();
}

void write_tensors(JsonOut& json, const std::vector<TensorInfo>& tensors) {
  json.key("tensors").begin_array();
  for (const TensorInfo& tensor : tensors) {
    std::uint64_t n_values = 1;
    for (const std::size_t length : tensor.shape) n_values *= length;
    json.begin_object()
        .member("name", tensor.name)
        .counts("shape", tensor.shape)
        .count("parameters", tensor.is_parameter ? n_values : 0)
        .end_object();
  }
  json.end_array();
}

void write_self_test(JsonOut& json, const std::optional<SelfTest>& test) {
  if (!test) {
    json.raw("self_test", {});
    return;
  }
  json.key("self_test")
      .begin_object()
      .member("passed", test->passed)
      .member("max_abs_diff", test->max_abs_diff)
      .count("n_inputs", test->n_inputs)
      .end_object();
}

std::string describe_recording(const OpenRecording& open, Keys keys, bool pretty) {
  const Recording& recording = open.recording;
  const SignalHeader& header = recording.header();
  JsonOut json(keys, pretty);
  json.begin_object()
      .member("kind", "recording")
      .member("file_name", recording.file_name())
      .member("format", header.format)
      .count("size_bytes", open.source->size())
      .member("patient", header.patient)
      .member("recording_field", header.recording)
      .member("started_at", started_at(header.start))
      .member("duration_s", recording.duration_s())
      .count("n_records", header.n_records)
      .member("record_duration_s", header.record_duration_s);
  write_channels(json, recording);
  write_segments(json, recording);
  write_annotations(json, open);
  json.member("annotations_complete", recording.annotations_complete());
  write_warnings(json, recording.warnings());
  json.count("bytes_read", open.source->n_bytes_read()).end_object();
  return json.take();
}

std::string describe_new_annotations(const OpenRecording& open, Keys keys) {
  JsonOut json(keys);
  const std::size_t first = open.recording.take_first_changed();
  json.begin_object().count("first", first);
  write_annotations(json, open, first);
  json.member("complete", open.recording.annotations_complete());
  write_warnings(json, open.recording.warnings());
  json.count("bytes_read", open.source->n_bytes_read()).end_object();
  return json.take();
}

std::string describe_model(const OpenModel& open, Keys keys, bool pretty) {
  const Model& model = open.model;
  const ModelContract& contract = model.contract();
  JsonOut json(keys, pretty);
  json.begin_object()
      .member("kind", "model")
      .member("file_name", open.file_name)
      .raw("config", model.config().to_json());
  json.strings("classes", contract.classes).strings("ch_names", contract.ch_names).member("sfreq", contract.sfreq);
  write_foreign(json, "recipe", contract.recipe_json);
  write_foreign(json, "train", contract.train_json);
  json.member("license", contract.license).count("parameters", model.n_parameters());
  json.member("bits", model.bits());
  write_tensors(json, model.tensors());
  write_self_test(json, model.self_test());
  write_warnings(json, open.warnings);
  json.end_object();
  return json.take();
}

std::string describe_compatibility(const Compatibility& compatibility, Keys keys) {
  JsonOut json(keys);
  json.begin_object();
  write_compatibility(json, compatibility);
  json.end_object();
  return json.take();
}

void write_epochs(JsonOut& json, const std::vector<Epoch>& epochs) {
  json.key("epochs").begin_array();
  for (const Epoch& epoch : epochs) {
    json.begin_object()
        .member("onset_s", epoch.onset_s)
        .member("duration_s", epoch.duration_s)
        .member("label", epoch.label)
        .end_object();
  }
  json.end_array();
}

}  // namespace eegate
