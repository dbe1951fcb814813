// Output of the command line: errors, warnings, tables, a progress bar.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace eegate::cli {

// One line on standard error: error[CODE]: message (field, place, found, expected). Hint.
void print_error(const Error& error);
// One line on standard error for each, with the name of the file in front where there are several.
void print_warnings(const Warnings& warnings, const std::string& file_name = "");
// From now on neither warnings nor progress are shown; errors and results are.
void be_quiet();

// Text for one line of a report or one cell of a table: control characters are shown as escapes.
std::string one_line(std::string_view text);

// "a, b and 7 more"
std::string some_of(const std::vector<std::string>& names);

// Columns of equal width; numbers belong on the right.
class Table {
 public:
  struct Column {
    std::string title;
    bool right = false;
  };
  explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}
  void add(std::vector<std::string> cells);
  std::string text() const;

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

// A bar on standard error if that is a terminal, nothing otherwise. Leaves an empty line behind.
class ProgressBar {
 public:
  explicit ProgressBar(std::string title);
  ~ProgressBar();
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;
  void show(double fraction);

 private:
  std::string title_;
  bool on_terminal_;
  int last_percent_ = -1;
};

}  // namespace eegate::cli
