#include "cli/usage.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <numeric>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/utf8.h"
#include "cli/opened.h"

namespace eegate::cli {
namespace {

// Edit distance: letters inserted, removed, replaced, or exchanged with their neighbour.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  std::iota(last.begin(), last.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before = std::exchange(last, row);
  }
  return last[b.size()];
}

// Empty where nothing is near: a third of the letters may differ.
std::string nearest(const std::string& word, const std::vector<std::string>& known) {
  const auto far = [&](const std::string& other) { return distance(word, other); };
  const auto best = std::ranges::min_element(known, {}, far);
  if (best == known.end() || far(*best) > std::max<std::size_t>(1, word.size() / 3)) return {};
  return *best;
}

std::string unknown_word(const std::string& what, const std::string& word, const std::vector<std::string>& known) {
  const std::string meant = nearest(word, known);
  return "There is no " + what + " " + eegate::quoted(word, 40) +
         (meant.empty() ? "" : ": did you mean \"" + meant + "\"?") + "\n";
}

const CLI::App* command_named(const CLI::App& app, const std::string& name) {
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    if (command->get_name() == name) return command;
  }
  return nullptr;
}

std::vector<std::string> names_of_commands(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(command->get_name());
  return names;
}

std::vector<std::string> names_of_options(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

constexpr std::array<std::string_view, 6> kOutputs = {"--labels",     "--subjects", "--runs",
                                                      "--epochs-tsv", "--setup",    "--checks"};

// Files and folders of results, and what a training keeps.
constexpr std::array<std::string_view, 5> kResults = {"output", "--output", "output_dir", "--log", "--checkpoint"};

// Results that are folders, or several files that belong together, or depend on the ending of their name.
constexpr std::array<std::string_view, 6> kNoStream = {"train", "tune", "experiment", "bids", "compare", "hypnogram"};

// Of several recordings, the results of classify are a folder.
bool has_one_result(const CLI::App& command) {
  const std::string name = command.get_name();
  if (std::ranges::find(kNoStream, name) != kNoStream.end()) return false;
  return name != "classify" || !are_several(command.get_option("recordings")->results());
}

}  // namespace

std::string did_you_mean(const CLI::App& app, int argc, const char* const* argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  if (words.empty()) return {};
  const CLI::App* command = command_named(app, words[0]);
  if (command == nullptr && !words[0].starts_with("-"))
    return unknown_word("command", words[0], names_of_commands(app));
  const std::vector<std::string> known = names_of_options(command == nullptr ? app : *command);
  std::string text;
  for (const std::string& word : words) {
    if (word == "--") break;
    const std::string option = word.substr(0, word.find('='));
    if (option.starts_with("--") && std::ranges::find(known, option) == known.end())
      text += unknown_word(command == nullptr ? "option" : "option of " + command->get_name(), option, known);
  }
  return text;
}

std::string problem_of_empty_values(const CLI::App& command) {
  for (const CLI::Option* option : command.get_options()) {
    const auto& values = option->results();
    const bool is_input = option->get_positional() && std::ranges::find(kResults, option->get_name()) == kResults.end();
    if (!is_input && std::ranges::find(values, "") != values.end()) return option->get_name() + ": the value is empty";
  }
  return {};
}

std::string problem_of_linked_name(const std::string& name) {
  const bool is_plain = terminal_text(name) == name && name.find_first_of("\\\n\t") == std::string::npos;
  return is_plain ? "" : "has characters by which its other files could not be named";
}

std::string problem_of_streams(const CLI::App& command) {
  std::size_t n_inputs = 0;
  for (const CLI::Option* option : command.get_options()) {
    const auto n = static_cast<std::size_t>(std::ranges::count(option->results(), "-"));
    if (n == 0) continue;
    const std::string name = option->get_name();
    if (std::ranges::find(kOutputs, name) != kOutputs.end())
      return name + ": standard output takes one result, that of --output";
    if (std::ranges::find(kResults, name) == kResults.end()) {
      n_inputs += n;
    } else if (!has_one_result(command)) {
      return name + ": " + command.get_name() + " cannot write to standard output: name a file";
    }
  }
  return n_inputs > 1 ? "\"-\" is standard input, which can be read only once" : "";
}

}  // namespace eegate::cli
