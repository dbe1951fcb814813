// A dialect: how another program names and lays out the tensors of a model. To add one: a file with its tables and a
// line in import_weights.cc.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "exchange/import/foreign_weights.h"
#include "model/config.h"
#include "model/weights.h"

namespace eegate {

// A tensor of the other program that may be the source of one of ours.
struct ForeignSource {
  std::string name;
  // Permutation of the foreign axes that gives ours (numpy.transpose); empty: none. Axes of extent 1 are ignored, and
  // consecutive axes may be joined: a Keras kernel [E, heads, width] with axes {1, 2, 0} becomes [heads * width, E].
  std::vector<std::size_t> axes;
  // Part `part` of n_parts equal parts along the first axis: PyTorch stores query, key and value in one matrix.
  std::size_t part = 0, n_parts = 1;
  double max_norm = 0;  // rows are scaled down to this norm, as the other program does in its forward pass; 0: never
};

// The names of a dialect for the tensors of one architecture.
struct DialectNames {
  std::string_view architecture;  // empty: any
  // The possible sources of a tensor of ours, the most likely one first.
  std::vector<ForeignSource> (*sources)(const std::string& ours, const ForeignWeights& foreign,
                                        const ModelConfig& config);
};

struct Dialect {
  std::string_view name;
  bool (*recognises)(const ForeignWeights& foreign);
  std::span<const DialectNames> names;

  std::vector<ForeignSource> sources(const std::string& ours, const ForeignWeights& foreign,
                                     const ModelConfig& config) const {
    for (const DialectNames& known : names) {
      if (known.architecture.empty() || known.architecture == config.architecture)
        return known.sources(ours, foreign, config);
    }
    return {};
  }
};

namespace dialects {
extern const Dialect kBraindecode;
extern const Dialect kKeras;
extern const Dialect kPytorch;
}  // namespace dialects

// "blocks.12.attn.q.weight" -> 12 and "attn.q.weight"; `rest` is empty for other names.
struct BlockTensor {
  std::size_t block = 0;
  std::string rest;
};
BlockTensor block_tensor(const std::string& ours, std::string_view group = "blocks.");

}  // namespace eegate
