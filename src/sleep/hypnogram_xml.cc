// Hypnograms as XML: Compumedics Profusion (CMPStudyConfig, one number for each epoch) and PSGAnnotation of the
// National Sleep Research Resource (events with onset and duration, some of them stages).
#include <algorithm>
#include <string>
#include <utility>

#include "files/text.h"
#include "files/xml_scan.h"
#include "sleep/hypnogram_parts.h"
#include "sleep/stage_runs.h"

namespace eegate::hypnogram_parts {
namespace {

struct ScoredEvent {
  std::string type, concept_text, name, start, duration, clock;
};

struct Scoring {
  std::string root, epoch_length;
  std::vector<std::string> stages;  // <SleepStage>, also empty ones
  std::vector<ScoredEvent> events;  // <ScoredEvent>
};

void take_text(Scoring& scoring, const XmlStep& step, bool in_event) {
  if (step.name == "EpochLength") scoring.epoch_length = step.text;
  if (step.name == "SleepStage") scoring.stages.back() = step.text;
  if (!in_event) return;
  ScoredEvent& event = scoring.events.back();
  if (step.name == "EventType") event.type = step.text;
  if (step.name == "EventConcept") event.concept_text = step.text;
  if (step.name == "Name") event.name = step.text;
  if (step.name == "Start") event.start = step.text;
  if (step.name == "Duration") event.duration = step.text;
  if (step.name == "ClockTime") event.clock = step.text;
}

Result<Scoring> scan(const std::string& text, const std::string& file_name) {
  Scoring scoring;
  bool in_event = false;
  for (XmlScan xml(text, file_name, "HYP_XML");;) {
    EEGATE_TRY(const XmlStep step, xml.next());
    if (step.kind == XmlStep::Kind::kEnd) return scoring;
    if (step.kind == XmlStep::Kind::kText) {
      take_text(scoring, step, in_event);
      continue;
    }
    if (step.kind == XmlStep::Kind::kOpen && scoring.root.empty()) scoring.root = step.name;
    if (step.kind == XmlStep::Kind::kOpen && step.name == "SleepStage") scoring.stages.emplace_back();
    if (step.name != "ScoredEvent") continue;  // names in ScoredEventSettings are a legend
    in_event = step.kind == XmlStep::Kind::kOpen;
    if (in_event) scoring.events.emplace_back();
  }
}

// "Stage 2 sleep|2" -> "Stage 2 sleep", "2"
std::pair<std::string, std::string> halves(const std::string& text) {
  const std::size_t bar = text.find('|');
  return bar == std::string::npos ? std::pair(text, std::string())
                                  : std::pair(text.substr(0, bar), text.substr(bar + 1));
}

// "01.01.85 20.29.59": the date is that of anonymous recordings.
RecordingStart start_of(std::string clock) {
  std::ranges::replace(clock, '.', ':');
  RecordingStart start =
      written_start("1970-01-01 " + clock.substr(clock.size() - std::min<std::size_t>(clock.size(), 8)));
  start.year = 0;
  return start;
}

Result<HypnogramFile> of_runs(const Scoring& scoring, double epoch_s, const Input& input, HypnogramFile out) {
  std::vector<StageRun> runs;
  std::vector<std::string> words;
  for (const ScoredEvent& event : scoring.events) {
    const double start_s = parse_decimal(event.start).value_or(-1);
    const double duration_s = parse_decimal(event.duration).value_or(0);
    if (start_s < 0) continue;
    if (event.concept_text == "Recording Start Time") out.start = start_of(event.clock);
    if (event.type.find("Stages") == std::string::npos) {
      out.events.push_back({start_s, duration_s, event.concept_text.empty() ? event.name : event.concept_text});
      continue;
    }
    const auto [word, number] = halves(event.concept_text);
    count_word(out, event.concept_text);
    words.push_back(stage_of_word(word) || number.empty() ? word : number);
    runs.push_back({start_s, duration_s, Stage::kNone});
  }
  if (runs.empty()) return nothing_found(input.file_name);
  EEGATE_TRY(const auto stages, stages_of_tokens(words, {{}, {}, input.options.codes, StageCodes::kNsrr, {}}, input));
  for (std::size_t i = 0; i < runs.size(); ++i) runs[i].stage = stages[i];
  EEGATE_TRY(out.hypnogram, hypnogram_of_runs(std::move(runs), epoch_s, input.file_name, input.diagnostics));
  return out;
}

}  // namespace

Result<HypnogramFile> read_xml(const std::string& text, const Input& input) {
  EEGATE_TRY(const Scoring scoring, scan(text, input.file_name));
  if (scoring.root != "CMPStudyConfig" && scoring.root != "PSGAnnotation") {
    return Error{.code = "HYP_XML",
                 .message = "XML of this kind holds no scoring that is known",
                 .field = input.file_name,
                 .found = quoted(scoring.root),
                 .expected = "CMPStudyConfig (Compumedics Profusion) or PSGAnnotation (NSRR)"};
  }
  const double stated_s = parse_decimal(scoring.epoch_length).value_or(0);
  const double epoch_s = input.options.epoch_s > 0 ? input.options.epoch_s : stated_s;
  HypnogramFile out;
  out.source = "XML, " + scoring.root;
  if (scoring.stages.empty()) return of_runs(scoring, epoch_s, input, std::move(out));
  for (const std::string& word : scoring.stages) count_word(out, word);
  EEGATE_TRY(out.hypnogram.stages,
             stages_of_tokens(scoring.stages, {{}, {}, input.options.codes, StageCodes::kNsrr, {}}, input));
  if (epoch_s > 0) out.hypnogram.epoch_s = epoch_s;
  for (const ScoredEvent& event : scoring.events) {
    out.events.push_back({parse_decimal(event.start).value_or(0), parse_decimal(event.duration).value_or(0),
                          event.concept_text.empty() ? event.name : event.concept_text});
  }
  return out;
}

}  // namespace eegate::hypnogram_parts
