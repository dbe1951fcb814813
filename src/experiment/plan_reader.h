// An object of a plan, read strictly: a key that nobody knows is an error, for an option that is skipped in silence
// changes the figures.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "files/json.h"

namespace eegate {

// The largest numbers that a plan may hold.
inline constexpr double kMaxPlanHz = 1e5, kMaxPlanSeconds = 1e5, kMaxPlanCount = 1e6;

class PlanReader {
 public:
  // `path` names the object in messages, "data.groups[0]"; empty for the plan itself. Errors: PLAN_TYPE unless it is an
  // object, PLAN_UNKNOWN_KEY for the first member that is not among `known`.
  static Result<PlanReader> open(JsonValue object, std::string path, std::initializer_list<std::string_view> known);

  bool has(std::string_view key) const { return !object_.get(key).absent(); }
  JsonValue get(std::string_view key) const { return object_.get(key); }
  std::string field(std::string_view key) const {
    return path_.empty() ? std::string(key) : path_ + "." + std::string(key);
  }
  std::string field(std::string_view key, std::size_t index) const {
    return field(key) + "[" + std::to_string(index) + "]";
  }

  // Each leaves `into` as it is where the key is absent. Errors: PLAN_TYPE, PLAN_VALUE.
  Result<> text(std::string_view key, std::string& into) const;
  Result<> number(std::string_view key, double& into, double lowest, double highest) const;
  template <class Integer>
  Result<> count(std::string_view key, Integer& into, double lowest, double highest) const {
    double number_read = static_cast<double>(into);
    EEGATE_CHECK(number(key, number_read, lowest, highest));
    if (has(key) && number_read != static_cast<double>(static_cast<long long>(number_read)))
      return value_error(key, "a whole number");
    if (has(key)) into = static_cast<Integer>(number_read);
    return {};
  }
  Result<> flag(std::string_view key, bool& into) const;
  Result<> texts(std::string_view key, std::vector<std::string>& into) const;
  Result<> integers(std::string_view key, std::vector<std::int32_t>& into) const;
  Result<> seeds(std::string_view key, std::vector<std::uint64_t>& into) const;
  // A list with one entry or more. Errors: PLAN_TYPE, PLAN_VALUE.
  Result<std::vector<JsonValue>> list(std::string_view key) const;

  // PLAN_MISSING unless the key is there.
  Result<> require(std::string_view key, std::string expected) const;
  Error type_error(std::string_view key, std::string expected) const;
  Error value_error(std::string_view key, std::string expected) const;

 private:
  PlanReader(JsonValue object, std::string path) : object_(object), path_(std::move(path)) {}
  JsonValue object_;
  std::string path_;
};

Error plan_error(std::string_view code, std::string message, std::string field, std::string found,
                 std::string expected);

}  // namespace eegate
