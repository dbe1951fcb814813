# Half the time of a compiler goes into the standard headers. Where no compiler cache remembers its results, each target
# reads them once; with one they stay out, because what was compiled with them is of no use to another checkout. Every file
# includes what it needs all the same: the builds with a cache, and `native-release`, see to that.
if(EEGATE_CCACHE AND NOT DEFINED ENV{CCACHE_DISABLE})
  set(shared_headers OFF)
else()
  set(shared_headers ON)
endif()
option(EEGATE_SHARED_HEADERS "Read the standard headers once for each target" ${shared_headers})

function(eegate_share_headers target)
  if(EEGATE_SHARED_HEADERS)
    target_precompile_headers(${target} PRIVATE <algorithm> <array> <cmath> <cstddef> <cstdint> <functional> <map> <memory>
      <optional> <set> <span> <string> <string_view> <utility> <variant> <vector> ${ARGN})
  endif()
endfunction()
