#include "model/resize.h"

#include <algorithm>

#include "model/architecture.h"
#include "model/layers/positions.h"
#include "model/transformer_config.h"

namespace eegate {
namespace {

// Row 0, if there is a class token, is its position and is not resampled.
std::vector<float> resampled_positions(const TransformerConfig& t, std::size_t n_trained_times, ConstMatrix rows,
                                       std::size_t n_times) {
  const std::size_t n_cls = t.cls ? 1 : 0, n_trained = t.embedding.n_positions(n_trained_times);
  std::vector<float> table(rows.data, rows.data + n_cls * rows.cols);
  const std::vector<float> rest = resample_rows(rows.slice_rows(n_cls, n_trained), t.embedding.n_positions(n_times));
  table.insert(table.end(), rest.begin(), rest.end());
  return table;
}

}  // namespace

Result<ResizedModel> resized(const ModelConfig& config, const Weights& weights, std::size_t n_times) {
  if (n_times == config.n_times) return ResizedModel{config, weights};
  EEGATE_CHECK(check_length(config, n_times));
  ModelConfig other = config;
  other.n_times = n_times;
  other.fields.set("n_times", static_cast<double>(n_times));
  std::vector<float> positions;
  const auto table = std::ranges::find_if(weights.specs(), &TensorSpec::is_positions);
  if (table != weights.specs().end()) {
    const TransformerConfig encoder = *encoder_of(config);  // only transformers have position tables
    positions = resampled_positions(encoder, config.n_times, weights.matrix(table->name), n_times);
    other.fields.node("position").set("max_len", static_cast<double>(positions.size() / encoder.embedding.dim));
  }
  Weights moved(find_architecture(config.architecture)->tensors(other), weights.all_int8());
  for (std::size_t i = 0; i < moved.specs().size(); ++i) {
    const std::span<const float> source =
        moved.specs()[i].is_positions ? std::span<const float>(positions) : weights.values(i);
    std::copy(source.begin(), source.end(), moved.values(i).begin());
  }
  return ResizedModel{std::move(other), std::move(moved)};
}

}  // namespace eegate
