// Arena: owner of all temporary tensor memory. A stack of 64-byte aligned blocks that is rewound instead of freed, so
// that nothing is allocated after the first batch of a shape.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "base/aligned.h"
#include "base/tensor.h"

namespace eegate {

class Arena {
 public:
  Arena() = default;
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;
  Arena(Arena&&) noexcept = default;
  Arena& operator=(Arena&&) noexcept = default;

  // Uninitialised values. They are valid until the arena is rewound to a mark taken before this call.
  std::span<float> floats(std::size_t n);
  Matrix matrix(std::size_t rows, std::size_t cols) { return {floats(rows * cols).data(), rows, cols}; }
  Matrix zeros(std::size_t rows, std::size_t cols) {
    const std::span<float> values = floats(rows * cols);
    std::ranges::fill(values, 0.0F);
    return {values.data(), rows, cols};
  }
  Tensor3 tensor3(std::size_t d0, std::size_t d1, std::size_t d2) { return {floats(d0 * d1 * d2).data(), d0, d1, d2}; }

  // A position of the stack. rewind(mark) releases everything allocated after mark().
  struct Mark {
    std::size_t block = 0;
    std::size_t used = 0;
  };
  Mark mark() const { return {block_, used_}; }
  void rewind(Mark mark) {
    block_ = mark.block;
    used_ = mark.used;
  }
  void reset() { rewind({}); }

  std::size_t capacity_bytes() const;

 private:
  std::vector<AlignedFloats> blocks_;
  std::size_t block_ = 0;  // index of the block that is being filled
  std::size_t used_ = 0;   // floats of that block in use
};

// Rewinds the arena at the end of a scope, so that the temporaries of a layer are released.
class ArenaScope {
 public:
  explicit ArenaScope(Arena& arena) : arena_(arena), mark_(arena.mark()) {}
  ~ArenaScope() { arena_.rewind(mark_); }
  ArenaScope(const ArenaScope&) = delete;
  ArenaScope& operator=(const ArenaScope&) = delete;

 private:
  Arena& arena_;
  Arena::Mark mark_;
};

}  // namespace eegate
