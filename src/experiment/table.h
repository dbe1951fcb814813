// The table of an experiment, for readers (Markdown) and for programs (CSV).
#pragma once

#include <string>
#include <vector>

#include "experiment/summary.h"

namespace eegate {

struct TableInput {
  const ExperimentPlan& plan;
  const TrialTable& table;
  const std::vector<NamedSplit>& splits;
  const std::vector<RunState>& runs;
  const Summary& summary;
};

std::string table_markdown(const TableInput& input);
// One line for each row of the table.
std::string table_csv(const TableInput& input);
// One line for each run.
std::string runs_csv(const TableInput& input);
// The rows as a JSON array, for the command's --json.
std::string summary_json(const TableInput& input);

// Reasons why rows cannot be compared with each other or with published figures, one sentence each.
std::vector<std::string> cannot_be_compared(const TableInput& input);

}  // namespace eegate
