#include "cli/output.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <utility>

#include "base/count.h"
#include "base/utf8.h"
#include "cli/next_steps.h"

namespace eegate::cli {
namespace {

constexpr std::size_t kBarWidth = 32;

bool is_quiet = false;

// Characters, not bytes: continuation bytes of UTF-8 have no width.
std::size_t width_of(const std::string& text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

std::string padded(const std::string& text, std::size_t width, bool right) {
  const std::string padding(width - std::min(width, width_of(text)), ' ');
  return right ? padding + text : text + padding;
}

}  // namespace

std::string one_line(std::string_view text) {
  std::string line = terminal_text(text);
  std::ranges::replace_if(line, [](char c) { return c == '\n' || c == '\t'; }, ' ');
  return line;
}

void print_error(const Error& error) {
  std::string line = "error[" + std::string(error.code) + "]: " + describe(error);
  const std::string_view hint = error.hint.empty() ? next_step(error.code) : std::string_view(error.hint);
  if (!hint.empty()) line += ". " + std::string(hint);
  std::fprintf(stderr, "%s\n", one_line(line).c_str());
}

void be_quiet() { is_quiet = true; }

void print_warnings(const Warnings& warnings, const std::string& file_name) {
  if (is_quiet) return;
  for (const Warning& warning : warnings) {
    std::string line = "warning[" + std::string(warning.code) + "]: ";
    line += (file_name.empty() ? "" : file_name + ": ") + warning.message;
    std::fprintf(stderr, "%s\n", one_line(line).c_str());
  }
}

std::string some_of(const std::vector<std::string>& names) {
  constexpr std::size_t kShown = 5;
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), kShown); ++i) text += (i > 0 ? ", " : "") + names[i];
  return names.size() > kShown ? text + " and " + std::to_string(names.size() - kShown) + " more" : text;
}

void Table::add(std::vector<std::string> cells) {
  for (std::string& cell : cells) cell = one_line(cell);
  rows_.push_back(std::move(cells));
}

std::string Table::text() const {
  std::vector<std::size_t> widths;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    std::size_t width = width_of(columns_[i].title);
    for (const auto& row : rows_) width = std::max(width, width_of(row[i]));
    widths.push_back(width);
  }
  std::string text;
  const auto add_line = [&](auto cell) {
    std::string line;
    for (std::size_t i = 0; i < columns_.size(); ++i)
      line += (i > 0 ? "  " : "") + padded(cell(i), widths[i], columns_[i].right);
    text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  };
  add_line([&](std::size_t i) { return columns_[i].title; });
  for (const auto& row : rows_) add_line([&](std::size_t i) { return row[i]; });
  return text;
}

ProgressBar::ProgressBar(std::string title)
    : title_(std::move(title)), on_terminal_(!is_quiet && ::isatty(STDERR_FILENO) == 1) {}

ProgressBar::~ProgressBar() {
  if (last_percent_ >= 0) std::fprintf(stderr, "\r%*s\r", static_cast<int>(title_.size() + kBarWidth + 10), "");
}

void ProgressBar::show(double fraction) {
  const int percent = static_cast<int>(to_integer_within(100 * fraction, 0, 100));
  if (!on_terminal_ || percent == last_percent_) return;
  last_percent_ = percent;
  const std::size_t filled = kBarWidth * static_cast<std::size_t>(percent) / 100;
  const std::string bar = std::string(filled, '#') + std::string(kBarWidth - filled, '.');
  std::fprintf(stderr, "\r%s [%s] %3d %%", title_.c_str(), bar.c_str(), percent);
}

}  // namespace eegate::cli
