#include "cli/writer.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <optional>
#include <utility>

#include "base/utf8.h"
#include "cli/file_source.h"
#include "cli/output_path.h"
#include "cli/parts.h"

namespace eegate::cli {
namespace {

Error write_error(const std::string& path, int reason) {
  return {.code = "IO_WRITE",
          .message = std::string("The file cannot be written: ") + std::strerror(reason),
          .found = eegate::quoted(path, 200)};
}

Error same_file(const std::string& path, std::string expected) {
  return {.code = "IO_SAME_FILE",
          .message = "An output would take the place of another file of this command",
          .found = eegate::quoted(path, 200),
          .expected = std::move(expected)};
}

// Some file systems cannot sync, and some files have nothing to sync; a disk that fails is another matter.
bool sync_all(int descriptor) {
  int outcome = 0;
  do {
    outcome = ::fsync(descriptor);
  } while (outcome != 0 && errno == EINTR);
  return outcome == 0 || errno == EINVAL || errno == ENOTSUP || errno == EROFS;
}

// The file under a name, links followed; none if there is no such file. Where that is unknown, nothing is
// replaced: it could be an input.
Result<std::optional<struct stat>> status_of(const std::string& path) {
  struct stat status{};
  if (::stat(path.c_str(), &status) == 0) return std::optional(status);
  if (errno == ENOENT || errno == ENOTDIR) return std::optional<struct stat>();
  return write_error(path, errno);
}

// Devices and pipes cannot be replaced by renaming.
bool is_direct(const std::optional<struct stat>& status) { return status && !S_ISREG(status->st_mode); }

struct File {
  dev_t device;
  ino_t inode;
  bool operator==(const File&) const = default;
};
std::vector<File>& inputs() {
  static std::vector<File> all;
  return all;
}

int stdout_problem = 0;        // the first, as errno
bool stdout_is_taken = false;  // by a result: messages go to standard error

}  // namespace

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

void note_input(dev_t device, ino_t inode) { inputs().push_back({device, inode}); }

bool is_input(const struct stat& status) {
  return std::ranges::find(inputs(), File{status.st_dev, status.st_ino}) != inputs().end();
}

bool is_input(const std::string& path) {
  struct stat status{};
  return ::stat(path.c_str(), &status) == 0 && is_input(status);
}

OutputFile::OutputFile(std::string path, std::string target, bool direct)
    : path_(std::move(path)), target_(std::move(target)), direct_(direct) {}

OutputFile::OutputFile(OutputFile&& other) noexcept
    : path_(std::move(other.path_)),
      target_(std::move(other.target_)),
      part_(std::exchange(other.part_, {})),
      direct_(other.direct_),
      replaced_(other.replaced_),
      descriptor_(std::exchange(other.descriptor_, -1)) {}

OutputFile::~OutputFile() { drop(); }

void OutputFile::drop() {
  if (descriptor_ >= 0) ::close(std::exchange(descriptor_, -1));
  if (!part_.empty()) {
    ::unlink(part_.c_str());
    forget_part(part_);
    part_.clear();
  }
}

Error OutputFile::failed() const { return write_error(path_, errno); }

Result<OutputFile> OutputFile::open(const std::string& path, Before before) {
  if (path == kStandardStream) return standard_output();
  EEGATE_TRY(const std::optional<struct stat> status, status_of(path));
  if (before == Before::kMayBeInput && status && is_input(*status)) return same_file(path, "a file that is no input");
  const int named = descriptor_named(path);
  OutputFile file(path, path, named >= 0 || is_direct(status));
  if (named == STDOUT_FILENO) return standard_output();
  if (named >= 0) {
    file.descriptor_ = ::fcntl(named, F_DUPFD_CLOEXEC, 0);
    return file.descriptor_ < 0 ? Result<OutputFile>(file.failed()) : Result<OutputFile>(std::move(file));
  }
  if (!file.direct_) {
    file.target_ = followed(path);
    if (file.target_.empty()) return file.failed();
    if (status) file.replaced_ = Replaced{status->st_mode, status->st_uid, status->st_gid};
  }
  EEGATE_CHECK(file.make());
  return file;
}

Result<OutputFile> OutputFile::standard_output() {
  if (::isatty(STDOUT_FILENO) == 1) {
    return Error{.code = "IO_WRITE",
                 .message = "Standard output is a terminal, which shows no files",
                 .expected = "a file or another program",
                 .hint = "Add \"> FILE\" or \"| PROGRAM\", or name a file with --output."};
  }
  OutputFile file("-", "-", true);
  file.descriptor_ = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0);
  if (file.descriptor_ < 0) return file.failed();
  stdout_is_taken = true;
  return file;
}

// Without a name first: whatever ends the process, nothing is left behind.
Result<> OutputFile::make() {
  if (direct_) {
    descriptor_ = ::open(path_.c_str(), O_WRONLY | O_CLOEXEC);
    return descriptor_ < 0 ? failed() : Result<>();
  }
  if (replaced_ && ::access(target_.c_str(), W_OK) != 0) return failed();
#ifdef O_TMPFILE  // its name will be given through /proc
  const bool can_be_named = ::access("/proc/self/fd", X_OK) == 0;
  if (can_be_named) descriptor_ = ::open(folder_of(target_).c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
  if (descriptor_ >= 0) return take_permissions();
#endif
  const SignalsHeld held;
  part_ = random_name(folder_of(target_), ".part");
  descriptor_ = ::open(part_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
  if (descriptor_ < 0) {
    part_.clear();
    return failed();
  }
  remember_part(part_);
  return take_permissions();
}

Result<> OutputFile::take_permissions() const {
  if (!replaced_) return {};
  // Without the right to change the owner, it stays.
  const bool same_owner = ::fchown(descriptor_, replaced_->owner, replaced_->group) == 0;
  const mode_t kept = same_owner ? 07777 : 0777;
  return ::fchmod(descriptor_, replaced_->mode & kept) == 0 ? Result<>() : failed();
}

Result<> OutputFile::write(std::span<const std::byte> bytes) {
  return write_all(descriptor_, bytes) ? Result<>() : failed();
}

Result<> OutputFile::sync() { return direct_ || sync_all(descriptor_) ? Result<>() : failed(); }

UnplacedFile OutputFile::unplaced() const {
  const std::string folder = folder_of(target_);
  return {.descriptor = descriptor_,
          .target = target_,
          .part = part_.empty() ? random_name(folder, ".part") : part_,
          .is_named = !part_.empty(),
          .is_replacing = replaced_.has_value(),
          .old = random_name(folder, ".old")};
}

// A new name is on the disk once its folder is. A folder that may be written but not read cannot be synced.
Result<> OutputFile::sync_name() const {
  if (direct_) return {};
  const int folder = ::open(folder_of(target_).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0 && errno == EACCES) return {};
  const bool is_synced = folder >= 0 && sync_all(folder);
  Error error = failed();
  if (folder >= 0) ::close(folder);
  if (is_synced) return {};
  error.hint = "It is in its place, but may be gone if the machine stops now";
  return error;
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
  const bool is_twice = std::ranges::any_of(
      files_, [&](const OutputFile& other) { return !file.direct_ && other.target_ == file.target_; });
  if (is_twice) return same_file(file.path_, "a file for each output");
  files_.push_back(std::move(file));
  return {};
}

Result<> Outputs::finish() {
  for (OutputFile& file : files_) EEGATE_CHECK(file.sync());
  const SignalsHeld held;
  Result<> outcome = place();
  for (OutputFile& file : files_) {
    file.drop();
    if (outcome.ok()) outcome = file.sync_name();
  }
  files_.clear();
  return outcome;
}

Result<> Outputs::place() {
  std::vector<UnplacedFile> unplaced;
  std::vector<const OutputFile*> placed;
  for (OutputFile& file : files_) {
    if (file.direct_) {
      if (::close(std::exchange(file.descriptor_, -1)) != 0) return file.failed();
      continue;
    }
    unplaced.push_back(file.unplaced());
    placed.push_back(&file);
  }
  const std::optional<PlacingFailure> failure = place_all(std::move(unplaced));
  if (!failure) return {};
  Error error = write_error(placed[failure->file]->path_, failure->reason);
  if (failure->not_taken_back)
    error.hint = "The new " + eegate::quoted(placed[*failure->not_taken_back]->path_, 200) +
                 " could not be taken back: they do not belong together";
  return error;
}

Result<> write_file(const std::string& path, std::span<const std::byte> bytes, Before before) {
  EEGATE_TRY(OutputFile file, OutputFile::open(path, before));
  EEGATE_CHECK(file.write(bytes));
  return file.finish();
}

Result<> write_text_file(const std::string& path, const std::string& text, Before before) {
  return write_file(path, std::as_bytes(std::span(text.data(), text.size())), before);
}

Result<> check_outputs(std::span<const std::string> paths) {
  Outputs outputs;
  for (const std::string& path : paths) EEGATE_CHECK(outputs.add(path, std::span<const std::byte>()));
  return {};
}

LogFile::LogFile(LogFile&& other) noexcept
    : path_(std::move(other.path_)),
      waiting_(std::move(other.waiting_)),
      descriptor_(std::exchange(other.descriptor_, -1)) {}

LogFile::~LogFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

Result<LogFile> LogFile::open(const std::string& path, const std::string& text) {
  LogFile log;
  if (path.empty()) return log;
  log.path_ = path;
  log.descriptor_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (log.descriptor_ < 0) return write_error(path, errno);
  if (::flock(log.descriptor_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    return Error{.code = "IO_LOCKED",
                 .message = "Another training writes this log",
                 .found = eegate::quoted(path, 200),
                 .expected = "a log of its own for each training"};
  }
  EEGATE_CHECK(log.begin_with(text));
  return log;
}

// Usually the beginning of the log stays as it is; then it is never rewritten.
Result<> LogFile::begin_with(const std::string& text) const {
  struct stat status{};
  if (::fstat(descriptor_, &status) != 0) return write_error(path_, errno);
  if (!S_ISREG(status.st_mode))
    return write_all(descriptor_, std::as_bytes(std::span(text))) ? Result<>() : write_error(path_, errno);
  std::string there(text.size(), '\0');
  const ssize_t n = ::pread(descriptor_, there.data(), there.size(), 0);
  const bool is_there = n == static_cast<ssize_t>(text.size()) && there == text;
  if (::ftruncate(descriptor_, is_there ? static_cast<off_t>(text.size()) : 0) != 0) return write_error(path_, errno);
  if (!is_there && !write_all(descriptor_, std::as_bytes(std::span(text)))) return write_error(path_, errno);
  return {};
}

Result<> LogFile::add(const std::string& line) {
  if (descriptor_ >= 0) waiting_ += line + "\n";
  return waiting_.size() > (std::size_t{1} << 16) ? flush() : Result<>();
}

Result<> LogFile::flush() {
  if (descriptor_ < 0 || waiting_.empty()) return {};
  if (!write_all(descriptor_, std::as_bytes(std::span(waiting_)))) return write_error(path_, errno);
  waiting_.clear();
  return {};
}

}  // namespace eegate::cli
