// The dialect of braindecode.models.EEGNet (EEGNetv4). Its spatial filters and, with a constraint, its classifier are
// stored without the maximum norm that the forward pass applies.
#include "exchange/import/dialect.h"

namespace eegate::dialects {
namespace braindecode {

struct Layer {
  std::string_view ours, theirs;
};
constexpr Layer kLayers[] = {
    {"temporal", "conv_temporal"},
    {"bn1", "bnorm_temporal"},
    {"spatial", "conv_spatial"},
    {"bn2", "bnorm_1"},
    {"sep_depth", "conv_separable_depth"},
    {"sep_point", "conv_separable_point"},
    {"bn3", "bnorm_2"},
    {"head", "final_layer.conv_classifier"},
    {"head", "conv_classifier"},
    {"head", "final_layer.linearconstraint"},
};

std::vector<ForeignSource> eegnet(const std::string& ours, const ForeignWeights&, const ModelConfig& config) {
  std::vector<ForeignSource> found;
  const std::size_t dot = ours.rfind('.');
  const std::string layer = ours.substr(0, dot), tensor = ours.substr(dot + 1);
  for (const Layer& candidate : kLayers) {
    if (candidate.ours != layer) continue;
    const std::string stem = std::string(candidate.theirs) + ".";
    ForeignSource source{stem + tensor};
    if (tensor == "weight" && layer == "spatial") source.max_norm = config.fields.number("max_norm_spatial");
    if (tensor == "weight" && stem.find("constraint") != std::string::npos)
      source.max_norm = config.fields.number("max_norm_head");
    found.push_back(source);
    source.name = stem;
    source.name.append("parametrizations.").append(tensor).append(".original");
    found.push_back(source);
  }
  return found;
}

// Some of its names are also used by other networks, so two characteristic ones are required.
constexpr DialectNames kNames[] = {{"eegnet", eegnet}};

bool recognises(const ForeignWeights& foreign) {
  return foreign.find("conv_temporal.weight") != nullptr && foreign.find("conv_separable_depth.weight") != nullptr;
}

}  // namespace braindecode

extern const Dialect kBraindecode = {
    .name = "braindecode", .recognises = braindecode::recognises, .names = braindecode::kNames};

}  // namespace eegate::dialects
