// Converts the config.json that braindecode saves with model.safetensors to a configuration of eegate.
#pragma once

#include <string>

#include "base/result.h"
#include "files/json.h"

namespace eegate {

// Whether a JSON object has the arguments of a braindecode model.
bool is_braindecode_config(const JsonValue& config);

// {"config": {...}, "channels": [...], "sfreq": ...}, without what the file does not contain. Only for EEGNet. Errors:
// IMPORT_UNSUPPORTED (an argument that eegate's EEGNet does not have), MODEL_CONFIG_MISSING.
Result<std::string> setup_from_braindecode(const JsonValue& config);

}  // namespace eegate
