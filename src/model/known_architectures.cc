#include "model/architecture.h"

// The lists of architectures; src/CMakeLists.txt makes an object library of each, of which a program links one. To add
// an architecture: a line here.
#ifdef EEGATE_TRANSFORMER_ALONE  // for the WebAssembly module that only predicts, to keep it small
#define EEGATE_EACH_ARCHITECTURE(line) line(kTransformer)
#else
#define EEGATE_EACH_ARCHITECTURE(line)                                                                          \
  line(kTransformer) line(kEegnet) line(kCnn) line(kSyncnet) line(kBilstmAttn) line(kEegChannelnet) line(kCram) \
      line(kMeshCascade) line(kBandPower) line(kTangentSpace) line(kMdm) line(kCsp)
#endif

namespace eegate {

namespace architectures {
#define EEGATE_DECLARE(name) extern const Architecture name;
EEGATE_EACH_ARCHITECTURE(EEGATE_DECLARE)
}  // namespace architectures

std::span<const Architecture* const> known_architectures() {
#define EEGATE_LIST(name) &architectures::name,
  static constexpr const Architecture* kKnown[] = {EEGATE_EACH_ARCHITECTURE(EEGATE_LIST)};
  return kKnown;
}

}  // namespace eegate
