// EEG-ChannelNet, Palazzo et al. 2020: dilated temporal and spatial branches, residual stages.
#include <algorithm>

#include "model/architecture.h"
#include "model/layers/branches.h"
#include "model/layers/chain_network.h"
#include "model/layers/conv2d.h"
#include "model/layers/map_layers.h"

namespace eegate::architectures {
namespace eeg_channelnet {

constexpr std::int64_t kDilations[] = {1, 2, 4, 8};
constexpr FieldSpec kFields[] = {
    integer_field("temporal_maps", 10, 1, 1024),
    integer_field("temporal_kernel", 33, 1, 4096),
    integers_field("dilations", kDilations, 1, 1024),
    integer_field("spatial_maps", 50, 1, 1024),
    integer_field("n_spatial", 4, 1, 16),
    derived_integer("n_residual", 0, 16),
    integer_field("final_maps", 50, 1, 1024),
    integer_field("hidden", 1000, 1, 65536),
    number_field("bn_eps", 1e-5, 1e-12, 1),
    number_field("bn_momentum", 0.1, 0, 1),
    number_field("drop_prob", 0.2, 0, 0.999),
};

using Size = std::size_t;

// Rows or columns after a 3x3 convolution with stride 2 and no padding; 0 if it does not fit.
Size halved(Size n) { return n < 3 ? 0 : (n - 3) / 2 + 1; }

Result<Size> temporal_width(const ModelConfig& config) {
  const Size kernel = config.fields.size("temporal_kernel");
  std::vector<Size> widths;
  for (const std::int64_t dilation : config.fields.list("dilations")) {
    const Size d = static_cast<Size>(dilation);
    const Size padded = config.n_times + 2 * ((kernel - 1) / 2) * d, span = d * (kernel - 1) + 1;
    widths.push_back(padded >= span ? (padded - span) / 2 + 1 : 0);
  }
  const auto [lowest, highest] = std::minmax_element(widths.begin(), widths.end());
  if (*lowest == *highest && *lowest > 0) return *lowest;
  return config_conflict("The temporal branches have different lengths", "dilations",
                         std::to_string(*lowest) + " and " + std::to_string(*highest));
}

Result<Size> spatial_height(const ModelConfig& config) {
  Size height = 0;
  for (Size i = 0; i < config.fields.size("n_spatial"); ++i) {
    const Size kernel = config.n_chans / (i + 1);
    if (kernel < 1) {
      return config_conflict("There are more spatial branches than channels", "n_spatial",
                             std::to_string(config.fields.size("n_spatial")),
                             "at most " + std::to_string(config.n_chans));
    }
    const Size branch = (config.n_chans + 2 * ((kernel - 1) / 2) - kernel) / 2 + 1;
    if (i > 0 && branch != height) {
      return config_conflict("The spatial branches have different heights", "n_chans",
                             std::to_string(height) + " and " + std::to_string(branch),
                             "an even number of channels, or a smaller n_spatial");
    }
    height = branch;
  }
  return height;
}

// Rows and columns before the last convolution.
void shrink(Size n_stages, Size& height, Size& width) {
  for (Size stage = 0; stage < n_stages; ++stage) {
    height = halved(height);
    width = halved(width);
  }
}

// The number of residual stages, at most `max`, that leave at least 3 x 3 points.
Size stages_that_fit(Size height, Size width, Size max) {
  Size n = 0;
  for (shrink(1, height, width); n < max && height >= 3 && width >= 3; shrink(1, height, width)) ++n;
  return n;
}

Result<> resolve(ModelConfig& config) {
  ConfigNode& f = config.fields;
  if (f.size("temporal_kernel") % 2 == 0) {
    return config_conflict("The temporal kernel must be odd", "temporal_kernel",
                           std::to_string(f.size("temporal_kernel")), "an odd number");
  }
  EEGATE_TRY(Size width, temporal_width(config));
  EEGATE_TRY(Size height, spatial_height(config));
  f.set_default("n_residual", static_cast<double>(stages_that_fit(height, width, 4)));
  const bool fits_without = height >= 3 && width >= 3;
  const Size fit = stages_that_fit(height, width, 16);
  shrink(f.size("n_residual"), height, width);
  if (height >= 3 && width >= 3) return {};
  return config_conflict("The maps are too small for the last 3 x 3 convolution", "n_residual",
                         std::to_string(height) + " x " + std::to_string(width),
                         fits_without ? "at least 3 x 3, which n_residual " + std::to_string(fit) + " leaves"
                                      : "at least 3 x 3: more channels, or longer windows");
}

std::vector<TensorSpec> tensors(const ModelConfig& config) {
  const ConfigNode& f = config.fields;
  TensorList list;
  const double momentum = f.number("bn_momentum");
  const Size n_branches = f.list("dilations").size(), temporal_maps = f.size("temporal_maps");
  for (Size i = 0; i < n_branches; ++i) {
    const std::string prefix = "temporal." + std::to_string(i);
    MapNorm::list_tensors(list, prefix + ".bn", 1, momentum);
    list.add_linear(prefix + ".conv", {temporal_maps, 1, 1, f.size("temporal_kernel")});
  }
  for (Size i = 0; i < f.size("n_spatial"); ++i) {
    const std::string prefix = "spatial." + std::to_string(i);
    MapNorm::list_tensors(list, prefix + ".bn", temporal_maps * n_branches, momentum);
    list.add_linear(prefix + ".conv",
                    {f.size("spatial_maps"), temporal_maps * n_branches, config.n_chans / (i + 1), 1});
  }
  const Size maps = f.size("spatial_maps") * f.size("n_spatial");
  for (Size stage = 0; stage < f.size("n_residual"); ++stage) {
    const std::string residual = "residual." + std::to_string(stage), down = "down." + std::to_string(stage);
    for (const char* number : {"1", "2"}) {
      list.add_linear(residual + ".conv" + number, {maps, maps, 3, 3}, /*with_bias=*/false);
      MapNorm::list_tensors(list, residual + ".bn" + number, maps, momentum);
    }
    MapNorm::list_tensors(list, down + ".bn", maps, momentum);
    list.add_linear(down + ".conv", {maps, maps, 3, 3});
  }
  Size width = temporal_width(config).value(), height = spatial_height(config).value();  // resolve() has checked them
  shrink(f.size("n_residual"), height, width);
  MapNorm::list_tensors(list, "final.bn", maps, momentum);
  list.add_linear("final.conv", {f.size("final_maps"), maps, 3, 3});
  list.add_linear("hidden", {f.size("hidden"), f.size("final_maps") * (height - 2) * (width - 2)});
  list.add_head({config.n_outputs, f.size("hidden")});
  return list.take();
}

class Builder {
 public:
  Builder(const ModelConfig& config, const Weights& weights)
      : weights_(weights),
        eps_(config.fields.number("bn_eps")),
        rate_(config.fields.number("drop_prob")),
        kernel_(config.fields.size("temporal_kernel")) {}

  // The unit that all branches and stages consist of: batch norm, ReLU, convolution, dropout of whole maps.
  template <class Target>
  void add_unit(Target& target, const std::string& prefix, const ConvGeometry& geometry) {
    target.template add<MapNorm>(weights_, prefix + ".bn", eps_).template add<MapActivation>(Activation::kRelu);
    target.template add<Conv2d>(weights_, prefix + ".conv", geometry);
    target.template add<MapDropout>(rate_, n_sites_++, DropoutUnit::kMap);
  }
  Branches temporal(const std::vector<std::int64_t>& dilations) {
    std::vector<Chain> chains(dilations.size());
    for (Size i = 0; i < chains.size(); ++i) {
      const Size dilation = static_cast<Size>(dilations[i]), pad = (kernel_ - 1) / 2 * dilation;
      add_unit(chains[i], "temporal." + std::to_string(i),
               {.stride = {1, 2}, .dilation = {1, dilation}, .pad_before = {0, pad}, .pad_after = {0, pad}});
    }
    return Branches(std::move(chains));
  }
  Branches spatial(Size n_branches, Size n_chans) {
    std::vector<Chain> chains(n_branches);
    for (Size i = 0; i < n_branches; ++i) {
      const Size pad = (n_chans / (i + 1) - 1) / 2;
      add_unit(chains[i], "spatial." + std::to_string(i),
               {.stride = {2, 1}, .pad_before = {pad, 0}, .pad_after = {pad, 0}});
    }
    return Branches(std::move(chains));
  }
  Residual residual(const std::string& prefix) {
    Chain chain;
    const ConvGeometry same = {.pad_before = {1, 1}, .pad_after = {1, 1}};
    chain.add<Conv2d>(weights_, prefix + ".conv1", same).add<MapNorm>(weights_, prefix + ".bn1", eps_);
    chain.add<MapActivation>(Activation::kRelu);
    chain.add<Conv2d>(weights_, prefix + ".conv2", same).add<MapNorm>(weights_, prefix + ".bn2", eps_);
    return Residual(std::move(chain));
  }

 private:
  const Weights& weights_;
  double eps_, rate_;
  Size kernel_;
  std::uint64_t n_sites_ = 0;
};

Result<std::unique_ptr<Network>> build(const ModelConfig& config, const Weights& weights, NetworkUse use) {
  const ConfigNode& f = config.fields;
  Builder builder(config, weights);
  ChainNetwork net(config.n_chans);
  net.add<Branches>(builder.temporal(f.list("dilations")));
  net.add<Branches>(builder.spatial(f.size("n_spatial"), config.n_chans));
  for (Size stage = 0; stage < f.size("n_residual"); ++stage) {
    net.add<Residual>(builder.residual("residual." + std::to_string(stage))).add<MapActivation>(Activation::kRelu);
    builder.add_unit(net, "down." + std::to_string(stage), {.stride = {2, 2}});
  }
  builder.add_unit(net, "final", {});
  net.add<MapsToChannels>().reshape(as_vector);
  net.add<Dense>(weights, "hidden").add<MapActivation>(Activation::kRelu).add<Dense>(weights, "head");
  return network_of(std::move(net), config, use);
}

}  // namespace eeg_channelnet

extern const Architecture kEegChannelnet = {.name = "eeg_channelnet",
                                            .fields = eeg_channelnet::kFields,
                                            .resolve = eeg_channelnet::resolve,
                                            .tensors = eeg_channelnet::tensors,
                                            .build = eeg_channelnet::build};

}  // namespace eegate::architectures
