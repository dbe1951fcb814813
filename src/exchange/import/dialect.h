// How another program names and lays out the tensors of a model. A new dialect costs a file with its table and a line
// in import_weights.cc.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "exchange/import/foreign_weights.h"
#include "model/config.h"
#include "model/tensor_list.h"

namespace eegate {

// Where one of our tensors may come from.
struct ForeignSource {
  std::string name;
  // Order in which the foreign axes are walked to give ours; empty: as they are. Extents of 1 do not count, and several
  // foreign axes in a row may make up one of ours: a Keras kernel [E, heads, width] with axes {1, 2, 0} is [heads *
  // width, E].
  std::vector<std::size_t> axes;
  // One of several equal stretches of the first axis: PyTorch keeps query, key and value in one matrix.
  std::size_t part = 0, n_parts = 1;
  double max_norm = 0;  // rows are shortened to this norm, as the other program does when it uses them; 0: never
};

// The names that a dialect has for the tensors of one architecture.
struct DialectNames {
  std::string_view architecture;  // empty: any
  // Sources to try for a tensor of ours, the likeliest first.
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

// "blocks.12.attn.q.weight" -> 12 and "attn.q.weight"; rest is empty for other names.
struct BlockTensor {
  std::size_t block = 0;
  std::string rest;
};
BlockTensor block_tensor(const std::string& ours, std::string_view group = "blocks.");

}  // namespace eegate
