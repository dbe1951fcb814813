// The "CNN" of the gated-transformer paper, which does not define it: SyncNet's skeleton with free kernels (assumed).
#include "model/architecture.h"

namespace eegate::architectures {
namespace {

constexpr FieldSpec kFields[] = {
    integer_field("filters", 10, 1, 4096),
    integer_field("kernel_length", 40, 1, 4096),
    integer_field("pool", 40, 1, 65536),
    number_field("drop_prob", 0, 0, 0.999),
};

Result<> resolve(ModelConfig&) { return {}; }

std::vector<TensorSpec> tensors(const ModelConfig& config) {
  const ConfigNode& f = config.fields;
  const std::size_t filters = f.size("filters"), pool = f.size("pool");
  TensorList list;
  list.add_linear("conv", {filters, config.n_chans, f.size("kernel_length")});
  list.add_linear("head", {config.n_outputs, filters * ((config.n_times + pool - 1) / pool)});
  return list.take();
}

}  // namespace

extern const Architecture kCnn = {.name = "cnn", .fields = kFields, .resolve = resolve, .tensors = tensors};

}  // namespace eegate::architectures
