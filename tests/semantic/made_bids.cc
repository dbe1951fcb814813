// A recording with the sidecar files of a BIDS data set, its own and inherited ones: well formed, with extreme onsets,
// rates, positions and texts.
#include <array>

#include "semantic/made.h"
#include "semantic/members.h"

namespace eegate::test::semantic {
namespace {

using SidecarRows = std::vector<std::vector<std::string>>;

std::vector<std::byte> sidecar_bytes(const std::string& text) {
  const auto bytes = std::as_bytes(std::span(text.data(), text.size()));
  return {bytes.begin(), bytes.end()};
}

// Now and then a cell is missing.
std::string sidecar_table(Choices& choices, const SidecarRows& rows) {
  std::string text;
  for (const std::vector<std::string>& row : rows) {
    const std::size_t n_cells = row.size() - (choices.one_of(32) ? 1 : 0);
    for (std::size_t i = 0; i < n_cells; ++i) text += (i > 0 ? "\t" : "") + row[i];
    text += "\n";
  }
  return text;
}

std::string sidecar_cell(Choices& choices, double usual) {
  return choices.one_of(8) ? "n/a" : choices.text_around(usual);
}

std::string events_table(Choices& choices) {
  constexpr std::array kTexts = {"T1", "T2", "T0", "=1+1", "n/a", "\xC3\xA9", "<b>"};
  SidecarRows rows = {{"onset", "duration", choices.one_of(4) ? "value" : "trial_type"}};
  for (std::size_t n = choices.below(6); n > 0; --n) {
    const std::string onset = sidecar_cell(choices, 1), duration = sidecar_cell(choices, 1);
    rows.push_back({onset, duration, choices.of(kTexts)});
  }
  return sidecar_table(choices, rows);
}

std::string channels_table(Choices& choices) {
  constexpr std::array kTypes = {"EEG", "EEG", "eog", "TRIG", "MISC", "n/a"};
  constexpr std::array kUnits = {"uV", "\xC2\xB5V", "V", "nV", "n/a", "kg"};
  SidecarRows rows = {{"name", "type", "units", "status"}};
  for (const std::string& name : made_names(choices.between(1, 5))) {
    const std::string type = choices.of(kTypes), unit = choices.of(kUnits);
    rows.push_back({name, type, unit, choices.one_of(4) ? "bad" : "good"});
  }
  return sidecar_table(choices, rows);
}

std::string electrodes_table(Choices& choices) {
  SidecarRows rows = {{"name", "x", "y", "z"}};
  for (const std::string& name : made_names(choices.between(1, 5))) {
    const std::string x = sidecar_cell(choices, 0.1), y = sidecar_cell(choices, 0.1);
    rows.push_back({name, x, y, sidecar_cell(choices, 0.1)});
  }
  return sidecar_table(choices, rows);
}

std::string eeg_json(Choices& choices) {
  Members json;
  if (!choices.one_of(3)) json.add(member("SamplingFrequency", choices.text_around(160)));
  if (choices.one_of(2)) json.add(member("RecordingDuration", choices.text_around(3)));
  return json.object();
}

}  // namespace

MadeFiles made_bids(Choices& choices) {
  constexpr std::array kSystems = {"CapTrak", "CTF", "EEGLAB", "Other", "ACPC"};
  // Of the recording itself, and of all recordings of the subject, of the task, of the data set.
  constexpr std::array kEntities = {"sub-01_task-rest_run-1_", "sub-01_", "task-rest_", ""};
  MadeFiles made{.name = "sub-01_task-rest_run-1_eeg.edf", .bytes = made_recording(choices), .beside = {}};
  const auto add = [&](const char* suffix, const std::string& text) {
    made.beside.emplace_back(choices.of(kEntities) + std::string(suffix), sidecar_bytes(text));
  };
  if (!choices.one_of(3)) add("events.tsv", events_table(choices));
  if (choices.one_of(6)) add("events.tsv", events_table(choices));
  if (!choices.one_of(3)) add("channels.tsv", channels_table(choices));
  if (!choices.one_of(3)) add("electrodes.tsv", electrodes_table(choices));
  add("coordsystem.json", R"({"EEGCoordinateSystem":")" + std::string(choices.of(kSystems)) + "\"}");
  add("eeg.json", eeg_json(choices));
  if (choices.one_of(2)) add("eeg.json", eeg_json(choices));
  return made;
}

FileSet file_set_of(const MadeFiles& made) {
  std::vector<NamedFile> files;
  for (const auto& [name, bytes] : made.beside)
    files.push_back({name, [content = bytes] {
                       return Result<std::shared_ptr<ByteSource>>(std::make_shared<MemorySource>(content));
                     }});
  return FileSet(std::move(files));
}

}  // namespace eegate::test::semantic
