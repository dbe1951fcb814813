// The names of unfinished files, where a signal handler finds them.
#pragma once

#include <string>

namespace eegate::cli {

// While it exists, a signal that ends the process removes the file. A name that is too long for the list is ignored.
void remember_part(const std::string& path);
void forget_part(const std::string& path);

// SIGINT, SIGTERM and SIGHUP wait, so that they do not come between two steps that belong together.
class SignalsHeld {
 public:
  SignalsHeld();
  ~SignalsHeld();
  SignalsHeld(const SignalsHeld&) = delete;
  SignalsHeld& operator=(const SignalsHeld&) = delete;

 private:
  struct Mask;
  Mask* before_;
};

}  // namespace eegate::cli
