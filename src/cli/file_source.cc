#include "cli/file_source.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <span>
#include <system_error>
#include <utility>

#include "cli/writer.h"
#include "session/open/bids_recording_name.h"

namespace eegate::cli {
namespace {

Error system_error(std::string_view code, std::string message, const std::string& path) {
  return {
      .code = code, .message = std::move(message) + ": " + std::strerror(errno), .found = eegate::quoted(path, 200)};
}

// A file without a name, which the system removes however the program ends; in memory where there is no folder for it,
// as in a container of this program alone. Or -1.
int temporary_file() {
  std::error_code problem;
  std::string name = (std::filesystem::temp_directory_path(problem) / "eegate-XXXXXX").string();
  const int file = problem ? -1 : ::mkostemp(name.data(), O_CLOEXEC);
  if (file >= 0) ::unlink(name.c_str());
#ifdef MFD_CLOEXEC
  if (file < 0) return ::memfd_create("eegate", MFD_CLOEXEC);
#endif
  return file;
}

Result<int> temporary_copy(int from) {
  const int copy = temporary_file();
  if (copy < 0) return system_error("IO_OPEN", "Standard input cannot be copied to a temporary file", "-");
  std::array<char, std::size_t{1} << 16> chunk;
  bool is_copied = true;
  ssize_t n = 0;
  while (is_copied && ((n = ::read(from, chunk.data(), chunk.size())) > 0 || (n < 0 && errno == EINTR))) {
    if (n > 0) is_copied = write_all(copy, std::as_bytes(std::span(chunk).first(static_cast<std::size_t>(n))));
  }
  if (n == 0 && is_copied) return copy;
  Error failed = system_error("IO_READ", "Standard input cannot be read to its end", "-");
  ::close(copy);
  return failed;
}

// Ranges of a pipe cannot be read: its content is copied to a file, once, however often it is opened.
Result<int> standard_input() {
  static int descriptor = -1;
  if (descriptor < 0 && ::isatty(STDIN_FILENO) == 1) {
    return Error{.code = "IO_OPEN",
                 .message = "Standard input is a terminal, not a file",
                 .hint = "Send a file: \"eegate ... - < FILE\", or name it instead of \"-\"."};
  }
  struct stat status{};
  if (descriptor < 0 && ::fstat(STDIN_FILENO, &status) == 0 && S_ISREG(status.st_mode)) descriptor = STDIN_FILENO;
  if (descriptor < 0) {
    EEGATE_TRY(descriptor, temporary_copy(STDIN_FILENO));
  }
  return ::fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
}

bool is_side_file(const std::string& file) {
  return file.find('_') != std::string::npos && (file.ends_with(".tsv") || file.ends_with(".json"));
}

void add_files(const std::filesystem::path& folder, bool side_files_alone, std::vector<NamedFile>& files) {
  std::error_code failed;  // a folder that cannot be listed has no files for us
  for (std::filesystem::directory_iterator entry(folder, failed), end; entry != end; entry.increment(failed)) {
    std::string name = entry->path().filename().string();
    if (side_files_alone && !is_side_file(name)) continue;
    files.push_back({name, [file = (folder / name).string()]() -> Result<std::shared_ptr<ByteSource>> {
                       EEGATE_TRY(auto source, FileSource::open(file));
                       return std::shared_ptr<ByteSource>(std::move(source));
                     }});
  }
}

// The folders between that of a recording and the root of its data set, that root included: the recording inherits
// their side files. None if there is no root within kDeepest folders.
std::vector<std::filesystem::path> bids_folders_above(std::filesystem::path folder) {
  constexpr std::size_t kDeepest = 3;  // sub-*/ses-*/eeg
  std::error_code ignored;
  folder = std::filesystem::absolute(folder, ignored).lexically_normal();
  if (!folder.has_filename()) folder = folder.parent_path();  // "/a/" is "/a"
  std::vector<std::filesystem::path> above;
  while (above.size() < kDeepest && folder.has_relative_path()) {
    folder = folder.parent_path();
    if (folder.filename() == "derivatives") return {};  // derivatives are data sets of their own
    above.push_back(folder);
    if (std::filesystem::exists(folder / "dataset_description.json", ignored)) return above;
  }
  return {};
}

}  // namespace

Result<std::shared_ptr<FileSource>> FileSource::open(const std::string& path) {
  int descriptor = -1;
  if (path == kStandardStream) {
    EEGATE_TRY(descriptor, standard_input());
  } else {
    descriptor =
        ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);  // a pipe without a writer would be waited for
  }
  if (descriptor < 0) {
    std::error_code ignored;
    const bool is_missing = errno == ENOENT;
    Error error = system_error("IO_OPEN", "The file cannot be opened", path);
    if (is_missing && std::filesystem::is_symlink(path, ignored))
      error.hint =
          "It is a link to a file that is not there; in a data set, fetch it (\"datalad get\", \"git annex get\").";
    return error;
  }
  struct stat status{};
  if (::fstat(descriptor, &status) != 0) {
    Error error = system_error("IO_OPEN", "The file cannot be opened", path);
    ::close(descriptor);
    return error;
  }
  if (!S_ISREG(status.st_mode)) {
    ::close(descriptor);
    return Error{.code = "IO_OPEN",
                 .message = "This is not a regular file",
                 .found = eegate::quoted(path, 200),
                 .expected = "a file that can be read by ranges"};
  }
  note_input(status.st_dev, status.st_ino);
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

FileSet files_beside(const std::string& path) {
  namespace fs = std::filesystem;
  if (path == kStandardStream) return {};
  const std::string name = base_name(path);
  fs::path folder = path.substr(0, path.size() - name.size());
  if (folder.empty()) folder = ".";
  std::vector<NamedFile> files;
  add_files(folder, /*side_files_alone=*/false, files);
  if (!bids_recording_name(name)) return FileSet(std::move(files));
  for (const fs::path& above : bids_folders_above(folder)) add_files(above, /*side_files_alone=*/true, files);
  return FileSet(std::move(files));
}

std::string base_name(const std::string& path) {
  if (path == kStandardStream) return "standard input";
  const std::size_t slash = path.find_last_of('/');
  return slash == std::string::npos ? path : path.substr(slash + 1);
}

}  // namespace eegate::cli
