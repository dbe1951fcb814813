// What a user of the command can do about errors that have no hint of their own.
#pragma once

#include <string_view>

namespace eegate::cli {

// A sentence; empty for other codes, whose message and expected value say enough.
std::string_view next_step(std::string_view code);

}  // namespace eegate::cli
