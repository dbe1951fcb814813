// The tape: a stack of the matrices that a forward pass saves for its backward pass, which pops them in reverse order.
#pragma once

#include <cassert>
#include <cstddef>
#include <vector>

#include "base/arena.h"
#include "base/tensor.h"

namespace eegate {

class Tape {
 public:
  Matrix push(std::size_t rows, std::size_t cols) {
    stack_.push_back(arena_.matrix(rows, cols));
    return stack_.back();
  }
  Matrix pop() {
    assert(!stack_.empty());
    const Matrix top = stack_.back();
    stack_.pop_back();
    if (stack_.empty()) arena_.reset();  // the memory stays valid until the next push
    return top;
  }
  // The matrix below the top `depth` ones.
  ConstMatrix peek(std::size_t depth) const {
    assert(stack_.size() > depth);
    return stack_[stack_.size() - 1 - depth];
  }
  bool empty() const { return stack_.empty(); }
  std::size_t size() const { return stack_.size(); }
  // Discards everything, after a forward pass without a backward pass.
  void clear() {
    stack_.clear();
    arena_.reset();
  }
  std::size_t capacity_bytes() const { return arena_.capacity_bytes(); }

 private:
  Arena arena_;
  std::vector<Matrix> stack_;
};

}  // namespace eegate
