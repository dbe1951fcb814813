#include "cli/file_source.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

namespace eegate::cli {
namespace {

Error system_error(std::string_view code, std::string message, const std::string& path) {
  return {.code = code, .message = std::move(message) + ": " + std::strerror(errno), .found = quoted(path, 200)};
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

// Devices and pipes cannot be replaced by renaming.
bool is_special(const std::string& path) {
  struct stat status{};
  return ::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode);
}

}  // namespace

Result<std::shared_ptr<FileSource>> FileSource::open(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return system_error("IO_OPEN", "The file cannot be opened", path);
  struct stat status{};
  if (::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) {
    ::close(descriptor);
    return Error{.code = "IO_OPEN",
                 .message = "This is not a regular file",
                 .found = quoted(path, 200),
                 .expected = "a file that can be read by ranges"};
  }
  return std::shared_ptr<FileSource>(new FileSource(descriptor, static_cast<std::uint64_t>(status.st_size)));
}

FileSource::~FileSource() { ::close(descriptor_); }

Result<> FileSource::read(std::uint64_t offset, std::span<std::byte> out) {
  EEGATE_CHECK(check_range(size_, offset, out.size()));
  while (!out.empty()) {
    const ssize_t n = ::pread(descriptor_, out.data(), out.size(), static_cast<off_t>(offset));
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) {
      return Error{
          .code = "IO_READ",
          .message = "The file cannot be read: " + std::string(n < 0 ? std::strerror(errno) : "it became shorter"),
          .place = "byte " + std::to_string(offset),
          .byte_offset = static_cast<std::int64_t>(offset)};
    }
    out = out.subspan(static_cast<std::size_t>(n));
    offset += static_cast<std::uint64_t>(n);
  }
  return {};
}

Result<std::vector<std::byte>> read_file(const std::string& path) {
  EEGATE_TRY(const std::shared_ptr<FileSource> source, FileSource::open(path));
  return read_all(*source, std::uint64_t{1} << 32);
}

Result<FileSink> FileSink::open(const std::string& path) {
  FileSink sink(path, is_special(path), -1);
  sink.descriptor_ = ::open(sink.target().c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (sink.descriptor_ < 0) return system_error("IO_WRITE", "The file cannot be written", sink.target());
  return sink;
}

std::string FileSink::target() const { return direct_ ? path_ : path_ + "." + std::to_string(::getpid()) + ".part"; }

FileSink::FileSink(std::string path, bool direct, int descriptor)
    : path_(std::move(path)), direct_(direct), descriptor_(descriptor) {}

FileSink::FileSink(FileSink&& other) noexcept
    : path_(std::move(other.path_)), direct_(other.direct_), descriptor_(std::exchange(other.descriptor_, -1)) {}

FileSink::~FileSink() {
  if (descriptor_ < 0) return;
  ::close(descriptor_);
  if (!direct_) ::unlink(target().c_str());
}

Result<> FileSink::failed() {
  Error error = system_error("IO_WRITE", "The file cannot be written", path_);
  if (descriptor_ >= 0) ::close(std::exchange(descriptor_, -1));
  if (!direct_) ::unlink(target().c_str());
  return error;
}

Result<> FileSink::write(std::span<const std::byte> bytes) {
  if (!write_all(descriptor_, bytes)) return failed();
  return {};
}

Result<> FileSink::finish() {
  const bool closed = ::close(std::exchange(descriptor_, -1)) == 0;
  if (!closed || (!direct_ && std::rename(target().c_str(), path_.c_str()) != 0)) return failed();
  return {};
}

Result<> write_file(const std::string& path, std::span<const std::byte> bytes) {
  EEGATE_TRY(FileSink sink, FileSink::open(path));
  EEGATE_CHECK(sink.write(bytes));
  return sink.finish();
}

std::string base_name(const std::string& path) {
  const std::size_t slash = path.find_last_of('/');
  return slash == std::string::npos ? path : path.substr(slash + 1);
}

}  // namespace eegate::cli
