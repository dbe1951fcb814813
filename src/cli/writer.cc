#include "cli/writer.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <utility>

#include "base/numbers_as_text.h"
#include "base/utf8.h"
#include "cli/file_source.h"
#include "cli/parts.h"

namespace eegate::cli {
namespace {

Error write_error(const std::string& path, int reason) {
  return {.code = "IO_WRITE",
          .message = std::string("The file cannot be written: ") + std::strerror(reason),
          .found = quoted(path, 200)};
}

Error same_file(const std::string& path, std::string expected) {
  return {.code = "IO_SAME_FILE",
          .message = "An output would take the place of another file of this command",
          .found = quoted(path, 200),
          .expected = std::move(expected)};
}

// write() may take less than it was given.
bool write_all(int descriptor, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t n = ::write(descriptor, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(n));
  }
  return true;
}

// Some file systems cannot sync, and some files have nothing to sync; a disk that fails is another matter.
bool sync_all(int descriptor) {
  int outcome = 0;
  do {
    outcome = ::fsync(descriptor);
  } while (outcome != 0 && errno == EINTR);
  return outcome == 0 || errno == EINVAL || errno == ENOTSUP || errno == EROFS;
}

// Devices and pipes cannot be replaced by renaming; nor can what only points to another file of this process.
bool is_direct(const std::string& path) {
  struct stat status {};
  if (path.starts_with("/dev/") || path.starts_with("/proc/")) return true;
  return ::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode);
}

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.find_last_of('/');
  return slash == std::string::npos ? "." : slash == 0 ? "/" : path.substr(0, slash);
}

// The one name of a file, whether it is there or not. A link stays; what it points to is replaced.
std::string followed(const std::string& path) {
  char resolved[PATH_MAX];
  if (::realpath(path.c_str(), resolved) != nullptr) return resolved;
  if (::realpath(folder_of(path).c_str(), resolved) == nullptr) return path;
  return std::string(resolved) + "/" + base_name(path);
}

std::string random_name(const std::string& folder, const char* ending) {
  std::random_device device;
  const std::uint64_t bits = (std::uint64_t{device()} << 32) | device();
  return folder + "/.eegate-" + hexadecimal(bits, 16) + ending;
}

struct File {
  dev_t device;
  ino_t inode;
  bool operator==(const File&) const = default;
};
std::vector<File>& inputs() {
  static std::vector<File> all;
  return all;
}

int stdout_problem = 0;  // the first, as errno

}  // namespace

void print_data(const std::string& text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() && stdout_problem == 0) stdout_problem = errno;
}

void print(const std::string& text) { print_data(terminal_text(text)); }

Result<> finish_stdout() {
  errno = 0;
  const bool had_error = std::ferror(stdout) != 0;
  if (std::fclose(stdout) != 0 && stdout_problem == 0) stdout_problem = errno == 0 ? EIO : errno;
  if (had_error && stdout_problem == 0) stdout_problem = EIO;
  if (stdout_problem == 0 || stdout_problem == EBADF) return {};  // EBADF: who started this had closed it
  return Error{.code = "IO_WRITE",
               .message = std::string("Standard output cannot be written: ") + std::strerror(stdout_problem),
               .hint = "What was printed is not complete"};
}

void note_input(dev_t device, ino_t inode) { inputs().push_back({device, inode}); }

bool is_input(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return false;
  return std::ranges::find(inputs(), File{status.st_dev, status.st_ino}) != inputs().end();
}

OutputFile::OutputFile(std::string path, std::string target, bool direct)
    : path_(std::move(path)), target_(std::move(target)), direct_(direct) {}

OutputFile::OutputFile(OutputFile&& other) noexcept
    : path_(std::move(other.path_)),
      target_(std::move(other.target_)),
      part_(std::exchange(other.part_, {})),
      old_(std::exchange(other.old_, {})),
      direct_(other.direct_),
      exists_(other.exists_),
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
  if (before == Before::kMayBeInput && is_input(path)) return same_file(path, "a file that is no input");
  const bool direct = is_direct(path);
  OutputFile file(path, direct ? path : followed(path), direct);
  EEGATE_CHECK(file.make());
  return file;
}

// Without a name first: whatever ends the process, nothing is left behind.
Result<> OutputFile::make() {
  if (direct_) {
    descriptor_ = ::open(path_.c_str(), O_WRONLY | O_CLOEXEC);
    return descriptor_ < 0 ? failed() : Result<>();
  }
  struct stat status {};
  exists_ = ::stat(target_.c_str(), &status) == 0;
  if (exists_ && ::access(target_.c_str(), W_OK) != 0) return failed();
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
  struct stat status {};
  if (!exists_ || ::stat(target_.c_str(), &status) != 0) return {};
  // Who may not give files away keeps them.
  const bool same_owner = ::fchown(descriptor_, status.st_uid, status.st_gid) == 0;
  const mode_t kept = same_owner ? 07777 : 0777;
  return ::fchmod(descriptor_, status.st_mode & kept) == 0 ? Result<>() : failed();
}

Result<> OutputFile::write(std::span<const std::byte> bytes) {
  return write_all(descriptor_, bytes) ? Result<>() : failed();
}

Result<> OutputFile::sync() { return direct_ || sync_all(descriptor_) ? Result<>() : failed(); }

// A name beside the target, from which it can be renamed.
Result<> OutputFile::name_part() {
  if (direct_ || !part_.empty()) return {};
  part_ = random_name(folder_of(target_), ".part");
  const std::string unnamed = "/proc/self/fd/" + std::to_string(descriptor_);
  if (::linkat(AT_FDCWD, unnamed.c_str(), AT_FDCWD, part_.c_str(), AT_SYMLINK_FOLLOW) == 0) return {};
  part_.clear();
  return failed();
}

// A second name for what is replaced, in case a file that belongs to this one cannot take its place; on file systems
// that have such names.
void OutputFile::keep_old() {
  if (direct_ || !exists_) return;
  old_ = random_name(folder_of(target_), ".old");
  if (::link(target_.c_str(), old_.c_str()) != 0) old_.clear();
}

Result<> OutputFile::put_in_place() {
  if (::close(std::exchange(descriptor_, -1)) != 0) return failed();
  if (direct_) return {};
  if (std::rename(part_.c_str(), target_.c_str()) != 0) return failed();
  forget_part(part_);
  part_.clear();
  return {};
}

void OutputFile::put_back() const {
  if (direct_) return;
  if (!old_.empty()) {
    std::rename(old_.c_str(), target_.c_str());
  } else if (!exists_) {
    ::unlink(target_.c_str());
  }
}

void OutputFile::forget_old() {
  if (!old_.empty()) ::unlink(old_.c_str());
  old_.clear();
  if (direct_) return;
  const int folder = ::open(folder_of(target_).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return;
  sync_all(folder);
  ::close(folder);
}

Result<> OutputFile::finish() {
  EEGATE_CHECK(sync());
  const SignalsHeld held;
  EEGATE_CHECK(name_part());
  EEGATE_CHECK(put_in_place());
  forget_old();
  return {};
}

Result<> Outputs::add(const std::string& path, std::span<const std::byte> bytes, Before before) {
  const std::string target = followed(path);
  const bool is_twice =
      std::ranges::any_of(files_, [&](const OutputFile& file) { return !file.direct_ && file.target_ == target; });
  if (is_twice) return same_file(path, "a file for each output");
  EEGATE_TRY(OutputFile file, OutputFile::open(path, before));
  EEGATE_CHECK(file.write(bytes));
  files_.push_back(std::move(file));
  return {};
}

Result<> Outputs::finish() {
  for (OutputFile& file : files_) EEGATE_CHECK(file.sync());
  const SignalsHeld held;
  const Result<> outcome = put_all_in_place();
  for (OutputFile& file : files_) file.forget_old();
  files_.clear();
  return outcome;
}

Result<> Outputs::put_all_in_place() {
  const bool is_alone = files_.size() == 1;
  for (OutputFile& file : files_) {
    EEGATE_CHECK(file.name_part());
    if (!is_alone) file.keep_old();
  }
  for (std::size_t i = 0; i < files_.size(); ++i) {
    Result<> placed = files_[i].put_in_place();
    if (placed.ok()) continue;
    for (std::size_t before = 0; before < i; ++before) files_[before].put_back();
    return placed;
  }
  return {};
}

Result<> write_file(const std::string& path, std::span<const std::byte> bytes, Before before) {
  EEGATE_TRY(OutputFile file, OutputFile::open(path, before));
  EEGATE_CHECK(file.write(bytes));
  return file.finish();
}

Result<> write_text_file(const std::string& path, const std::string& text, Before before) {
  return write_file(path, std::as_bytes(std::span(text.data(), text.size())), before);
}

Result<> check_output(const std::string& path, Before before) {
  EEGATE_TRY(const OutputFile file, OutputFile::open(path, before));
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
                 .found = quoted(path, 200),
                 .expected = "a log of its own for each training"};
  }
  EEGATE_CHECK(log.begin_with(text));
  return log;
}

// What the log keeps mostly is its own beginning, which then is never taken away.
Result<> LogFile::begin_with(const std::string& text) const {
  struct stat status {};
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
