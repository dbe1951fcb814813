#include "files/eeglab_fields.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/numbers_as_text.h"
#include "base/portable_math.h"
#include "files/header_text.h"
#include "files/json.h"
#include "files/text.h"

namespace eegate {
namespace {

constexpr std::uint64_t kMaxEeglabChannels = 16384;
constexpr std::size_t kMaxEvents = std::size_t{1} << 18;

// The fields that are read; others are ignored.
enum Field : std::size_t { kChannelCount, kSamples, kTrials, kRate, kData, kChannels, kEvents, kFieldCount };
constexpr std::array<std::string_view, kFieldCount> kFieldNames = {"nbchan", "pnts",     "trials", "srate",
                                                                   "data",   "chanlocs", "event"};
using Fields = std::array<std::optional<MatArray>, kFieldCount>;

std::optional<std::size_t> field_of(std::string_view name) {
  const auto found = std::find(kFieldNames.begin(), kFieldNames.end(), name);
  if (found == kFieldNames.end()) return std::nullopt;
  return static_cast<std::size_t>(found - kFieldNames.begin());
}
bool is_field(std::string_view name) { return field_of(name).has_value(); }

// The fields of one structure EEG, or stored as separate variables.
Result<Fields> fields_of_file(const MatFile& file) {
  EEGATE_TRY(const auto variables,
             file.variables([](std::string_view name) { return name == "EEG" || name == "ALLEEG" || is_field(name); }));
  Fields fields;
  for (const MatArray& variable : variables) {
    if (const auto field = field_of(variable.name)) fields[*field] = variable;
    if (variable.kind != MatClass::kStruct || is_field(variable.name)) continue;
    if (variable.count() != 1) {
      return eeglab_error("EEGLAB_MULTIPLE", "The file contains several data sets", variable.name,
                          std::to_string(variable.count()), "one data set");
    }
    EEGATE_CHECK(for_each_field(variable, is_field,
                                [&](std::uint64_t, std::string_view name, const MatArray& array) -> Result<> {
                                  fields[*field_of(name)] = array;
                                  return {};
                                }));
  }
  return fields;
}

Result<std::uint64_t> whole_number(const Fields& fields, Field field, std::uint64_t most) {
  std::optional<double> value;
  if (fields[field]) {
    EEGATE_TRY(value, mat_number(*fields[field]));
  }
  if (value && *value >= 1 && *value <= static_cast<double>(most) && *value == std::floor(*value))
    return static_cast<std::uint64_t>(*value);
  return eeglab_error("EEGLAB_FIELDS", "This is not an EEGLAB data set, or it is damaged", kFieldNames[field],
                      value ? significant(*value, 6) : "no number", "1 to " + std::to_string(most));
}

std::optional<std::array<double, 3>> unit_vector(double x, double y, double z) {
  const double length = std::sqrt(x * x + y * y + z * z);
  if (!(length > 0) || !std::isfinite(length)) return std::nullopt;
  return std::array<double, 3>{x / length, y / length, z / length};
}

// EEGLAB's X points to the nose and its Y to the left ear. Otherwise theta is the angle from the nose to the right and
// radius the distance from the vertex, 0.5 at ear level.
std::optional<std::array<double, 3>> direction_of(const std::array<std::optional<double>, 5>& place) {
  const auto& [x, y, z, theta, radius] = place;
  if (x && y && z) return unit_vector(-*y, *x, *z);
  if (!theta || !radius) return std::nullopt;
  const double around = *theta / 360, from_vertex = *radius / 2;  // in turns
  const double width = portable::sin_turns(from_vertex);
  return unit_vector(portable::sin_turns(around) * width, portable::cos_turns(around) * width,
                     portable::cos_turns(from_vertex));
}

// The shortest decimal that reads back as this number.
std::string shortest(double value) {
  if (std::abs(value) < 1e15 && value == std::floor(value)) return std::to_string(static_cast<std::int64_t>(value));
  JsonWriter writer;
  writer.value(value);
  return writer.take();
}

struct WrittenEvent {
  std::string type;
  std::optional<double> latency, duration;
};

class EventReader {
 public:
  EventReader(double sfreq, std::uint64_t n_samples, Diagnostics& diagnostics)
      : sfreq_(sfreq), n_samples_(n_samples), diagnostics_(diagnostics) {}

  // Latencies count samples from 1 and may be fractional. The duration of a boundary is the length of data that were
  // removed there.
  void take(WrittenEvent event) {
    if (!event.latency || !std::isfinite(*event.latency))
      return warn_about("EEGLAB_EVENT", "An event has no latency and is left out", event, "a number");
    const double latency = *event.latency, n = static_cast<double>(n_samples_);
    const double onset = latency < 0.5 ? latency - 1 : std::max(0.0, latency - 1);
    if (latency < 0.5 || latency > n + 0.5) {
      warn_about("EEGLAB_EVENT_RANGE", "An event lies outside the samples", event, "0.5 to " + shortest(n + 0.5));
      if (std::abs(latency) > 1e15) return;
    }
    const bool is_boundary = event.type == "boundary" || event.type == "-99";  // option_boundary99
    const double begin = std::round(latency - 0.5);
    if (is_boundary && begin > 0 && begin < n) out_.segment_begins.push_back(static_cast<std::uint64_t>(begin));
    const double length = is_boundary ? 0 : event.duration.value_or(0);
    const bool is_length = std::isfinite(length) && length > 0 && length < 1e15;
    out_.annotations.push_back(
        {.onset_s = onset / sfreq_, .duration_s = is_length ? length / sfreq_ : 0, .text = std::move(event.type)});
  }
  bool is_full() const { return out_.annotations.size() == kMaxEvents; }
  void warn_about(std::string_view code, std::string_view message, const WrittenEvent& event,
                  std::string_view expected) {
    diagnostics_.remark(eeglab_error(code, message, "event " + quoted(event.type),
                                     event.latency ? shortest(*event.latency) : "no number", expected));
  }
  EeglabEvents finish() { return std::move(out_); }

 private:
  double sfreq_;
  std::uint64_t n_samples_;
  Diagnostics& diagnostics_;
  EeglabEvents out_;
};

// Names of channels and types of events are written as either.
Result<std::string> text_or_number(const MatArray& array) {
  EEGATE_TRY(const auto number, mat_number(array));
  if (number && std::isfinite(*number)) return shortest(*number);
  return mat_text(array);
}

}  // namespace

Error eeglab_error(std::string_view code, std::string_view message, std::string_view field, std::string_view found,
                   std::string_view expected) {
  return error_in_field(code, message, field, found, expected,
                        "Open the data set in EEGLAB and save it as one .set file");
}

Result<EeglabSet> read_eeglab_set(const MatFile& file) {
  EEGATE_TRY(Fields fields, fields_of_file(file));
  EeglabSet set;
  EEGATE_TRY(set.n_channels, whole_number(fields, kChannelCount, kMaxEeglabChannels));
  EEGATE_TRY(set.n_samples, whole_number(fields, kSamples, std::uint64_t{1} << 40));
  if (fields[kTrials] && fields[kTrials]->count() > 0) {
    EEGATE_TRY(set.n_trials, whole_number(fields, kTrials, std::uint64_t{1} << 20));
  }
  std::optional<double> rate;
  if (fields[kRate]) {
    EEGATE_TRY(rate, mat_number(*fields[kRate]));
  }
  if (!rate || !(*rate >= 1e-4) || !(*rate <= 1e9)) {
    return eeglab_error("EEGLAB_FIELDS", "The sampling rate cannot be used", "srate",
                        rate ? significant(*rate, 6) : "no number", "0.0001 to 1000000000 Hz");
  }
  set.sfreq = *rate;
  // The numbers are stored column by column: with another number of rows, channels would be mixed.
  const auto is_data = [&](const MatArray& data) {
    const bool has_rows = !data.dims.empty() && data.dims[0] == set.n_channels;
    return data.kind == MatClass::kChar || (data.kind == MatClass::kNumbers && has_rows);
  };
  if (!fields[kData] || !is_data(*fields[kData])) {
    const MatClass kind = fields[kData] ? fields[kData]->kind : MatClass::kOther;
    return eeglab_error("EEGLAB_FIELDS", "The data cannot be read", "data",
                        kind == MatClass::kNumbers   ? shape_text(fields[kData]->dims)
                        : kind == MatClass::kComplex ? "complex numbers"
                        : fields[kData]              ? "neither"
                                                     : "nothing",
                        std::to_string(set.n_channels) + " rows of real numbers (nbchan), or the name of a file");
  }
  set.data = *std::move(fields[kData]);
  EEGATE_TRY(set.data_file, mat_text(set.data));
  if (fields[kChannels]) set.channels = *std::move(fields[kChannels]);
  if (fields[kEvents]) set.events = *std::move(fields[kEvents]);
  return set;
}

Result<std::vector<EeglabChannel>> read_eeglab_channels(const MatArray& structure) {
  constexpr std::array<std::string_view, 7> kNames = {"X", "Y", "Z", "theta", "radius", "labels", "type"};
  const auto wanted = [&](std::string_view name) { return std::find(kNames.begin(), kNames.end(), name); };
  std::vector<EeglabChannel> channels;
  std::array<std::optional<double>, 5> place;
  EEGATE_CHECK(for_each_field(
      structure, [&](std::string_view name) { return wanted(name) != kNames.end(); },
      [&](std::uint64_t element, std::string_view name, const MatArray& array) -> Result<> {
        if (element >= channels.size()) {
          channels.resize(static_cast<std::size_t>(element) + 1);
          place = {};
        }
        const auto at = static_cast<std::size_t>(wanted(name) - kNames.begin());
        if (at >= place.size()) {
          EEGATE_TRY(const std::string text, text_or_number(array));
          if (at > place.size()) {
            channels.back().type = channel_type(trimmed(text));
          } else {
            channels.back().label = trimmed(text);
          }
        } else {
          EEGATE_TRY(place[at], mat_number(array));
          channels.back().direction = direction_of(place);
        }
        return {};
      }));
  return channels;
}

Result<EeglabEvents> read_eeglab_events(const MatArray& structure, double sfreq, std::uint64_t n_samples,
                                        Diagnostics& diagnostics) {
  EventReader reader(sfreq, n_samples, diagnostics);
  WrittenEvent event;
  std::uint64_t current = 0;
  bool is_any = false;
  const auto finish_event = [&] {
    if (std::exchange(is_any, false) && !reader.is_full()) reader.take(std::exchange(event, {}));
  };
  EEGATE_CHECK(for_each_field(
      structure, [](std::string_view name) { return name == "type" || name == "latency" || name == "duration"; },
      [&](std::uint64_t element, std::string_view name, const MatArray& array) -> Result<> {
        if (element != current) finish_event();
        current = element;
        is_any = true;
        if (name == "type") {
          EEGATE_TRY(event.type, text_or_number(array));
        } else {
          EEGATE_TRY((name == "latency" ? event.latency : event.duration), mat_number(array));
        }
        return {};
      }));
  finish_event();
  if (structure.count() > kMaxEvents && reader.is_full()) {
    reader.warn_about("EEGLAB_TOO_MANY_EVENTS", "There are too many events; the rest is left out", event,
                      "at most " + std::to_string(kMaxEvents));
  }
  return reader.finish();
}

}  // namespace eegate
