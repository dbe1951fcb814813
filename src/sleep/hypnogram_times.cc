// Times in tables of stages: of a clock, with a date or not, and seconds.
#include <algorithm>
#include <cmath>

#include "files/header_text.h"
#include "files/text.h"
#include "sleep/hypnogram_parts.h"

namespace eegate::hypnogram_parts {
namespace {

// "+01:00", "-0500", "+01" -> seconds; 0 for anything else.
double zone_of(std::string_view text) {
  const std::size_t at_minutes = text.size() > 3 && text[3] == ':' ? 4 : 3;
  if (text.size() < 3) return 0;
  const double hours = parse_decimal(text.substr(1, 2)).value_or(0);
  const double minutes = parse_decimal(text.substr(std::min(at_minutes, text.size()))).value_or(0);
  return (text[0] == '-' ? -60 : 60) * (60 * hours + minutes);
}

}  // namespace

std::optional<Clock> clock_of(std::string_view field) {
  Clock clock;
  double& seconds = clock.at_s;
  const RecordingStart date = written_start(std::string(field.substr(0, 10)) + " 00:00:00");
  const bool is_noon = field.ends_with("PM");
  if (is_noon || field.ends_with("AM")) {
    field = trimmed(field.substr(0, field.size() - 2));
    seconds = (is_noon ? 43'200 : 0) - (field.starts_with("12") ? 43'200 : 0);
  }
  field.remove_prefix(std::min(field.find_last_of(" T") + 1, field.size()));
  const std::size_t zone = std::min(field.find_first_of("Z+-"), field.size());
  clock.zone_s = zone_of(field.substr(zone));
  field = field.substr(0, zone);
  std::size_t n_parts = 0;
  for (; !field.empty(); ++n_parts) {
    const std::size_t end = std::min(field.find(':'), field.size());
    std::string digits(field.substr(0, end));
    std::ranges::replace(digits, ',', '.');
    const auto part = parse_decimal(digits);
    const bool fits = part && *part >= 0 && *part < (n_parts == 0 ? 24 : 60);
    if (!fits || n_parts == 3) return std::nullopt;
    seconds += *part * (n_parts == 0 ? 3600 : n_parts == 1 ? 60 : 1);
    field.remove_prefix(std::min(end + 1, field.size()));
  }
  if (n_parts < 2 || seconds >= kDay_s) return std::nullopt;
  if (date.year > 0) seconds += kDay_s * static_cast<double>(days_since_1970(date));
  return clock;
}

std::optional<double> seconds_of(std::string field, char delimiter) {
  if (const std::size_t days = field.find(" days "); days != std::string::npos) {  // of pandas
    const auto n = parse_decimal(field.substr(0, days));
    const auto rest = clock_of(field.substr(days));
    return n && rest ? std::optional(*n * kDay_s + rest->at_s) : std::nullopt;
  }
  if (delimiter != ',') std::ranges::replace(field, ',', '.');
  const auto value = parse_decimal(field);
  return value && std::abs(*value) < kMaxTime_s ? value : std::nullopt;
}

double epoch_in_comment(std::string_view line) {
  const std::size_t per = line.find("per ");
  if (per == std::string_view::npos) return 0;
  line.remove_prefix(per + 4);
  const std::size_t space = std::min(line.find(' '), line.size());
  const auto seconds = parse_decimal(line.substr(0, space));
  return seconds && trimmed(line.substr(space)).starts_with("s") ? *seconds : 0;
}

}  // namespace eegate::hypnogram_parts
