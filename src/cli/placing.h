// The last step of outputs: files that are whole take their names, together.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace eegate::cli {

struct UnplacedFile {
  int descriptor;
  std::string target;
  std::string part;   // a name in the folder of the target, which is renamed to it
  bool is_named;      // the file has that name already
  bool is_replacing;  // a file with the name of the target exists
  std::string old;    // a second name for that file until all are in their places
};

struct PlacingFailure {
  int reason;                                 // errno
  std::size_t file;                           // its index
  std::optional<std::size_t> not_taken_back;  // a file before it whose earlier content could not be restored
};

// All take their places, or none. This runs in a process of its own, which the end of this one does not reach, be it by
// SIGKILL: it leaves no name of ours behind. The descriptors remain open here.
std::optional<PlacingFailure> place_all(std::vector<UnplacedFile> files);

}  // namespace eegate::cli
