#include "session/explain/patterns.h"

#include "model/head_patterns.h"
#include "model/model_file.h"
#include "session/output/json_out.h"

namespace eegate {

Result<std::string> patterns_json(std::span<const std::byte> model) {
  EEGATE_TRY(const ModelFile file, read_model_file(model));
  const std::vector<HeadPattern> patterns = head_patterns(file.config, file.weights);
  if (patterns.empty()) {
    return Error{.code = "MODEL_PATTERNS",
                 .message = "The model has no sources with a place on the head",
                 .field = "config.architecture",
                 .found = file.config.architecture,
                 .expected = "tangent_space or csp of order 1"};
  }
  JsonOut json(Keys::kSnake, true);
  json.begin_object().strings("channels", file.contract.ch_names).key("patterns").begin_array();
  for (const HeadPattern& source : patterns) {
    json.begin_object().member("class", file.contract.classes[source.class_index]).member("weight", source.weight);
    if (file.config.fields.has_field("bands") && file.config.fields.is_set("bands")) {
      const std::vector<double>& edges = file.config.fields.numbers("bands");
      json.key("band_hz").begin_array();
      json.writer().value(edges[source.band]).value(edges[source.band + 1]);
      json.end_array();
    }
    json.key("pattern").begin_array();
    for (const double value : source.pattern) json.writer().value(value);
    json.end_array().end_object();
  }
  json.end_array().end_object();
  return json.take() + "\n";
}

}  // namespace eegate
