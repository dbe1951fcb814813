// Arrays of floats aligned to 64 bytes: a cache line, and the widest SIMD vector.
#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <span>

namespace eegate {

inline constexpr std::size_t kAlignmentBytes = 64;

struct AlignedFree {
  void operator()(float* values) const { ::operator delete[](values, std::align_val_t{kAlignmentBytes}); }
};

class AlignedFloats {
 public:
  AlignedFloats() = default;
  // The values are uninitialised.
  explicit AlignedFloats(std::size_t n)
      : values_(static_cast<float*>(::operator new[](n * sizeof(float), std::align_val_t{kAlignmentBytes}))),
        size_(n) {}

  float* data() const { return values_.get(); }
  std::size_t size() const { return size_; }
  std::span<float> span() const { return {values_.get(), size_}; }

 private:
  std::unique_ptr<float[], AlignedFree> values_;
  std::size_t size_ = 0;
};

}  // namespace eegate
