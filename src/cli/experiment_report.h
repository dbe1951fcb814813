// Reports of an experiment on the terminal.
#pragma once

#include <string>
#include <vector>

#include "base/error.h"
#include "experiment/table.h"

namespace eegate::cli {

// Counts, what was left out, a short table; `list_runs` adds a line for each run of the share.
std::string text_report(const TableInput& input, const std::vector<RunPoint>& share, bool list_runs);
std::string json_report(const TableInput& input, const std::vector<RunPoint>& share, const Warnings& warnings);

// The warnings of the experiment, and those of its first recordings with the number of the others.
void print_some_warnings(const Warnings& of_experiment, const Warnings& of_recordings);

}  // namespace eegate::cli
