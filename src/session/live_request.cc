#include "files/strict_object.h"
#include "session/live.h"

namespace eegate {
namespace {

constexpr ObjectForm kStreamForm = form_with_one_code("request for a stream", "STREAM_OPTION");
constexpr FieldSpec kStreamRequest[] = {
    required_field(even_empty(optional_texts("chNames"))),
    even_empty(optional_texts("badChNames")),
    more_than_lowest(required_number("sfreq", 0, 1e6)),
    optional_json("recipe", "Recipe"),
    optional_bool("causalForm"),
    more_than_lowest(optional_number("stepS", 0, 3600)),
    optional_integer("maxWaiting", 1, 1024),
    optional_bool("dropsOldest"),
    optional_bool("recentre"),
};

}  // namespace

std::span<const FieldSpec> live_request_fields() { return kStreamRequest; }

Result<LiveRequest> parse_live_request(std::string_view json) {
  EEGATE_TRY(const JsonDocument document, JsonDocument::parse(json));
  EEGATE_TRY(const StrictObject object, StrictObject::read(kStreamRequest, document.root(), kStreamForm));
  LiveRequest request;
  object.copy("chNames", request.input.ch_names);
  object.copy("badChNames", request.input.bad_ch_names);
  object.copy("sfreq", request.input.sfreq);
  object.copy("causalForm", request.as_causal);
  object.copy("stepS", request.step_s);
  object.copy("maxWaiting", request.max_waiting);
  object.copy("dropsOldest", request.drops_oldest);
  object.copy("recentre", request.recentre);
  if (object.is_set("recipe")) {
    EEGATE_TRY(request.recipe, parse_recipe(object.text("recipe")));
  }
  return request;
}

}  // namespace eegate
