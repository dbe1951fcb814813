#include "files/signal_formats.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "files/magic.h"

namespace eegate {

// Each is defined with its reader.
extern const SignalFormat kBrainVisionFormat, kEdfFormat, kEeglabFormat, kFifFormat, kGdfFormat, kMuseFormat,
    kNeuroscanFormat, kOpenBciFormat, kXdfFormat;

namespace {

// Builds with fewer formats (src/CMakeLists.txt) are used to measure the code size of each format.
constexpr const SignalFormat* kSignalFormats[] = {
    &kEdfFormat,         &kMuseFormat,   &kOpenBciFormat,
#ifndef EEGATE_TEXT_FORMATS_ALONE
    &kBrainVisionFormat, &kEeglabFormat, &kGdfFormat,     &kFifFormat, &kNeuroscanFormat, &kXdfFormat,
#endif
};

}  // namespace

#if defined(EEGATE_TEXT_FORMATS_ALONE) || defined(EEGATE_WITHOUT_HDF5)
const bool kReadsHdf5 = false;
#else
const bool kReadsHdf5 = true;
#endif

std::vector<std::string_view> recording_endings() {
  std::vector<std::string_view> all;
  for (const SignalFormat* format : kSignalFormats) {
    for (std::string_view rest = format->endings; !rest.empty();) {
      all.push_back(rest.substr(0, rest.find(' ')));
      rest.remove_prefix(std::min(rest.size(), all.back().size() + 1));
    }
  }
  return all;
}

namespace {

// "EDF or BDF, Muse, ...", for messages.
std::string names_of_formats() {
  std::string names;
  for (const SignalFormat* format : kSignalFormats) names += (names.empty() ? "" : ", ") + std::string(format->name);
  return names;
}

// The error of the EDF reader, which repairs files that are nearly EDF, or of another kind of file; both name all
// formats.
Result<std::unique_ptr<SignalFile>> open_unrecognised(std::span<const std::byte> beginning,
                                                      std::shared_ptr<ByteSource> source,
                                                      const std::string& file_name) {
  Result<std::unique_ptr<SignalFile>> opened = kEdfFormat.open(std::move(source), file_name, {});
  if (opened.ok()) return opened;
  Error error = opened.error();
  const auto foreign = recognise(beginning);
  if (foreign && error.code == foreign->code) {
    error = foreign_error(*foreign, beginning, "a recording in a known format");
  } else if (error.code == "EDF_BAD_VERSION") {
    error.message = "The file does not begin like a recording in a known format";
    error.hint = "Open a recording, or convert it to EDF+ first, for instance with MNE";
  } else {
    return error;
  }
  error.expected = names_of_formats();
  return error;
}

}  // namespace

const SignalFormat* recognised_format(std::span<const std::byte> beginning) {
  for (const SignalFormat* format : kSignalFormats) {
    if (format->recognises(beginning)) return format;
  }
  return nullptr;
}

Result<std::unique_ptr<SignalFile>> open_signal_file(std::shared_ptr<ByteSource> source, const std::string& file_name,
                                                     const FileSet& files) {
  std::vector<std::byte> beginning(static_cast<std::size_t>(std::min<std::uint64_t>(source->size(), kMagicBytes)));
  EEGATE_CHECK(source->read(0, beginning));
  const SignalFormat* format = recognised_format(beginning);
  if (format == nullptr) return open_unrecognised(beginning, std::move(source), file_name);
  return format->open(std::move(source), file_name, files);
}

}  // namespace eegate
