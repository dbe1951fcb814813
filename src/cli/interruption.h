// Ctrl-C and SIGTERM as requests: the first one is recorded while this exists, the second one ends the process as
// usual.
#pragma once

#include <csignal>

namespace eegate::cli {

class Interruption {
 public:
  Interruption();
  ~Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;

  bool asked() const;
};

}  // namespace eegate::cli
