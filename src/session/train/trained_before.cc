#include "session/train/trained_before.h"

#include <algorithm>
#include <numeric>

#include "base/file_set.h"
#include "base/numbers_as_text.h"
#include "files/json.h"
#include "train/splits.h"

namespace eegate {
namespace {

// "1" for "S001", so that a person has one name whether a file or an array names it; files without their folders.
std::string plain_name(std::string_view name) {
  name = base_name_of(name);
  const bool is_number = name.size() > 1 && (name[0] == 'S' || name[0] == 's') &&
                         name.find_first_not_of("0123456789", 1) == std::string_view::npos;
  if (!is_number) return std::string(name);
  const std::size_t first = name.find_first_not_of('0', 1);
  return first == std::string_view::npos ? "0" : std::string(name.substr(first));
}

std::int32_t group_of(const EpochPlace& place, GroupBy by) {
  return by == GroupBy::kSubject ? place.subject : place.file;
}

}  // namespace

TrainedBefore::TrainedBefore(std::string_view train_json, bool by_block) {
  const auto document = JsonDocument::parse(train_json);
  if (!document.ok()) return;
  for (JsonValue card = document->root(); card.is_object(); card = card.get("before")) {
    if (by_block && card.get("validation").string().starts_with(kBlockRule)) continue;
    Training& training = trainings_.emplace_back();
    for (const std::string_view key : {"subjects", "files", "people", "set_aside"}) {
      for (const JsonValue name : card.get(key).elements()) {
        if (name.is_string())
          (key == "set_aside" ? training.set_aside : training.used).insert(plain_name(name.string()));
      }
    }
  }
}

bool TrainedBefore::knows(std::string_view subject, std::string_view file) const {
  const std::string names[] = {plain_name(subject), plain_name(file)};
  return std::ranges::any_of(trainings_, [&](const Training& training) {
    const auto holds_one = [&](const auto& set) {
      return std::ranges::any_of(names, [&](const std::string& name) { return !name.empty() && set.contains(name); });
    };
    return holds_one(training.used) && !holds_one(training.set_aside);
  });
}

bool TrainedBefore::names_nobody() const {
  return std::ranges::all_of(trainings_, [](const Training& training) { return training.used.empty(); });
}

std::vector<std::string> names_of_subjects(std::span<const std::int32_t> subjects) {
  std::vector<std::string> names;
  for (const std::int32_t subject : std::set(subjects.begin(), subjects.end()))
    names.push_back(std::to_string(subject));
  return names;
}

std::vector<std::int32_t> unknown_groups(std::span<const EpochPlace> places, GroupBy by,
                                         const std::vector<bool>& is_known) {
  std::vector<std::int32_t> groups = groups_in(places, by);
  const std::size_t n = groups.size();
  std::set<std::int32_t> known;
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (is_known[i]) known.insert(group_of(places[i], by));
  }
  std::erase_if(groups, [&](std::int32_t group) { return known.contains(group); });
  if (groups.size() == n) groups.clear();
  return groups;
}

std::optional<Warning> trained_before(const std::vector<bool>& is_known, std::span<const std::uint32_t> judging,
                                      std::string_view one, std::string_view many) {
  const auto n = std::ranges::count_if(judging, [&](std::uint32_t epoch) { return is_known[epoch]; });
  if (n == 0) return {};
  return Warning{.code = "AUDIT_TRAINED_BEFORE",
                 .message =
                     "The accuracy is no test, because the starting model may have been trained on subjects "
                     "that it is judged on, by its card: " +
                     std::to_string(n) + " of " + counted(judging.size(), one, many)};
}

std::optional<Warning> trained_before(const std::vector<bool>& is_known) {
  std::vector<std::uint32_t> all(is_known.size());
  std::iota(all.begin(), all.end(), 0U);
  return trained_before(is_known, all);
}

bool warns_of_training_before(const Warnings& warnings) {
  return std::ranges::any_of(warnings, [](const Warning& warning) { return warning.code == "AUDIT_TRAINED_BEFORE"; });
}

}  // namespace eegate
