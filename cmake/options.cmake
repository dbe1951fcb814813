# Flags. Those set here for the whole tree also reach the dependencies; eegate_options is for our own code alone.

# A product and a sum are fused only where the code says so (Highway's MulAdd), so every compiler computes the same bits.
# -ffast-math and -ffp-contract=fast must never appear: besides that, some emcc versions miscompile them with relaxed SIMD.
add_compile_options(-ffp-contract=off)

if(EMSCRIPTEN)
  add_compile_options(-msimd128 -mbulk-memory -mnontrapping-fptoint) # browsers with SIMD have the other two
  add_link_options(-mbulk-memory -mnontrapping-fptoint)
endif()

if(EEGATE_SANITIZE)
  add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address,undefined)
endif()

if(EEGATE_SANITIZE_THREADS)
  add_compile_options(-fsanitize=thread -fno-omit-frame-pointer)
  add_link_options(-fsanitize=thread)
endif()

if(EEGATE_FUZZ)
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()
if(EEGATE_FUZZ OR EEGATE_ONE_TARGET) # each one compiles every kernel once more
  add_compile_definitions(HWY_COMPILE_ONLY_STATIC)
endif()

add_library(eegate_options INTERFACE)
target_compile_options(eegate_options INTERFACE
  -Wall -Wextra -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual -Wcast-qual -Wold-style-cast -Wimplicit-fallthrough
  -Wno-missing-field-initializers # designated initializers name what differs from the defaults
  # GCC 12 reports these where std::string and std::vector are inlined, without a fault in the code.
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict -Wno-maybe-uninitialized -Wno-array-bounds -Wno-stringop-overflow>
  # GCC's standard library itself uses functions that it marks as deprecated, which only Clang reports.
  $<$<CXX_COMPILER_ID:Clang>:$<$<NOT:$<BOOL:${EMSCRIPTEN}>>:-Wno-deprecated-declarations>>
  $<$<BOOL:${EEGATE_WERROR}>:-Werror>)

# The core reports errors as values and throws nothing. Tests and the command line throw, because Catch2 and CLI11 do. Of
# what throws without being asked, memory that is not there: in WebAssembly it ends the module, natively the command line
# catches it, and on the way there locks are released and memory is freed, for which the core has to be compiled.
add_library(eegate_core_options INTERFACE)
target_link_libraries(eegate_core_options INTERFACE eegate_options)
if(EMSCRIPTEN)
  target_compile_options(eegate_core_options INTERFACE -fno-exceptions)
endif()

# Time is spent in the kernels. Of all other code in the WebAssembly module the size of the download counts: -Oz takes a
# third off the whole, optimising when it is linked another tenth.
add_library(eegate_small_in_wasm INTERFACE)
if(EMSCRIPTEN)
  target_compile_options(eegate_small_in_wasm INTERFACE -Oz -fno-rtti) # no code asks for the type of an object
  if(EEGATE_SMALL_MODULES)
    # Of a class that stays, the virtual functions that no code of a module calls go: a module that does not train has no
    # backward pass.
    target_compile_options(eegate_small_in_wasm INTERFACE
      -flto -fvisibility=hidden -fwhole-program-vtables -fvirtual-function-elimination)
  endif()
endif()
