// Paths of outputs.
#pragma once

#include <string>

namespace eegate::cli {

// The open file that a path such as /dev/stdout or /dev/fd/3 names, or -1. Opening the path would start at the first
// byte again and overwrite what is there.
int descriptor_named(const std::string& path);

// "dir/a.npy" -> "dir", "a.npy" -> "."
std::string folder_of(const std::string& path);

// The one name of a file, whether it is there or not, or an empty text and errno. A link stays, also one to a file that
// is not there; what it points to is replaced.
std::string followed(const std::string& path);

// A hidden name in this folder that nobody can foresee.
std::string random_name(const std::string& folder, const char* ending);

}  // namespace eegate::cli
