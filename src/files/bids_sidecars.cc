#include "files/bids_sides.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/sort.h"
#include "files/bids_name.h"
#include "files/bids_tsv.h"
#include "files/header_text.h"
#include "files/json.h"
#include "files/text.h"

namespace eegate {
namespace {

constexpr std::uint64_t kMaxBidsTextBytes = std::uint64_t{16} << 20;
constexpr std::size_t kMaxBidsEvents = std::size_t{1} << 18;
constexpr std::size_t kMaxBidsRows = 4096;  // of channels and electrodes

void remark_bids(Diagnostics& diagnostics, std::string_view code, std::string_view message, std::string_view file,
                 std::string_view found) {
  Error e;
  e.code = code;
  e.message = message;
  e.field = file;
  e.found = found;
  diagnostics.remark(std::move(e));
}

struct SideText {
  std::string name, text;
};

class Sides {
 public:
  Sides(const FileSet& files, const BidsName& recording, Diagnostics& diagnostics)
      : files_(files), recording_(recording), diagnostics_(diagnostics) {}

  // Names of those that apply, the nearest first. Two that are equally near: the longer name, warning BIDS_AMBIGUOUS.
  std::vector<std::string> find(std::string_view suffix, std::string_view ending) const;
  // The nearest; without a name if there is none.
  Result<SideText> nearest(std::string_view suffix, std::string_view ending) const;
  Result<SideText> read(const std::string& name) const;
  Diagnostics& diagnostics() const { return diagnostics_; }

 private:
  const FileSet& files_;
  const BidsName& recording_;
  Diagnostics& diagnostics_;
};

std::vector<std::string> Sides::find(std::string_view suffix, std::string_view ending) const {
  std::vector<std::pair<std::size_t, std::string>> found;
  for (const NamedFile& file : files_.files()) {
    const auto name = parse_bids_name(file.name);
    if (!name || name->suffix != suffix || name->ending != ending || !applies_to(*name, recording_)) continue;
    // The same name may stand in several folders: the first one is that beside the recording.
    const bool is_known = std::any_of(found.begin(), found.end(), [&](const auto& f) { return f.second == file.name; });
    if (!is_known) found.emplace_back(nearness(*name), file.name);
    if (found.size() == 64) break;
  }
  sort_stable(found, [](const auto& a, const auto& b) { return a > b; });
  const std::string_view space = "_space-";
  const auto plain = [&](const std::string& name) { return name.find(space) == std::string::npos; };
  if (found.size() > 1 && (found[0].first == found[1].first || !plain(found[0].second)) && ending == ".tsv") {
    remark_bids(diagnostics_, "BIDS_AMBIGUOUS", "Several side files apply; the most specific one is read",
                found[0].second, "also " + found[1].second);
  }
  std::vector<std::string> names;
  for (auto& [near, name] : found) names.push_back(std::move(name));
  return names;
}

Result<SideText> Sides::read(const std::string& name) const {
  EEGATE_TRY(const auto source, files_.open(name));
  if (source == nullptr) return SideText{};
  EEGATE_TRY(std::string text, read_header_text(*source, kMaxBidsTextBytes, name, diagnostics_));
  return SideText{name, std::move(text)};
}

// A side file is a help: without it the recording can be read all the same.
Result<SideText> Sides::nearest(std::string_view suffix, std::string_view ending) const {
  const std::vector<std::string> names = find(suffix, ending);
  if (names.empty()) return SideText{};
  auto side = read(names[0]);
  if (side.ok()) return side;
  remark_bids(diagnostics_, "BIDS_SIDE_FILE", "A side file cannot be read and is left out", names[0],
              describe(side.error()));
  return SideText{};
}

std::string_view first_of(const BidsTsv& table, std::initializer_list<std::string_view> columns) {
  for (const std::string_view column : columns) {
    if (const std::string_view cell = table.cell(column); !cell.empty()) return cell;
  }
  return {};
}

Result<> read_events(const Sides& sides, BidsSides& out) {
  EEGATE_TRY(const SideText side, sides.nearest("events", ".tsv"));
  if (side.name.empty()) return {};
  BidsTsv table(side.text, side.name);
  if (!table.has("onset")) {
    remark_bids(sides.diagnostics(), "BIDS_SIDE_FILE", "A table of events without a column onset is left out",
                side.name, "no column onset");
    return {};
  }
  out.events.emplace();
  while (table.next(sides.diagnostics())) {
    const auto onset_s = parse_decimal(table.cell("onset"));
    const std::string_view text = first_of(table, {"trial_type", "value", "event_type"});
    const auto duration_s = parse_decimal(table.cell("duration"));
    if (!onset_s || std::abs(*onset_s) > 1e9) {
      remark_bids(sides.diagnostics(), "BIDS_EVENT", "An event without an onset is left out", side.name,
                  quoted(table.cell("onset")));
      continue;
    }
    if (out.events->size() == kMaxBidsEvents) {
      remark_bids(sides.diagnostics(), "BIDS_TOO_MANY_EVENTS", "The events after the first 262144 are left out",
                  side.name, "more");
      return {};
    }
    const bool has_duration = duration_s && *duration_s >= 0 && *duration_s <= 1e9;
    out.events->push_back(
        {.onset_s = *onset_s, .duration_s = has_duration ? *duration_s : 0, .text = std::string(text)});
  }
  return {};
}

Result<> read_channels(const Sides& sides, BidsSides& out) {
  EEGATE_TRY(const SideText side, sides.nearest("channels", ".tsv"));
  BidsTsv table(side.text, side.name);
  while (out.channels.size() < kMaxBidsRows && table.next(sides.diagnostics())) {
    BidsChannel channel{.name = std::string(table.cell("name")),
                        .type = std::string(table.cell("type")),
                        .unit = std::string(table.cell("units")),
                        .is_bad = equal_ignoring_case(table.cell("status"), "bad")};
    for (char& c : channel.type) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    if (!channel.name.empty()) out.channels.push_back(std::move(channel));
  }
  return {};
}

// The members of JSON side files: the nearest one that has the key wins.
class SideJson {
 public:
  explicit SideJson(std::vector<JsonDocument> documents) : documents_(std::move(documents)) {}
  JsonValue get(std::string_view key) const {
    for (const JsonDocument& document : documents_) {
      if (const JsonValue value = document.root().get(key); !value.absent()) return value;
    }
    return {};
  }

 private:
  std::vector<JsonDocument> documents_;
};

Result<SideJson> read_side_json(const Sides& sides, std::string_view suffix) {
  std::vector<JsonDocument> documents;
  for (const std::string& name : sides.find(suffix, ".json")) {
    auto side = sides.read(name);
    auto document = side.ok() ? JsonDocument::parse(side->text) : Result<JsonDocument>(side.take_error());
    if (document.ok() && document->root().is_object()) {
      documents.push_back(std::move(document).value());
    } else {
      remark_bids(sides.diagnostics(), "BIDS_SIDE_FILE", "A side file cannot be read and is left out", name,
                  document.ok() ? "no object" : describe(document.error()));
    }
  }
  return SideJson(std::move(documents));
}

// Whether x points to the nose and y to the left ear; nothing for axes that are not known.
std::optional<bool> has_nose_on_x(std::string_view system) {
  for (const std::string_view known : {"CTF", "EEGLAB", "EEGLAB-HJ", "4DBti", "KitYokogawa"}) {
    if (equal_ignoring_case(system, known)) return true;
  }
  for (const std::string_view known : {"CapTrak", "ElektaNeuromag", "Neuromag", "ACPC"}) {
    if (equal_ignoring_case(system, known)) return false;
  }
  const bool is_mni = system.substr(0, 3) == "MNI" || system.substr(0, 6) == "ICBM45";
  return is_mni ? std::optional(false) : std::nullopt;
}

Result<> read_electrodes(const Sides& sides, BidsSides& out) {
  EEGATE_TRY(const SideText side, sides.nearest("electrodes", ".tsv"));
  if (side.name.empty()) return {};
  EEGATE_TRY(const SideJson system, read_side_json(sides, "coordsystem"));
  JsonValue word = system.get("EEGCoordinateSystem");
  if (word.absent()) word = system.get("iEEGCoordinateSystem");
  const auto is_nose_on_x = has_nose_on_x(word.string());
  if (!is_nose_on_x) {
    remark_bids(sides.diagnostics(), "BIDS_COORD_SYSTEM",
                "The axes of the electrodes' positions are not known; the positions are not used", side.name,
                word.absent() ? "no coordinate system" : quoted(word.string()));
    return {};
  }
  BidsTsv table(side.text, side.name);
  while (out.electrodes.size() < kMaxBidsRows && table.next(sides.diagnostics())) {
    const auto x = parse_decimal(table.cell("x")), y = parse_decimal(table.cell("y")),
               z = parse_decimal(table.cell("z"));
    if (!x || !y || !z || table.cell("name").empty()) continue;
    const double radius = std::sqrt(*x * *x + *y * *y + *z * *z);
    if (!(radius > 1e-9) || !(radius < 1e9)) continue;
    const std::array<double, 3> right_front_up = *is_nose_on_x ? std::array{-*y / radius, *x / radius, *z / radius}
                                                               : std::array{*x / radius, *y / radius, *z / radius};
    out.electrodes.push_back({std::string(table.cell("name")), right_front_up});
  }
  return {};
}

}  // namespace

Result<BidsSides> read_bids_sides(const FileSet& files, std::string_view recording, Diagnostics& diagnostics) {
  BidsSides out;
  const auto name = parse_bids_name(base_name_of(recording));
  if (!name || !is_bids_recording(*name)) return out;
  const Sides sides(files, *name, diagnostics);
  EEGATE_CHECK(read_events(sides, out));
  EEGATE_CHECK(read_channels(sides, out));
  EEGATE_CHECK(read_electrodes(sides, out));
  EEGATE_TRY(const SideJson numbers, read_side_json(sides, name->suffix));
  out.sfreq = numbers.get("SamplingFrequency").number();
  out.duration_s = numbers.get("RecordingDuration").number();
  return out;
}

}  // namespace eegate
