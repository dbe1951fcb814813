#include "cli/train_report.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cmath>
#include <cstdio>
#include <span>
#include <utility>

#include "cli/writer.h"
#include "session/output/json_out.h"

namespace eegate::cli {
namespace {

const EpochRecord* best_of(const Trainer& trainer) {
  const EpochRecord* best = nullptr;
  for (const EpochRecord& record : trainer.epochs()) best = record.is_best ? &record : best;
  return best;
}

std::string steps_report(const Trainer& trainer, const TrainingSets& sets) {
  const std::size_t n_left_out = trainer.n_left_out();
  return std::to_string(trainer.epochs().size()) + " epochs, " + std::to_string(trainer.n_steps_done()) + " steps on " +
         std::to_string(sets.train.set.x.d0 - n_left_out) + " epochs of data (" +
         std::string(state_text(trainer.state())) + ")" +
         (n_left_out > 0 ? "; " + std::to_string(n_left_out) + " of zeros throughout are left out" : "");
}

}  // namespace

std::string rounded(double value) {
  if (std::isnan(value)) return "none";
  char text[32];
  std::snprintf(text, sizeof text, "%.4f", value);
  return text;
}

std::string range(const Interval& interval) {
  return std::isnan(interval.low) ? "none" : rounded(interval.low) + " to " + rounded(interval.high);
}

std::string text_report(const Trainer& trainer, const TrainingSets& sets) {
  std::string text = trainer.fit_json().empty() ? steps_report(trainer, sets) : fit_text(trainer);
  if (!trainer.epochs().empty()) text += "; training loss " + rounded(trainer.epochs().back().train_loss);
  text += "\n";
  const EpochRecord* best = best_of(trainer);
  if (best == nullptr) return text;
  text += "best epoch " + std::to_string(best->epoch) + " on " + std::to_string(sets.validation.set.x.d0) +
          " validation epochs (" + sets.split + "): loss " + rounded(best->validation_loss);
  if (best->chance > 0) text += ", accuracy " + rounded(best->accuracy) + " (chance " + rounded(best->chance) + ")";
  return text + "\n";
}

std::string json_report(const Trainer& trainer, const TrainingSets& sets) {
  JsonOut json(Keys::kSnake, true);
  json.begin_object().member("ended", state_text(trainer.state())).count("n_epochs", trainer.epochs().size());
  json.count("n_steps", trainer.n_steps_done())
      .count("n_train", sets.train.set.x.d0)
      .count("n_validation", sets.validation.set.x.d0);
  if (trainer.n_left_out() > 0) json.count("n_left_out", trainer.n_left_out());
  const EpochRecord* best = best_of(trainer);
  json.raw("best", best != nullptr ? to_json(*best) : std::string());
  json.raw("last", trainer.epochs().empty() ? std::string() : to_json(trainer.epochs().back()));
  json.raw("options", trainer.fit_json().empty() ? to_json(trainer.options()) : trainer.fit_json()).end_object();
  return json.take() + "\n";
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
