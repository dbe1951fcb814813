// EEGNet, Lawhern et al. 2018: temporal convolution, depthwise spatial convolution, separable convolution.
#include "model/architecture.h"

namespace eegate::architectures {
namespace {

constexpr std::string_view kPads[] = {"same", "torch"};
constexpr std::string_view kFlattens[] = {"map_time", "time_map"};
constexpr FieldSpec kFields[] = {
    integer_field("F1", 8, 1, 1024),
    integer_field("D", 2, 1, 64),
    derived_integer("F2", 1, 4096),
    integer_field("kernel_length", 64, 1, 4096),
    integer_field("sep_kernel_length", 16, 1, 4096),
    integer_field("pool1", 4, 1, 1024),
    integer_field("pool2", 8, 1, 1024),
    word_field("pad", "same", kPads),
    word_field("flatten", "map_time", kFlattens),
    number_field("bn_eps", 1e-3, 1e-12, 1),
    number_field("bn_momentum", 0.01, 0, 1),
    number_field("max_norm_spatial", 1, 0, 1e6),
    number_field("max_norm_head", 0.25, 0, 1e6),
    number_field("drop_prob", 0.5, 0, 0.999),
};

// "torch" pads k/2 rounded down on both sides: even kernels lengthen the signal by one.
std::size_t padded_length(const ConfigNode& fields, std::size_t n, std::size_t kernel) {
  return fields.word("pad") == "torch" ? n + 2 * (kernel / 2) - kernel + 1 : n;
}

std::size_t final_length(const ModelConfig& config) {
  const ConfigNode& f = config.fields;
  const std::size_t pooled = padded_length(f, config.n_times, f.size("kernel_length")) / f.size("pool1");
  return padded_length(f, pooled, f.size("sep_kernel_length")) / f.size("pool2");
}

Result<> resolve(ModelConfig& config) {
  ConfigNode& f = config.fields;
  f.set_default("F2", static_cast<double>(f.size("F1") * f.size("D")));
  if (final_length(config) < 1) {
    return config_conflict("The two pools leave no sample", "n_times", std::to_string(config.n_times),
                           "at least " + std::to_string(f.size("pool1") * f.size("pool2")));
  }
  return {};
}

std::vector<TensorSpec> tensors(const ModelConfig& config) {
  const ConfigNode& f = config.fields;
  const std::size_t f1 = f.size("F1"), maps = f1 * f.size("D"), f2 = f.size("F2");
  TensorList list;
  list.add("temporal.weight", {f1, 1, 1, f.size("kernel_length")});
  list.add_batch_norm("bn1", f1);
  list.add("spatial.weight", {maps, 1, config.n_chans, 1});
  list.add_batch_norm("bn2", maps);
  list.add("sep_depth.weight", {maps, 1, 1, f.size("sep_kernel_length")});
  list.add("sep_point.weight", {f2, maps, 1, 1});
  list.add_batch_norm("bn3", f2);
  list.add_linear("head", {config.n_outputs, f2 * final_length(config)});
  return list.take();
}

}  // namespace

extern const Architecture kEegnet = {.name = "eegnet", .fields = kFields, .resolve = resolve, .tensors = tensors};

}  // namespace eegate::architectures
