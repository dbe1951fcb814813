// Opening files, for several commands.
#pragma once

#include <string>

#include "base/result.h"
#include "session/open/open_files.h"
#include "session/open/recipe_choice.h"

namespace eegate::cli {

Result<OpenRecording> open_recording_file(const std::string& path);
Result<OpenModel> open_model_file(const std::string& path);
Result<Recipe> read_recipe_file(const std::string& path);

}  // namespace eegate::cli
