// Helpers for defining options, for main.cc and train_options.cc.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"

namespace eegate::cli {

// The action of the chosen command; set by the command's callback while the options are parsed.
using Chosen = std::function<Result<>()>;

// A number that is neither infinite nor NaN, for which comparisons are false.
const CLI::Validator& finite_number();

// Options live as long as the callback that uses them.
template <class Options>
CLI::App* add_command(CLI::App& app, Chosen& chosen, const char* name, const char* help,
                      const std::shared_ptr<Options>& options, Result<> (*command)(const Options&)) {
  CLI::App* sub = app.add_subcommand(name, help);
  sub->callback([&chosen, options, command] { chosen = [options, command] { return command(*options); }; });
  return sub;
}

// The option --calibrate with the words that the command takes.
void add_calibration(CLI::App& sub, std::string& calibration, const std::string& how, std::vector<std::string> words);

// Commands that learn from labelled epochs, or judge by them.
void add_train(CLI::App& app, Chosen& chosen);
void add_evaluate(CLI::App& app, Chosen& chosen);
void add_compare(CLI::App& app, Chosen& chosen);
void add_tune(CLI::App& app, Chosen& chosen);
void add_benchmark(CLI::App& app, Chosen& chosen);
void add_experiment(CLI::App& app, Chosen& chosen);

// A model of fewer bits.
void add_quantize(CLI::App& app, Chosen& chosen);

}  // namespace eegate::cli
