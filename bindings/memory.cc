// How a module's memory grows: by JavaScript, which is told no with an error that a page can show.
#include <algorithm>
#include <cstddef>
#include <cstdint>

extern "C" {
__attribute__((import_module("js"), import_name("grow"))) bool eegate_js_grow(std::size_t n_pages);

// In place of emscripten_resize_heap (see CMakeLists.txt). By a fifth at least, so that it is not called often.
int __wrap_emscripten_resize_heap(std::size_t n_bytes) {
  constexpr std::size_t kPage = 65536, kLimit = 65536;
  const std::size_t has = __builtin_wasm_memory_size(0), needs = (n_bytes - 1) / kPage + 1;
  if (needs <= has) return 1;
  const std::size_t roomy = std::min(std::max(needs, has + std::min<std::size_t>(has / 5, 1536)), kLimit);
  return eegate_js_grow(roomy - has) || (roomy > needs && eegate_js_grow(needs - has));
}
}
