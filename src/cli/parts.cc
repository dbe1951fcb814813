#include "cli/parts.h"

#include <pthread.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstring>

#include "cli/writer.h"

namespace eegate::cli {
namespace {

constexpr std::size_t kMaxParts = 16, kMaxBytes = 4096;
constexpr std::array<int, 3> kSignals = {SIGINT, SIGTERM, SIGHUP};

struct Part {
  volatile std::sig_atomic_t in_use = 0;
  char path[kMaxBytes] = {};
};
std::array<Part, kMaxParts> parts;

sigset_t ending_signals() {
  sigset_t set;
  sigemptyset(&set);
  for (const int signal : kSignals) sigaddset(&set, signal);
  return set;
}

// Only what a signal handler may do.
void remove_and_end(int signal) {
  for (Part& part : parts) {
    if (part.in_use != 0) ::unlink(part.path);
  }
  ::signal(signal, SIG_DFL);
  ::raise(signal);
}

}  // namespace

struct SignalsHeld::Mask {
  sigset_t set;
};

SignalsHeld::SignalsHeld() : before_(new Mask) {
  const sigset_t held = ending_signals();
  ::pthread_sigmask(SIG_BLOCK, &held, &before_->set);
}

SignalsHeld::~SignalsHeld() {
  ::pthread_sigmask(SIG_SETMASK, &before_->set, nullptr);
  delete before_;
}

void remember_part(const std::string& path) {
  if (path.size() >= kMaxBytes) return;
  for (Part& part : parts) {
    if (part.in_use != 0) continue;
    std::memcpy(part.path, path.c_str(), path.size() + 1);
    part.in_use = 1;
    return;
  }
}

void forget_part(const std::string& path) {
  for (Part& part : parts) {
    if (part.in_use != 0 && path == part.path) part.in_use = 0;
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
