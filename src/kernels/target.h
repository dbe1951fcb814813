// Which instruction set the kernels run on. They choose the widest one by themselves; to compare machines one can be
// named: results differ between targets in rounding (multiply-add is fused on some), and within a target in nothing.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace eegate {

// Those that this build has and this machine supports, widest first: "avx3", "avx2", "sse2"; in WebAssembly "simd128"
// or "relaxed-simd" alone.
std::vector<std::string> target_names();

// From here on the kernels run on this one. Weights that were packed before must be packed anew, so call it first.
// False for a name that is not among target_names().
bool use_target(std::string_view name);

}  // namespace eegate
