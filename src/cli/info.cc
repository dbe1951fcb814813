// eegate info: the contents of a file, as tables or JSON.
#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "base/numbers_as_text.h"
#include "cli/commands.h"
#include "cli/file_source.h"
#include "cli/opened.h"
#include "cli/output.h"
#include "cli/writer.h"
#include "session/explain/inspection.h"
#include "session/open/describe.h"
#include "session/open/open_files.h"
#include "session/sleep/stagers.h"

namespace eegate::cli {
namespace {

struct InfoOptions {
  std::vector<std::string> files;
  bool json = false, patterns = false;
};

std::string recording_summary(const OpenRecording& open) {
  const Recording& recording = open.recording;
  const SignalHeader& header = recording.header();
  const std::string started = started_at(header.start);
  std::string text = one_line(recording.file_name()) + ": " + header.format + ", " +
                     counted(recording.channels().size(), "channel", "channels") + ", " +
                     number_text(recording.duration_s()) + " s\n";
  text += "patient:    " + one_line(header.patient) + "\nrecording:  " + one_line(header.recording) + "\n";
  text += "started:    " + (started.empty() ? "unknown" : started) + "\n";
  if (!recording.is_contiguous()) {
    text += "gaps:       " + std::to_string(recording.segments().size() - 1) + "\n";
  }
  return text;
}

std::string channel_table(const Recording& recording) {
  if (recording.channels().empty()) return "no channels\n";
  Table table({{"channel"}, {"label"}, {"unit"}, {"Hz", true}, {"samples", true}, {"notes"}});
  for (const Channel& channel : recording.channels()) {
    std::string notes = channel.is_trigger ? "triggers" : channel.is_voltage ? "" : "no voltage known";
    if (!channel.calibrated) notes = "not calibrated";
    if (!channel.type.empty()) notes += (notes.empty() ? "" : ", ") + channel.type;
    if (channel.is_bad) notes += (notes.empty() ? "" : ", ") + std::string("bad");
    if (!channel.prefiltering.empty()) notes += (notes.empty() ? "" : ", ") + channel.prefiltering;
    if (!channel.reference.empty()) notes += (notes.empty() ? "against " : ", against ") + channel.reference;
    table.add({channel.name, channel.label, channel.unit, number_text(channel.sfreq), std::to_string(channel.n_samples),
               notes});
  }
  return table.text();
}

std::string annotation_table(const Recording& recording) {
  if (recording.annotations().empty()) return "no annotations\n";
  Table table({{"onset_s", true}, {"duration_s", true}, {"annotation"}});
  for (const Annotation& annotation : recording.annotations()) {
    table.add({number_text(annotation.onset_s), number_text(annotation.duration_s), annotation.text});
  }
  return table.text();
}

struct FileInfo {
  std::string text;
  bool is_json = false;
  Warnings warnings;
};

Result<FileInfo> recording_info(const std::string& file, const InfoOptions& options) {
  EEGATE_TRY(OpenRecording open, open_recording_file(file));
  EEGATE_CHECK(read_all_annotations(open.recording));
  if (options.json) return FileInfo{describe_recording(open, Keys::kSnake, true) + "\n", true, {}};
  return FileInfo{
      recording_summary(open) + "\n" + channel_table(open.recording) + "\n" + annotation_table(open.recording), false,
      open.recording.warnings()};
}

std::string sizes_text(const std::vector<std::size_t>& shape) {
  std::string text;
  for (const std::size_t length : shape) text += (text.empty() ? "" : " x ") + std::to_string(length);
  return text.empty() ? "1" : text;
}

std::string tensor_table(const std::vector<TensorInfo>& tensors) {
  Table table({{"tensor"}, {"shape"}, {"parameters", true}});
  for (const TensorInfo& tensor : tensors) {
    std::size_t n_values = tensor.is_parameter ? 1 : 0;
    for (const std::size_t length : tensor.shape) n_values *= length;
    table.add({tensor.name, sizes_text(tensor.shape), std::to_string(n_values)});
  }
  return table.text();
}

std::string names_text(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + one_line(name);
  return text;
}

std::string self_test_text(const std::optional<SelfTest>& test) {
  if (!test) return "none in the file";
  return std::string(test->passed ? "passed" : "failed") + ", largest difference " + number_text(test->max_abs_diff) +
         " over " + std::to_string(test->n_inputs) + " inputs";
}

// A classifier or a stager, whose input is a window of epochs.
template <class Net>
std::string model_summary(const std::string& file_name, const Net& model, const std::string& form,
                          const std::string& input) {
  const ModelConfig& config = model.config();
  const ModelContract& contract = model.contract();
  std::string text = one_line(file_name) + ": " + config.architecture + ", " + std::to_string(model.n_parameters()) +
                     " parameters" + form + "\n";
  text += "input:      " + input + std::to_string(config.n_times) + " samples at " + number_text(contract.sfreq) +
          " Hz, uV\n";
  text += "channels:   " + names_text(contract.ch_names) + "\nclasses:    " + names_text(contract.classes) + "\n";
  text += "self-test:  " + self_test_text(model.self_test()) + "\n";
  text += "recipe:     " + (contract.recipe_json.empty() ? "none in the file" : contract.recipe_json) + "\n";
  text += "licence:    " + (contract.license.empty() ? "not stated" : one_line(contract.license)) + "\n";
  text += "config:     " + config.to_json() + "\n";
  return text + "\n" + tensor_table(model.tensors());
}

Result<FileInfo> stager_info(std::span<const std::byte> bytes, const std::string& file, const InfoOptions& options) {
  EEGATE_TRY(const OpenStager open, open_stager(bytes, base_name(file)));
  if (options.json) return FileInfo{describe_stager(open, Keys::kSnake, true) + "\n", true, {}};
  const SequenceNetwork& network = open.model.network();
  const std::string channels =
      network.any_channels ? "any number of channels x " : std::to_string(network.n_chans) + " channels x ";
  return FileInfo{
      model_summary(open.file_name, open.model, "", std::to_string(network.n_context) + " epochs x " + channels), false,
      open.model.warnings()};
}

Result<FileInfo> model_info(const std::string& file, const InfoOptions& options) {
  EEGATE_TRY(const auto bytes, read_file(file));
  if (options.patterns) {
    EEGATE_TRY(const std::string patterns, patterns_json(bytes));
    return FileInfo{patterns, true, {}};
  }
  if (is_stager(bytes)) return stager_info(bytes, file, options);
  EEGATE_TRY(const OpenModel open, open_model(bytes, base_name(file)));
  if (options.json) return FileInfo{describe_model(open, Keys::kSnake, true) + "\n", true, {}};
  const Model& model = open.model;
  const std::string form = model.bits() == 32 ? "" : " in " + std::to_string(model.bits()) + " bits";
  return FileInfo{model_summary(open.file_name, model, form, std::to_string(model.config().n_chans) + " channels x "),
                  false, open.warnings};
}

Result<FileInfo> file_info(const std::string& file, const InfoOptions& options) {
  EEGATE_TRY(const auto source, FileSource::open(file));
  std::array<std::byte, 16> head{};
  const std::size_t n = static_cast<std::size_t>(std::min<std::uint64_t>(head.size(), source->size()));
  EEGATE_CHECK(source->read(0, std::span(head).first(n)));
  if (looks_like_model(std::span(head).first(n), file)) return model_info(file, options);
  if (options.patterns)
    return Error{.code = "MODEL_PATTERNS",
                 .message = "A recording has no patterns of sources",
                 .field = "--patterns",
                 .found = "a recording",
                 .expected = "a model file"};
  return recording_info(file, options);
}

// Texts one below the other; as JSON one list.
Result<> several_infos(const InfoOptions& options) {
  EEGATE_TRY(const std::vector<std::string> files, recordings_of(options.files));
  const bool list = options.json || options.patterns;
  std::string between = list ? "[\n" : "";
  const Result<> done = for_each_file(files, [&](const std::string& file) -> Result<> {
    EEGATE_TRY(const FileInfo info, file_info(file, options));
    list ? print_data(between + info.text) : print(between + info.text);
    between = list ? ",\n" : "\n";
    print_warnings(info.warnings, base_name(file));
    return {};
  });
  if (list) print_data(between == "[\n" ? "[]\n" : "]\n");
  return done;
}

Result<> info(const InfoOptions& options) {
  if (are_several(options.files)) return several_infos(options);
  EEGATE_TRY(const FileInfo info, file_info(options.files[0], options));
  info.is_json ? print_data(info.text) : print(info.text);
  print_warnings(info.warnings);
  return {};
}

}  // namespace

void add_info(CLI::App& app, Chosen& chosen) {
  auto options = std::make_shared<InfoOptions>();
  CLI::App* sub = add_command(app, chosen, "info", "What a recording or a model file holds", options, &info);
  sub->add_option("files", options->files, "recordings, folders of recordings, or models (.safetensors)")->required();
  sub->add_flag("--json", options->json, "JSON instead of tables");
  sub->add_flag("--patterns", options->patterns, "of a classifier of covariances: its sources on the head, as JSON");
}

}  // namespace eegate::cli
