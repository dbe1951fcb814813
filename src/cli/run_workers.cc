#include "cli/run_workers.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>
#include <vector>

namespace eegate::cli {
namespace {

constexpr int kPollMs = 200;
constexpr int kExitDone = 0, kExitFailed = 1, kExitInterrupted = 3;

struct Child {
  pid_t pid = 0;
  int pipe = -1;  // it writes how much it has done; its end closes with the process
  std::size_t run = 0;
  double done = 0;
};

int exit_code(RunOutcome outcome) {
  if (outcome == RunOutcome::kDone) return kExitDone;
  return outcome == RunOutcome::kInterrupted ? kExitInterrupted : kExitFailed;
}

// Never returns. Through the pipe the parent receives the progress, and the child notices when the parent is gone.
[[noreturn]] void be_child(int pipe, std::size_t run, const RunWork& work, const Interruption& interruption) {
  ::signal(SIGPIPE, SIG_IGN);
  bool orphaned = false;
  const auto go_on = [&](double done) {
    orphaned = orphaned || (::write(pipe, &done, sizeof done) < 0 && errno == EPIPE);
    return !orphaned && !interruption.asked();
  };
  const RunOutcome outcome = work.work(run, go_on);
  ::_exit(exit_code(outcome));
}

class WorkerProcesses {
 public:
  WorkerProcesses(const RunWork& work, const Interruption& interruption) : work_(work), interruption_(interruption) {}

  bool start(std::size_t run) {
    int ends[2];
    if (::pipe(ends) != 0) return false;
    const pid_t pid = ::fork();
    if (pid < 0) {
      ::close(ends[0]);
      ::close(ends[1]);
      return false;
    }
    if (pid == 0) {
      // A read end that a sibling holds would hide that the parent is gone.
      ::close(ends[0]);
      for (const Child& child : children_) ::close(child.pipe);
      ::fcntl(ends[1], F_SETFL, O_NONBLOCK);
      be_child(ends[1], run, work_, interruption_);
    }
    ::close(ends[1]);
    ::fcntl(ends[0], F_SETFL, O_NONBLOCK);
    children_.push_back({pid, ends[0], run, 0});
    return true;
  }

  std::size_t n_running() const { return children_.size(); }
  double under_way() const {
    double sum = 0;
    for (const Child& child : children_) sum += child.done;
    return sum;
  }

  // Waits for messages, a fraction of a second at most; returns how many have ended.
  std::size_t wait() {
    std::vector<pollfd> waiting;
    for (const Child& child : children_) waiting.push_back({child.pipe, POLLIN, 0});
    ::poll(waiting.data(), waiting.size(), kPollMs);
    std::size_t n_ended = 0;
    for (std::size_t i = 0; i < children_.size();) {
      if (!listen(children_[i])) {
        finish(children_[i]);
        children_.erase(children_.begin() + static_cast<std::ptrdiff_t>(i));
        ++n_ended;
      } else {
        ++i;
      }
    }
    return n_ended;
  }

  void stop_all() {
    for (const Child& child : children_) ::kill(child.pid, SIGTERM);
  }

 private:
  // False when the other end is closed.
  static bool listen(Child& child) {
    for (;;) {
      double done = 0;
      const ssize_t n = ::read(child.pipe, &done, sizeof done);
      if (n == static_cast<ssize_t>(sizeof done)) {
        child.done = done;
        continue;
      }
      return n != 0 && (n > 0 || errno == EAGAIN || errno == EINTR);
    }
  }

  void finish(const Child& child) {
    ::close(child.pipe);
    int status = 0;
    while (::waitpid(child.pid, &status, 0) < 0 && errno == EINTR) {
    }
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    if (code == kExitDone) return work_.ended(child.run, RunOutcome::kDone, {});
    if (code == kExitFailed) return work_.ended(child.run, RunOutcome::kFailed, {});
    if (code == kExitInterrupted) return work_.ended(child.run, RunOutcome::kInterrupted, {});
    work_.ended(
        child.run, RunOutcome::kLost,
        WIFSIGNALED(status) ? "signal " + std::to_string(WTERMSIG(status)) : "exit code " + std::to_string(code));
  }

  const RunWork& work_;
  const Interruption& interruption_;
  std::vector<Child> children_;
};

}  // namespace

Result<> run_in_processes(std::span<const std::size_t> runs, std::size_t n_workers, const RunWork& work,
                          const Interruption& interruption) {
  WorkerProcesses workers(work, interruption);
  std::size_t next = 0, n_ended = 0;
  bool told_to_stop = false;
  while (workers.n_running() > 0 || (next < runs.size() && !interruption.asked())) {
    while (next < runs.size() && workers.n_running() < n_workers && !interruption.asked()) {
      if (workers.start(runs[next])) {
        ++next;
        continue;
      }
      if (workers.n_running() > 0) break;  // the others must do
      return Error{.code = "RUN_PROCESS",
                   .message = std::string("No process can be made for a run: ") + std::strerror(errno)};
    }
    n_ended += workers.wait();
    if (work.progress) work.progress(static_cast<double>(n_ended) + workers.under_way());
    if (interruption.asked() && !told_to_stop) {
      told_to_stop = true;
      workers.stop_all();
    }
  }
  return {};
}

}  // namespace eegate::cli
