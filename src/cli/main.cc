// eegate: reads EEG recordings, prepares them, and classifies them with transformer models.
#include <CLI/CLI.hpp>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <new>
#include <string>
#include <system_error>

#include "cli/commands.h"
#include "cli/interruption.h"
#include "cli/output.h"
#include "cli/self_description.h"
#include "cli/train_commands.h"
#include "cli/usage.h"
#include "cli/writer.h"
#include "session/output/cpu_target.h"
#include "session/output/version.h"

namespace eegate::cli {
namespace {

// Too little memory, or no further thread, is an error of the data or the machine, reported like any other.
Result<> within_memory(const Chosen& command) {
  Error error{.code = "OUT_OF_MEMORY",
              .message = "There is not enough memory for this",
              .hint = "Close other programs, or take fewer or shorter recordings."};
  try {
    return command();
  } catch (const std::bad_alloc&) {
    return error;
  } catch (const std::system_error&) {
    return error;
  }
}

// Results that are written, but not of every epoch, are neither a success nor a failure.
int exit_code_of(const Error& error) {
  if (error.code == kTrainInterrupted) return kStoppedBySignal;
  if (error.code == "IMPORT_CONFIG") return kBadUsage;
  return error.code == "RESULT_NO_ANSWER" ? kNoAnswer : kBadData;
}

// Reports the error; if the command itself is misspelt, there is no other output.
bool is_misspelt(const CLI::App& app, int argc, const char* const* argv) {
  const std::string meant = did_you_mean(app, argc, argv);
  const bool is_all = !meant.empty() && app.get_subcommands().empty();
  std::cerr << meant << (is_all ? "Run with --help for more information.\n" : "");
  return is_all;
}

int run(int argc, char** argv) {
  remove_parts_on_signals();
  CLI::App app{"Reads EEG recordings, prepares them, and classifies them with transformer models.", "eegate"};
  app.set_version_flag("--version", std::string("eegate ") + std::string(kVersion));
  app.require_subcommand(1);
  Chosen chosen;
#define EEGATE_ADD(name) add_##name(app, chosen);
  EEGATE_EACH_COMMAND(EEGATE_ADD)
#undef EEGATE_ADD
  add_self_description(app, chosen);
  for (CLI::App* command : app.get_subcommands([](CLI::App*) { return true; }))
    command->add_flag_callback("-q,--quiet", &be_quiet, "neither warnings nor progress");
  try {
    app.parse(argc, argv);
    const CLI::App& command = *app.get_subcommands().front();
    for (const std::string& problem : {problem_of_empty_values(command), problem_of_streams(command)})
      if (!problem.empty()) throw CLI::ParseError(problem, CLI::ExitCodes::ValidationError);
  } catch (const CLI::ParseError& problem) {
    if (problem.get_exit_code() != 0 && is_misspelt(app, argc, argv)) return kBadUsage;
    if (app.exit(problem) != 0) return kBadUsage;
    const bool is_flushed = static_cast<bool>(std::cout.flush());
    if (is_flushed && finish_stdout().ok()) return 0;
    print_error({.code = "IO_WRITE", .message = "Standard output cannot be written"});
    return kBadData;
  }
  if (const char* target = std::getenv("EEGATE_TARGET"); target != nullptr && *target != '\0') {
    if (const Result<> known = choose_cpu_target(target); !known.ok()) {
      print_error(known.error());
      return kBadUsage;
    }
  }
  const Result<> outcome = within_memory(chosen);
  const Result<> printed = finish_stdout();
  for (const Result<>* problem : {&outcome, &printed}) {
    if (!problem->ok()) print_error(problem->error());
  }
  return !outcome.ok() ? exit_code_of(outcome.error()) : printed.ok() ? 0 : kBadData;
}

}  // namespace
}  // namespace eegate::cli

int main(int argc, char** argv) { return eegate::cli::run(argc, argv); }
