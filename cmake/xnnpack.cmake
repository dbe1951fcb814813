# XNNPACK (-DEEGATE_XNNPACK=ON): natively that of the system (libxnnpack-dev), for WebAssembly from the sources that
# `bash scripts/setup-debian.sh xnnpack TOOLS` unpacked beside the other dependencies. Its own CMakeLists knows no
# WebAssembly; of the library we need no more than its f32 operators.
add_library(eegate_xnnpack INTERFACE)
target_compile_definitions(eegate_xnnpack INTERFACE EEGATE_XNNPACK)

if(NOT EMSCRIPTEN)
  find_library(XNNPACK_LIBRARY XNNPACK REQUIRED)
  find_path(XNNPACK_INCLUDE xnnpack.h REQUIRED)
  find_path(PTHREADPOOL_INCLUDE pthreadpool.h REQUIRED) # Debian: libpthreadpool-dev
  target_link_libraries(eegate_xnnpack INTERFACE ${XNNPACK_LIBRARY})
  target_include_directories(eegate_xnnpack SYSTEM INTERFACE ${XNNPACK_INCLUDE} ${PTHREADPOOL_INCLUDE})
  file(STRINGS ${XNNPACK_INCLUDE}/xnnpack.h reshape REGEX "xnn_reshape_fully_connected_nc_f32")
  if(reshape)
    target_compile_definitions(eegate_xnnpack INTERFACE EEGATE_XNNPACK_RESHAPE)
  endif()
  return()
endif()

foreach(source xnnpack pthreadpool fxdiv fp16)
  if(NOT EXISTS ${EEGATE_SOURCES}/${source}/CMakeLists.txt)
    message(FATAL_ERROR "XNNPACK needs the sources of ${source}: bash scripts/setup-debian.sh xnnpack TOOLS")
  endif()
endforeach()
set(xnnpack ${EEGATE_SOURCES}/xnnpack)
foreach(kind scalar wasm wasm32 wasmsimd wasmsimd32 wasmrelaxedsimd wasmrelaxedsimd32)
  include(${xnnpack}/cmake/gen/${kind}_microkernels.cmake)
endforeach()
set(kernels ${PROD_SCALAR_MICROKERNEL_SRCS} ${PROD_WASM_MICROKERNEL_SRCS} ${PROD_WASM32_MICROKERNEL_SRCS}
  ${PROD_WASMSIMD_MICROKERNEL_SRCS} ${PROD_WASMSIMD32_MICROKERNEL_SRCS} ${PROD_WASMRELAXEDSIMD_MICROKERNEL_SRCS}
  ${PROD_WASMRELAXEDSIMD32_MICROKERNEL_SRCS})
list(REMOVE_DUPLICATES kernels)
list(TRANSFORM kernels PREPEND ${xnnpack}/)
file(GLOB core ${xnnpack}/src/*.c ${xnnpack}/src/configs/*.c ${xnnpack}/src/enums/*.c ${xnnpack}/src/operators/*.c
  ${xnnpack}/src/reference/*.cc ${xnnpack}/src/tables/*.c ${xnnpack}/src/subgraph/*.c)

# Its builds write this file from the hash of their sources; caches of packed weights ask for it, and we have none.
set(generated ${PROJECT_BINARY_DIR}/xnnpack)
file(WRITE ${generated}/build_identifier.c [[
#include <stdbool.h>
#include <stddef.h>
size_t xnn_experimental_get_build_identifier_size(void) { return 0; }
const void* xnn_experimental_get_build_identifier_data(void) { return NULL; }
bool xnn_experimental_check_build_identifier(const void* data, size_t size) { (void)data; return size == 0; }
]])
# Two kernels include it for what <wasm_simd128.h> declares.
file(WRITE ${generated}/arm_neon.h "#include <wasm_simd128.h>\n")

add_library(XNNPACK STATIC ${core} ${kernels} ${generated}/build_identifier.c ${EEGATE_SOURCES}/pthreadpool/src/shim.c)
target_include_directories(XNNPACK SYSTEM PUBLIC ${xnnpack}/include ${EEGATE_SOURCES}/pthreadpool/include)
target_include_directories(XNNPACK PRIVATE ${generated} ${xnnpack}/src ${xnnpack} ${EEGATE_SOURCES}/fxdiv/include
  ${EEGATE_SOURCES}/fp16/include)
# Its math.h calls rint without the header that declares it.
target_compile_options(XNNPACK PRIVATE -O3 -w -mrelaxed-simd -fno-math-errno "SHELL:-include math.h" $<$<COMPILE_LANGUAGE:CXX>:-fno-exceptions>)
set(absent ARM_FP16_VECTOR RISCV_VECTOR ARM_DOTPROD KLEIDIAI AVX512F ARM_FP16_SCALAR AVX512SKX ASSEMBLY ARM_I8MM
  AVX512FP16 HVX DWCONV_MULTIPASS AVXVNNI AVX256SKX CPUINFO AVX256VNNI AVX512VNNI AVX512AMX AVX512VNNIGFNI ARM_SME2
  ARM_SME ARM_BF16 RISCV_FP16_VECTOR AVXVNNIINT8 AVX512VBMI AVX256VNNIGFNI AVX256VBMI JIT VSX)
list(TRANSFORM absent REPLACE "(.+)" "XNN_ENABLE_\\1=0")
target_compile_definitions(XNNPACK PRIVATE ${absent} XNN_ENABLE_GEMM_M_SPECIALIZATION=1 XNN_ENABLE_MEMOPT=1
  XNN_ENABLE_SPARSE=1 XNN_LOG_LEVEL=0 PTHREADPOOL_NO_DEPRECATED_API=1)
target_link_libraries(eegate_xnnpack INTERFACE XNNPACK)
target_compile_definitions(eegate_xnnpack INTERFACE EEGATE_XNNPACK_RESHAPE)
