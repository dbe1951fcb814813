#include "cli/writer.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <random>
#include <system_error>
#include <utility>

#include "base/numbers_as_text.h"
#include "base/utf8.h"
#include "cli/file_source.h"
#include "cli/interruption.h"

namespace eegate::cli {
namespace {

int stdout_problem = 0;        // the first, as errno
bool stdout_is_taken = false;  // by a result: messages go to standard error

Error same_file(const std::string& path, std::string expected) {
  return file_error("IO_SAME_FILE", "An output would take the place of another file of this command", {},
                    eegate::quoted(path, 200), std::move(expected));
}

// Some file systems cannot sync, and some files have nothing to sync; a disk that fails is another matter.
bool sync_all(int descriptor) {
  int outcome = 0;
  do {
    outcome = ::fsync(descriptor);
  } while (outcome != 0 && errno == EINTR);
  return outcome == 0 || errno == EINVAL || errno == ENOTSUP || errno == EROFS;
}

std::vector<std::pair<dev_t, ino_t>> inputs;

// The open file that a path such as /dev/stdout or /dev/fd/3 names, or -1. Opening the path would start at the first
// byte again and overwrite what is there.
int descriptor_named(const std::string& path) {
  if (path == "/dev/stdout") return STDOUT_FILENO;
  if (path == "/dev/stderr") return STDERR_FILENO;
  for (const std::string_view folder : {"/dev/fd/", "/proc/self/fd/"}) {
    if (!path.starts_with(folder)) continue;
    int descriptor = -1;
    const char* const end = path.data() + path.size();
    const auto parsed = std::from_chars(path.data() + folder.size(), end, descriptor);
    return parsed.ec == std::errc() && parsed.ptr == end && descriptor >= 0 ? descriptor : -1;
  }
  return -1;
}

// The one name of a file, whether it is there or not, or an empty text and errno. A link stays, also one to a file that
// is not there; what it points to is replaced.
std::string followed(const std::string& path) {
  constexpr int kMaxLinks = 40;  // as Linux allows
  std::filesystem::path at = path;
  std::error_code problem;
  for (int n_links = 0; n_links <= kMaxLinks; ++n_links) {
    const std::filesystem::path folder = std::filesystem::canonical(folder_of(at), problem);
    if (problem) break;
    const std::filesystem::path name = folder / at.filename();
    at = folder / std::filesystem::read_symlink(name, problem);
    if (problem == std::errc::invalid_argument || problem == std::errc::no_such_file_or_directory) return name;
    if (problem) break;
  }
  errno = problem ? problem.value() : ELOOP;
  return {};
}

// A hidden name in the folder of the target that nobody can foresee.
std::string random_name(const std::string& target, const char* ending) {
  std::random_device device;
  const std::uint64_t bits = (std::uint64_t{device()} << 32) | device();
  return folder_of(target) + "/.eegate-" + hexadecimal(bits, 16) + ending;
}

}  // namespace

Error write_error(const std::string& path, int reason) {
  return file_error("IO_WRITE", std::string("The file cannot be written: ") + std::strerror(reason), {},
                    eegate::quoted(path, 200));
}

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.find_last_of('/');
  return slash == std::string::npos ? "." : slash == 0 ? "/" : path.substr(0, slash);
}

bool write_all(int descriptor, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t n = ::write(descriptor, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(n));
  }
  return true;
}

void print_data(const std::string& text) {
  if (stdout_is_taken) {
    std::fwrite(text.data(), 1, text.size(), stderr);
    return;
  }
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() && stdout_problem == 0) stdout_problem = errno;
}

void print(const std::string& text) { print_data(terminal_text(text)); }

Result<> finish_stdout() {
  errno = 0;
  const bool had_error = std::ferror(stdout) != 0;
  if (std::fclose(stdout) != 0 && stdout_problem == 0) stdout_problem = errno == 0 ? EIO : errno;
  if (had_error && stdout_problem == 0) stdout_problem = EIO;
  if (stdout_problem == 0 || stdout_problem == EBADF) return {};  // EBADF: it was closed before this program started
  return Error{.code = "IO_WRITE",
               .message = std::string("Standard output cannot be written: ") + std::strerror(stdout_problem),
               .hint = "What was printed is not complete"};
}

void note_input(dev_t device, ino_t inode) { inputs.emplace_back(device, inode); }

bool is_input(const std::string& path) {
  struct stat status{};
  return ::stat(path.c_str(), &status) == 0 &&
         std::ranges::find(inputs, std::pair(status.st_dev, status.st_ino)) != inputs.end();
}

struct OutputFile::Part {
  std::string path, target;         // as it was given; with links followed
  std::string name = {}, old = {};  // in the folder of the target: of the part, and of the file that it replaces
  int descriptor = -1;
  bool is_direct = false;  // a device or a pipe: written as it is
  bool is_replacing = false;
  bool is_named = false, is_kept = false;  // whether there are files of these names
  struct stat replaced{};

  Part(std::string given, std::string followed) : path(std::move(given)), target(std::move(followed)) {}
  Part(const Part&) = delete;
  Part& operator=(const Part&) = delete;
  ~Part() {
    if (descriptor >= 0) ::close(descriptor);
    remove_names();
    exchange_part_name(name.c_str(), nullptr);
  }
  void remove_names() const {
    if (is_named) ::unlink(name.c_str());
    if (is_kept) ::unlink(old.c_str());
  }

  Error failed() const { return write_error(path, errno); }
  Result<> ok_if(bool is_done) const { return is_done ? Result<>() : failed(); }

  // Devices and pipes cannot be replaced by renaming. Where it is unknown what is there, nothing is replaced: it could
  // be an input.
  Result<> look() {
    is_replacing = ::stat(path.c_str(), &replaced) == 0;
    if (!is_replacing && errno != ENOENT && errno != ENOTDIR) return failed();
    is_direct = is_replacing && !S_ISREG(replaced.st_mode);
    return {};
  }

  // Without a name first: whatever ends the process, nothing is left behind.
  Result<> make() {
    if (is_replacing && ::access(target.c_str(), W_OK) != 0) return failed();
#ifdef O_TMPFILE  // its name will be given through /proc
    const bool can_be_named = ::access("/proc/self/fd", X_OK) == 0;
    if (can_be_named) descriptor = ::open(folder_of(target).c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
    if (descriptor >= 0) return take_permissions();
#endif
    const SignalsHeld held;
    name = random_name(target, ".part");
    descriptor = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    is_named = descriptor >= 0;
    if (!is_named) return failed();
    exchange_part_name(nullptr, name.c_str());
    return take_permissions();
  }

  Result<> take_permissions() const {
    if (!is_replacing) return {};
    // Without the right to change the owner, it stays.
    const bool same_owner = ::fchown(descriptor, replaced.st_uid, replaced.st_gid) == 0;
    return ok_if(::fchmod(descriptor, replaced.st_mode & (same_owner ? 07777 : 0777)) == 0);
  }

  void choose_names() {
    if (name.empty()) name = random_name(target, ".part");
    old = random_name(target, ".old");
  }

  // What follows makes system calls alone; where it fails, the reason is in errno.

  bool give_name_and_close() {
    if (!is_named && !is_direct) {
      std::array<char, 32> unnamed{};
      std::snprintf(unnamed.data(), unnamed.size(), "/proc/self/fd/%d", descriptor);
      is_named = ::linkat(AT_FDCWD, unnamed.data(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0;
      if (!is_named) return false;
    }
    return descriptor < 0 || ::close(std::exchange(descriptor, -1)) == 0;
  }

  // What it replaces keeps a second name, on file systems that have such names.
  bool put_in_place(bool is_last) {
    if (is_direct) return true;
    if (is_replacing && !is_last) {
      is_kept = ::link(target.c_str(), old.c_str()) == 0;
      if (!is_kept && errno != EPERM && errno != ENOTSUP && errno != ENOSYS && errno != EMLINK) return false;
    }
    if (std::rename(name.c_str(), target.c_str()) != 0) return false;
    is_named = false;
    return true;
  }

  bool take_back() {
    if (is_direct) return true;
    if (!is_replacing) return ::unlink(target.c_str()) == 0;
    if (!is_kept || std::rename(old.c_str(), target.c_str()) != 0) return false;
    is_kept = false;
    return true;
  }

  // A new name is on the disk once its folder is. A folder that may be written but not read cannot be synced.
  Result<> sync_name() const {
    if (is_direct) return {};
    const int folder = ::open(folder_of(target).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0 && errno == EACCES) return {};
    const bool is_synced = folder >= 0 && sync_all(folder);
    Error error = failed();
    if (folder >= 0) ::close(folder);
    if (is_synced) return {};
    error.hint = "It is in its place, but may be gone if the machine stops now";
    return error;
  }
};

OutputFile::OutputFile(std::unique_ptr<Part> part) : part_(std::move(part)) {}
OutputFile::OutputFile(OutputFile&& other) noexcept = default;
OutputFile::~OutputFile() = default;

Result<OutputFile> OutputFile::open(const std::string& path, Before before) {
  const int named = path == kStandardStream ? STDOUT_FILENO : descriptor_named(path);
  auto part = std::make_unique<Part>(path, path);
  if (named < 0) EEGATE_CHECK(part->look());
  if (before == Before::kMayBeInput && path != kStandardStream && is_input(path))
    return same_file(path, "a file that is no input");
  if (named == STDOUT_FILENO && ::isatty(STDOUT_FILENO) == 1) {
    return Error{.code = "IO_WRITE",
                 .message = "Standard output is a terminal, which shows no files",
                 .expected = "a file or another program",
                 .hint = "Add \"> FILE\" or \"| PROGRAM\", or name a file with --output."};
  }
  if (named >= 0) {
    part->is_direct = true;
    part->descriptor = ::fcntl(named, F_DUPFD_CLOEXEC, 0);
    stdout_is_taken = stdout_is_taken || (named == STDOUT_FILENO && part->descriptor >= 0);
  } else if (part->is_direct) {
    part->descriptor = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
  } else {
    part->target = followed(path);
    if (part->target.empty()) return part->failed();
    EEGATE_CHECK(part->make());
  }
  if (part->descriptor < 0) return part->failed();
  return OutputFile(std::move(part));
}

Result<> OutputFile::write(std::span<const std::byte> bytes) {
  return part_->ok_if(write_all(part_->descriptor, bytes));
}

Result<> OutputFile::finish() {
  Outputs alone;
  EEGATE_CHECK(alone.add(std::move(*this)));
  return alone.finish();
}

Result<> Outputs::add(const std::string& path, std::span<const std::byte> bytes, Before before) {
  EEGATE_TRY(OutputFile file, OutputFile::open(path, before));
  EEGATE_CHECK(file.write(bytes));
  return add(std::move(file));
}

Result<> Outputs::add(OutputFile file) {
  for (const OutputFile& other : files_) {
    if (!file.part_->is_direct && other.part_->target == file.part_->target)
      return same_file(file.part_->path, "a file for each output");
  }
  files_.push_back(std::move(file));
  return {};
}

// What the process that gives the names reports.
struct Outputs::Outcome {
  int reason = 0;  // an errno; 0: all files are in their places
  std::size_t file = 0;
  bool is_mixed = false;
  std::size_t not_taken_back = 0;  // if is_mixed: a file before it whose earlier content could not be restored
};

Result<> Outputs::finish() {
  for (const OutputFile& file : files_)
    EEGATE_CHECK(file.part_->ok_if(file.part_->is_direct || sync_all(file.part_->descriptor)));
  const SignalsHeld held;
  for (const OutputFile& file : files_) {
    if (file.part_->is_direct) EEGATE_CHECK(file.part_->ok_if(file.part_->give_name_and_close()));
    file.part_->choose_names();
  }
  Result<> outcome = told(place_apart());
  for (const OutputFile& file : files_) {
    if (outcome.ok()) outcome = file.part_->sync_name();
  }
  files_.clear();
  return outcome;
}

Result<> Outputs::told(const Outcome& outcome) const {
  if (outcome.reason == 0) return {};
  Error error = write_error(files_[outcome.file].part_->path, outcome.reason);
  if (outcome.is_mixed)
    error.hint = "The new " + eegate::quoted(files_[outcome.not_taken_back].part_->path, 200) +
                 " could not be taken back: they do not belong together";
  return error;
}

Outputs::Outcome Outputs::place() {
  for (std::size_t i = 0; i < files_.size(); ++i) {
    if (!files_[i].part_->give_name_and_close()) return {.reason = errno, .file = i};
  }
  for (std::size_t i = 0; i < files_.size(); ++i) {
    if (files_[i].part_->put_in_place(i + 1 == files_.size())) continue;
    Outcome outcome{.reason = errno, .file = i};
    for (std::size_t k = 0; k < i; ++k) {
      if (!files_[k].part_->take_back()) outcome.is_mixed = true, outcome.not_taken_back = k;
    }
    return outcome;
  }
  return {};
}

// In a process of its own, which the end of this one does not reach, be it by SIGKILL.
Outputs::Outcome Outputs::place_apart() {
  std::array<int, 2> ends{};
  if (::pipe(ends.data()) != 0) return place();
  const pid_t process = ::fork();
  if (process == 0) {
    ::setsid();  // nor do signals to the group of this one
    const Outcome outcome = place();
    for (const OutputFile& file : files_) file.part_->remove_names();
    const bool is_told = ::write(ends[1], &outcome, sizeof outcome) == sizeof outcome;
    ::_exit(is_told ? 0 : 1);
  }
  ::close(ends[1]);
  Outcome outcome{.reason = EINTR};  // it was ended
  if (process < 0) {
    outcome = place();
  } else {
    while (::read(ends[0], &outcome, sizeof outcome) < 0 && errno == EINTR) continue;
    while (::waitpid(process, nullptr, 0) < 0 && errno == EINTR) continue;
  }
  ::close(ends[0]);
  return outcome;
}

Result<> write_file(const std::string& path, std::span<const std::byte> bytes, Before before) {
  EEGATE_TRY(OutputFile file, OutputFile::open(path, before));
  EEGATE_CHECK(file.write(bytes));
  return file.finish();
}

Result<> check_outputs(std::span<const std::string> paths) {
  Outputs outputs;
  for (const std::string& path : paths) EEGATE_CHECK(outputs.add(path, std::span<const std::byte>()));
  return {};
}

}  // namespace eegate::cli
