#include "cli/train_log_file.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace eegate::cli {
namespace {

Error write_error(const std::string& path) {
  return {.code = "IO_WRITE",
          .message = std::string("The file cannot be written: ") + std::strerror(errno),
          .found = quoted(path, 200)};
}

}  // namespace

Result<TrainLogFile> TrainLogFile::create(const std::string& path, const std::string& text) {
  TrainLogFile log;
  if (path.empty()) return log;
  log.path_ = path;
  log.file_.reset(std::fopen(path.c_str(), "wb"));
  if (!log.file_ || std::fwrite(text.data(), 1, text.size(), log.file_.get()) != text.size()) return write_error(path);
  EEGATE_CHECK(log.flush());
  return log;
}

Result<> TrainLogFile::add(const std::string& line) {
  if (!file_) return {};
  if (std::fwrite(line.data(), 1, line.size(), file_.get()) != line.size() || std::fputc('\n', file_.get()) == EOF) {
    return write_error(path_);
  }
  return {};
}

Result<> TrainLogFile::flush() {
  if (file_ && std::fflush(file_.get()) != 0) return write_error(path_);
  return {};
}

Result<> check_writable(const std::string& path) {
  const bool existed = ::access(path.c_str(), F_OK) == 0;
  std::FILE* file = std::fopen(path.c_str(), "ab");
  if (file == nullptr) return write_error(path);
  std::fclose(file);
  if (!existed) ::unlink(path.c_str());
  return {};
}

}  // namespace eegate::cli
