// Arena: the only owner of tensor memory. A stack of 64-byte aligned blocks that is rewound, not freed, so that
// nothing is allocated after the first batch of a shape.
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

  // Uninitialised values that live until the arena is rewound past them.
  std::span<float> floats(std::size_t n);
  Matrix matrix(std::size_t rows, std::size_t cols) { return {floats(rows * cols).data(), rows, cols}; }
  Matrix zeros(std::size_t rows, std::size_t cols) {
    const std::span<float> values = floats(rows * cols);
    std::ranges::fill(values, 0.0F);
    return {values.data(), rows, cols};
  }
  Tensor3 tensor3(std::size_t d0, std::size_t d1, std::size_t d2) { return {floats(d0 * d1 * d2).data(), d0, d1, d2}; }

  // Where the stack stands; rewind(mark) gives everything after it back.
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
  std::size_t block_ = 0;  // the block that is being filled
  std::size_t used_ = 0;   // floats of it that are taken
};

// Rewinds on leaving a scope: temporaries of one layer make room for those of the next.
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
