// What a training tells: its log while it goes on, its report at the end.
#pragma once

#include <string>

#include "base/result.h"
#include "session/train/training_evaluation.h"
#include "session/train/training_run.h"

namespace eegate::cli {

// Four digits, and an interval of such numbers.
std::string rounded(double value);
std::string range(const Interval& interval);

std::string text_report(const Trainer& trainer, const TrainingSets& sets);
std::string json_report(const Trainer& trainer, const TrainingSets& sets);

// A file that others read while it grows: whole lines. One process at a time.
class LogFile {
 public:
  // Begins with `text`; an empty path makes a log that writes nothing. Errors: IO_WRITE, IO_LOCKED.
  static Result<LogFile> open(const std::string& path, const std::string& text);
  LogFile() = default;
  LogFile(LogFile&& other) noexcept;
  LogFile& operator=(LogFile&&) = delete;
  ~LogFile();
  Result<> add(const std::string& line);
  Result<> flush();

 private:
  Result<> begin_with(const std::string& text) const;
  std::string path_, waiting_;
  int descriptor_ = -1;
};

}  // namespace eegate::cli
