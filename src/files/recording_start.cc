#include "files/recording_start.h"

#include <cmath>

#include "base/numbers_as_text.h"
#include "files/header_text.h"

namespace eegate {
namespace {

void set_seconds(std::int64_t since_1970, RecordingStart& start) {
  const std::int64_t of_day = ((since_1970 % 86400) + 86400) % 86400;
  set_civil_date((since_1970 - of_day) / 86400, start);
  start.hour = static_cast<int>(of_day / 3600);
  start.minute = static_cast<int>(of_day / 60 % 60);
  start.second = static_cast<int>(of_day % 60);
}

}  // namespace

// Howard Hinnant's days_from_civil and civil_from_days ("chrono-Compatible Low-Level Date Algorithms").
std::int64_t days_since_1970(const RecordingStart& start) {
  const std::int64_t year = start.year - (start.month <= 2 ? 1 : 0), era = (year >= 0 ? year : year - 399) / 400;
  const std::int64_t of_era = year - era * 400;
  const std::int64_t of_year = (153 * (start.month + (start.month > 2 ? -3 : 9)) + 2) / 5 + start.day - 1;
  return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
}

void set_civil_date(std::int64_t days, RecordingStart& start) {
  days += 719468;
  const std::int64_t era = (days >= 0 ? days : days - 146096) / 146097, of_era = days - era * 146097;
  const std::int64_t year = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
  const std::int64_t of_year = of_era - (365 * year + year / 4 - year / 100), month = (5 * of_year + 2) / 153;
  start.day = static_cast<int>(of_year - (153 * month + 2) / 5 + 1);
  start.month = static_cast<int>(month < 10 ? month + 3 : month - 9);
  start.year = static_cast<int>(year + era * 400 + (start.month <= 2 ? 1 : 0));
}

std::string RecordingStart::date_text() const {
  if (year == 0) return {};
  return padded(year, 4) + "-" + padded(month, 2) + "-" + padded(day, 2);
}

std::string RecordingStart::time_text() const {
  if (hour < 0) return {};
  return padded(hour, 2) + ":" + padded(minute, 2) + ":" + padded(second, 2);
}

RecordingStart later_start(const RecordingStart& start, std::int64_t seconds) {
  RecordingStart later;
  set_seconds(days_since_1970(start) * 86400 + start.hour * 3600 + start.minute * 60 + start.second + seconds, later);
  return later;
}

RecordingStart unix_start(double seconds) {
  RecordingStart start;
  if (!(std::abs(seconds) < 1e11)) return start;
  set_seconds(static_cast<std::int64_t>(std::floor(seconds)), start);
  return start;
}

RecordingStart written_start(std::string_view text) {
  if (text.size() < 19 || text[4] != '-' || text[13] != ':') return {};
  const auto part = [&](std::size_t at, std::size_t n) {
    return static_cast<int>(parse_count(text.substr(at, n)).value_or(99));
  };
  const RecordingStart start{part(0, 4), part(5, 2), part(8, 2), part(11, 2), part(14, 2), part(17, 2)};
  const bool can_be = start.year >= 1970 && start.month >= 1 && start.month <= 12 && start.day >= 1 &&
                      start.day <= 31 && start.hour <= 23 && start.minute <= 59 && start.second <= 60;
  return can_be ? start : RecordingStart{};
}

}  // namespace eegate
