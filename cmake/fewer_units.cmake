# Most of a compiler's time goes into headers that all files share. A build therefore joins a dozen source files into one.
# Every file includes what it needs all the same: `native-release` and builds for development compile each file alone.
option(EEGATE_JOIN_SOURCES "Compile a dozen source files as one" ON)

function(eegate_join_sources target)
  if(EEGATE_JOIN_SOURCES)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 12)
    # GCC takes what was a source file for a header, whose types would reach other files.
    target_compile_options(${target} PRIVATE $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-subobject-linkage>)
  endif()
endfunction()
