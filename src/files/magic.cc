#include "files/magic.h"

#include <algorithm>
#include <array>
#include <string>

#include "files/text.h"

namespace eegate {
namespace {

constexpr std::string_view kDownload =
    "The download went wrong: get the file again, with its \"raw\" or \"download\" link";
constexpr std::string_view kUnpack = "Unpack it and open the recording inside";
constexpr std::string_view kConvert = "Convert it to EDF+ or BDF+ first, for instance with MNE or EDFbrowser";
constexpr std::string_view kWeights = "Convert the weights to safetensors first";
constexpr std::string_view kFindRecording = "Look for the recording itself, often an .edf, .bdf, .vhdr or .set file";

constexpr std::array<ForeignFormat, 19> kFormats = {{
    {ForeignKind::empty, "FORMAT_EMPTY", "an empty file", kDownload},
    {ForeignKind::html, "FORMAT_HTML", "an HTML page", kDownload},
    {ForeignKind::gzip, "FORMAT_GZIP", "a gzip archive", kUnpack},
    {ForeignKind::zip, "FORMAT_ZIP", "a zip archive", kUnpack},
    {ForeignKind::pickle, "FORMAT_PICKLE", "a Python pickle", kWeights},
    {ForeignKind::hdf5, "FORMAT_HDF5", "an HDF5 file", kConvert},
    {ForeignKind::matlab, "FORMAT_MATLAB", "a MATLAB file", kConvert},
    {ForeignKind::pdf, "FORMAT_PDF", "a PDF document", kFindRecording},
    {ForeignKind::gdf, "FORMAT_GDF", "a GDF recording", kConvert},
    {ForeignKind::brainvision, "FORMAT_BRAINVISION", "a BrainVision marker file",
     "Open the header (.vhdr) together with it"},
    {ForeignKind::fif, "FORMAT_FIF", "a FIF recording", kConvert},
    {ForeignKind::ant, "FORMAT_ANT_CNT", "a compressed recording of ANT (.cnt)", kConvert},
    {ForeignKind::eye_tracker, "FORMAT_EYE_TRACKER", "an eye-tracker file", kFindRecording},
    {ForeignKind::lfs_pointer, "FORMAT_LFS_POINTER", "a git-lfs pointer", "Fetch the content with \"git lfs pull\""},
    {ForeignKind::xml, "FORMAT_XML", "an XML file", kFindRecording},
    {ForeignKind::image, "FORMAT_IMAGE", "a picture", kFindRecording},
    {ForeignKind::numpy, "FORMAT_NUMPY", "a NumPy array", kConvert},
    {ForeignKind::safetensors, "FORMAT_SAFETENSORS", "a safetensors file (weights of a model)",
     "Open it as a model, not as a recording"},
    {ForeignKind::text, "FORMAT_TEXT", "a plain text or table", kFindRecording},
}};

// For files that were given as a model; recognise() is for files given as a recording.
constexpr std::string_view kRecording = "Open it as a recording, not as a model";
constexpr std::string_view kFindModel = "Look for the model itself, often a .safetensors file";
constexpr ForeignFormat kNoModels[] = {
    {ForeignKind::edf, "FORMAT_EDF", "an EDF recording", kRecording},
    {ForeignKind::bdf, "FORMAT_BDF", "a BDF recording", kRecording},
    {ForeignKind::onnx, "FORMAT_ONNX", "an ONNX file", kFindModel},
};

const ForeignFormat& format_of(ForeignKind kind) {
  return *std::find_if(kFormats.begin(), kFormats.end(), [&](const ForeignFormat& f) { return f.kind == kind; });
}

using namespace std::string_view_literals;

struct Magic {
  std::size_t offset;
  std::string_view bytes;
  ForeignKind kind;
};

constexpr Magic kMagics[] = {
    {0, "\x1F\x8B"sv, ForeignKind::gzip},
    {0, "PK\x03\x04"sv, ForeignKind::zip},
    {0, "PK\x05\x06"sv, ForeignKind::zip},
    {0, "\x89HDF\r\n"sv, ForeignKind::hdf5},
    {0, "MATLAB 5.0 MAT-file"sv, ForeignKind::matlab},
    {0, "MATLAB 7.3 MAT-file"sv, ForeignKind::matlab},
    {0, "%PDF-"sv, ForeignKind::pdf},
    {0, "GDF "sv, ForeignKind::gdf},
    {0, "Brain Vision "sv, ForeignKind::brainvision},
    {0, "BrainVision "sv, ForeignKind::brainvision},
    {0, "\x00\x00\x00\x64\x00\x00\x00\x1F"sv, ForeignKind::fif},  // tag 100 (file id) of type 31
    {8, "CNT "sv, ForeignKind::ant},                              // behind RIFF or RF64 and a size
    {0, "SR_RESEARCH_COMBINED_FILE"sv, ForeignKind::eye_tracker},
    {0, "** CONVERTED FROM "sv, ForeignKind::eye_tracker},
    {0, "version https://git-lfs"sv, ForeignKind::lfs_pointer},
    {0, "\x89PNG"sv, ForeignKind::image},
    {0, "\xFF\xD8\xFF"sv, ForeignKind::image},
    {0, "\xFF\xFE"sv, ForeignKind::text},  // UTF-16
    {0, "\x93NUMPY"sv, ForeignKind::numpy},
};

bool contains_ignoring_case(std::string_view text, std::string_view wanted) {
  for (std::size_t i = 0; i + wanted.size() <= text.size(); ++i) {
    if (equal_ignoring_case(text.substr(i, wanted.size()), wanted)) return true;
  }
  return false;
}

bool is_text(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x20 ? byte != 0x7F : byte == '\t' || byte == '\n' || byte == '\r';
  });
}

std::optional<ForeignKind> recognise_text(std::string_view text) {
  text = without_byte_order_mark(text);
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos) return std::nullopt;
  text.remove_prefix(begin);
  if (text[0] == '<') {
    if (contains_ignoring_case(text.substr(0, 200), "<html") ||
        contains_ignoring_case(text.substr(0, 200), "<!doctype") ||
        contains_ignoring_case(text.substr(0, 200), "<head")) {
      return ForeignKind::html;
    }
    if (is_text(text)) return ForeignKind::xml;
  }
  if (!is_text(text)) return std::nullopt;
  if (contains_ignoring_case(text, "BrainVision") || contains_ignoring_case(text, "Brain Vision")) {
    return ForeignKind::brainvision;
  }
  for (const std::string_view word : {"eyelink"sv, "gaze"sv, "pupil"sv, "fixation"sv, "saccade"sv}) {
    if (contains_ignoring_case(text, word)) return ForeignKind::eye_tracker;
  }
  return ForeignKind::text;
}

// Of kNoModels.
bool begins_like(ForeignKind kind, std::string_view text) {
  // A version, then the name of the program that wrote it, as Protocol Buffers.
  if (kind == ForeignKind::onnx) return text.size() > 2 && text[0] == '\x08' && text[2] == '\x12';
  return text.starts_with(kind == ForeignKind::edf ? "0       "sv
                                                   : "\xFF"
                                                     "BIOSEMI"sv);
}

}  // namespace

std::optional<ForeignFormat> recognise(std::span<const std::byte> beginning) {
  const std::string_view text(reinterpret_cast<const char*>(beginning.data()), std::min(beginning.size(), kMagicBytes));
  if (text.empty()) return format_of(ForeignKind::empty);
  for (const Magic& magic : kMagics) {
    if (text.substr(std::min(magic.offset, text.size()), magic.bytes.size()) == magic.bytes) {
      return format_of(magic.kind);
    }
  }
  if (text.size() > 9 && text.substr(8, 2) == "{\"") return format_of(ForeignKind::safetensors);
  if (looks_like_pickle_or_archive(beginning)) return format_of(ForeignKind::pickle);
  if (const auto kind = recognise_text(text)) return format_of(*kind);
  return std::nullopt;
}

std::optional<ForeignFormat> recognise_non_safetensors(std::span<const std::byte> beginning) {
  const std::string_view text(reinterpret_cast<const char*>(beginning.data()), std::min(beginning.size(), kMagicBytes));
  if (text.size() > 8 && text[8] == '{') return std::nullopt;
  for (const ForeignFormat& given : kNoModels) {
    if (begins_like(given.kind, text)) return given;
  }
  auto format = recognise(beginning);
  if (format && format->hint == kUnpack) format->hint = "Unpack it first, if a model is in it";
  if (format && (format->hint == kConvert || format->hint == kFindRecording)) format->hint = kFindModel;
  return format;
}

Error foreign_error(const ForeignFormat& format, std::span<const std::byte> beginning, std::string_view wanted) {
  Error e;
  e.code = format.code;
  e.message = "This is " + std::string(format.name) + ", not " + std::string(wanted);
  e.field = "first bytes";
  e.place = "byte 0";
  if (!beginning.empty()) {
    e.found = quoted({reinterpret_cast<const char*>(beginning.data()), std::min<std::size_t>(beginning.size(), 24)});
  }
  e.expected = wanted;
  e.hint = format.hint;
  e.byte_offset = 0;
  return e;
}

bool looks_like_pickle_or_archive(std::span<const std::byte> beginning) {
  const std::string_view text(reinterpret_cast<const char*>(beginning.data()), std::min(beginning.size(), kMagicBytes));
  if (text.substr(0, 2) == "PK" || text.substr(0, 4) == "\x89HDF") return true;
  const bool json_follows = text.size() > 8 && text[8] == '{';
  return !json_follows && text.size() > 1 && text[0] == '\x80';
}

}  // namespace eegate
