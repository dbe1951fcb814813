// Errors of the command line that are reported first: unknown commands and options, options without a value, and "-"
// where there is no stream.
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace eegate::cli {

// One line for each word that is no command or option of the one that was named, with the nearest that there is; empty
// if there is none such.
std::string did_you_mean(const CLI::App& app, int argc, const char* const* argv);

// An option whose value is an empty text, such as that of a variable that is not set: it would count as 0, or as not
// given. Of a command that was parsed; empty if there is none.
std::string problem_of_empty_values(const CLI::App& command);

// Of the name of a file that a line of another file names, as the parts of a BrainVision recording do; empty if there
// is none.
std::string problem_of_linked_name(const std::string& name);

// "-" is standard input or standard output, once each, and only for commands that read one file, or write one result.
// Of a command that was parsed; empty if all is well.
std::string problem_of_streams(const CLI::App& command);

}  // namespace eegate::cli
