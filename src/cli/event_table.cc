#include "cli/event_table.h"

#include <algorithm>
#include <vector>

#include "base/numbers_as_text.h"
#include "session/classify/results.h"
#include "session/output/table_cells.h"

namespace eegate::cli {
namespace {

struct Event {
  double onset_s, end_s;
  double confidence;  // sum over the windows until all are known
  std::size_t n_windows;
};

constexpr double kSlackS = 1e-6;  // onsets are multiples of a sample

std::vector<Event> events_of(const Plan& plan, std::span<const float> probabilities, std::size_t which) {
  const std::string& name = plan.model().model.contract().classes[which];
  std::vector<Event> events;
  for (std::size_t i = 0; i < plan.epochs().size(); ++i) {
    const auto row = probabilities.subspan(i * plan.n_classes(), plan.n_classes());
    if (plan.label_of(row) != name) continue;
    const Epoch& epoch = plan.epochs()[i];
    if (events.empty() || epoch.onset_s > events.back().end_s + kSlackS) events.push_back({epoch.onset_s, 0, 0, 0});
    Event& last = events.back();
    last.end_s = std::max(last.end_s, epoch.onset_s + epoch.duration_s);
    last.confidence += static_cast<double>(row[which]);
    ++last.n_windows;
  }
  for (Event& event : events) event.confidence /= static_cast<double>(event.n_windows);
  return events;
}

struct Wanted {
  std::size_t which;
  std::string type;
};

// A class may have a "=" in its name, so that the whole text is looked for first.
Result<Wanted> wanted(const Plan& plan, const std::string& events) {
  const auto& classes = plan.model().model.contract().classes;
  const std::size_t split = events.rfind('=');
  for (const std::string& name : {events, events.substr(0, split)}) {
    const auto at = std::ranges::find(classes, name);
    if (at == classes.end() || plan.model().model.config().task == Task::kRegress) continue;
    return Wanted{static_cast<std::size_t>(at - classes.begin()), name == events ? name : events.substr(split + 1)};
  }
  std::string all;
  for (const std::string& name : classes) all += (all.empty() ? "" : ", ") + name;
  return Error{.code = "RESULT_CLASS",
               .message = "The model has no such class",
               .field = "--events",
               .found = events,
               .expected = "one of " + all + ", or CLASS=TYPE"};
}

}  // namespace

Result<std::string> event_table(const Plan& plan, std::span<const float> probabilities, const std::string& events) {
  EEGATE_CHECK(check_probabilities(plan, probabilities));
  EEGATE_TRY(const Wanted sought, wanted(plan, events));
  const Recording& recording = plan.recording().recording;
  const RecordingStart& start = recording.header().start;
  const std::string date = start.date_text(), time = start.time_text();
  const std::string length_s = significant(recording.duration_s(), 12);
  const std::string end = "\tall\t" + (date.empty() || time.empty() ? "n/a" : date + " " + time) + "\t" + length_s +
                          result_stamps(plan, '\t');
  std::string tsv = "onset\tduration\teventType\tconfidence\tchannels\tdateTime\trecordingDuration";
  tsv += result_stamp_names(plan, '\t');
  const std::vector<Event> found = events_of(plan, probabilities, sought.which);
  for (const Event& event : found) {
    tsv += significant(event.onset_s, 12) + "\t" + significant(event.end_s - event.onset_s, 12) + "\t" +
           tsv_cell(sought.type) + "\t" + significant(event.confidence, 6) + end;
  }
  if (found.empty()) tsv += "0\t" + length_s + "\tbckg\tn/a" + end;
  return tsv;
}

}  // namespace eegate::cli
