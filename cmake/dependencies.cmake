# Each dependency: the system's package where it is new enough (never for WebAssembly or a release), else the source that
# setup unpacked, else a clone of the pinned commit.
include(FetchContent)
include(${CMAKE_CURRENT_LIST_DIR}/tools.cmake)
set(CMAKE_POLICY_DEFAULT_CMP0077 NEW) # let the plain variables below decide the options of old projects
set(CMAKE_POLICY_DEFAULT_CMP0126 NEW)
set(CMAKE_WARN_DEPRECATED OFF CACHE BOOL "") # warnings of dependencies are not ours to correct
set(BUILD_SHARED_LIBS OFF)
set(BUILD_TESTING OFF)

# Sets <name>_SOURCE_DIR where the dependency is built from source.
function(eegate_dependency name package version repository commit)
  if(NOT EMSCRIPTEN AND NOT EEGATE_STATIC)
    find_package(${package} ${version} QUIET)
    if(${package}_FOUND)
      return()
    endif()
  endif()
  if(EXISTS "${EEGATE_SOURCES}/${name}/CMakeLists.txt")
    string(TOUPPER ${name} upper)
    set(FETCHCONTENT_SOURCE_DIR_${upper} ${EEGATE_SOURCES}/${name})
  endif()
  FetchContent_Declare(${name} SYSTEM GIT_REPOSITORY ${repository} GIT_TAG ${commit})
  FetchContent_MakeAvailable(${name})
  # Only what we link is built.
  set_property(DIRECTORY ${${name}_SOURCE_DIR} PROPERTY EXCLUDE_FROM_ALL ON)
  return(PROPAGATE ${name}_SOURCE_DIR)
endfunction()

# Highway: SIMD. Only the targets that pay: each one compiles every kernel once more.
set(HWY_ENABLE_CONTRIB OFF)
set(HWY_ENABLE_EXAMPLES OFF)
set(HWY_ENABLE_INSTALL OFF)
set(HWY_ENABLE_TESTS OFF)
eegate_dependency(highway hwy 1.2
  https://github.com/google/highway.git 457c891775a7397bdb0376bb1031e6e027af1c48) # 1.2.0
add_library(eegate_highway INTERFACE)
target_link_libraries(eegate_highway INTERFACE $<IF:$<TARGET_EXISTS:hwy::hwy>,hwy::hwy,hwy>)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$")
  set(unused "HWY_DISABLED_TARGETS=(HWY_SSSE3|HWY_SSE4|HWY_AVX3_DL|HWY_AVX3_ZEN4|HWY_AVX3_SPR)")
elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "^(aarch64|arm64|ARM64)$")
  # Register tiles are arrays of vectors, and a compiler makes no arrays of vectors whose length it does not know. NEON it is.
  set(unused "HWY_DISABLED_TARGETS=(HWY_SVE|HWY_SVE2|HWY_SVE_256|HWY_SVE2_128)")
endif()
if(unused)
  target_compile_definitions(eegate_highway INTERFACE ${unused})
  if(highway_SOURCE_DIR)
    target_compile_definitions(hwy PRIVATE ${unused})
  endif()
endif()
if(highway_SOURCE_DIR) # what measures and prints is not used here, and takes seconds to compile
  get_target_property(hwy_sources hwy SOURCES)
  list(FILTER hwy_sources EXCLUDE REGEX "/(nanobenchmark|print|timer)\\.cc$")
  set_target_properties(hwy PROPERTIES SOURCES "${hwy_sources}")
endif()

# yyjson: JSON, strictly as RFC 8259 has it.
set(YYJSON_DISABLE_NON_STANDARD ON)
set(YYJSON_DISABLE_UTILS ON)
eegate_dependency(yyjson yyjson 0.10
  https://github.com/ibireme/yyjson.git 9ddba001a4ea88e93b46932e5c5b87b222e19a5f) # 0.10.0
if(EMSCRIPTEN)
  target_compile_options(yyjson PRIVATE -Oz -flto) # see eegate_small_in_wasm
  target_compile_definitions(yyjson PRIVATE yyjson_inline=inline yyjson_noinline=) # it forces inlining otherwise
endif()
if(EMSCRIPTEN AND EEGATE_SMALL_MODULES)
  # A table that takes a tenth of a small module is replaced by code that computes it: see yyjson_powers.h.
  set(powers ${CMAKE_CURRENT_LIST_DIR}/yyjson_powers.h)
  set(small_yyjson ${PROJECT_BINARY_DIR}/yyjson/yyjson.c)
  file(READ ${yyjson_SOURCE_DIR}/src/yyjson.c code)
  # It has a second reader for texts without spaces, which is faster and 4 KB: the one for all texts is enough here.
  string(REPLACE "doc = read_root_minify(" "doc = read_root_pretty(" code "${code}")
  string(FIND "${code}" "static const u64 pow10_sig_table[] = {" table)
  string(SUBSTRING "${code}" ${table} -1 after_table)
  string(FIND "${after_table}" "};" table_length)
  if(table EQUAL -1 OR table_length EQUAL -1)
    message(FATAL_ERROR "This yyjson has no table of powers of ten where yyjson_powers.h replaces it")
  endif()
  string(SUBSTRING "${code}" 0 ${table} before_table)
  math(EXPR table_length "${table_length} + 2")
  string(SUBSTRING "${after_table}" ${table_length} -1 after_table)
  file(CONFIGURE OUTPUT ${small_yyjson} CONTENT "${before_table}#include \"${powers}\"${after_table}" @ONLY)
  set_target_properties(yyjson PROPERTIES SOURCES ${small_yyjson})
  set_source_files_properties(${small_yyjson} PROPERTIES OBJECT_DEPENDS ${powers})
endif()
if(EEGATE_SANITIZE AND yyjson_SOURCE_DIR) # theirs to check; it takes half the time of the longest file
  target_compile_options(yyjson PRIVATE -fno-sanitize=undefined)
endif()
add_library(eegate_json INTERFACE)
target_link_libraries(eegate_json INTERFACE $<IF:$<TARGET_EXISTS:yyjson::yyjson>,yyjson::yyjson,yyjson>)

# zlib: what MATLAB compresses. Its decompression alone, which is four files; its own build would be of no use here.
if(NOT EMSCRIPTEN AND NOT EEGATE_STATIC)
  find_package(ZLIB 1.2.11 QUIET)
endif()
add_library(eegate_zlib INTERFACE)
if(ZLIB_FOUND)
  target_link_libraries(eegate_zlib INTERFACE ZLIB::ZLIB)
else()
  if(EXISTS "${EEGATE_SOURCES}/zlib/inflate.c")
    set(FETCHCONTENT_SOURCE_DIR_ZLIB ${EEGATE_SOURCES}/zlib)
  endif()
  FetchContent_Declare(zlib SYSTEM GIT_REPOSITORY https://github.com/madler/zlib.git
    GIT_TAG 51b7f2abdade71cd9bb0e7a373ef2610ec6f9daf SOURCE_SUBDIR none) # 1.3.1
  FetchContent_MakeAvailable(zlib)
  set(zlib_files adler32 inffast inflate inftrees zutil)
  list(TRANSFORM zlib_files REPLACE "(.+)" "${zlib_SOURCE_DIR}/\\1.c")
  add_library(eegate_inflate STATIC ${zlib_files})
  target_include_directories(eegate_inflate SYSTEM PUBLIC ${zlib_SOURCE_DIR})
  target_compile_definitions(eegate_inflate PRIVATE NO_GZIP)
  if(EMSCRIPTEN)
    target_compile_options(eegate_inflate PRIVATE -Oz -flto) # see eegate_small_in_wasm
  endif()
  target_link_libraries(eegate_zlib INTERFACE eegate_inflate)
endif()

if(EEGATE_TESTS)
  set(CATCH_INSTALL_DOCS OFF)
  set(CATCH_INSTALL_EXTRAS OFF)
  eegate_dependency(catch2 Catch2 3.4
    https://github.com/catchorg/Catch2.git fa43b77429ba76c462b1898d6cd2f2d7a9416b14) # 3.7.1
  if(catch2_SOURCE_DIR) # two large files build faster than a hundred small ones, and need neither speed nor checks
    set_target_properties(Catch2 PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 60)
    target_compile_options(Catch2 PRIVATE -O1 -g0 -fno-sanitize=all)
  endif()
  if(EMSCRIPTEN)
    target_compile_options(Catch2 PUBLIC -fwasm-exceptions)
    target_link_options(Catch2 PUBLIC -fwasm-exceptions)
  endif()
endif()

if(NOT EMSCRIPTEN)
  set(CLI11_INSTALL OFF)
  eegate_dependency(cli11 CLI11 2.3
    https://github.com/CLIUtils/CLI11.git 6c7b07a878ad834957b98d0f9ce1dbe0cb204fc9) # 2.4.2
endif()
