// The commands of eegate in the order of its help. To add a command NAME: a file with its options, what it does, and
// add_NAME, which defines its name, help and options; and NAME in this list.
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

#define EEGATE_EACH_COMMAND(line)                                                                               \
  line(info) line(hypnogram) line(read) line(prepare) line(predict) line(classify) line(stage) line(deidentify) \
      line(report) line(sample) line(train) line(evaluate) line(compare) line(tune) line(benchmark) line(grad)  \
          line(explain) line(export) line(quantize) line(import) line(experiment) line(schema) line(bids)       \
              line(convert)

#define EEGATE_DECLARE(name) void add_##name(CLI::App& app, Chosen& chosen);
EEGATE_EACH_COMMAND(EEGATE_DECLARE)
#undef EEGATE_DECLARE

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
