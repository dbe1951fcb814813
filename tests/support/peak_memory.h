// Peak memory usage, measured with the address sanitizer; 0 without it.
#pragma once

#include <algorithm>
#include <cstddef>

#if defined(__SANITIZE_ADDRESS__)
#define EEGATE_MEASURES_MEMORY 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define EEGATE_MEASURES_MEMORY 1
#endif
#endif

#ifdef EEGATE_MEASURES_MEMORY
// Declared as in the sanitizer's allocator_interface.h, which is not installed with every compiler.
extern "C" int __sanitizer_install_malloc_and_free_hooks(void (*)(const volatile void*, std::size_t),
                                                         void (*)(const volatile void*));
extern "C" std::size_t __sanitizer_get_allocated_size(const volatile void*);
#endif

namespace eegate::test {

class PeakMemory {
 public:
  PeakMemory() {
    install();
    live() = peak() = 0;
  }
  std::size_t bytes() const { return static_cast<std::size_t>(peak()); }

 private:
  static long long& live() {
    static long long bytes = 0;
    return bytes;
  }
  static long long& peak() {
    static long long bytes = 0;
    return bytes;
  }
#ifdef EEGATE_MEASURES_MEMORY
  static void on_malloc(const volatile void*, std::size_t n) {
    live() += static_cast<long long>(n);
    peak() = std::max(peak(), live());
  }
  static void on_free(const volatile void* pointer) {
    if (pointer == nullptr) return;
    live() -= static_cast<long long>(__sanitizer_get_allocated_size(pointer));
  }
  static void install() {
    static const int installed = __sanitizer_install_malloc_and_free_hooks(on_malloc, on_free);
    (void)installed;
  }
#else
  static void install() {}
#endif
};

}  // namespace eegate::test
