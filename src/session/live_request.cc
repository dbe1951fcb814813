#include "files/json.h"
#include "session/live.h"

namespace eegate {
namespace {

Error option_error(std::string_view field, const JsonValue& found, std::string expected) {
  return Error{.code = "STREAM_OPTION",
               .message = "An option of the stream cannot be used",
               .field = std::string(field),
               .found = found.absent() ? "nothing" : found.text(),
               .expected = std::move(expected)};
}

Result<std::vector<std::string>> names_of(std::string_view field, const JsonValue& value) {
  std::vector<std::string> names;
  if (!value.is_array()) return option_error(field, value, "a list of channel names");
  for (const JsonValue& name : value.elements()) {
    if (name.string().empty()) return option_error(field, name, "the name of a channel");
    names.emplace_back(name.string());
  }
  return names;
}

Result<double> number_of(std::string_view field, const JsonValue& value, double highest) {
  if (value.is_number() && value.number() > 0 && value.number() <= highest) return value.number();
  return option_error(field, value, "a number above 0, at most " + std::to_string(static_cast<long long>(highest)));
}

Result<> read_option(LiveRequest& request, std::string_view key, const JsonValue& value) {
  if (key == "badChNames") {
    EEGATE_TRY(request.input.bad_ch_names, names_of(key, value));
  } else if (key == "recipe") {
    EEGATE_TRY(request.recipe, parse_recipe(value));
  } else if (key == "stepS") {
    EEGATE_TRY(request.step_s, number_of(key, value, 3600));
  } else if (key == "maxWaiting") {
    EEGATE_TRY(const double most, number_of(key, value, 1024));
    request.max_waiting = static_cast<std::size_t>(most);
    if (static_cast<double>(request.max_waiting) != most) return option_error(key, value, "a whole number");
  } else if (key == "causalForm" || key == "dropsOldest") {
    if (!value.is_bool()) return option_error(key, value, "true or false");
    (key == "causalForm" ? request.as_causal : request.drops_oldest) = value.boolean();
  } else if (key != "chNames" && key != "sfreq") {
    return option_error(key, value, "an option that is known");
  }
  return {};
}

}  // namespace

Result<LiveRequest> parse_live_request(std::string_view json) {
  EEGATE_TRY(const JsonDocument document, JsonDocument::parse(json));
  const JsonValue root = document.root();
  LiveRequest request;
  EEGATE_TRY(request.input.ch_names, names_of("chNames", root.get("chNames")));
  EEGATE_TRY(request.input.sfreq, number_of("sfreq", root.get("sfreq"), 1e6));
  for (const auto& [key, value] : root.members()) EEGATE_CHECK(read_option(request, key, value));
  return request;
}

}  // namespace eegate
