// The built command with one of its system calls refused, as by a disk that fails. This is done from outside, by
// tracing the process: the command is the one that people run.
#pragma once

#include <cerrno>
#include <string>
#include <vector>

#include "cli/workshop.h"

namespace eegate::test {

struct Disturbance {
  int n = -1;  // the number, from 0, among the calls that concern the workshop's files or standard output; -1: none
  int error = EIO;
  bool and_later = false;  // the calls after it as well
};

struct DisturbedOutcome {
  Outcome command;
  std::string refused;  // the name of the call that was refused first; empty if there were not so many
};

// Whether this system lets a process trace its children, and this code knows its processor.
bool can_disturb();

DisturbedOutcome run_disturbed(const Workshop& shop, const std::vector<std::string>& arguments,
                               const Disturbance& disturbance = {});

}  // namespace eegate::test
