// Embind prints one thing, the address of a type that has no binding, and the library's sprintf would add 5 KB to every
// module for it. Defined here, this one is linked in its place. Embind was compiled to call it as `siprintf`, which
// prints no floating-point numbers.
#include <cstdarg>
#include <cstdint>
#include <cstdlib>
#include <cstring>

extern "C" int siprintf(char* text, const char* format, ...) {
  if (std::strcmp(format, "%p") != 0) std::abort();
  std::va_list arguments;
  va_start(arguments, format);
  const auto address = reinterpret_cast<std::uintptr_t>(va_arg(arguments, void*));
  va_end(arguments);
  char* end = text;
  for (int shift = 28; shift >= 0; shift -= 4) *end++ = "0123456789abcdef"[(address >> shift) & 15];
  *end = 0;
  return static_cast<int>(end - text);
}
