#include "cli/interruption.h"

#include <unistd.h>

#include <array>
#include <atomic>

namespace eegate::cli {
namespace {

constexpr std::array<int, 3> kSignals = {SIGINT, SIGTERM, SIGHUP};

volatile std::sig_atomic_t was_asked = 0;
// The next signal ends the process as by default, and unfinished files are removed.
struct sigaction before_interrupt{}, before_terminate{};

void remember(int signal) {
  was_asked = 1;
  ::sigaction(signal, signal == SIGINT ? &before_interrupt : &before_terminate, nullptr);
}

// Names of unfinished files, where a signal handler finds them. What is too many for the list is not removed.
std::array<std::atomic<const char*>, 16> part_names;

// Only what a signal handler may do.
void remove_and_end(int signal) {
  for (const auto& name : part_names) {
    if (const char* path = name; path != nullptr) ::unlink(path);
  }
  ::signal(signal, SIG_DFL);
  ::raise(signal);
}

sigset_t ending_signals() {
  sigset_t set;
  sigemptyset(&set);
  for (const int signal : kSignals) sigaddset(&set, signal);
  return set;
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

SignalsHeld::SignalsHeld() {
  const sigset_t held = ending_signals();
  ::pthread_sigmask(SIG_BLOCK, &held, &before_);
}

SignalsHeld::~SignalsHeld() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

void exchange_part_name(const char* from, const char* to) {
  for (auto& name : part_names) {
    if (const char* found = from; name.compare_exchange_strong(found, to)) return;
  }
}

void remove_parts_on_signals() {
  for (const int signal : kSignals) {
    struct sigaction before{}, action{};
    action.sa_handler = remove_and_end;
    action.sa_mask = ending_signals();
    // A program in the background may have been started with the signal ignored.
    if (::sigaction(signal, nullptr, &before) == 0 && before.sa_handler != SIG_IGN)
      ::sigaction(signal, &action, nullptr);
  }
}

}  // namespace eegate::cli
