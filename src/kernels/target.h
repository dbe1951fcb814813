// The instruction set that the kernels run on (a target of Highway), by default the widest one of the machine. Choosing
// one allows machines to be compared: results of different targets differ in rounding (multiply-add is fused on some),
// those of one target do not differ.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace eegate {

// Targets that this build contains and this machine supports, widest first: "avx3", "avx2", "sse2"; in WebAssembly only
// "simd128" or "relaxed-simd".
std::vector<std::string> target_names();

// Selects the target for all following calls. Call it before weights are packed: their layout depends on the target.
// False for a name that is not in target_names().
bool use_target(std::string_view name);

}  // namespace eegate
