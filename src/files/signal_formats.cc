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
  return (format != nullptr ? format : kSignalFormats[0])->open(std::move(source), file_name, files);
}

}  // namespace eegate
