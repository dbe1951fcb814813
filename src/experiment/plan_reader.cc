#include "experiment/plan_reader.h"

#include <algorithm>

#include "signal/number_text.h"

namespace eegate {
namespace {

constexpr std::size_t kMaxFound = 80;
constexpr std::size_t kMostEntries = 10000;
constexpr double kMaxSeed = 0x1p53;

std::string joined(std::initializer_list<std::string_view> words) {
  std::string text;
  for (const std::string_view word : words) text += (text.empty() ? "" : ", ") + std::string(word);
  return text;
}

}  // namespace

Error plan_error(std::string_view code, std::string message, std::string field, std::string found,
                 std::string expected) {
  return Error{.code = code,
               .message = std::move(message),
               .field = std::move(field),
               .found = std::move(found),
               .expected = std::move(expected)};
}

Result<PlanReader> PlanReader::open(JsonValue object, std::string path, std::initializer_list<std::string_view> known) {
  const std::string name = path.empty() ? "plan" : path;
  if (!object.is_object()) {
    return plan_error("PLAN_TYPE", "A part of the plan is not an object", name,
                      object.absent() ? "nothing" : quoted(object.text(), kMaxFound), "{...}");
  }
  for (const auto& [key, value] : object.members()) {
    if (std::ranges::find(known, key) != known.end()) continue;
    return plan_error("PLAN_UNKNOWN_KEY", "The plan has a key that is not known",
                      (path.empty() ? "" : path + ".") + std::string(key), quoted(key), "one of " + joined(known));
  }
  return PlanReader(object, std::move(path));
}

Error PlanReader::type_error(std::string_view key, std::string expected) const {
  return plan_error("PLAN_TYPE", "A value of the plan is of another type", field(key),
                    quoted(get(key).text(), kMaxFound), std::move(expected));
}

Error PlanReader::value_error(std::string_view key, std::string expected) const {
  return plan_error("PLAN_VALUE", "A value of the plan cannot be used", field(key), quoted(get(key).text(), kMaxFound),
                    std::move(expected));
}

Result<> PlanReader::require(std::string_view key, std::string expected) const {
  if (has(key)) return {};
  return plan_error("PLAN_MISSING", "The plan lacks something", field(key), "nothing", std::move(expected));
}

Result<> PlanReader::text(std::string_view key, std::string& into) const {
  if (!has(key)) return {};
  if (!get(key).is_string() || get(key).string().empty()) return type_error(key, "a text");
  into = get(key).string();
  return {};
}

Result<> PlanReader::number(std::string_view key, double& into, double lowest, double highest) const {
  if (!has(key)) return {};
  if (!get(key).is_number()) return type_error(key, "a number");
  const double value = get(key).number();
  if (!(value >= lowest && value <= highest))
    return value_error(key, number_text(lowest) + " to " + number_text(highest));
  into = value;
  return {};
}

Result<> PlanReader::flag(std::string_view key, bool& into) const {
  if (!has(key)) return {};
  if (!get(key).is_bool()) return type_error(key, "true or false");
  into = get(key).boolean();
  return {};
}

Result<std::vector<JsonValue>> PlanReader::list(std::string_view key) const {
  if (!get(key).is_array()) return type_error(key, "a list");
  const std::size_t n = get(key).size();
  if (n == 0) return value_error(key, "one entry or more");
  if (n > kMostEntries) {
    return plan_error("PLAN_VALUE", "A list of the plan is too long", field(key), std::to_string(n) + " entries",
                      "at most " + std::to_string(kMostEntries));
  }
  return get(key).elements();
}

Result<> PlanReader::texts(std::string_view key, std::vector<std::string>& into) const {
  if (!has(key)) return {};
  EEGATE_TRY(const std::vector<JsonValue> values, list(key));
  into.clear();
  for (const JsonValue& value : values) {
    if (!value.is_string() || value.string().empty()) return type_error(key, "a list of texts");
    into.emplace_back(value.string());
  }
  return {};
}

Result<> PlanReader::integers(std::string_view key, std::vector<std::int32_t>& into) const {
  if (!has(key)) return {};
  EEGATE_TRY(const std::vector<JsonValue> values, list(key));
  into.clear();
  for (const JsonValue& value : values) {
    const auto number = value.integer();
    if (!number || *number < -1000000000 || *number > 1000000000) return type_error(key, "a list of whole numbers");
    into.push_back(static_cast<std::int32_t>(*number));
  }
  return {};
}

Result<> PlanReader::seeds(std::string_view key, std::vector<std::uint64_t>& into) const {
  if (!has(key)) return {};
  EEGATE_TRY(const std::vector<JsonValue> values, list(key));
  into.clear();
  for (const JsonValue& value : values) {
    const auto number = value.integer();
    if (!number || *number < 0 || static_cast<double>(*number) > kMaxSeed)
      return type_error(key, "a list of whole numbers from 0");
    const auto seed = static_cast<std::uint64_t>(*number);
    if (std::ranges::find(into, seed) != into.end()) return value_error(key, "each seed once");
    into.push_back(seed);
  }
  return {};
}

}  // namespace eegate
