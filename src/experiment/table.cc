#include "experiment/table.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/numbers_as_text.h"
#include "experiment/table_text.h"
#include "session/output/version.h"

namespace eegate {
namespace {

using Cells = std::vector<std::string>;

// The axes other than the model that have more than one value.
struct Axes {
  bool band, electrodes, window;
  explicit Axes(const ExperimentPlan& plan)
      : band(plan.bands.size() > 1), electrodes(plan.electrodes.size() > 1), window(plan.windows.size() > 1) {}
  Cells titles() const {
    Cells cells = {"model"};
    if (band) cells.emplace_back("band");
    if (electrodes) cells.emplace_back("electrodes");
    if (window) cells.emplace_back("window");
    return cells;
  }
  Cells of(const ExperimentPlan& plan, const SummaryRow& row) const {
    Cells cells = {plan.models[row.model].name};
    if (band) cells.push_back(plan.bands[row.band].name);
    if (electrodes) cells.push_back(plan.electrodes[row.electrodes].name);
    if (window) cells.push_back(plan.windows[row.window].name);
    return cells;
  }
};

Cells with(Cells cells, const Cells& more) {
  cells.insert(cells.end(), more.begin(), more.end());
  return cells;
}

std::string joined(const Cells& words, const char* separator) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : separator) + word;
  return text;
}

// One line for each row of the summary: its place, and the cells that `cells_of` gives for it; none if they are empty.
template <class CellsOf>
std::string rows_table(const TableInput& input, const Cells& titles, CellsOf cells_of) {
  const Axes axes(input.plan);
  std::string text = markdown_head(with(axes.titles(), titles), axes.titles().size());
  for (const SummaryRow& row : input.summary.rows) {
    if (const Cells cells = cells_of(row); !cells.empty()) text += markdown_row(with(axes.of(input.plan, row), cells));
  }
  return text;
}

std::string data_section(const TableInput& input) {
  const TrialTable& table = input.table;
  std::vector<std::size_t> counts(table.classes.size());
  for (const Trial& trial : table.trials) ++counts[static_cast<std::size_t>(trial.label)];
  std::string text = "## Data\n\n" + std::to_string(table.subjects().size()) + " subjects, " +
                     std::to_string(table.trials.size()) + " trials of " + std::to_string(table.ch_names.size()) +
                     " channels x " + std::to_string(table.n_times) + " samples at " + number_text(table.sfreq) +
                     " Hz.\n\n" + markdown_head({"class", "trials"}, 1);
  for (std::size_t i = 0; i < counts.size(); ++i) text += markdown_row({table.classes[i], std::to_string(counts[i])});
  std::string subjects;
  for (const std::int32_t id : table.subjects()) subjects += (subjects.empty() ? "" : " ") + std::to_string(id);
  text += "\nSubjects: " + subjects + "\n";
  if (table.left_out.empty()) return text + "\nNothing was left out.\n";
  text += "\nLeft out:\n\n" + markdown_head({"what", "reason", "number"}, 2);
  for (const LeftOutItem& item : table.left_out) text += markdown_row({item.what, item.reason, std::to_string(item.n)});
  return text;
}

std::string unit_word(const TableInput& input) {
  if (input.summary.over_seeds) return "seeds";
  return input.plan.splits.rule == PlanSplits::Rule::kPerSubject ? "subjects" : "splits";
}

std::string results_section(const TableInput& input) {
  const Cells titles = {"accuracy", "SD",  "(population SD)", "n",   "balanced accuracy", "macro F1",
                        "kappa",    "ECE", "chance",          "runs"};
  const auto cells_of = [](const SummaryRow& row) -> Cells {
    const std::string runs = std::to_string(row.n_runs) + "/" + std::to_string(row.n_wanted);
    if (row.n_runs == 0) return {"-", "-", "-", "0", "-", "-", "-", "-", "-", runs};
    const bool spread = row.accuracy.n > 1;
    return {percent(row.accuracy.mean),
            spread ? percent(row.accuracy.sample_sd) : "-",
            spread ? "(" + percent(row.accuracy.population_sd) + ")" : "-",
            std::to_string(row.accuracy.n),
            percent(row.balanced_accuracy.mean),
            percent(row.macro_f1.mean),
            fixed(row.kappa.mean, 3),
            fixed(row.ece.mean, 3),
            percent(row.chance.mean),
            runs};
  };
  return "## Results on the test sets\n\nAccuracy in percent over " + unit_word(input) +
         "; SD with n - 1 below the root, and in brackets with n, as the gated-transformer paper prints it. Chance is "
         "always saying the most frequent class.\n\n" +
         rows_table(input, titles, cells_of);
}

Cells difference_cells(const std::optional<PairedDifference>& difference) {
  if (!difference) return {"-", "-", "0"};
  const std::string interval =
      difference->n > 1 ? points(difference->low) + " to " + points(difference->high) : std::string("-");
  return {points(difference->mean), interval, std::to_string(difference->n)};
}

std::string differences_section(const TableInput& input) {
  if (input.plan.models.size() < 2) return {};
  const std::string unit = unit_word(input);
  const auto cells_of = [](const SummaryRow& row) {
    return row.model == 0 ? Cells() : with(difference_cells(row.difference), difference_cells(row.subject_difference));
  };
  return "## Differences from " + markdown_text(input.plan.models.front().name) +
         "\n\nIn points of accuracy, over the same " + unit +
         " and over the same subjects (each one's tests averaged), with 95 % intervals of paired differences. They "
         "take " +
         unit + " and subjects as independent, which those of overlapping training sets are not.\n\n" +
         rows_table(input, {"over " + unit, "95 % interval", "n", "over subjects", "95 % interval", "n"}, cells_of);
}

std::string cost_section(const TableInput& input) {
  const auto cells_of = [](const SummaryRow& row) -> Cells {
    if (row.n_runs == 0) return {};
    const double per_epoch = row.n_epochs > 0 ? row.training_s / row.n_epochs : 0;
    return {std::to_string(row.n_parameters), fixed(row.n_epochs, 0), fixed(row.training_s, 1), fixed(per_epoch, 2),
            fixed(row.latency_ms, 2),         fixed(row.peak_mib, 0)};
  };
  return "## Cost\n\nMedians over the runs, on this machine with whatever else was running; one thread each.\n\n" +
         rows_table(input, {"parameters", "epochs", "training s", "s per epoch", "ms per trial", "peak MiB"}, cells_of);
}

std::string published_section(const TableInput& input) {
  if (!input.plan.published) return {};
  const Published& published = *input.plan.published;
  const Axes axes(input.plan);
  std::string text = "## Published figures\n\nNot measured here. Source: " + markdown_prose(published.source) +
                     "\n\nWhat differs: " + markdown_prose(published.differs) + "\n\n";
  text += markdown_head(with(axes.titles(), {"published accuracy", "published spread", "here", "here, population SD"}),
                        axes.titles().size());
  bool any = false;
  for (const SummaryRow& row : input.summary.rows) {
    if (row.published == nullptr) continue;
    any = true;
    const bool done = row.n_runs > 0;
    text += markdown_row(with(
        axes.of(input.plan, row),
        {percent(row.published->accuracy), row.published->spread ? percent(*row.published->spread) : "-",
         done ? percent(row.accuracy.mean) : "-", row.accuracy.n > 1 ? percent(row.accuracy.population_sd) : "-"}));
    for (const auto& [name, accuracy] : row.published->subjects)
      text += markdown_row(with(axes.of(input.plan, row), {percent(accuracy) + " (" + name + ")", "-", "-", "-"}));
  }
  return any ? text : text + "\nNone of them belongs to a row of this table.\n";
}

// The mean can hide a class that is never predicted.
std::string classes_section(const TableInput& input) {
  const std::size_t n = input.table.classes.size();
  const auto cells_of = [n](const SummaryRow& row) {
    Cells cells;
    for (std::size_t truth = 0; truth < n && row.confusion.size() == n * n; ++truth) {
      std::size_t sum = 0;
      for (std::size_t predicted = 0; predicted < n; ++predicted) sum += row.confusion[truth * n + predicted];
      const auto hits = static_cast<double>(row.confusion[truth * n + truth]);
      cells.push_back(sum > 0 ? percent(hits / static_cast<double>(sum)) : "-");
    }
    return cells;
  };
  return "## Recall by class\n\nOver all tests of a row together, in percent; the confusion matrices of single tests "
         "are "
         "in runs/.\n\n" +
         rows_table(input, input.table.classes, cells_of);
}

// A column for each row of the table, a row for each subject.
std::string subjects_section(const TableInput& input) {
  std::set<std::int32_t> subjects;
  for (const SummaryRow& row : input.summary.rows) {
    for (const auto& [subject, accuracy] : row.subjects) subjects.insert(subject);
  }
  if (subjects.empty()) return {};
  const Axes axes(input.plan);
  Cells titles = {"subject"};
  for (const SummaryRow& row : input.summary.rows) titles.push_back(joined(axes.of(input.plan, row), ", "));
  std::string text =
      "## Accuracy by subject\n\nOver the tests in which the subject was, in percent.\n\n" + markdown_head(titles, 1);
  for (const std::int32_t subject : subjects) {
    Cells cells = {std::to_string(subject)};
    for (const SummaryRow& row : input.summary.rows) {
      const auto at = row.subjects.find(subject);
      cells.push_back(at == row.subjects.end() ? "-" : percent(at->second));
    }
    text += markdown_row(cells);
  }
  return text;
}

std::string groups_text(const SplitSet& set) {
  std::string text;
  for (const std::int32_t group : set.groups) text += (text.empty() ? "" : " ") + std::to_string(group);
  if (set.groups.empty()) return std::to_string(set.epochs.size()) + " trials";
  return text.size() <= 200 ? text : std::to_string(set.groups.size()) + " of them";
}

std::string splits_section(const TableInput& input) {
  std::string text = "## Splits\n\n" + markdown_head({"split", "rule", "validation", "test", "trials"}, 4);
  for (const NamedSplit& named : input.splits) {
    const Split& split = named.split;
    text += markdown_row({named.name, split.rule, groups_text(split.validation), groups_text(split.test),
                          std::to_string(split.train.epochs.size()) + " / " +
                              std::to_string(split.validation.epochs.size()) + " / " +
                              std::to_string(split.test.epochs.size())});
  }
  return text + "\nThe rest trains. Trials: training / validation / test. All lists are in runs/.\n";
}

std::string failures_section(const TableInput& input) {
  std::string text;
  for (const RunState& run : input.runs) {
    if (!run.record && !run.error.empty()) text += "- " + run.point.id + ": " + markdown_text(run.error) + "\n";
  }
  return text.empty() ? text : "## Runs that failed\n\n" + text;
}

std::string comparisons_section(const TableInput& input) {
  std::string text = "## What cannot be compared\n\n";
  for (const std::string& sentence : cannot_be_compared(input)) text += "- " + markdown_text(sentence) + "\n";
  return text;
}

void note_versions(const TableInput& input, std::vector<std::string>& notes) {
  std::set<std::string> versions;
  for (const RunState& run : input.runs) {
    if (run.record) versions.insert(run.record->version + " on " + run.record->cpu_target);
  }
  if (versions.size() > 1)
    notes.push_back("Runs were done by different programs or instruction sets (" +
                    joined({versions.begin(), versions.end()}, "; ") + "): figures differ in rounding, or more.");
}

// With fewer classes chance is higher, and recall is over fewer.
void note_classes(const TableInput& input, std::vector<std::string>& notes) {
  std::size_t n_lacking = 0;
  for (const NamedSplit& named : input.splits) {
    std::set<int> found;
    for (const std::uint32_t trial : named.split.test.epochs) found.insert(input.table.trials[trial].label);
    n_lacking += found.size() < input.table.classes.size() ? 1 : 0;
  }
  if (n_lacking > 0)
    notes.push_back("The test sets of " + std::to_string(n_lacking) + " of " + std::to_string(input.splits.size()) +
                    " splits lack a class: their chance level is another one.");
}

void note_rows(const TableInput& input, std::vector<std::string>& notes) {
  const Axes axes(input.plan);
  for (const SummaryRow& row : input.summary.rows) {
    const std::string name = joined(axes.of(input.plan, row), ", ");
    if (row.n_runs < row.n_wanted)
      notes.push_back(name + ": " + std::to_string(row.n_runs) + " of " + std::to_string(row.n_wanted) + " runs (" +
                      std::to_string(row.n_failed) + " failed); its mean is over fewer tests than that of others.");
    if (row.n_runs > 0 && row.accuracy.mean >= input.plan.suspect_above)
      notes.push_back(name + ": " + percent(row.accuracy.mean) + " % is at or above the " +
                      percent(input.plan.suspect_above) +
                      " % from which a leak between the sets is to be suspected until it is explained.");
  }
}

}  // namespace

std::vector<std::string> cannot_be_compared(const TableInput& input) {
  std::vector<std::string> notes;
  note_rows(input, notes);
  note_classes(input, notes);
  note_versions(input, notes);
  if (input.splits.size() > 1 && input.splits.size() < 10 && input.plan.splits.rule != PlanSplits::Rule::kPerSubject)
    notes.push_back("With " + std::to_string(input.splits.size()) +
                    " splits a gap within the intervals above is noise; the order of such rows means nothing.");
  if (input.plan.splits.rule == PlanSplits::Rule::kPerSubject)
    notes.push_back("Training and test are of one subject: the figures do not apply to new subjects.");
  if (input.plan.windows.size() > 1) notes.push_back("A longer window is more signal and a larger model at once.");
  if (input.plan.published) notes.push_back("Published figures: " + input.plan.published->differs);
  return notes.empty() ? std::vector<std::string>{"No known reason against comparisons within this table."} : notes;
}

std::string table_markdown(const TableInput& input) {
  const ExperimentPlan& plan = input.plan;
  std::vector<std::string> parts = {"# " + markdown_text(plan.name) + "\n"};
  if (!plan.description.empty()) parts.push_back(markdown_prose(plan.description) + "\n");
  if (const std::string_view warning = dataset_warning(plan); !warning.empty())
    parts.push_back("> **Warning.** " + std::string(warning) + ".\n");
  for (auto* section :
       {&results_section, &classes_section, &differences_section, &published_section, &comparisons_section,
        &failures_section, &cost_section, &subjects_section, &data_section, &splits_section}) {
    std::string text = section(input);
    if (!text.empty()) parts.push_back(std::move(text));
  }
  if (!plan.notes.empty()) parts.push_back("## Notes\n\n" + markdown_prose(plan.notes) + "\n");
  parts.push_back("Made by `eegate experiment`, eegate " + std::string(kVersion) + ".\n");
  return joined(parts, "\n");
}

}  // namespace eegate
