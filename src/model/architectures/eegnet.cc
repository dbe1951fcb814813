// EEGNet, Lawhern et al. 2018: temporal convolution, depthwise spatial convolution, separable convolution.
#include "model/architecture.h"
#include "model/architectures/eegnet_options.h"
#include "model/layers/chain_network.h"
#include "model/layers/conv2d.h"
#include "model/layers/map_layers.h"
#include "model/layers/map_pool.h"

namespace eegate::architectures {
namespace eegnet {

constexpr FieldSpec kFields[] = {
    integer_field("F1", 8, 1, 1024),
    integer_field("D", 2, 1, 64),
    derived_integer("F2", 1, 4096),
    integer_field("kernel_length", 64, 1, 4096),
    integer_field("sep_kernel_length", 16, 1, 4096),
    integer_field("pool1", 4, 1, 1024),
    integer_field("pool2", 8, 1, 1024),
    choice_field("pad", "same", kEegnetHalfPadding.names),
    choice_field("flatten", "map_time", kEegnetTimeFirst.names),
    number_field("bn_eps", 1e-3, 1e-12, 1),
    number_field("bn_momentum", 0.01, 0, 1),
    number_field("max_norm_spatial", 1, 0, 1e6),
    number_field("max_norm_head", 0.25, 0, 1e6),
    number_field("drop_prob", 0.5, 0, 0.999),
};

// "torch": floor(k / 2) zeros on both sides, so that an even kernel makes the signal longer by one sample.
std::size_t padded_length(const ConfigNode& fields, std::size_t n, std::size_t kernel) {
  return fields.option("pad", kEegnetHalfPadding) ? n + 2 * (kernel / 2) - kernel + 1 : n;
}

std::size_t pooled_length(const ModelConfig& config) {
  return padded_length(config.fields, config.n_times, config.fields.size("kernel_length")) /
         config.fields.size("pool1");
}

std::size_t final_length(const ModelConfig& config) {
  const ConfigNode& f = config.fields;
  const std::size_t pooled = pooled_length(config);
  return pooled == 0 ? 0 : padded_length(f, pooled, f.size("sep_kernel_length")) / f.size("pool2");
}

Result<> resolve(ModelConfig& config) {
  ConfigNode& f = config.fields;
  f.set_default("F2", static_cast<double>(f.size("F1") * f.size("D")));
  if (final_length(config) > 0) return {};
  return config_conflict(
      "The two pools leave no sample", "n_times", std::to_string(config.n_times),
      "at least " + std::to_string(f.size("pool1") * f.size("pool2")) + " samples, or smaller pool1 and pool2");
}

// Maximum norm of each filter or of each class's weights; 0: no constraint.
void limit_norm(TensorSpec& weight, double largest) {
  weight.constraint = Constraint::kRowNorm;
  weight.bound = largest;
}

std::vector<TensorSpec> tensors(const ModelConfig& config) {
  const ConfigNode& f = config.fields;
  const std::size_t f1 = f.size("F1"), maps = f1 * f.size("D"), f2 = f.size("F2");
  const double momentum = f.number("bn_momentum");
  TensorList list;
  const auto convolution = [&](const char* prefix, const TensorShape& shape) -> TensorSpec& {
    return list.add_linear(prefix, shape, /*with_bias=*/false);
  };
  convolution("temporal", {f1, 1, 1, f.size("kernel_length")});
  MapNorm::list_tensors(list, "bn1", f1, momentum);
  limit_norm(convolution("spatial", {maps, 1, config.n_chans, 1}), f.number("max_norm_spatial"));
  MapNorm::list_tensors(list, "bn2", maps, momentum);
  convolution("sep_depth", {maps, 1, 1, f.size("sep_kernel_length")});
  convolution("sep_point", {f2, maps, 1, 1});
  MapNorm::list_tensors(list, "bn3", f2, momentum);
  limit_norm(list.add_head({config.n_outputs, f2 * final_length(config)}), f.number("max_norm_head"));
  return list.take();
}

ConvGeometry padding(const ConfigNode& fields, std::size_t kernel, std::size_t groups = 1) {
  if (!fields.option("pad", kEegnetHalfPadding)) return same_times(kernel, groups);
  return {.pad_before = {0, kernel / 2}, .pad_after = {0, kernel / 2}, .groups = groups};
}

Result<std::unique_ptr<Network>> build(const ModelConfig& config, const Weights& weights, NetworkUse use) {
  const ConfigNode& f = config.fields;
  const double eps = f.number("bn_eps"), rate = f.number("drop_prob");
  const std::size_t f1 = f.size("F1");
  ChainNetwork net(config.n_chans);
  net.add<Conv2d>(weights, "temporal", padding(f, f.size("kernel_length")));
  net.add<MapNorm>(weights, "bn1", eps);
  net.add<Conv2d>(weights, "spatial", ConvGeometry{.groups = f1});
  net.add<MapNorm>(weights, "bn2", eps).add<MapActivation>(Activation::kElu);
  net.add<MeanPool>(f.size("pool1")).add<MapDropout>(rate, 0);
  net.add<Conv2d>(weights, "sep_depth", padding(f, f.size("sep_kernel_length"), f1 * f.size("D")));
  net.add<Conv2d>(weights, "sep_point");
  net.add<MapNorm>(weights, "bn3", eps).add<MapActivation>(Activation::kElu);
  net.add<MeanPool>(f.size("pool2")).add<MapDropout>(rate, 1);
  if (!f.option("flatten", kEegnetTimeFirst)) net.add<MapsToChannels>();
  net.reshape(as_vector).add<Dense>(weights, "head");
  return network_of(std::move(net), config, use);
}

}  // namespace eegnet

extern const Architecture kEegnet = {.name = "eegnet",
                                     .fields = eegnet::kFields,
                                     .resolve = eegnet::resolve,
                                     .tensors = eegnet::tensors,
                                     .build = eegnet::build};

}  // namespace eegate::architectures
