#include "cli/disturbed_command.h"

#if defined(__linux__) && defined(__x86_64__)
#include <fcntl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/user.h>

#include <array>
#include <climits>
#include <csignal>
#include <cstddef>
#include <set>

namespace eegate::test {
namespace disturbed_command {
namespace {

// What a call is about: a descriptor or a path, by the number of its argument.
struct Call {
  long number;
  const char* name;
  int descriptor, path;
};
constexpr std::array kCalls = {
    Call{SYS_openat, "openat", -1, 1}, Call{SYS_read, "read", 0, -1},      Call{SYS_pread64, "pread", 0, -1},
    Call{SYS_write, "write", 0, -1},   Call{SYS_fsync, "fsync", 0, -1},    Call{SYS_ftruncate, "ftruncate", 0, -1},
    Call{SYS_close, "close", 0, -1},   Call{SYS_newfstatat, "stat", 0, 1}, Call{SYS_fchmod, "fchmod", 0, -1},
    Call{SYS_fchown, "fchown", 0, -1}, Call{SYS_access, "access", -1, 0},  Call{SYS_readlink, "readlink", -1, 0},
    Call{SYS_rename, "rename", -1, 1}, Call{SYS_link, "link", -1, 1},      Call{SYS_linkat, "linkat", -1, 3},
    Call{SYS_mkdir, "mkdir", -1, 0},   Call{SYS_flock, "flock", 0, -1},
};

std::string text_at(pid_t pid, std::uint64_t address) {
  std::string text;
  for (char c = 1; text.size() < PATH_MAX; ++address) {
    const iovec here{&c, 1}, there{reinterpret_cast<void*>(address), 1};
    if (::process_vm_readv(pid, &here, 1, &there, 1, 0) != 1 || c == 0) break;
    text += c;
  }
  return text;
}

class Tracer {
 public:
  Tracer(std::string folder, const Disturbance& disturbance) : folder_(std::move(folder)), disturbance_(disturbance) {}

  // Waits for the end of the process and of those that it started.
  int follow(pid_t command) {
    int exit_code = -1;
    for (int status = 0;;) {
      const pid_t pid = ::waitpid(-1, &status, __WALL);
      if (pid < 0) return exit_code;
      if (!WIFSTOPPED(status)) {
        if (pid == command) exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
        continue;
      }
      const int signal = WSTOPSIG(status);
      if (signal == (SIGTRAP | 0x80)) at_call(pid);
      const bool is_own = signal == (SIGTRAP | 0x80) || signal == SIGTRAP || signal == SIGSTOP;
      ::ptrace(PTRACE_SYSCALL, pid, nullptr, is_own ? 0 : signal);
    }
  }
  const std::string& refused() const { return refused_; }

 private:
  void at_call(pid_t pid) {
    __ptrace_syscall_info info{};
    ::ptrace(PTRACE_GET_SYSCALL_INFO, pid, sizeof info, &info);
    if (info.op == PTRACE_SYSCALL_INFO_EXIT && to_refuse_.erase(pid) > 0)
      ::ptrace(PTRACE_POKEUSER, pid, offsetof(user, regs.rax), -static_cast<long>(disturbance_.error));
    if (info.op != PTRACE_SYSCALL_INFO_ENTRY) return;
    for (const Call& call : kCalls) {
      if (static_cast<long>(info.entry.nr) != call.number || !concerns_workshop(pid, call, info.entry.args)) continue;
      const int n = n_calls_++;
      if (disturbance_.n < 0 || n < disturbance_.n || (n > disturbance_.n && !disturbance_.and_later)) return;
      if (refused_.empty()) refused_ = call.name;
      to_refuse_.insert(pid);
      ::ptrace(PTRACE_POKEUSER, pid, offsetof(user, regs.orig_rax), -1L);
    }
  }

  // Standard error is left alone: nothing could tell its failure.
  template <class Arguments>
  bool concerns_workshop(pid_t pid, const Call& call, const Arguments& arguments) const {
    const std::string path = call.path < 0 ? std::string() : text_at(pid, arguments[call.path]);
    if (!path.empty()) return path.front() != '/' || path.starts_with(folder_);
    if (call.descriptor < 0 || static_cast<int>(arguments[call.descriptor]) == STDERR_FILENO) return false;
    std::error_code none;
    const std::filesystem::path of_descriptor =
        "/proc/" + std::to_string(pid) + "/fd/" + std::to_string(static_cast<int>(arguments[call.descriptor]));
    return std::filesystem::read_symlink(of_descriptor, none).string().starts_with(folder_);
  }

  std::string folder_;
  Disturbance disturbance_;
  int n_calls_ = 0;
  std::string refused_;
  std::set<pid_t> to_refuse_;
};

[[noreturn]] void be_command(const std::string& folder, const std::vector<std::string>& arguments) {
  const std::string program = command_path();
  std::vector<char*> argv = {const_cast<char*>(program.c_str())};
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  const int flags = O_WRONLY | O_CREAT | O_TRUNC;
  const bool is_ready = ::chdir(folder.c_str()) == 0 && ::dup2(::open("stdout.txt", flags, 0600), 1) == 1 &&
                        ::dup2(::open("stderr.txt", flags, 0600), 2) == 2;
  ::setenv("ASAN_OPTIONS", "detect_leaks=0", 1);  // the search for leaks needs to trace by itself
  if (!is_ready || ::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) != 0) ::_exit(127);
  ::raise(SIGSTOP);
  ::execv(program.c_str(), argv.data());
  ::_exit(127);
}

}  // namespace
}  // namespace disturbed_command

bool can_disturb() {
  const pid_t pid = ::fork();
  if (pid == 0) ::_exit(::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) == 0 ? 0 : 1);
  int status = 0;
  return pid > 0 && ::waitpid(pid, &status, 0) == pid && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

DisturbedOutcome run_disturbed(const Workshop& shop, const std::vector<std::string>& arguments,
                               const Disturbance& disturbance) {
  const std::string folder = std::filesystem::canonical(shop.path("")).string();
  const pid_t pid = ::fork();
  if (pid == 0) disturbed_command::be_command(folder, arguments);
  int status = 0;
  REQUIRE((pid > 0 && ::waitpid(pid, &status, 0) == pid && WIFSTOPPED(status)));
  const long options = PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACECLONE | PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK |
                       PTRACE_O_TRACEEXEC | PTRACE_O_EXITKILL;
  REQUIRE(::ptrace(PTRACE_SETOPTIONS, pid, nullptr, options) == 0);
  ::ptrace(PTRACE_SYSCALL, pid, nullptr, 0);
  disturbed_command::Tracer tracer(folder, disturbance);
  const int exit_code = tracer.follow(pid);
  return {{exit_code, read_text(shop.path("stdout.txt")), read_text(shop.path("stderr.txt"))}, tracer.refused()};
}

}  // namespace eegate::test
#else
namespace eegate::test {
bool can_disturb() { return false; }
DisturbedOutcome run_disturbed(const Workshop&, const std::vector<std::string>&, const Disturbance&) { return {}; }
}  // namespace eegate::test
#endif
