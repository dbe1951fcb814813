// The start date and time of a recording.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace eegate {

inline constexpr double kDay_s = 86'400;

// Local time without a known time zone. Year 0: date unknown. Negative hour: time unknown.
struct RecordingStart {
  int year = 0, month = 0, day = 0;
  int hour = -1, minute = -1, second = -1;
  std::string date_text() const;  // "2009-08-12", empty if unknown
  std::string time_text() const;  // "16:15:00", empty if unknown
};

// Of a known date; the inverse of set_civil_date().
std::int64_t days_since_1970(const RecordingStart& start);
// Sets the Gregorian date of a number of days since 1970-01-01.
void set_civil_date(std::int64_t days, RecordingStart& start);
// The start plus `seconds`; date and time must be known.
RecordingStart later_start(const RecordingStart& start, std::int64_t seconds);
// Date and time of seconds since 1970; unknown for implausible values.
RecordingStart unix_start(double seconds);
// Parses "2017-11-02 12:33:05", also with a T in between and with anything after it; unknown for other texts.
RecordingStart written_start(std::string_view text);

}  // namespace eegate
