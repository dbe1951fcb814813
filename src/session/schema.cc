#include "session/schema.h"

#include <cctype>
#include <cmath>
#include <span>
#include <vector>

#include "base/numbers_as_text.h"
#include "model/architecture.h"
#include "session/classify/live.h"
#include "session/explain/explanation.h"
#include "session/explain/inspection.h"
#include "session/open/samples.h"
#include "session/train/training_data.h"
#include "session/train/training_request.h"
#include "signal/recipe.h"

namespace eegate {
namespace {

constexpr std::string_view kHead =
    "// The fields of recipes and configurations, as the core reads them. Written by `eegate schema`, with which a "
    "test\n"
    "// compares it: do not edit.\n";

constexpr std::string_view kOneOf =
    "\ntype KeysOf<T> = T extends unknown ? keyof T : never;\n"
    "/** One of several types; fields of the other types can be read, and are undefined. */\n"
    "type OneOf<T, All = T> = T extends unknown ? T & { [K in Exclude<KeysOf<All>, keyof T>]?: undefined } : never;\n";

constexpr std::string_view kSettings =
    "\n/** All fields optional: the core has defaults for those that are missing. */\n"
    "type Settings<T> = T extends readonly unknown[] ? T : T extends object ? { [K in keyof T]?: Settings<T[K]> } : "
    "T;\n"
    "\n/** A configuration with optional fields: the core adds defaults for those that are missing. */\n"
    "export type ConfigSettings = Settings<ModelConfig>;\n";

// What a field of a recipe or of display settings means; with the key of a kind before it, what a kind stands for.
struct FieldNote {
  std::string_view name, text;
};
constexpr FieldNote kRecipeNotes[] = {
    {"version", "Version of the recipe format: 1"},
    {"pick", "Names of the channels, in this order, all of one sampling rate; default: those that the model needs"},
    {"reference", "Average of these channels, or of all picked ones, that is subtracted; default: none"},
    {"notch", "Notch filter; default: none"},
    {"hz", "Frequency in hertz"},
    {"q", "Quality factor: frequency divided by the width at -3 dB"},
    {"bandpass", "Butterworth band-pass; default: none"},
    {"low_hz", "Lower edge in hertz"},
    {"high_hz", "Upper edge in hertz"},
    {"order", "Order of the filter"},
    {"mode", "Forwards and backwards, the default, or forwards only"},
    {"resample_hz", "Sampling rate after resampling, in hertz; default: that of the recording"},
    {"align", "Euclidean alignment of all epochs of the recording; default: none"},
    {"epochs", "How epochs are cut; default: consecutive windows of the length of the model"},
    {"by:annotation", "One epoch for each annotation"},
    {"by:window", "Windows at a fixed step"},
    {"labels", "Labels by the text of annotations; only these annotations are used"},
    {"tmin_s", "Start relative to the onset of the annotation, in seconds"},
    {"tmax_s", "End relative to the onset of the annotation, in seconds"},
    {"length_s", "Length of a window in seconds"},
    {"step_s", "Seconds from one window to the next; default: its length"},
    {"label", "Label of all windows"},
    {"standardize", "Standardisation of each epoch (docs/MODEL.md), for epochs without a model; default: none"},
    {"notch_hz", "Frequency of a notch filter in hertz"},
    {"highpass_hz", "Edge of a high-pass filter in hertz"},
    {"lowpass_hz", "Edge of a low-pass filter in hertz"},
};

// What a field of a configuration, or of a setup, means.
constexpr FieldNote kConfigNotes[] = {
    {"n_chans", "Number of channels"},
    {"n_times", "Samples of an epoch"},
    {"n_outputs", "Number of outputs"},
    {"task", "What the outputs are: logits of classes, one logit for two classes, or values"},
    {"standardize", "Standardisation of each epoch by the model itself (docs/MODEL.md)"},
    {"preset", "Preset that fields were taken from; may be empty"},
    {"embedding", "How an epoch becomes tokens"},
    {"dim", "Width of a token"},
    {"bias", "Whether the projection to tokens adds a bias"},
    {"patch_chans", "Channels of a patch"},
    {"patch_times", "Samples of a patch"},
    {"stride_chans", "Channels from one patch to the next"},
    {"stride_times", "Samples from one patch to the next"},
    {"channel_embedding", "Whether a learned vector is added for each group of channels"},
    {"filters", "Number of temporal filters"},
    {"kernel_times", "Samples of a temporal filter"},
    {"padding", "Whether the temporal convolution shortens the epoch or keeps its length"},
    {"conv_bias", "Whether the convolutions add a bias"},
    {"spatial", "Spatial filters: over all maps, or for each map alone"},
    {"depth", "Spatial filters for each temporal filter"},
    {"pool_times", "Samples that are averaged"},
    {"pool_stride", "Samples from one pool to the next"},
    {"projection", "Whether a linear layer follows the pool"},
    {"bn_eps", "What batch norm adds to the variance"},
    {"bn_momentum", "Weight of a batch in the running values of batch norm"},
    {"position", "Positions of tokens"},
    {"max_len", "Rows of the table of positions"},
    {"max_distance", "Largest distance with an entry of its own, in tokens"},
    {"values", "Whether values have positions, too, and not keys alone"},
    {"per_head", "Whether each head has a table of its own"},
    {"alpha", "Distances up to this one have a bucket each, in tokens"},
    {"beta", "Number of buckets in each direction"},
    {"gamma", "Distance from which all share the last bucket, in tokens"},
    {"cls", "Whether a class token is added"},
    {"n_blocks", "Number of blocks"},
    {"block", "Structure of the blocks: norm after each part, norm before each part, or gates"},
    {"gate", "Gate of gated blocks"},
    {"gate_bias_sign", "Sign of the bias of the GRU gate"},
    {"relu_before_gate", "Whether ReLU precedes each gate"},
    {"attn_residual", "Whether the input of attention is added to its output"},
    {"n_heads", "Number of heads of attention"},
    {"key_dim", "Width of the keys of a head"},
    {"value_dim", "Width of the values of a head"},
    {"attention_bias", "Whether the projections of attention add a bias"},
    {"attention", "Which tokens see each other"},
    {"causal", "Whether a token sees only itself and earlier ones"},
    {"window", "Size of a window: tokens of attention, samples of `cram`"},
    {"shift", "Whether every second block shifts its windows by half a window"},
    {"stages", "Number of blocks of each stage; between stages two tokens become one"},
    {"ffn_dim", "Hidden width of the feed-forward part"},
    {"activation", "Activation of the feed-forward part, or of the convolutional stem"},
    {"norm", "Norm over each token, or over the batch"},
    {"norm_eps", "What the norms add to the variance"},
    {"norm_affine", "Whether the norms have a scale and a shift"},
    {"norm_momentum", "Weight of a batch in the running values of the norm `batch`"},
    {"final_norm", "Whether a norm follows the last block"},
    {"pool", "How tokens become one vector; as a number: samples of a pool"},
    {"pool_dim", "Hidden width of the pool `attention`"},
    {"dropout", "Probabilities of dropout in training"},
    {"attn_out", "After attention"},
    {"ffn_out", "After the feed-forward part"},
    {"attn_weights", "Of the weights of attention"},
    {"ffn_hidden", "Inside the feed-forward part"},
    {"embed", "After the embedding"},
    {"head", "Before the head"},
    {"F1", "Number of temporal filters"},
    {"D", "Spatial filters for each temporal filter"},
    {"F2", "Number of separable filters"},
    {"kernel_length", "Samples of a temporal filter"},
    {"sep_kernel_length", "Samples of a separable filter"},
    {"pool1", "Samples of the first pool"},
    {"pool2", "Samples of the second pool"},
    {"pad", "Padding of temporal convolutions: to the same length, or half a kernel on both sides"},
    {"flatten", "Order of the inputs of the head"},
    {"max_norm_spatial", "Largest norm of a spatial filter"},
    {"max_norm_head", "Largest norm of the weights of an output"},
    {"drop_prob", "Probability of dropout in training"},
    {"hidden", "Width of the recurrent layers, or of the dense layer before the head"},
    {"attn_units", "Hidden width of attention"},
    {"n_layers", "Number of recurrent layers"},
    {"bidirectional", "Whether the LSTM runs in both directions"},
    {"temporal_maps", "Maps of each temporal branch"},
    {"temporal_kernel", "Samples of a temporal filter"},
    {"dilations", "Dilation of each temporal branch"},
    {"spatial_maps", "Maps of each spatial branch"},
    {"n_spatial", "Number of spatial branches"},
    {"n_residual", "Number of residual stages"},
    {"final_maps", "Maps of the last convolution"},
    {"step", "Samples from one window to the next"},
    {"strict", "Whether a window that ends exactly with the epoch is left out, as in the published code"},
    {"segment", "Samples of a segment"},
    {"hop", "Samples from one segment to the next"},
    {"maps", "Maps of each convolution"},
    {"dense", "Width of the dense layer before the recurrent layers"},
    {"fc", "Width of the dense layer after the recurrent layers"},
    {"sfreq", "Sampling rate of the windows in hertz"},
    {"estimator", "Estimator of the covariance"},
    {"shrinkage", "Amount of shrinkage of the estimator `fixed`"},
    {"order", "Number of copies of the signal in a covariance, each delayed by `lag`"},
    {"lag", "Samples from one copy to the next"},
    {"bands", "Edges of a filter bank in hertz, ascending; default: none"},
    {"rank", "Number of directions of the covariance that are used"},
    {"recentre", "Whether the epochs of each subject are expressed relative to their own mean"},
    {"fitted_by", "How the classifier is fitted"},
    {"mean", "Mean of covariances"},
    {"strength", "Inverse strength of regularisation, C of scikit-learn"},
    {"n_filters", "Number of spatial filters, in each band of a filter bank"},
    {"select", "How the filters of two classes are selected"},
    {"config", "Configuration of the network"},
    {"channels", "Names of the channels, in the order in which the model gets them"},
    {"classes", "Names of the classes, in the order of the outputs"},
    {"recipe", "How recordings are prepared for the model"},
    {"license", "License of the model file"},
    {"card", "Model card: what is to be known of the model"},
};

// Which fields must be there: in JSON that the core reads, those without a default; in JSON that it wrote, all but
// lists without a default, which no rule derives.
enum class Side { kRead, kWritten };

// The fields of one table as members of an object type.
class TypeWriter {
 public:
  explicit TypeWriter(Side side, std::span<const FieldNote> notes = {}) : side_(side), notes_(notes) {}

  std::string object(std::span<const FieldSpec> fields, std::size_t depth, std::string_view first_member = {}) const {
    const std::string indent(2 * (depth + 1), ' ');
    std::string text = "{\n";
    if (!first_member.empty()) text += indent + std::string(first_member) + ";\n";
    for (const FieldSpec& field : fields) {
      const std::string note = note_on(field);
      const bool is_derived_list = field.fallback == FieldDefault::kDerived && field.type == FieldType::kNumbers;
      const bool always = side_ == Side::kWritten ? !is_derived_list : field.fallback == FieldDefault::kRequired;
      text += indent;
      if (!note.empty()) text.append("/** ").append(note).append(" */ ");
      text.append(field.name).append(always ? ": " : "?: ").append(type(field, depth + 1)).append(";\n");
    }
    return text + std::string(2 * depth, ' ') + "}";
  }

 private:
  static std::string union_of(std::span<const std::string_view> names) {
    std::string text;
    for (const std::string_view name : names) text.append(text.empty() ? "'" : " | '").append(name).append("'");
    return text;
  }

  static std::string list_of(const FieldSpec& field, std::string_view element) {
    return (field.choices.empty() ? "" : union_of(field.choices) + " | ") + "readonly " + std::string(element) + "[]";
  }

  std::string kinds(const FieldSpec& field, std::size_t depth) const {
    std::string text;
    for (const KindSpec& kind : field.kinds) {
      const std::string_view note = meaning(std::string(field.kind_key) + ":" + std::string(kind.kind));
      const std::string comment = note.empty() ? "" : "/** " + std::string(note) + " */ ";
      const std::string member = comment + std::string(field.kind_key) + ": '" + std::string(kind.kind) + "'";
      text += (text.empty() ? "" : " | ") + object(kind.fields, depth, member);
    }
    return text;
  }

  std::string type(const FieldSpec& field, std::size_t depth) const {
    switch (field.type) {
      case FieldType::kInteger:
      case FieldType::kNumber:
        return (field.choices.empty() ? "" : union_of(field.choices) + " | ") + "number";
      case FieldType::kBool:
        return "boolean";
      case FieldType::kChoice:
        return union_of(field.choices);
      case FieldType::kText:
        return "string";
      case FieldType::kTexts:
        return list_of(field, "string");
      case FieldType::kIntegers:
      case FieldType::kNumbers:
        return list_of(field, "number");
      case FieldType::kTextMap:
        return "Record<string, string>";
      case FieldType::kNumberMap:
        return "Record<string, number>";
      case FieldType::kObject:
        return object(field.fields, depth);
      case FieldType::kObjects:
        return "readonly " + object(field.fields, depth) + "[]";
      case FieldType::kKinds:
        return kinds(field, depth);
      case FieldType::kJson:
        return std::string(field.text);
    }
    abort_on_internal_error();
  }

  std::string_view meaning(std::string_view name) const {
    for (const FieldNote& note : notes_)
      if (note.name == name) return note.text;
    return {};
  }

  std::string note_on(const FieldSpec& field) const {
    const std::string text(meaning(field.name)), range = range_of(field);
    return text.empty() || range.empty() ? text + range : text + ". " + range;
  }

  // Range and default of a number.
  static std::string range_of(const FieldSpec& field) {
    const bool is_number = field.type == FieldType::kInteger || field.type == FieldType::kNumber ||
                           field.type == FieldType::kIntegers || field.type == FieldType::kNumbers;
    std::string note;
    if (!is_number || field.lowest == field.highest) return note;
    const std::string lowest = significant(field.lowest, 16), highest = significant(field.highest, 16);
    if (field.above_lowest) note = "More than " + lowest;
    if (std::isfinite(field.highest)) note = note.empty() ? lowest + " to " + highest : note + ", at most " + highest;
    const bool is_list = field.type == FieldType::kIntegers || field.type == FieldType::kNumbers;
    if (field.fallback == FieldDefault::kValue && !is_list)
      note += (note.empty() ? "Default " : "; default ") + significant(field.number, 16);
    return note;
  }

  Side side_;
  std::span<const FieldNote> notes_;
};

std::string type_of(std::string_view name, std::string_view comment, std::span<const FieldSpec> fields,
                    std::span<const FieldNote> notes = {}) {
  return "\n/** " + std::string(comment) + " */\nexport type " + std::string(name) + " = " +
         TypeWriter(Side::kRead, notes).object(fields, 0) + ";\n";
}

// "eeg_channelnet" is EegChannelnetConfig.
std::string type_name(std::string_view architecture) {
  std::string name;
  bool is_start = true;
  for (const char letter : architecture) {
    if (letter != '_') name += is_start ? static_cast<char>(std::toupper(static_cast<unsigned char>(letter))) : letter;
    is_start = letter == '_';
  }
  return name + "Config";
}

std::string config_types() {
  std::string types, all;
  for (const Architecture* architecture : known_architectures()) {
    const std::string name = type_name(architecture->name);
    const std::span<const FieldSpec> fields = full_schema(*architecture);  // the first one names the architecture
    types += "\n/** Configuration of the architecture `" + std::string(architecture->name) +
             "` (docs/MODEL.md). */\nexport type " + name + " = " +
             TypeWriter(Side::kWritten, kConfigNotes)
                 .object(fields.subspan(1), 0, "architecture: '" + std::string(architecture->name) + "'") +
             ";\n";
    all += "\n  | " + name;
  }
  return types + std::string(kOneOf) +
         "\n/** The configuration of a model, every field resolved. */\nexport type ModelConfig = OneOf<" + all +
         "\n>;\n";
}

}  // namespace

std::string typescript_schema() {
  std::string text(kHead);
  text += type_of("Recipe", "How a recording is prepared for a model (docs/CLI.md, prepare).", recipe_fields(),
                  kRecipeNotes);
  text += type_of("DisplaySettings",
                  "Reference and filters for viewing, independent of any model. Butterworth filters of order 2, "
                  "applied forwards and backwards: -6 dB at the edges.",
                  display_settings_fields(), kRecipeNotes);
  text += config_types();
  text += kSettings;
  text += type_of("ModelSetup", "A configuration and the other members of a model file about its data.", setup_fields(),
                  kConfigNotes);
  text += type_of("TrainSettings", "How a model is to be trained.", training_option_fields());
  text +=
      type_of("ExplainRequestFields", "What the core reads of a request for an explanation.", explain_request_fields());
  text += type_of("StreamRequestFields", "What the core reads of a request for a stream.", live_request_fields());
  text +=
      type_of("InspectRequestFields", "What the core reads of a request for an inspection.", inspect_request_fields());
  text += type_of("PlantedRequestFields", "What the core reads of a request for synthetic trials with a known rhythm.",
                  planted_request_fields());
  return text;
}

}  // namespace eegate
