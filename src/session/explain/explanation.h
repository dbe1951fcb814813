// Explanations of a model's predictions: reads the request, does the work, describes and writes the result.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "explain/explanation.h"
#include "files/field_spec.h"
#include "session/output/json_out.h"

namespace eegate {

// x [n, C, T] uV after the recipe. `request` is JSON: {"target": 1, "method": "integrated_gradients"} and, optional,
// "steps", "baseline" ("zero", "channel_mean" or "surrogate"), "background" (so many epochs at the end are not
// explained: surrogates take their spectrum from these alone), "windowS", "stepS", "checks" (false: none), "seed".
// Errors: EXPLAIN_* (explain/methods.h), those of the model file, MODEL_CHANNELS, MODEL_TIMES, MODEL_INPUT_NONFINITE.
Result<std::unique_ptr<Explanation>> begin_explanation(std::span<const std::byte> model, std::span<const float> x,
                                                       std::size_t n_epochs, std::size_t n_times,
                                                       const std::string& request);

// The request, the result of every check, and the verdict, as JSON.
std::string describe_explanation(const Explanation& explanation, Keys keys);

struct ExplanationFiles {
  std::vector<std::byte> values;  // .npy
  std::string checks;             // JSON
};
// x as .npy -> relevance float32 [B, C, T], rollout [B, T].
Result<ExplanationFiles> explain_npy(std::span<const std::byte> model, std::span<const std::byte> x,
                                     const std::string& request, const std::function<void(double)>& progress);

// The fields of such JSON, of which `eegate schema` writes a type.
std::span<const FieldSpec> explain_request_fields();

}  // namespace eegate
