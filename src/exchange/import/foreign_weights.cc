#include "exchange/import/foreign_weights.h"

#include <algorithm>
#include <cmath>

#include "base/finite.h"
#include "files/magic.h"
#include "files/safetensors.h"

namespace eegate {
namespace {

constexpr std::string_view kWrappers[] = {"module.", "_orig_mod.", "model."};

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// The digits at the beginning of a text.
std::string_view digits_of(std::string_view text) {
  const auto* end = std::find_if_not(text.begin(), text.end(), is_digit);
  return text.substr(0, static_cast<std::size_t>(end - text.begin()));
}

// Natural order: digits in names are compared as numbers.
bool before(std::string_view a, std::string_view b) {
  while (!a.empty() && !b.empty()) {
    const std::string_view m = digits_of(a), n = digits_of(b);
    if (!m.empty() && !n.empty()) {
      if (m.size() != n.size()) return m.size() < n.size();
      if (m != n) return m < n;
      a.remove_prefix(m.size());
      b.remove_prefix(n.size());
    } else {
      // "dense" is before "dense_1": the end of a name, or of a part of it, is before other characters.
      if (a.front() != b.front()) {
        const bool a_ends = a.front() == '/' || a.front() == '.', b_ends = b.front() == '/' || b.front() == '.';
        return a_ends != b_ends ? a_ends : a.front() < b.front();
      }
      a.remove_prefix(1);
      b.remove_prefix(1);
    }
  }
  return a.empty() && !b.empty();
}

void strip_wrappers(std::vector<ForeignTensor>& tensors) {
  for (bool found = true; found && !tensors.empty();) {
    found = false;
    for (const std::string_view wrapper : kWrappers) {
      if (!std::ranges::all_of(tensors, [&](const ForeignTensor& t) { return t.name.starts_with(wrapper); })) continue;
      for (ForeignTensor& tensor : tensors) tensor.name.erase(0, wrapper.size());
      found = true;
    }
  }
}

bool holds_weights(std::string_view dtype) {
  return dtype == "F32" || dtype == "F16" || dtype == "BF16" || dtype == "F64";
}

Result<> check_finite(const ForeignTensor& tensor) {
  if (all_finite(tensor.values)) return {};
  return Error{.code = "MODEL_NONFINITE",
               .message = "A tensor holds values that are not finite numbers",
               .field = quoted(tensor.name, 80),
               .expected = "finite numbers"};
}

}  // namespace

Result<ForeignWeights> ForeignWeights::read(std::span<const std::byte> bytes) {
  if (looks_like_pickle_or_archive(bytes)) {
    return Error{.code = "MODEL_PICKLE_REFUSED",
                 .message = "This is a pickle, a zip archive or an HDF5 file, not safetensors",
                 .place = "byte 0",
                 .expected = "a safetensors file",
                 .hint = "scripts/convert_weights.py converts .pt, .pth, .keras and .h5 where PyTorch or Keras is.",
                 .byte_offset = 0};
  }
  EEGATE_TRY(const SafetensorsFile file, parse_safetensors(bytes));
  ForeignWeights foreign;
  foreign.is_model_file_ = file.metadata_value("format") != nullptr && file.metadata_value("config") != nullptr;
  for (const SafetensorsTensor& tensor : file.tensors) {
    if (!holds_weights(tensor.dtype)) continue;
    ForeignTensor& kept = foreign.tensors_.emplace_back();
    kept.name = tensor.name;
    kept.shape.assign(tensor.shape.begin(), tensor.shape.end());
    EEGATE_TRY(kept.values, read_floats(file, tensor, bytes));
    EEGATE_CHECK(check_finite(kept));
  }
  strip_wrappers(foreign.tensors_);
  std::ranges::sort(foreign.tensors_,
                    [](const ForeignTensor& a, const ForeignTensor& b) { return before(a.name, b.name); });
  return foreign;
}

const ForeignTensor* ForeignWeights::find(std::string_view name) const {
  for (const ForeignTensor& tensor : tensors_) {
    if (tensor.name == name) return &tensor;
  }
  return nullptr;
}

std::vector<std::string> ForeignWeights::stems(std::string_view ending) const {
  std::vector<std::string> stems;
  for (const ForeignTensor& tensor : tensors_) {
    if (tensor.name.ends_with(ending)) stems.push_back(tensor.name.substr(0, tensor.name.size() - ending.size()));
  }
  return stems;
}

Result<> ForeignWeights::check_foreign() const {
  if (!is_model_file_) return {};
  return Error{.code = "IMPORT_NOT_NEEDED",
               .message = "This is a model file of eegate already",
               .field = "format",
               .hint = "Open it as it is."};
}

}  // namespace eegate
