// Learning rate schedules: a linear warm-up, then constant, cosine, inverse square root or linear decay.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/result.h"
#include "model/config.h"

namespace eegate {

enum class Decay { kConstant, kCosine, kInverseSqrt, kLinear };

inline constexpr auto kDecays = option_table<Decay>({{"constant", Decay::kConstant},
                                                     {"cosine", Decay::kCosine},
                                                     {"inverse_sqrt", Decay::kInverseSqrt},
                                                     {"linear", Decay::kLinear}});

std::string_view decay_name(Decay decay);
Result<Decay> decay_kind(std::string_view name);

struct ScheduleOptions {
  double peak = 5e-4;          // learning rate at the end of the warm-up
  double warmup_share = 0.05;  // of all steps; rounded to whole steps
  Decay decay = Decay::kCosine;
};

// Post-LN blocks diverge without a warm-up (Xiong et al. 2020): 10 % of the steps, others 5 %.
double default_warmup_share(const ModelConfig& config);

// s = step 0 ... n_steps - 1, W = warm-up steps.  s < W: peak (s + 1) / W.  Then
//   cosine        peak (1 + cos(pi (s - W) / (n_steps - W))) / 2, never 0
//   inverse_sqrt  peak sqrt(max(W, 1) / (s + 1)): the "Noam" schedule for peak = (E W)^(-1/2)
//   linear        peak (n_steps - s) / (n_steps - W), never 0
double learning_rate(const ScheduleOptions& options, std::uint64_t step, std::uint64_t n_steps);

}  // namespace eegate
