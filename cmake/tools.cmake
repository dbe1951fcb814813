# What `npm run setup` found on this machine. A variable stays empty where the file or its entry is missing.
#   EEGATE_EMSCRIPTEN  folder of emcc
#   EEGATE_SOURCES     folder with the sources of the dependencies, one subfolder each
#   EEGATE_CLANG       clang-19, if its sanitizers are here
set(eegate_tools_file ${CMAKE_CURRENT_LIST_DIR}/../.eegate-tools.json)
set(eegate_tools "{}")
if(EXISTS ${eegate_tools_file})
  file(READ ${eegate_tools_file} eegate_tools)
endif()
foreach(entry emscripten sources clang)
  string(TOUPPER EEGATE_${entry} variable)
  string(JSON ${variable} ERROR_VARIABLE ignored GET "${eegate_tools}" ${entry})
  if(ignored OR "${${variable}}" STREQUAL "null")
    set(${variable} "")
  endif()
endforeach()
