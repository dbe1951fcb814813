// Helpers for defining the options of a command.
#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "cli/commands.h"

namespace eegate::cli {

// Of a number, which is neither infinite nor NaN.
CLI::Validator positive_number();
CLI::Validator non_negative_number();
CLI::Validator number_between(double low, double high);

// Options live as long as the callback that uses them.
template <class Options>
CLI::App* add_command(CLI::App& app, Chosen& chosen, const char* name, const char* help,
                      const std::shared_ptr<Options>& options, Result<> (*command)(const Options&)) {
  CLI::App* sub = app.add_subcommand(name, help);
  sub->callback([&chosen, options, command] { chosen = [options, command] { return command(*options); }; });
  return sub;
}

// The option --calibrate with the choices of the command.
void add_calibration(CLI::App& sub, std::string& calibration, const std::string& how, std::vector<std::string> choices);

}  // namespace eegate::cli
