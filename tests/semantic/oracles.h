// Properties that every result must have.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <vector>

#include "base/utf8.h"
#include "files/json.h"
#include "semantic/entries.h"

namespace eegate::test::semantic {

inline void expect_finite(std::span<const float> values, const char* of) {
  expect(std::ranges::all_of(values, [](float v) { return std::isfinite(v); }), std::string(of) + ": not finite");
}

// Each row must be completely finite or completely NaN.
inline void expect_rows(std::span<const float> values, std::size_t width, const char* of) {
  for (std::size_t at = 0; at + width <= values.size(); at += width) {
    const std::span<const float> row = values.subspan(at, width);
    const auto n = std::ranges::count_if(row, [](float v) { return std::isfinite(v); });
    const bool is_none = std::ranges::all_of(row, [](float v) { return std::isnan(v); });
    expect(static_cast<std::size_t>(n) == width || is_none, std::string(of) + ": half an answer");
  }
}

inline void expect_json(const std::string& text, const char* of) {
  expect(is_utf8(text), std::string(of) + ": no UTF-8");
  const auto document = JsonDocument::parse(text);
  expect(document.ok(), std::string(of) + " is no JSON: " +
                            (document.ok() ? std::string() : describe(document.error())) + ": " + text.substr(0, 200));
}

// Counts the result and checks its error.
template <class T>
bool holds(const Result<T>& result, Outcome& outcome) {
  if (result.ok()) return ++outcome.n_answers, true;
  expect(!result.error().code.empty() && !result.error().message.empty(), "an error without a code or a message");
  expect(is_utf8(describe(result.error())), "an error that is no UTF-8");
  ++outcome.n_refusals;
  return false;
}

}  // namespace eegate::test::semantic
