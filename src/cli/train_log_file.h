// A log that others read while it grows: whole lines, flushed.
#pragma once

#include <cstdio>
#include <memory>
#include <string>

#include "base/result.h"

namespace eegate::cli {

class TrainLogFile {
 public:
  // Begins with `text`; an empty path makes a log that keeps nothing. Error IO_WRITE.
  static Result<TrainLogFile> create(const std::string& path, const std::string& text);
  Result<> add(const std::string& line);
  Result<> flush();

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  std::string path_;
  std::unique_ptr<std::FILE, Close> file_;
};

// Error IO_WRITE now rather than after hours: whether a file can be made here.
Result<> check_writable(const std::string& path);

}  // namespace eegate::cli
