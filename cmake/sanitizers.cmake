# Toolchain file: Clang, which compiles code with sanitizers in two thirds of GCC's time; where it is missing, the system's compiler.
include(${CMAKE_CURRENT_LIST_DIR}/tools.cmake)
if(EEGATE_CLANG)
  string(REGEX REPLACE "clang(-[0-9]+)?$" "clang++\\1" clangxx "${EEGATE_CLANG}")
  set(CMAKE_C_COMPILER ${EEGATE_CLANG})
  set(CMAKE_CXX_COMPILER ${clangxx})
endif()
