#include "cli/opened.h"

#include <cstring>
#include <string_view>

#include "cli/file_source.h"
#include "session/sleep/stagers.h"

namespace eegate::cli {

Result<OpenRecording> open_recording_file(const std::string& path) {
  EEGATE_TRY(auto source, FileSource::open(path));
  return open_recording(std::move(source), base_name(path), files_beside(path));
}

Result<OpenModel> open_model_file(const std::string& path) {
  auto read = read_file(path);
  if (!read.ok() && path.find_first_of("./\\") == std::string::npos) {
    Error error = std::move(read).error();
    error.hint =
        "A model is given as a file. The bundled ones are in dist/models of the package; 'npx eegate' finds them by "
        "name.";
    return error;
  }
  EEGATE_TRY(const auto bytes, std::move(read));
  auto model = open_model(bytes, base_name(path));
  if (model.ok() || !is_stager(bytes)) return model;
  Error error = std::move(model).error();
  error.hint = "This is a model of sleep staging: 'eegate stage' runs it.";
  return error;
}

Result<Recipe> read_recipe_file(const std::string& path) {
  EEGATE_TRY(const auto bytes, read_file(path));
  std::string text(bytes.size(), '\0');
  std::memcpy(text.data(), bytes.data(), bytes.size());
  auto recipe = parse_recipe(text);
  if (recipe.ok()) return std::move(recipe).value();
  Error error = std::move(recipe).error();
  error.place += (error.place.empty() ? "" : " of ") + base_name(path);
  return error;
}

}  // namespace eegate::cli
