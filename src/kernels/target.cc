#include "kernels/target.h"

#include <algorithm>
#include <cctype>

#include "hwy/highway.h"

namespace eegate {

#if HWY_ARCH_WASM  // one target, whose multiply-add is fused or not

std::vector<std::string> target_names() {
#ifdef __wasm_relaxed_simd__
  return {"relaxed-simd"};
#else
  return {"simd128"};
#endif
}

bool use_target(std::string_view name) { return name == target_names().front(); }

#else

namespace {

std::string name_of(std::int64_t target) {
  std::string name = hwy::TargetName(target);
  std::ranges::transform(name, name.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return name;
}

}  // namespace

std::vector<std::string> target_names() {
  std::vector<std::string> names;
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) names.push_back(name_of(target));
  return names;
}

bool use_target(std::string_view name) {
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
    if (name_of(target) != name) continue;
    hwy::DisableTargets(~target);
    return true;
  }
  return false;
}

#endif

}  // namespace eegate
