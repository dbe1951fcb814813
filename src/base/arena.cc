#include "base/arena.h"

#include <algorithm>

namespace eegate {
namespace {

constexpr std::size_t kFloatsPerLine = kAlignmentBytes / sizeof(float);
constexpr std::size_t kMinBlock = std::size_t{1} << 16;  // 256 KiB: small models fit into one block

}  // namespace

std::span<float> Arena::floats(std::size_t n) {
  const std::size_t needed = (n + kFloatsPerLine - 1) / kFloatsPerLine * kFloatsPerLine;
  while (block_ < blocks_.size() && blocks_[block_].size() - used_ < needed) {
    ++block_;
    used_ = 0;
  }
  if (block_ == blocks_.size()) {
    // Doubling keeps the number of blocks small whatever the first batch was.
    const std::size_t size = std::max({needed, kMinBlock, blocks_.empty() ? 0 : blocks_.back().size() * 2});
    blocks_.emplace_back(size);
    used_ = 0;
  }
  float* first = blocks_[block_].data() + used_;
  used_ += needed;
  return {first, n};
}

std::size_t Arena::capacity_bytes() const {
  std::size_t total = 0;
  for (const AlignedFloats& block : blocks_) total += block.size() * sizeof(float);
  return total;
}

}  // namespace eegate
