#include "cli/interruption.h"

namespace eegate::cli {
namespace {

volatile std::sig_atomic_t was_asked = 0;

void remember(int) { was_asked = 1; }

}  // namespace

Interruption::Interruption() {
  was_asked = 0;
  struct sigaction action{};
  action.sa_handler = remember;
  action.sa_flags = static_cast<int>(SA_RESETHAND) | SA_RESTART;
  ::sigaction(SIGINT, &action, &before_interrupt_);
  ::sigaction(SIGTERM, &action, &before_terminate_);
  // Who started this in the background may have asked that Ctrl-C passes it by.
  if (before_interrupt_.sa_handler == SIG_IGN) ::sigaction(SIGINT, &before_interrupt_, nullptr);
}

Interruption::~Interruption() {
  ::sigaction(SIGINT, &before_interrupt_, nullptr);
  ::sigaction(SIGTERM, &before_terminate_, nullptr);
}

bool Interruption::asked() const { return was_asked != 0; }

}  // namespace eegate::cli
