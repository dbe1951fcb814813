#include "cli/placing.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <utility>

namespace eegate::cli {
namespace {

// What the process that places them reports, byte by byte.
struct Outcome {
  int reason = 0;  // 0: all are in their places
  std::size_t file = 0;
  std::optional<std::size_t> not_taken_back;
};

int errno_unless(bool is_done) { return is_done ? 0 : errno; }

// Only system calls: the process may have had other threads.
class Placing {
 public:
  explicit Placing(std::vector<UnplacedFile> files) {
    for (UnplacedFile& file : files) files_.push_back({std::move(file)});
  }

  Outcome run() {
    const Outcome outcome = place();
    for (const File& file : files_) {
      if (file.is_named) ::unlink(file.part.c_str());
      if (file.is_kept) ::unlink(file.old.c_str());
    }
    return outcome;
  }

 private:
  struct File : UnplacedFile {
    bool is_kept = false;  // the file that it replaces has its second name
  };

  Outcome place() {
    for (std::size_t i = 0; i < files_.size(); ++i) {
      if (const int reason = give_name(files_[i]); reason != 0) return {.reason = reason, .file = i};
    }
    for (std::size_t i = 0; i < files_.size(); ++i) {
      const bool is_last = i + 1 == files_.size();  // it is never taken back
      int reason = is_last || !files_[i].is_replacing ? 0 : keep_old(files_[i]);
      if (reason == 0) reason = put_in_place(files_[i]);
      if (reason != 0) return {.reason = reason, .file = i, .not_taken_back = take_back_before(i)};
    }
    return {};
  }

  static int give_name(File& file) {
    if (file.is_named) return 0;
    char unnamed[32];
    std::snprintf(unnamed, sizeof unnamed, "/proc/self/fd/%d", file.descriptor);
    file.is_named = ::linkat(AT_FDCWD, unnamed, AT_FDCWD, file.part.c_str(), AT_SYMLINK_FOLLOW) == 0;
    return errno_unless(file.is_named);
  }

  // On file systems that have second names.
  static int keep_old(File& file) {
    file.is_kept = ::link(file.target.c_str(), file.old.c_str()) == 0;
    const int reason = errno_unless(file.is_kept);
    const bool has_no_such_names = reason == EPERM || reason == ENOTSUP || reason == ENOSYS || reason == EMLINK;
    return has_no_such_names ? 0 : reason;
  }

  static int put_in_place(File& file) {
    if (::close(file.descriptor) != 0) return errno;
    const int reason = errno_unless(std::rename(file.part.c_str(), file.target.c_str()) == 0);
    if (reason == 0) file.is_named = false;
    return reason;
  }

  std::optional<std::size_t> take_back_before(std::size_t end) {
    std::optional<std::size_t> failed;
    for (std::size_t i = 0; i < end; ++i) {
      if (!take_back(files_[i])) failed = i;
    }
    return failed;
  }

  static bool take_back(File& file) {
    if (!file.is_replacing) return ::unlink(file.target.c_str()) == 0;
    if (!file.is_kept || std::rename(file.old.c_str(), file.target.c_str()) != 0) return false;
    file.is_kept = false;
    return true;
  }

  std::vector<File> files_;
};

Outcome run_apart(Placing& placing) {
  int ends[2];
  if (::pipe(ends) != 0) return placing.run();
  const pid_t process = ::fork();
  if (process == 0) {
    ::setsid();  // signals to the group of this command do not reach it
    const Outcome outcome = placing.run();
    const bool is_told = ::write(ends[1], &outcome, sizeof outcome) == sizeof outcome;
    ::_exit(is_told ? 0 : 1);
  }
  ::close(ends[1]);
  Outcome outcome{.reason = EINTR};  // it was ended
  if (process < 0) {
    outcome = placing.run();
  } else {
    ssize_t n = 0;
    do {
      n = ::read(ends[0], &outcome, sizeof outcome);
    } while (n < 0 && errno == EINTR);
    while (::waitpid(process, nullptr, 0) < 0 && errno == EINTR) continue;
  }
  ::close(ends[0]);
  return outcome;
}

}  // namespace

std::optional<PlacingFailure> place_all(std::vector<UnplacedFile> files) {
  if (files.empty()) return {};
  Placing placing(std::move(files));
  const Outcome outcome = run_apart(placing);
  if (outcome.reason == 0) return {};
  return PlacingFailure{outcome.reason, outcome.file, outcome.not_taken_back};
}

}  // namespace eegate::cli
