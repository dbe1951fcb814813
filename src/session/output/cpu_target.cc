#include "session/output/cpu_target.h"

#include "kernels/target.h"

namespace eegate {

Result<> choose_cpu_target(const std::string& name) {
  if (use_target(name)) return {};
  std::string known;
  for (const std::string& target : target_names()) known += (known.empty() ? "" : ", ") + target;
  return Error{.code = "CPU_TARGET",
               .message = "This build or this machine does not have such an instruction set",
               .field = "EEGATE_TARGET",
               .found = quoted(name),
               .expected = "one of " + known};
}

std::string cpu_target_name() { return target_names().front(); }

bool is_relaxed_build() { return cpu_target_name() == "relaxed-simd"; }

}  // namespace eegate
