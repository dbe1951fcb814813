// Tests of code that must end the program, run in a child process; native only.
#pragma once

#ifndef __EMSCRIPTEN__
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch_test_macros.hpp>
#include <csignal>

namespace eegate::test {

// Whether a child process is terminated by `does` before it can return normally.
template <class F>
bool stops(const F& does) {
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    for (const int number : {SIGABRT, SIGILL, SIGTRAP, SIGSEGV}) std::signal(number, SIG_DFL);
    close(STDOUT_FILENO);
    close(STDERR_FILENO);
    does();
    _exit(0);
  }
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  return !WIFEXITED(status) || WEXITSTATUS(status) != 0;
}

}  // namespace eegate::test
#endif
