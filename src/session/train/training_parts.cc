#include "session/train/training_parts.h"

#include <cstring>

namespace eegate {
namespace {

// Both ends are builds of this program on one machine, so that structs travel as they are.
struct Head {
  std::uint64_t position;
  std::uint32_t stage, n_parts;
};
struct PartHead {
  double loss, weight;
  std::uint32_t index, n_values;
};

template <class T>
void append(std::vector<std::byte>& bytes, const T* values, std::size_t n) {
  const auto* first = reinterpret_cast<const std::byte*>(values);
  bytes.insert(bytes.end(), first, first + n * sizeof(T));
}

template <class T>
bool take(std::span<const std::byte>& bytes, T& value) {
  if (bytes.size() < sizeof value) return false;
  std::memcpy(&value, bytes.data(), sizeof value);
  bytes = bytes.subspan(sizeof value);
  return true;
}

Error out_of_step() {
  return Error{.code = "TRAIN_OUT_OF_STEP",
               .message = "An engine was given what belongs to another point of the training",
               .field = "parts"};
}

}  // namespace

std::vector<std::byte> write_parts(const PartsHeader& header, std::span<const TrainPart> parts) {
  std::vector<std::byte> bytes;
  std::size_t size = sizeof(Head);
  for (const TrainPart& part : parts) size += sizeof(PartHead) + part.values.size_bytes();
  bytes.reserve(size);
  const Head head{header.position, static_cast<std::uint32_t>(header.stage), static_cast<std::uint32_t>(parts.size())};
  append(bytes, &head, 1);
  for (const TrainPart& part : parts) {
    const PartHead part_head{part.loss.loss, part.loss.weight, static_cast<std::uint32_t>(part.index),
                             static_cast<std::uint32_t>(part.values.size())};
    append(bytes, &part_head, 1);
    append(bytes, part.values.data(), part.values.size());
  }
  return bytes;
}

Result<std::vector<TrainPart>> read_parts(const PartsHeader& header, std::span<const std::byte> bytes) {
  Head head{};
  if (!take(bytes, head) || head.position != header.position ||
      head.stage != static_cast<std::uint32_t>(header.stage)) {
    return out_of_step();
  }
  std::vector<TrainPart> parts;
  for (std::uint32_t i = 0; i < head.n_parts; ++i) {
    PartHead part_head{};
    if (!take(bytes, part_head) || bytes.size() / sizeof(float) < part_head.n_values) return out_of_step();
    const auto* values = reinterpret_cast<const float*>(bytes.data());
    parts.push_back({part_head.index, {part_head.loss, part_head.weight}, {values, part_head.n_values}});
    bytes = bytes.subspan(parts.back().values.size_bytes());
  }
  return parts;
}

}  // namespace eegate
