#include "session/inspection.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "files/json.h"
#include "model/forward_trace.h"
#include "model/layers/token_order.h"
#include "model/transformer_config.h"
#include "session/json_out.h"

namespace eegate {
namespace {

constexpr std::size_t kMostParts = 4096, kLargestMap = 512;

Error wrong_part(const std::string& what, const JsonValue& found, const std::string& expected) {
  return Error{.code = "ABLATE_PART",
               .message = "This does not say what to switch off",
               .field = "ablate." + what,
               .found = found.absent() ? "nothing" : found.text(),
               .expected = expected};
}

Error wrong_option(const std::string& field, const JsonValue& found, const std::string& expected) {
  return Error{.code = "INSPECT_OPTION",
               .message = "This option does not say what to look at",
               .field = field,
               .found = found.text(),
               .expected = expected};
}

std::optional<std::size_t> small_number(const JsonValue& value, std::size_t largest) {
  const auto number = value.integer();
  if (!number || *number < 0 || static_cast<std::uint64_t>(*number) > largest) return {};
  return static_cast<std::size_t>(*number);
}

Result<> silence(const JsonValue& part, BlockAblation& block) {
  const auto head = small_number(part.get("head"), kMostParts);
  if (!head) return wrong_part("head", part.get("head"), "the number of a head");
  if (block.silent.size() <= *head) block.silent.resize(*head + 1);
  block.silent[*head] = true;
  return {};
}

Result<> force(const JsonValue& part, BlockAblation& block) {
  const std::string_view gate = part.get("gate").string(), to = part.get("to").string();
  if (gate != "attention" && gate != "ffn")
    return wrong_part("gate", part.get("gate"), "head, or gate: \"attention\" or \"ffn\"");
  if (to != "closed" && to != "open") return wrong_part("to", part.get("to"), "\"closed\" or \"open\"");
  (gate == "attention" ? block.attention : block.feed_forward) = to == "open" ? Forced::kOpen : Forced::kClosed;
  return {};
}

Result<Ablation> ablation_from(const JsonValue& list) {
  Ablation ablation;
  for (const JsonValue& part : list.elements()) {
    const auto block = small_number(part.get("block"), kMostParts);
    if (!block) return wrong_part("block", part.get("block"), "the number of a block");
    if (ablation.blocks.size() <= *block) ablation.blocks.resize(*block + 1);
    EEGATE_CHECK(part.get("head").absent() ? force(part, ablation.blocks[*block])
                                           : silence(part, ablation.blocks[*block]));
  }
  return ablation;
}

// Steps under their names; those that a model does not have are left out.
class Names {
 public:
  explicit Names(std::vector<InspectedTensor>& tensors) : tensors_(tensors) {}
  // By reference: a shape that is told by the values is made before they move.
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

Result<> add_weights(Names& names, const Model& model, const JsonValue& wanted) {
  for (const JsonValue& value : wanted.elements()) {
    const std::span<const float> values = model.weight(value.string());
    if (values.empty()) return wrong_option("weights", value, "names of tensors of a transformer");
    const auto& all = model.tensors();
    const auto tensor = std::ranges::find(all, value.string(), &TensorInfo::name);
    names.add("weights." + tensor->name, tensor->shape, {values.begin(), values.end()});
  }
  return {};
}

Result<> read_options(const JsonValue& options, ForwardTrace& trace) {
  const JsonValue query = options.get("query"), map_size = options.get("map_size");
  if (!query.absent()) {
    trace.query = small_number(query, std::size_t{1} << 24);
    if (!trace.query) return wrong_option("query", query, "the number of a token");
  }
  if (!map_size.absent()) {
    const auto size = small_number(map_size, kLargestMap);
    if (!size || *size == 0) return wrong_option("map_size", map_size, "1 to " + std::to_string(kLargestMap));
    trace.longest_map = *size;
  }
  return {};
}

}  // namespace

Result<Ablation> read_ablation(std::string_view json) {
  EEGATE_TRY(const JsonDocument document, JsonDocument::parse(json));
  return ablation_from(document.root());
}

Result<Inspection> inspect(OpenModel& open, std::span<const float> x, const std::string& options) {
  const ModelConfig& config = open.model.config();
  if (x.empty() || x.size() % config.n_chans != 0) {
    return Error{.code = "MODEL_CHANNELS",
                 .message = "The input does not hold the model's channels for one epoch",
                 .found = std::to_string(x.size()) + " values",
                 .expected = "a multiple of " + std::to_string(config.n_chans)};
  }
  EEGATE_TRY(const JsonDocument document, JsonDocument::parse(options.empty() ? "{}" : options));
  EEGATE_TRY(const Ablation ablation, ablation_from(document.root().get("ablate")));
  ForwardTrace trace{.keeps_attention = false, .keeps_steps = true};
  EEGATE_CHECK(read_options(document.root(), trace));

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
  EEGATE_CHECK(add_weights(names, open.model, document.root().get("weights")));
  return inspection;
}

std::string describe(const Inspection& inspection) {
  JsonOut json(Keys::kCamel);
  json.begin_object().key("tensors").begin_array();
  for (const InspectedTensor& tensor : inspection.tensors)
    json.begin_object().member("name", tensor.name).counts("shape", tensor.shape).end_object();
  json.end_array().strings("layers", inspection.layers).end_object();
  return json.take();
}

}  // namespace eegate
