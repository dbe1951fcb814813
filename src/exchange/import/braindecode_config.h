// The config.json that braindecode saves beside model.safetensors, as a configuration of ours.
#pragma once

#include <string>

#include "base/result.h"
#include "files/json.h"

namespace eegate {

// The arguments of one of its models rather than an architecture of ours.
bool is_braindecode_config(const JsonValue& config);

// {"config": {...}, "channels": [...], "sfreq": ...}; what the file does not say is left out. EEGNet alone. Errors:
// IMPORT_UNSUPPORTED (an argument that eegate's EEGNet does not have), MODEL_CONFIG_MISSING.
Result<std::string> setup_from_braindecode(const JsonValue& config);

}  // namespace eegate
