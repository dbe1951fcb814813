#include "files/sample_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "files/text.h"

namespace eegate {
namespace {

constexpr std::size_t kTextWindowBytes = std::size_t{1} << 16;
constexpr std::size_t kMaxNumberBytes = 63;

// Fast path: the digits and the power of ten are both exactly representable as doubles, so one division is correctly
// rounded.
std::optional<double> quick_number(std::string_view text) {
  constexpr double kPowers[] = {1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
  const bool is_negative = !text.empty() && text[0] == '-';
  if (is_negative) text.remove_prefix(1);
  if (text.empty() || text.size() > 16) return std::nullopt;
  std::int64_t digits = 0;
  std::size_t n_digits = 0, n_decimals = 0;
  bool is_behind_point = false;
  for (const char c : text) {
    if (c == '.' && !is_behind_point) {
      is_behind_point = true;
    } else if (c >= '0' && c <= '9') {
      digits = digits * 10 + (c - '0');
      ++n_digits;
      n_decimals += is_behind_point ? 1 : 0;
    } else {
      return std::nullopt;
    }
  }
  if (n_digits == 0 || n_digits > 15) return std::nullopt;
  const double value = static_cast<double>(digits) / kPowers[n_decimals];
  return is_negative ? -value : value;
}

class RowReader {
 public:
  explicit RowReader(const SampleText& form) : form_(form) {}

  Result<> take(std::span<const std::byte> bytes) {
    for (const std::byte byte : bytes) {
      const char c = static_cast<char>(byte);
      const bool is_end = c == '\n' || c == '\r';
      if (n_skipped_ < form_.skip_lines) {
        n_skipped_ += c == '\n' ? 1 : 0;
      } else if (is_end || c == ' ' || c == '\t') {
        EEGATE_CHECK(end_word());
        if (is_end) EEGATE_CHECK(end_row());
      } else {
        word_length_ += 1;
        if (word_length_ <= word_.size()) word_[word_length_ - 1] = c == ',' && form_.has_decimal_comma ? '.' : c;
      }
    }
    return {};
  }

  Result<SampleRows> finish() {
    EEGATE_CHECK(end_word());
    if (n_in_row_ > 0 && rows_.n_rows > 0 && n_in_row_ < rows_.n_columns) {
      rows_.floats.resize(rows_.floats.size() - n_in_row_ * sizeof(float));
      rows_.is_last_cut = true;
    } else {
      EEGATE_CHECK(end_row());
    }
    return std::move(rows_);
  }

 private:
  Error error(std::string_view code, std::string_view message) const {
    Error e;
    e.code = code;
    e.message = message;
    e.place = "row " + std::to_string(rows_.n_rows + 1) + " of the data";
    e.hint = "The header says how the text is laid out: decimal symbol, lines and columns to skip";
    return e;
  }

  Result<> end_word() {
    if (word_length_ == 0) return {};
    const std::string_view text(word_.data(), std::min(word_length_, word_.size()));
    const bool is_skipped = n_words_++ < form_.skip_columns;
    const std::size_t length = std::exchange(word_length_, 0);
    if (is_skipped) return {};
    const auto value = length <= kMaxNumberBytes ? parse_sample(text) : std::nullopt;
    if (!value) {
      Error e = error("TEXT_NUMBER", "A sample is not a number");
      e.found = quoted(text);
      e.expected = form_.has_decimal_comma ? "a number with a decimal comma" : "a number with a decimal point";
      return e;
    }
    const float sample = as_float(*value);
    std::array<std::byte, sizeof sample> bytes;
    std::memcpy(bytes.data(), &sample, sizeof sample);
    rows_.floats.insert(rows_.floats.end(), bytes.begin(), bytes.end());
    ++n_in_row_;
    return {};
  }

  Result<> end_row() {
    n_words_ = 0;
    const std::uint64_t n = std::exchange(n_in_row_, 0);
    if (n == 0) return {};  // an empty line
    if (rows_.n_rows == 0) rows_.n_columns = n;
    if (n != rows_.n_columns) {
      Error e = error("TEXT_ROW", "The lines have different numbers of values");
      e.found = std::to_string(n) + " numbers";
      e.expected = std::to_string(rows_.n_columns) + " as in the first line";
      return e;
    }
    ++rows_.n_rows;
    return {};
  }

  const SampleText& form_;
  SampleRows rows_;
  std::array<char, kMaxNumberBytes> word_{};
  std::size_t word_length_ = 0;
  std::uint64_t n_skipped_ = 0, n_words_ = 0, n_in_row_ = 0;
};

}  // namespace

std::optional<double> parse_sample(std::string_view text) {
  if (text == "nan" || text == "NaN") return std::numeric_limits<double>::quiet_NaN();
  const auto value = quick_number(text);
  return value ? value : parse_decimal(text);
}

float as_float(double value) {
  const bool is_held = std::abs(value) <= static_cast<double>(std::numeric_limits<float>::max());
  return is_held ? static_cast<float>(value) : std::numeric_limits<float>::infinity();
}

Result<SampleRows> read_sample_rows(ByteSource& source, const SampleText& form) {
  RowReader reader(form);
  std::vector<std::byte> window;
  for (std::uint64_t at = 0; at < source.size(); at += window.size()) {
    window.resize(static_cast<std::size_t>(std::min<std::uint64_t>(kTextWindowBytes, source.size() - at)));
    EEGATE_CHECK(source.read(at, window));
    const std::string_view text = text_of_bytes(window);
    const std::size_t mark = at == 0 ? text.size() - without_byte_order_mark(text).size() : 0;
    EEGATE_CHECK(reader.take(std::span<const std::byte>(window).subspan(mark)));
  }
  return reader.finish();
}

}  // namespace eegate
