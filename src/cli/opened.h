// Opening files, for several commands.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "session/open/open_files.h"
#include "session/open/recipe_choice.h"

namespace eegate::cli {

Result<OpenRecording> open_recording_file(const std::string& path);
Result<OpenModel> open_model_file(const std::string& path);
// The bytes of a model file; of a model of sleep staging this error.
Result<std::vector<std::byte>> read_classifier_file(const std::string& path, std::string_view code,
                                                    const std::string& message);
// The bytes of an .npy file whose header is right: errors in it name the file, as does NPY_SHAPE for another number of
// axes than those of epochs.
Result<std::vector<std::byte>> read_npy_file(const std::string& path);
Result<std::vector<std::byte>> read_epochs_file(const std::string& path);
Result<Recipe> read_recipe_file(const std::string& path);

// Folders become the recordings below them, in the order of their paths, links followed; other files there are left
// out. A file that is named is taken whatever its ending. Errors: NO_RECORDINGS.
Result<std::vector<std::string>> recordings_of(const std::vector<std::string>& given);
// The same with the name of each below its folder, or of the file alone: "more/b.edf" of "data/more/b.edf" in "data".
struct NamedRecording {
  std::string path, name;
};
Result<std::vector<NamedRecording>> named_recordings_of(const std::vector<std::string>& given);

// Whether the name ends like that of a recording.
bool has_recording_ending(const std::filesystem::path& path);

// More than one file, or a folder, whatever it holds.
bool are_several(const std::vector<std::string>& given);

// Carries out `one` for every path. Failures are reported with the path, and the others are still done; at the end
// that is an error, too. Errors: FILES_FAILED, RESULT_NO_ANSWER where nothing worse happened.
Result<> for_each_file(const std::vector<std::string>& paths, const std::function<Result<>(const std::string&)>& one);

}  // namespace eegate::cli
