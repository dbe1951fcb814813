// The parts of a training step or validation that one engine computes, as bytes for the other engines.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/result.h"
#include "train/shard.h"

namespace eegate {

// What a training run waits for.
enum class TrainStage : std::uint32_t { kNone, kStep, kValidation, kEvaluation, kEnd };

// One part of a stage: gradients and losses of a shard, or logits of some trials.
struct TrainPart {
  std::size_t index = 0;
  LossSum loss;
  std::span<const float> values;
};

// Which point of a run parts belong to; parts of another one are of no use.
struct PartsHeader {
  TrainStage stage = TrainStage::kNone;
  std::uint64_t position = 0;
};

std::vector<std::byte> write_parts(const PartsHeader& header, std::span<const TrainPart> parts);

// Views of the bytes. Error TRAIN_OUT_OF_STEP unless they are whole and belong to `header`.
Result<std::vector<TrainPart>> read_parts(const PartsHeader& header, std::span<const std::byte> bytes);

}  // namespace eegate
