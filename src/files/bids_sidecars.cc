#include "files/bids_sidecars.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/file_set.h"
#include "base/sort.h"
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
                 std::string_view found, std::string_view place = {}, std::string_view expected = {}) {
  Error e;
  e.code = code;
  e.message = message;
  e.field = file;
  e.place = place;
  e.found = found;
  e.expected = expected;
  diagnostics.remark(std::move(e));
}

struct SidecarText {
  std::string name, text;
};

class SidecarFiles {
 public:
  SidecarFiles(const FileSet& files, const BidsName& recording, Diagnostics& diagnostics)
      : files_(files), recording_(recording), diagnostics_(diagnostics) {}

  // Names of the applicable files, the most specific first. Between equally specific ones the longer name comes first,
  // with warning BIDS_AMBIGUOUS.
  std::vector<std::string> find(std::string_view suffix, std::string_view ending) const;
  // The most specific file; its name is empty if there is none.
  Result<SidecarText> most_specific(std::string_view suffix, std::string_view ending) const;
  Result<SidecarText> read(const std::string& name) const;
  Diagnostics& diagnostics() const { return diagnostics_; }

 private:
  const FileSet& files_;
  const BidsName& recording_;
  Diagnostics& diagnostics_;
};

std::vector<std::string> SidecarFiles::find(std::string_view suffix, std::string_view ending) const {
  std::vector<std::pair<std::size_t, std::string>> found;
  for (const NamedFile& file : files_.files()) {
    const auto name = parse_bids_name(file.name);
    if (!name || name->suffix != suffix || name->ending != ending || !applies_to(*name, recording_)) continue;
    // The same name may occur in several folders: the first one is in the folder of the recording.
    const bool is_known = std::any_of(found.begin(), found.end(), [&](const auto& f) { return f.second == file.name; });
    if (!is_known) found.emplace_back(specificity(*name), file.name);
    if (found.size() == 64) break;
  }
  sort_stable(found, [](const auto& a, const auto& b) { return a > b; });
  const std::string_view space = "_space-";
  const auto plain = [&](const std::string& name) { return name.find(space) == std::string::npos; };
  if (found.size() > 1 && (found[0].first == found[1].first || !plain(found[0].second)) && ending == ".tsv") {
    remark_bids(diagnostics_, "BIDS_AMBIGUOUS", "Several sidecar files apply; the most specific one is read",
                found[0].second, "also " + found[1].second);
  }
  std::vector<std::string> names;
  for (auto& [near, name] : found) names.push_back(std::move(name));
  return names;
}

Result<SidecarText> SidecarFiles::read(const std::string& name) const {
  EEGATE_TRY(const auto source, files_.open(name));
  if (source == nullptr) return SidecarText{};
  EEGATE_TRY(std::string text, read_header_text(*source, kMaxBidsTextBytes, name, diagnostics_));
  return SidecarText{name, std::move(text)};
}

// An unreadable sidecar file is only a warning, because the recording can be read without it.
Result<SidecarText> SidecarFiles::most_specific(std::string_view suffix, std::string_view ending) const {
  const std::vector<std::string> names = find(suffix, ending);
  if (names.empty()) return SidecarText{};
  auto sidecar = read(names[0]);
  if (sidecar.ok()) return sidecar;
  remark_bids(diagnostics_, "BIDS_SIDE_FILE", "A sidecar file cannot be read and is left out", names[0],
              describe(sidecar.error()));
  return SidecarText{};
}

std::string_view first_of(const BidsTsv& table, std::initializer_list<std::string_view> columns) {
  for (const std::string_view column : columns) {
    if (const std::string_view cell = table.cell(column); !cell.empty()) return cell;
  }
  return {};
}

Result<> read_events(const SidecarFiles& files, BidsSidecars& out) {
  EEGATE_TRY(const SidecarText sidecar, files.most_specific("events", ".tsv"));
  if (sidecar.name.empty()) return {};
  BidsTsv table(sidecar.text, sidecar.name);
  if (!table.has("onset")) {
    remark_bids(files.diagnostics(), "BIDS_SIDE_FILE", "A table of events without a column onset is left out",
                sidecar.name, "no column onset");
    return {};
  }
  out.events.emplace();
  while (table.next(files.diagnostics())) {
    const auto onset_s = parse_decimal(table.cell("onset"));
    const std::string_view text = first_of(table, {"trial_type", "value", "event_type", "stim_type"});
    const auto duration_s = parse_decimal(table.cell("duration"));
    if (!onset_s || std::abs(*onset_s) > 1e9) {
      const std::string_view cell = table.cell("onset");
      if (cell.empty()) {
        remark_bids(files.diagnostics(), "BIDS_EVENT", "An event without an onset is left out", sidecar.name, "n/a",
                    table.place());
      } else {
        remark_bids(files.diagnostics(), "BIDS_ONSET", "An event whose onset is not a number is left out", sidecar.name,
                    quoted(cell), table.place(), "seconds, with a point before decimals");
      }
      continue;
    }
    if (out.events->size() == kMaxBidsEvents) {
      remark_bids(files.diagnostics(), "BIDS_TOO_MANY_EVENTS", "The events after the first 262144 are left out",
                  sidecar.name, "more");
      return {};
    }
    const bool has_duration = duration_s && *duration_s >= 0 && *duration_s <= 1e9;
    out.events->push_back(
        {.onset_s = *onset_s, .duration_s = has_duration ? *duration_s : 0, .text = std::string(text)});
  }
  return {};
}

Result<> read_channels(const SidecarFiles& files, BidsSidecars& out) {
  EEGATE_TRY(const SidecarText sidecar, files.most_specific("channels", ".tsv"));
  BidsTsv table(sidecar.text, sidecar.name);
  while (out.channels.size() < kMaxBidsRows && table.next(files.diagnostics())) {
    BidsChannel channel{.name = std::string(table.cell("name")),
                        .type = std::string(table.cell("type")),
                        .unit = std::string(table.cell("units")),
                        .is_bad = equal_ignoring_case(table.cell("status"), "bad")};
    for (char& c : channel.type) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    if (!channel.name.empty()) out.channels.push_back(std::move(channel));
  }
  return {};
}

// Members of the JSON sidecar files: the most specific file that has a key determines its value.
class SidecarJson {
 public:
  explicit SidecarJson(std::vector<JsonDocument> documents) : documents_(std::move(documents)) {}
  JsonValue get(std::string_view key) const {
    for (const JsonDocument& document : documents_) {
      if (const JsonValue value = document.root().get(key); !value.absent()) return value;
    }
    return {};
  }

 private:
  std::vector<JsonDocument> documents_;
};

Result<SidecarJson> read_sidecar_json(const SidecarFiles& files, std::string_view suffix) {
  std::vector<JsonDocument> documents;
  for (const std::string& name : files.find(suffix, ".json")) {
    auto sidecar = files.read(name);
    auto document = sidecar.ok() ? JsonDocument::parse(sidecar->text) : Result<JsonDocument>(sidecar.take_error());
    if (document.ok() && document->root().is_object()) {
      documents.push_back(std::move(document).value());
    } else {
      remark_bids(files.diagnostics(), "BIDS_SIDE_FILE", "A sidecar file cannot be read and is left out", name,
                  document.ok() ? "no object" : describe(document.error()));
    }
  }
  return SidecarJson(std::move(documents));
}

// True if x points to the nose and y to the left ear; std::nullopt for unknown coordinate systems.
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

Result<> read_electrodes(const SidecarFiles& files, BidsSidecars& out) {
  EEGATE_TRY(const SidecarText sidecar, files.most_specific("electrodes", ".tsv"));
  if (sidecar.name.empty()) return {};
  EEGATE_TRY(const SidecarJson system, read_sidecar_json(files, "coordsystem"));
  JsonValue word = system.get("EEGCoordinateSystem");
  if (word.absent()) word = system.get("iEEGCoordinateSystem");
  const auto is_nose_on_x = has_nose_on_x(word.string());
  if (!is_nose_on_x) {
    remark_bids(files.diagnostics(), "BIDS_COORD_SYSTEM",
                "The coordinate system of the electrodes is unknown; their positions are not used", sidecar.name,
                word.absent() ? "no coordinate system" : quoted(word.string()));
    return {};
  }
  BidsTsv table(sidecar.text, sidecar.name);
  while (out.electrodes.size() < kMaxBidsRows && table.next(files.diagnostics())) {
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

bool is_word(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '+';
  });
}

constexpr std::size_t kMaxEntities = 32;

}  // namespace

Result<BidsSidecars> read_bids_sidecars(const FileSet& files, std::string_view recording, Diagnostics& diagnostics) {
  BidsSidecars out;
  const auto name = parse_bids_name(base_name_of(recording));
  if (!name || !is_bids_recording(*name)) return out;
  const SidecarFiles sidecars(files, *name, diagnostics);
  EEGATE_CHECK(read_events(sidecars, out));
  EEGATE_CHECK(read_channels(sidecars, out));
  EEGATE_CHECK(read_electrodes(sidecars, out));
  EEGATE_TRY(const SidecarJson numbers, read_sidecar_json(sidecars, name->suffix));
  out.sfreq = numbers.get("SamplingFrequency").number();
  out.duration_s = numbers.get("RecordingDuration").number();
  return out;
}

std::string_view BidsName::value(std::string_view key) const {
  for (const auto& [name, text] : entities) {
    if (name == key) return text;
  }
  return {};
}

std::optional<BidsName> parse_bids_name(std::string_view file_name) {
  BidsName name;
  const std::string_view stem = stem_of(file_name);
  name.ending = file_name.substr(stem.size());
  for (std::size_t at = 0; name.entities.size() <= kMaxEntities;) {
    const std::size_t end = stem.find('_', at);
    const std::string_view part = stem.substr(at, end - at);
    if (end == std::string_view::npos) {
      if (!is_word(part)) return std::nullopt;
      name.suffix = part;
      return name;
    }
    const std::size_t dash = part.find('-');
    if (dash == std::string_view::npos || !is_word(part.substr(0, dash)) || !is_word(part.substr(dash + 1)))
      return std::nullopt;
    if (!name.value(part.substr(0, dash)).empty()) return std::nullopt;
    name.entities.emplace_back(part.substr(0, dash), part.substr(dash + 1));
    at = end + 1;
  }
  return std::nullopt;
}

bool is_bids_recording(const BidsName& name) {
  return !name.value("sub").empty() && (name.suffix == "eeg" || name.suffix == "ieeg");
}

bool applies_to(const BidsName& sidecar, const BidsName& recording) {
  return std::all_of(sidecar.entities.begin(), sidecar.entities.end(), [&](const auto& entity) {
    return entity.first == "space" || recording.value(entity.first) == entity.second;
  });
}

std::size_t specificity(const BidsName& sidecar) {
  const std::size_t depth = sidecar.value("ses").empty() ? (sidecar.value("sub").empty() ? 0 : 1) : 2;
  return depth * (kMaxEntities + 2) + sidecar.entities.size();
}

}  // namespace eegate
