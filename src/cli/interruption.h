// What signals do to the command: they ask it to end, and remove the files that it has not finished.
#pragma once

#include <csignal>

namespace eegate::cli {

// Ctrl-C and SIGTERM as requests: the first one is recorded while this exists, the second one ends the process as
// usual.
class Interruption {
 public:
  Interruption();
  ~Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;

  bool asked() const;
};

// Signals that end the process wait, so that they do not come between two steps that belong together.
class SignalsHeld {
 public:
  SignalsHeld();
  ~SignalsHeld();
  SignalsHeld(const SignalsHeld&) = delete;
  SignalsHeld& operator=(const SignalsHeld&) = delete;

 private:
  sigset_t before_{};
};

// Unfinished files are removed when SIGINT, SIGTERM or SIGHUP end the process: in their list, the name `from` becomes
// `to`; null is a free place. The text of a name stays where it is.
void exchange_part_name(const char* from, const char* to);
void remove_parts_on_signals();

}  // namespace eegate::cli
