#include "cli/interruption.h"

namespace eegate::cli {
namespace {

volatile std::sig_atomic_t was_asked = 0;
// The next signal ends the process as by default, and unfinished files are removed.
struct sigaction before_interrupt{}, before_terminate{};

void remember(int signal) {
  was_asked = 1;
  ::sigaction(signal, signal == SIGINT ? &before_interrupt : &before_terminate, nullptr);
}

}  // namespace

Interruption::Interruption() {
  was_asked = 0;
  struct sigaction action{};
  action.sa_handler = remember;
  action.sa_flags = SA_RESTART;
  ::sigaction(SIGINT, nullptr, &before_interrupt);
  ::sigaction(SIGTERM, nullptr, &before_terminate);
  // A program in the background may have been started with Ctrl-C ignored.
  if (before_interrupt.sa_handler != SIG_IGN) ::sigaction(SIGINT, &action, nullptr);
  ::sigaction(SIGTERM, &action, nullptr);
}

Interruption::~Interruption() {
  ::sigaction(SIGINT, &before_interrupt, nullptr);
  ::sigaction(SIGTERM, &before_terminate, nullptr);
}

bool Interruption::asked() const { return was_asked != 0; }

}  // namespace eegate::cli
