#include "cli/self_description.h"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <iostream>
#include <memory>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "base/sha256.h"
#include "cli/output.h"
#include "cli/writer.h"
#include "session/open/samples.h"
#include "session/output/cpu_target.h"
#include "session/output/json_out.h"
#include "session/output/version.h"

namespace eegate::cli {
namespace {

std::vector<const CLI::App*> commands_of(const CLI::App& app) {
  const auto every = [](const CLI::App*) { return true; };
  return app.get_subcommands(every);
}

// Those with a name that begins with a dash.
std::vector<const CLI::Option*> named_options(const CLI::App& command) {
  return command.get_options([](const CLI::Option* option) { return !option->get_positional(); });
}

std::vector<std::string> spellings(const CLI::Option& option) {
  std::vector<std::string> all;
  for (const std::string& name : option.get_snames()) all.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) all.push_back("--" + name);
  return all;
}

bool takes_value(const CLI::Option& option) { return option.get_items_expected_min() > 0; }

std::string joined(std::span<const std::string> words, const std::string& between) {
  std::string all;
  for (const std::string& word : words) all += (all.empty() ? "" : between) + word;
  return all;
}

std::string names_of(std::span<const CLI::App* const> commands) {
  std::vector<std::string> names;
  for (const CLI::App* command : commands) names.push_back(command->get_name());
  return joined(names, " ");
}

std::string option_words(const CLI::App& command) {
  std::vector<std::string> words;
  for (const CLI::Option* option : named_options(command))
    for (const std::string& spelling : spellings(*option)) words.push_back(spelling);
  return joined(words, " ");
}

std::string bash_completion(const CLI::App& app) {
  std::string text =
      "_eegate() {\n"
      "  local current=${COMP_WORDS[COMP_CWORD]} words=\n"
      "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
      "    COMPREPLY=($(compgen -W '" +
      names_of(commands_of(app)) +
      " --help --version' -- \"$current\"))\n"
      "    return\n"
      "  fi\n"
      "  case ${COMP_WORDS[1]} in\n";
  for (const CLI::App* command : commands_of(app))
    text += "    " + command->get_name() + ") words='" + option_words(*command) + "' ;;\n";
  return text +
         "  esac\n"
         "  case $current in\n"
         "    -*) COMPREPLY=($(compgen -W \"$words\" -- \"$current\")) ;;\n"
         "    *) COMPREPLY=($(compgen -f -- \"$current\")) ;;\n"
         "  esac\n"
         "}\n"
         "complete -o filenames -F _eegate eegate\n";
}

// In single quotes of a shell, and within the brackets of zsh.
std::string shell_quoted(const std::string& text, const std::string& escaped) {
  std::string all;
  for (const char c : text) {
    if (c == '\'') {
      all += "'\\''";
    } else {
      if (escaped.find(c) != std::string::npos) all += '\\';
      all += c;
    }
  }
  return all;
}

std::string zsh_completion(const CLI::App& app) {
  std::string text = "#compdef eegate\n_eegate() {\n  if (( CURRENT == 2 )); then\n    local -a commands=(\n";
  for (const CLI::App* command : commands_of(app))
    text += "      '" + command->get_name() + ":" + shell_quoted(command->get_description(), ":") + "'\n";
  text += "    )\n    _describe command commands\n    return\n  fi\n  case $words[2] in\n";
  for (const CLI::App* command : commands_of(app)) {
    text += "    " + command->get_name() + ")\n      _arguments '*:file:_files'";
    for (const CLI::Option* option : named_options(*command)) {
      for (const std::string& spelling : spellings(*option))
        text += " \\\n        '" + spelling + "[" + shell_quoted(option->get_description(), "[]:") + "]" +
                (takes_value(*option) ? ":value:_files" : "") + "'";
    }
    text += "\n      ;;\n";
  }
  return text + "  esac\n}\n_eegate \"$@\"\n";
}

std::string fish_completion(const CLI::App& app) {
  std::string text;
  for (const CLI::App* command : commands_of(app)) {
    const std::string& name = command->get_name();
    text += "complete -c eegate -n __fish_use_subcommand -a " + name + " -d '" +
            shell_quoted(command->get_description(), "\\") + "'\n";
    for (const CLI::Option* option : named_options(*command)) {
      text += "complete -c eegate -n '__fish_seen_subcommand_from " + name + "'";
      for (const std::string& letter : option->get_snames()) text += " -s " + letter;
      for (const std::string& word : option->get_lnames()) text += " -l " + word;
      text += std::string(takes_value(*option) ? " -r" : "") + " -d '" + shell_quoted(option->get_description(), "\\") +
              "'\n";
    }
  }
  return text;
}

// A line of roff: no dot or quote in front is a request, and a hyphen stays one.
std::string roff(const std::string& text) {
  std::string all;
  for (const char c : text) {
    if (c == '\\') {
      all += "\\e";
    } else if (c == '-') {
      all += "\\-";
    } else {
      all += c;
    }
  }
  return all.starts_with('.') || all.starts_with('\'') ? "\\&" + all : all;
}

std::string usage_of(const CLI::App& command) {
  std::string usage = "\\fBeegate " + roff(command.get_name()) + "\\fR";
  for (const CLI::Option* option : command.get_options()) {
    if (option->get_positional() && !option->get_name().empty())
      usage += " \\fI" + roff(option->get_name(true)) + "\\fR";
  }
  return usage + " [options]";
}

std::string manual_of(const CLI::App& command) {
  std::string text = ".SS \"" + roff(command.get_name()) + "\"\n" + roff(command.get_description()) + "\n.PP\n" +
                     usage_of(command) + "\n";
  for (const CLI::Option* option : command.get_options()) {
    const std::string name = option->get_positional() ? option->get_name(true) : joined(spellings(*option), ", ");
    text += ".TP\n\\fB" + roff(name) + "\\fR\n" + roff(option->get_description()) + "\n";
  }
  return text;
}

std::string manual(const CLI::App& app) {
  std::string text = ".TH EEGATE 1 \"\" \"eegate " + roff(std::string(kVersion)) +
                     "\"\n.SH NAME\neegate \\- classifies EEG recordings with transformer models\n.SH SYNOPSIS\n"
                     "\\fBeegate\\fR \\fIcommand\\fR [options]\n.SH DESCRIPTION\n" +
                     roff(app.get_description()) + "\n.SH COMMANDS\n";
  for (const CLI::App* command : commands_of(app)) text += manual_of(*command);
  text += ".SH EXIT STATUS\n";
  for (const ExitCode& exit : kExitCodes) text += ".TP\n" + std::to_string(exit.code) + "\n" + exit.meaning + "\n";
  return text +
         ".SH ENVIRONMENT\n.TP\n\\fBEEGATE_TARGET\\fR\nThe instruction set that everything runs on, for comparing "
         "machines.\n";
}

// A cell of a Markdown table: no bar ends it, no angle bracket begins a tag.
std::string cell(const std::string& text) {
  std::string all;
  for (const char c : text) {
    if (c == '|') {
      all += "\\|";
    } else if (c == '<') {
      all += "&lt;";
    } else {
      all += c;
    }
  }
  return all;
}

std::string markdown_usage_of(const CLI::App& command) {
  std::string usage = "eegate " + command.get_name();
  for (const CLI::Option* option : command.get_options()) {
    if (option->get_positional() && !option->get_name().empty()) usage += " " + option->get_name(true);
  }
  return usage + " [options]";
}

std::string markdown_of(const CLI::App& command) {
  std::string text = "\n## " + command.get_name() + "\n\n" + cell(command.get_description()) + ".\n\n`" +
                     markdown_usage_of(command) + "`\n\n| option | meaning |\n| --- | --- |\n";
  for (const CLI::Option* option : command.get_options()) {
    const std::string name = option->get_positional() ? option->get_name(true) : joined(spellings(*option), "`, `");
    text += "| `" + name + "`" + (takes_value(*option) && !option->get_positional() ? " value" : "") +
            (option->get_required() ? ", required" : "") + " | " + cell(option->get_description()) + " |\n";
  }
  return text;
}

// The same as the manual page, for the documentation site.
std::string markdown_manual(const CLI::App& app) {
  std::string text =
      "# All commands and options\n\n" + cell(app.get_description()) + "\n\n| exit code | meaning |\n| --- | --- |\n";
  for (const ExitCode& exit : kExitCodes) text += "| " + std::to_string(exit.code) + " | " + exit.meaning + " |\n";
  for (const CLI::App* command : commands_of(app)) text += markdown_of(*command);
  return text;
}

struct Check {
  std::string what, found;
  bool ok = true;
};

// The same bytes come from every machine and instruction set.
Check check_numbers() {
  constexpr const char* kDigest = "d3748f3e4be0f247ada743108fa84a2397401016c28d3010e7092572287ca36a";
  const auto bytes = make_sample(1, 2);
  const std::string digest = bytes.ok() ? sha256(*bytes) : "none";
  const bool same = digest == kDigest;
  return {"numbers", same ? "as on every other machine" : "differ from those of other machines: " + digest, same};
}

Check check_temporary_folder() {
  std::error_code problem;
  const auto folder = std::filesystem::temp_directory_path(problem);
  const auto space = problem ? std::filesystem::space_info{} : std::filesystem::space(folder, problem);
  if (problem) return {"temporary files", "in memory, because there is no folder for them: " + problem.message()};
  return {"temporary files", folder.string() + ", " + std::to_string(space.available >> 20U) + " MiB free"};
}

Check check_memory() {
  const long pages = sysconf(_SC_PHYS_PAGES), page_bytes = sysconf(_SC_PAGESIZE);
  if (pages <= 0 || page_bytes <= 0) return {"memory", "unknown"};
  const std::size_t mib = (static_cast<std::size_t>(pages) * static_cast<std::size_t>(page_bytes)) >> 20U;
  return {"memory", std::to_string(mib) + " MiB"};
}

std::vector<Check> all_checks() {
  return {
      {"version", std::string(kVersion)},
      {"instruction set", cpu_target_name()},
      {"cores", std::to_string(std::max(1U, std::thread::hardware_concurrency()))},
      check_memory(),
      check_temporary_folder(),
      check_numbers(),
  };
}

std::string checks_table(std::span<const Check> checks) {
  Table table({{"check"}, {"verdict"}, {"found"}});
  for (const Check& check : checks) table.add({check.what, check.ok ? "ok" : "fails", check.found});
  return table.text();
}

std::string checks_json(std::span<const Check> checks) {
  JsonOut json(Keys::kSnake, true);
  json.begin_object().key("checks").begin_array();
  for (const Check& check : checks)
    json.begin_object().member("check", check.what).member("ok", check.ok).member("found", check.found).end_object();
  return json.end_array().end_object().take() + "\n";
}

Result<> doctor(bool as_json) {
  const std::vector<Check> checks = all_checks();
  as_json ? print_data(checks_json(checks)) : print(checks_table(checks));
  if (std::ranges::all_of(checks, &Check::ok)) return {};
  return Error{.code = "DOCTOR",
               .message = "eegate does not work as it should on this machine",
               .hint = "The table shows what fails; try another build or another machine."};
}

}  // namespace

void add_self_description(CLI::App& app, std::function<Result<>()>& chosen) {
  CLI::App* completion = app.add_subcommand("completion", "A script that completes commands and options in a shell");
  auto shell = std::make_shared<std::string>();
  completion->add_option("shell", *shell, "bash, zsh or fish")
      ->required()
      ->check(CLI::IsMember({"bash", "zsh", "fish"}));
  completion->callback([&app, &chosen, shell] {
    chosen = [&app, shell]() -> Result<> {
      const auto script = *shell == "bash" ? &bash_completion : *shell == "zsh" ? &zsh_completion : &fish_completion;
      std::cout << script(app);
      return {};
    };
  });
  CLI::App* man = app.add_subcommand("man", "This command's manual page, for man(1)");
  auto as_markdown = std::make_shared<bool>(false);
  man->add_flag("--markdown", *as_markdown, "Markdown, as the documentation has it");
  man->callback([&app, &chosen, as_markdown] {
    chosen = [&app, as_markdown]() -> Result<> {
      std::cout << (*as_markdown ? markdown_manual(app) : manual(app));
      return {};
    };
  });
  CLI::App* check = app.add_subcommand("doctor", "Whether eegate works on this machine");
  auto as_json = std::make_shared<bool>(false);
  check->add_flag("--json", *as_json, "JSON instead of a table");
  check->callback([&chosen, as_json] { chosen = [as_json] { return doctor(*as_json); }; });
}

}  // namespace eegate::cli
