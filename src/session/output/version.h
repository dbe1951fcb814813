// Version and build of eegate.
#pragma once

#include <string_view>

// The build sets these.
#ifndef EEGATE_VERSION
#define EEGATE_VERSION "0.1.0"
#endif
#ifndef EEGATE_BUILD_ID
#define EEGATE_BUILD_ID "development"
#endif

namespace eegate {

inline constexpr std::string_view kVersion = EEGATE_VERSION;
inline constexpr std::string_view kBuildId = EEGATE_BUILD_ID;

}  // namespace eegate
