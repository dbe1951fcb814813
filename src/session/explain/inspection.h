// One trial on its way through a model: every step with its numbers, parts switched off where asked.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "files/field_spec.h"
#include "model/ablation.h"
#include "session/open/open_files.h"

namespace eegate {

// A step's values, row-major. Names are those of docs/MODEL.md: "standardized", "blocks.0.queries", "layers.3", ...
struct InspectedTensor {
  std::string name;
  std::vector<std::size_t> shape;
  std::vector<float> values;
};

struct Inspection {
  std::vector<InspectedTensor> tensors;  // in the order of computation
  std::vector<std::string> layers;       // what each layer is, where the model is a plain chain
};

// [{"block":0,"head":2},{"block":0,"gate":"attention","to":"closed"},...]; gates are "attention" and "ffn", forced
// "closed" (the sub-layer left out, in blocks without gates, too) or "open", with a "weight" from 0 to 1 that all its
// features and tokens have, 1 by default. Errors: JSON_*, ABLATE_PART.
Result<Ablation> read_ablation(std::string_view json);

// x [C, T] uV after the recipe. `options` is JSON or empty: {"ablate":[...],"query":5,"mapSize":96,
// "weights":["blocks.0.gate1.w_z"]}: a token whose attention is wanted in full, the tokens of an attention map that are
// not summed up, further tensors of the file that are wanted. Errors: JSON_*, ABLATE_*, INSPECT_OPTION, MODEL_*.
Result<Inspection> inspect(OpenModel& open, std::span<const float> x, const std::string& options);

// {"tensors":[{"name":..,"dims":[..]},..],"layers":[..]}, numbers left out.
std::string describe(const Inspection& inspection);

// The fields of such JSON, of which `eegate schema` writes a type.
std::span<const FieldSpec> inspect_request_fields();

// {"channels":[...],"patterns":[{"class":"left","weight":0.4,"pattern":[...]}, ...]}: model/head_patterns.h; of a
// bank each with its "band_hz". Errors:
// those of read_model_file; MODEL_PATTERNS for a model that has none.
Result<std::string> patterns_json(std::span<const std::byte> model);

}  // namespace eegate
