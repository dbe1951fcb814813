// When a recording began, as far as its file knows.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace eegate {

// Local time; nothing is known about the zone. Zero year: unknown date. Negative hour: unknown
// time.
struct RecordingStart {
  int year = 0, month = 0, day = 0;
  int hour = -1, minute = -1, second = -1;
  std::string date_text() const;  // "2009-08-12", empty if unknown
  std::string time_text() const;  // "16:15:00", empty if unknown
};

// Days from 1970-01-01 as a date of the Gregorian calendar.
void set_civil_date(std::int64_t days, RecordingStart& start);
// So many seconds after a start whose date and time are known.
RecordingStart later_start(const RecordingStart& start, std::int64_t seconds);
// Date and time of seconds since 1970; unknown for what is no time that a clock had.
RecordingStart unix_start(double seconds);
// "2017-11-02 12:33:05", or with a T between, and anything behind; unknown for anything else.
RecordingStart written_start(std::string_view text);

}  // namespace eegate
