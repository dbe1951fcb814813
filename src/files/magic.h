// What a file is when it is not what its name promises, told from its first bytes.
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
  eye_tracker,
  lfs_pointer,
  xml,
  image,
  numpy,
  safetensors,
  text,
  edf,
  bdf,
};

struct ForeignFormat {
  ForeignKind kind;
  std::string_view code;  // "FORMAT_HTML"
  std::string_view name;  // "an HTML page"
  std::string_view hint;  // what to do about it
};

// How many bytes recognise() likes to see; fewer will do.
inline constexpr std::size_t kMagicBytes = 512;

// Nothing if the beginning tells nothing.
std::optional<ForeignFormat> recognise(std::span<const std::byte> beginning);

// The error for a file that should have been `wanted` ("an EDF or BDF recording").
Error foreign_error(const ForeignFormat& format, std::span<const std::byte> beginning, std::string_view wanted);

// The same for what was given as a model or as weights and is no safetensors file; nothing for what begins like one.
std::optional<ForeignFormat> recognise_beside_weights(std::span<const std::byte> beginning);

// A pickle, a zip archive (PyTorch, Keras) or an HDF5 file given as weights. None of them is ever
// opened: a pickle is a program. About one valid safetensors file in 32 begins with the first byte
// of a pickle, so the '{' at byte 8 decides.
bool looks_like_pickle_or_archive(std::span<const std::byte> beginning);

}  // namespace eegate
