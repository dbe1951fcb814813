#include "files/signal_formats.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "files/brainvision_signal_file.h"
#include "files/cnt_signal_file.h"
#include "files/edf_signal_file.h"
#include "files/eeglab_signal_file.h"
#include "files/fif_signal_file.h"
#include "files/gdf_signal_file.h"
#include "files/magic.h"
#include "files/muse_signal_file.h"
#include "files/openbci_signal_file.h"
#include "files/xdf_signal_file.h"

namespace eegate {
namespace {

// Builds with fewer formats (src/CMakeLists.txt) are used to measure the code size of each format.
constexpr SignalFormat kSignalFormats[] = {
    {"EDF or BDF", is_edf,
     [](std::shared_ptr<ByteSource> source, const std::string& file_name, const FileSet&) {
       return open_edf(std::move(source), file_name);
     }},
    {"Muse", is_muse,
     [](std::shared_ptr<ByteSource> source, const std::string&, const FileSet&) {
       return open_muse(std::move(source));
     }},
    {"OpenBCI", is_openbci,
     [](std::shared_ptr<ByteSource> source, const std::string&, const FileSet&) {
       return open_openbci(std::move(source));
     }},
#ifndef EEGATE_TEXT_FORMATS_ALONE
    {"BrainVision", is_brainvision, open_brainvision},
    {"EEGLAB", is_mat, open_eeglab},
    {"GDF", is_gdf,
     [](std::shared_ptr<ByteSource> source, const std::string&, const FileSet&) {
       return open_gdf(std::move(source));
     }},
    {"FIF", is_fif, open_fif},
    {"Neuroscan", is_neuroscan,
     [](std::shared_ptr<ByteSource> source, const std::string&, const FileSet&) {
       return open_neuroscan(std::move(source));
     }},
    {"XDF", is_xdf,
     [](std::shared_ptr<ByteSource> source, const std::string&, const FileSet&) {
       return open_xdf(std::move(source));
     }},
#endif
};

}  // namespace

#if defined(EEGATE_TEXT_FORMATS_ALONE) || defined(EEGATE_WITHOUT_HDF5)
const bool kReadsHdf5 = false;
#else
const bool kReadsHdf5 = true;
#endif

const SignalFormat* recognised_format(std::span<const std::byte> beginning) {
  for (const SignalFormat& format : kSignalFormats) {
    if (format.recognises(beginning)) return &format;
  }
  return nullptr;
}

Result<std::unique_ptr<SignalFile>> open_signal_file(std::shared_ptr<ByteSource> source, const std::string& file_name,
                                                     const FileSet& files) {
  std::vector<std::byte> beginning(static_cast<std::size_t>(std::min<std::uint64_t>(source->size(), kMagicBytes)));
  EEGATE_CHECK(source->read(0, beginning));
  const SignalFormat* format = recognised_format(beginning);
  return (format != nullptr ? *format : kSignalFormats[0]).open(std::move(source), file_name, files);
}

}  // namespace eegate
