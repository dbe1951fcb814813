// Recognition of files of other formats by their first bytes.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

#include "base/error.h"

namespace eegate {

enum class ForeignKind {
  empty,
  html,
  gzip,
  zip,
  pickle,
  hdf5,
  matlab,
  pdf,
  gdf,
  brainvision,
  fif,
  ant,
  eye_tracker,
  lfs_pointer,
  xml,
  image,
  numpy,
  safetensors,
  text,
  edf,
  bdf,
  onnx,
};

struct ForeignFormat {
  ForeignKind kind;
  std::string_view code;  // "FORMAT_HTML"
  std::string_view name;  // "an HTML page"
  std::string_view hint;  // what the user can do
};

// Number of bytes that recognise() uses at most.
inline constexpr std::size_t kMagicBytes = 512;

// The format of a file by its first bytes; std::nullopt if unknown.
std::optional<ForeignFormat> recognise(std::span<const std::byte> beginning);

// The error for a file of another format than `wanted` ("an EDF or BDF recording").
Error foreign_error(const ForeignFormat& format, std::span<const std::byte> beginning, std::string_view wanted);

// The format of a file that was given as a model or weights; std::nullopt for files that begin like safetensors.
std::optional<ForeignFormat> recognise_non_safetensors(std::span<const std::byte> beginning);

// Whether a file given as weights is a pickle, a zip archive (PyTorch, Keras) or an HDF5 file. They are never opened,
// because a pickle can execute code. About one valid safetensors file in 32 begins with the first byte of a pickle, so
// the '{' at byte 8 decides.
bool looks_like_pickle_or_archive(std::span<const std::byte> beginning);

}  // namespace eegate
