#include "session/explain/inspection.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "files/strict_object.h"
#include "model/forward_trace.h"
#include "model/head_patterns.h"
#include "model/layers/token_order.h"
#include "model/model_file.h"
#include "model/transformer_config.h"
#include "session/output/json_out.h"

namespace eegate {
namespace {

constexpr double kMaxParts = 4096, kLargestMap = 512, kMaxTokens = 1 << 24;

constexpr ObjectForm kPartForm = form_with_one_code("list of what is switched off", "ABLATE_PART");
constexpr ObjectForm kInspectForm = form_with_one_code("request for an inspection", "INSPECT_OPTION");

enum class GateOf { kAttention, kFeedForward };
constexpr auto kGatesOf = option_table<GateOf>({{"attention", GateOf::kAttention}, {"ffn", GateOf::kFeedForward}});
constexpr auto kForcedTo = option_table<Forced>({{"closed", Forced::kClosed}, {"open", Forced::kOpen}});

// A head, or a gate and what it is held at.
constexpr FieldSpec kPart[] = {
    required_field(optional_integer("block", 0, kMaxParts)),
    optional_integer("head", 0, kMaxParts),
    optional_choice("gate", kGatesOf.names),
    optional_choice("to", kForcedTo.names),
    optional_number("weight", 0, 1),
};
constexpr FieldSpec kParts[] = {even_empty(optional_objects("ablate", kPart))};
constexpr FieldSpec kInspectRequest[] = {
    even_empty(optional_objects("ablate", kPart)),
    optional_integer("query", 0, kMaxTokens),
    optional_integer("mapSize", 1, kLargestMap),
    even_empty(optional_texts("weights")),
};

Result<> switch_off(const StrictObject& part, BlockAblation& block) {
  if (part.is_set("head")) {
    const std::size_t head = part.size("head");
    if (block.silent.size() <= head) block.silent.resize(head + 1);
    block.silent[head] = true;
    return {};
  }
  for (const std::string_view key : {"gate", "to"}) {
    if (!part.is_set(key)) return part.value_error(key, "head, or gate and to");
  }
  const bool is_attention = part.option("gate", kGatesOf) == GateOf::kAttention;
  (is_attention ? block.attention : block.feed_forward) = part.option("to", kForcedTo);
  part.copy("weight", is_attention ? block.attention_weight : block.feed_forward_weight);
  return {};
}

Result<Ablation> ablation_from(const std::vector<StrictObject>& parts) {
  Ablation ablation;
  for (const StrictObject& part : parts) {
    const std::size_t block = part.size("block");
    if (ablation.blocks.size() <= block) ablation.blocks.resize(block + 1);
    EEGATE_CHECK(switch_off(part, ablation.blocks[block]));
  }
  return ablation;
}

// Steps under their names; those that a model does not have are left out.
class Names {
 public:
  explicit Names(std::vector<InspectedTensor>& tensors) : tensors_(tensors) {}
  // By reference: a shape that depends on the values is computed before they are moved.
  void add(std::string name, std::vector<std::size_t> shape, std::vector<float>&& values) {
    if (!values.empty()) tensors_.push_back({std::move(name), std::move(shape), std::move(values)});
  }
  // Rows of one width each.
  void add_rows(std::string name, std::size_t n_rows, std::vector<float> values) {
    const std::size_t width = values.size() / n_rows;  // before they move
    add(std::move(name), {n_rows, width}, std::move(values));
  }

 private:
  std::vector<InspectedTensor>& tensors_;
};

std::vector<float> places_of(const TransformerConfig& config, std::size_t stage, std::size_t n_chans,
                             std::size_t n_times) {
  std::vector<float> values;
  for (const TokenPlace& place : token_places(config, stage, n_chans, n_times)) {
    for (const std::size_t number : {place.first_time, place.n_times, place.first_chan, place.n_chans})
      values.push_back(static_cast<float>(number));
  }
  return values;
}

void add_block(Names& names, const std::string& prefix, std::size_t n, BlockTrace&& block, std::vector<float>&& out) {
  const auto rows = [&](const char* name, std::vector<float>& values) {
    names.add_rows(prefix + name, n, std::move(values));
  };
  rows("attention_input", block.attention_input);
  rows("queries", block.queries);
  rows("keys", block.keys);
  rows("values", block.values);
  names.add(prefix + "attention_map", {block.n_heads, block.n_map, block.n_map}, std::move(block.attention_map));
  names.add(prefix + "attention_row", {block.n_heads, n}, std::move(block.attention_row));
  rows("heads", block.heads);
  rows("attention_output", block.attention_output);
  rows("gate1", block.gate1);
  rows("gate1_candidate", block.gate1_candidate);
  rows("middle", block.middle);
  rows("ffn_input", block.ffn_input);
  rows("ffn_hidden", block.ffn_hidden);
  rows("ffn_output", block.ffn_output);
  rows("gate2", block.gate2);
  rows("gate2_candidate", block.gate2_candidate);
  rows("output", out);
}

void add_encoder(Names& names, const TransformerConfig& encoder, std::size_t n_chans, std::size_t n_times,
                 ForwardTrace& trace) {
  const std::size_t n_first = encoder.n_tokens(0, n_times);
  names.add_rows("embedded", n_first, std::move(trace.embedded));
  names.add_rows("positions", n_first, std::move(trace.positions));
  names.add_rows("tokens", n_first, std::move(trace.tokens));
  for (std::size_t i = 0; i < trace.steps.size(); ++i) {
    const std::size_t stage = encoder.stage_of(i), n = encoder.n_tokens(stage, n_times);
    const std::string prefix = "blocks." + std::to_string(i) + ".";
    names.add_rows(prefix + "places", n, places_of(encoder, stage, n_chans, n_times));
    add_block(names, prefix, n, std::move(trace.steps[i]), std::move(trace.blocks[i]));
  }
  names.add_rows("encoded", encoder.n_tokens(encoder.stages.size() - 1, n_times), std::move(trace.encoded));
  names.add_rows("pooled", 1, std::move(trace.pooled));
}

void add_layers(Names& names, Inspection& inspection, ForwardTrace& trace) {
  for (std::size_t i = 0; i < trace.layers.size(); ++i) {
    LayerTrace& layer = trace.layers[i];
    inspection.layers.emplace_back(layer.name);
    names.add("layers." + std::to_string(i), {std::begin(layer.shape), std::end(layer.shape)}, std::move(layer.values));
  }
}

Result<> add_weights(Names& names, const Model& model, const StrictObject& request) {
  for (const std::string& name : request.texts("weights")) {
    std::vector<float> values = model.weight(name);
    if (values.empty()) return request.value_error("weights", "names of tensors of a transformer");
    const auto& all = model.tensors();
    const auto tensor = std::ranges::find(all, name, &TensorInfo::name);
    names.add("weights." + tensor->name, tensor->shape, std::move(values));
  }
  return {};
}

// Parts that are switched off have errors of their own.
Result<StrictObject> read_request(const std::string& json) {
  EEGATE_TRY(const JsonDocument document, JsonDocument::parse(json));
  const JsonValue parts = document.root().get("ablate");
  if (!parts.absent()) EEGATE_CHECK(read_ablation(parts.text()));
  return StrictObject::read(kInspectRequest, document.root(), kInspectForm);
}

}  // namespace

std::span<const FieldSpec> inspect_request_fields() { return kInspectRequest; }

Result<Ablation> read_ablation(std::string_view json) {
  EEGATE_TRY(const JsonDocument document, JsonDocument::parse("{\"ablate\":" + std::string(json) + "}"));
  EEGATE_TRY(const StrictObject object, StrictObject::read(kParts, document.root(), kPartForm));
  return ablation_from(object.nodes("ablate"));
}

Result<Inspection> inspect(OpenModel& open, std::span<const float> x, const std::string& options) {
  const ModelConfig& config = open.model.config();
  if (x.empty() || x.size() % config.n_chans != 0) {
    return Error{.code = "MODEL_CHANNELS",
                 .message = "The input does not hold the model's channels for one epoch",
                 .found = std::to_string(x.size()) + " values",
                 .expected = "a multiple of " + std::to_string(config.n_chans)};
  }
  EEGATE_TRY(const StrictObject request, read_request(options.empty() ? "{}" : options));
  EEGATE_TRY(const Ablation ablation, ablation_from(request.nodes("ablate")));
  ForwardTrace trace{.records_attention = false, .records_steps = true};
  if (request.is_set("query")) trace.query = request.size("query");
  request.copy("mapSize", trace.max_map_size);

  const std::size_t n_times = x.size() / config.n_chans;
  std::vector<float> logits(config.n_outputs), probabilities(open.model.contract().classes.size());
  EEGATE_CHECK(open.model.trace({x.data(), 1, config.n_chans, n_times}, {logits.data(), 1, logits.size()}, trace,
                                ablation.blocks.empty() ? nullptr : &ablation));
  open.model.probabilities(logits, probabilities);

  Inspection inspection;
  Names names(inspection.tensors);
  names.add("standardized", {config.n_chans, n_times}, std::move(trace.standardized));
  if (const auto encoder = encoder_of(config)) add_encoder(names, *encoder, config.n_chans, n_times, trace);
  add_layers(names, inspection, trace);
  names.add("logits", {logits.size()}, std::move(logits));
  names.add("probabilities", {probabilities.size()}, std::move(probabilities));
  EEGATE_CHECK(add_weights(names, open.model, request));
  return inspection;
}

std::string describe(const Inspection& inspection) {
  JsonOut json(Keys::kCamel);
  json.begin_object().key("tensors").begin_array();
  for (const InspectedTensor& tensor : inspection.tensors)
    json.begin_object().member("name", tensor.name).counts("dims", tensor.shape).end_object();
  json.end_array().strings("layers", inspection.layers).end_object();
  return json.take();
}

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
