// eegate convert: a recording of any format as EDF+ or BrainVision, without identity.
#include "session/exchange/convert.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "base/file_set.h"
#include "cli/commands.h"
#include "cli/file_source.h"
#include "cli/opened.h"
#include "cli/output.h"
#include "cli/usage.h"
#include "cli/writer.h"
#include "session/open/describe.h"
#include "session/output/json_out.h"

namespace eegate::cli {
namespace {

struct ConvertCommandOptions {
  std::string recording, output;  // .edf or .vhdr
  std::vector<std::string> keep;  // date
  bool remove_time = false;
  bool json = false;
};

ConvertOptions fields_of(const ConvertCommandOptions& options) {
  return {.keep_date = std::ranges::find(options.keep, "date") != options.keep.end(),
          .remove_time = options.remove_time};
}

std::string converted_text(const Converted& converted, const std::vector<std::string>& files) {
  std::string text = std::to_string(converted.n_channels) + " channels, " + std::to_string(converted.n_samples) +
                     " samples, " + std::to_string(converted.n_annotations) + " annotations\n";
  for (const std::string& file : files) text += "written: " + one_line(file) + "\n";
  return text;
}

std::string converted_json(const Converted& converted, const std::vector<std::string>& files) {
  JsonOut json(Keys::kSnake, true);
  json.begin_object().strings("files", files).count("n_channels", converted.n_channels);
  json.count("n_samples", converted.n_samples).count("n_annotations", converted.n_annotations);
  json.strings("left_out", converted.left_out);
  write_warnings(json, converted.warnings);
  return json.end_object().take() + "\n";
}

Result<Converted> write_edf_copy(const OpenRecording& open, const ConvertCommandOptions& options) {
  EEGATE_TRY(OutputFile file, OutputFile::open(options.output));
  ProgressBar bar("converting");
  EEGATE_TRY(Converted converted, convert_to_edf(
                                      open, fields_of(options), [&](auto bytes) { return file.write(bytes); },
                                      [&](double fraction) { bar.show(fraction); }));
  EEGATE_CHECK(file.finish());
  return converted;
}

// The header, by which such a recording is opened, comes last.
Result<Converted> write_brainvision_copy(const OpenRecording& open, const ConvertCommandOptions& options,
                                         const std::vector<std::string>& paths) {
  EEGATE_CHECK(check_outputs(paths));
  EEGATE_TRY(OutputFile samples, OutputFile::open(paths[1]));
  ProgressBar bar("converting");
  const std::string stem(stem_of(base_name(paths[0])));
  EEGATE_TRY(BrainVisionTexts texts,
             convert_to_brainvision(
                 open, fields_of(options), stem, [&](auto bytes) { return samples.write(bytes); },
                 [&](double fraction) { bar.show(fraction); }));
  Outputs outputs;
  EEGATE_CHECK(outputs.add(std::move(samples)));
  EEGATE_CHECK(outputs.add(paths[2], texts.markers));
  EEGATE_CHECK(outputs.add(paths[0], texts.header));
  EEGATE_CHECK(outputs.finish());
  return std::move(texts.converted);
}

Result<> convert(const ConvertCommandOptions& options) {
  EEGATE_TRY(OpenRecording open, open_recording_file(options.recording));
  EEGATE_CHECK(read_all_annotations(open.recording));
  std::vector<std::string> paths = {options.output};
  if (ending_of(options.output) == "vhdr") {
    const std::string stem = options.output.substr(0, options.output.size() - 5);
    paths.insert(paths.end(), {stem + ".eeg", stem + ".vmrk"});
  }
  EEGATE_TRY(const Converted converted,
             paths.size() == 1 ? write_edf_copy(open, options) : write_brainvision_copy(open, options, paths));
  options.json ? print_data(converted_json(converted, paths)) : print(converted_text(converted, paths));
  Warnings warnings = open.recording.warnings();
  warnings.insert(warnings.end(), converted.warnings.begin(), converted.warnings.end());
  print_warnings(warnings);
  return {};
}

}  // namespace

void add_convert(CLI::App& app, Chosen& chosen) {
  auto options = std::make_shared<ConvertCommandOptions>();
  CLI::App* sub =
      add_command(app, chosen, "convert", "A recording as EDF+ or BrainVision, without identity", options, &convert);
  sub->add_option("recording", options->recording, "a recording of any format; it stays as it is")->required();
  sub->add_option("output", options->output, "the .edf file, or the .vhdr with its .eeg and .vmrk, to write")
      ->required()
      ->check([](const std::string& path) -> std::string {
        const std::string ending = ending_of(path);
        if (path != "-" && ending != "edf" && ending != "vhdr") return "ends in neither .edf nor .vhdr";
        return ending == "vhdr" ? problem_of_linked_name(base_name(path)) : "";
      });
  sub->add_option("--keep", options->keep, "fields to leave: date")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(CLI::IsMember({"date"}));
  sub->add_flag("--remove-time", options->remove_time, "the start time, too");
  sub->add_flag("--json", options->json, "JSON instead of lines of text");
}

}  // namespace eegate::cli
