// Descriptions of open recordings and models as JSON: one for the command line and for the page, whose keys differ in
// spelling.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "session/open/compatibility.h"
#include "session/open/open_files.h"
#include "session/output/json_out.h"
#include "signal/prepare.h"

namespace eegate {

std::string describe_recording(const OpenRecording& open, Keys keys, bool pretty = false);
// Those that are new or have moved since they were last described, from index `first` on.
std::string describe_new_annotations(const OpenRecording& open, Keys keys);
std::string describe_model(const OpenModel& open, Keys keys, bool pretty = false);
std::string describe_compatibility(const Compatibility& compatibility, Keys keys);

// Members of the descriptions, for other writers.
void write_warnings(JsonOut& json, const Warnings& warnings);
void write_compatibility(JsonOut& json, const Compatibility& compatibility);
void write_epochs(JsonOut& json, const std::vector<Epoch>& epochs);
void write_left_out(JsonOut& json, const std::vector<LeftOut>& left_out);
// JSON from a model file's metadata, which may be anything; null if it is not JSON.
void write_foreign(JsonOut& json, std::string_view key, const std::string& text);
void write_tensors(JsonOut& json, const std::vector<TensorInfo>& tensors);
void write_self_test(JsonOut& json, const std::optional<SelfTest>& test);

// "2009-08-12T16:15:00"; empty when date or time is unknown.
std::string started_at(const RecordingStart& start);

}  // namespace eegate
