// The tensors of a safetensors file that another program wrote.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace eegate {

struct ForeignTensor {
  std::string name;  // without prefixes that all names have from wrappers ("module.", "_orig_mod.", "model.")
  std::vector<std::size_t> shape;
  std::vector<float> values;
};

class ForeignWeights {
 public:
  // Integer and boolean tensors (counters, masks) are left out. Errors: MODEL_PICKLE_REFUSED, ST_*, MODEL_NONFINITE.
  static Result<ForeignWeights> read(std::span<const std::byte> bytes);

  // In natural order: layers.2 before layers.10.
  const std::vector<ForeignTensor>& tensors() const { return tensors_; }
  const ForeignTensor* find(std::string_view name) const;
  // The names with this ending, with the ending removed.
  std::vector<std::string> stems(std::string_view ending) const;
  // IMPORT_NOT_NEEDED for a model file of eegate.
  Result<> check_foreign() const;

 private:
  std::vector<ForeignTensor> tensors_;
  bool is_model_file_ = false;
};

}  // namespace eegate
