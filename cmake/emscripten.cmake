# Toolchain file: Emscripten's own, wherever setup found it.
include(${CMAKE_CURRENT_LIST_DIR}/tools.cmake)
if(NOT EEGATE_EMSCRIPTEN)
  message(FATAL_ERROR "No Emscripten known: run `npm run setup` first")
endif()
include(${EEGATE_EMSCRIPTEN}/cmake/Modules/Platform/Emscripten.cmake)
