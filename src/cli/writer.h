// All that the native command writes goes through here: to standard output and to files. What could not be
// written to the disk is an error.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"

namespace eegate::cli {

// For terminals: control characters are escaped (text::terminal_text). finish_stdout() reports failures at the end.
void print(const std::string& text);
// As it is: JSON, CSV.
void print_data(const std::string& text);
// Flushes and closes standard output. Error IO_WRITE if anything that was printed did not arrive.
Result<> finish_stdout();

// write() may take less than it was given. Errors are in errno.
bool write_all(int descriptor, std::span<const std::byte> bytes);

// IO_WRITE; `reason` is an errno.
Error write_error(const std::string& path, int reason);

// "dir/a.npy" -> "dir", "a.npy" -> "."
std::string folder_of(const std::string& path);

// An existing file of that name may be an input of this command, which must never be replaced by its output; or it
// is the command's own, such as a checkpoint from which it went on.
enum class Before { kMayBeInput, kIsOwn };

// A file that is made in the folder of its target, without a name where the system can do that, else under one that
// nobody can foresee; it takes the target's place, permissions and all, when it is whole. A failure leaves what was
// there.
class OutputFile {
 public:
  // "-" is standard output; what is printed then goes to standard error. Errors: IO_WRITE, IO_SAME_FILE.
  static Result<OutputFile> open(const std::string& path, Before before = Before::kMayBeInput);
  OutputFile(OutputFile&& other) noexcept;
  ~OutputFile();

  Result<> write(std::span<const std::byte> bytes);
  // On the disk and in its place.
  Result<> finish();

 private:
  friend class Outputs;
  struct Part;
  explicit OutputFile(std::unique_ptr<Part> part);
  std::unique_ptr<Part> part_;
};

// Files that belong together: all take their places, or none does.
class Outputs {
 public:
  Result<> add(const std::string& path, std::span<const std::byte> bytes, Before before = Before::kMayBeInput);
  Result<> add(const std::string& path, const std::string& text, Before before = Before::kMayBeInput) {
    return add(path, std::as_bytes(std::span(text)), before);
  }
  // A file to which all has been written.
  Result<> add(OutputFile file);
  Result<> finish();

 private:
  struct Outcome;
  Outcome place();
  Outcome place_apart();
  Result<> told(const Outcome& outcome) const;
  std::vector<OutputFile> files_;
};

// One file. Errors: IO_WRITE, IO_SAME_FILE.
Result<> write_file(const std::string& path, std::span<const std::byte> bytes, Before before = Before::kMayBeInput);
inline Result<> write_text_file(const std::string& path, const std::string& text, Before before = Before::kMayBeInput) {
  return write_file(path, std::as_bytes(std::span(text)), before);
}

// Before hours of work: whether these files can be made here, are no inputs, and are not the same. Makes none.
Result<> check_outputs(std::span<const std::string> paths);

// Whether the path leads to a file that this process has read (note_input), under any name.
bool is_input(const std::string& path);
void note_input(dev_t device, ino_t inode);

}  // namespace eegate::cli
