#include "model/layers/positions.h"

#include <algorithm>
#include <cmath>

#include "base/portable_math.h"

namespace eegate {
namespace {

constexpr double kLog10000 = 9.210340371976184;  // ln 10000

// One row for each position index, that of the class token first; empty without absolute positions.
std::vector<float> position_table(const TransformerConfig& config, const Weights& weights, std::size_t n_times,
                                  std::size_t trained_n_times) {
  const std::size_t width = config.embedding.dim, n_cls = config.cls ? 1 : 0;
  const std::size_t n_positions = config.embedding.n_positions(n_times);
  switch (config.position) {
    case PositionKind::kSinInterleaved:
      return sinusoid_table(n_positions + n_cls, width, false);
    case PositionKind::kSinConcatParity:
      return sinusoid_table(n_positions + n_cls, width, true);
    case PositionKind::kLearned: {
      // Rows beyond those used in training stay unused; the row of the class token is not resampled.
      const ConstMatrix rows = weights.matrix("pos.weight");
      std::vector<float> table(rows.data, rows.data + n_cls * width);
      const std::size_t n_trained = config.embedding.n_positions(trained_n_times);
      const std::vector<float> rest = resample_rows(rows.slice_rows(n_cls, n_trained), n_positions);
      table.insert(table.end(), rest.begin(), rest.end());
      return table;
    }
    case PositionKind::kNone:
    case PositionKind::kRelShaw:
    case PositionKind::kRelBias:
      return {};
  }
  abort_on_internal_error();
}

// The two source rows between which a resampled row lies.
struct Source {
  std::size_t below = 0, above = 0;
  float share = 0;  // weight of the row above
};
Source source_of(std::size_t i, std::size_t n, std::size_t n_source) {
  const double step = static_cast<double>(n_source) / static_cast<double>(n), last = static_cast<double>(n_source - 1);
  const double place = std::clamp((static_cast<double>(i) + 0.5) * step - 0.5, 0.0, last);
  const std::size_t below = static_cast<std::size_t>(place);
  return {below, std::min(below + 1, n_source - 1), static_cast<float>(place - static_cast<double>(below))};
}

void add_row(float* sum, const float* row, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) sum[i] += row[i];
}

}  // namespace

std::vector<float> sinusoid_table(std::size_t n, std::size_t width, bool concat_parity) {
  std::vector<float> table(n * width);
  const std::size_t n_sines = (width + 1) / 2;
  for (std::size_t j = 0; j < width; ++j) {
    const bool is_sine = j % 2 == 0;
    const double period = portable::exp(kLog10000 * static_cast<double>(j - j % 2) / static_cast<double>(width));
    const std::size_t column = !concat_parity ? j : is_sine ? j / 2 : n_sines + j / 2;
    for (std::size_t k = 0; k < n; ++k) {
      const double angle = static_cast<double>(k) / period;
      table[k * width + column] = static_cast<float>(is_sine ? portable::sin(angle) : portable::cos(angle));
    }
  }
  return table;
}

std::vector<float> resample_rows(ConstMatrix table, std::size_t n) {
  std::vector<float> out(n * table.cols);
  for (std::size_t i = 0; i < n; ++i) {
    const auto [below, above, share] = source_of(i, n, table.rows);
    for (std::size_t j = 0; j < table.cols; ++j) {
      const float low = table.row(below)[j], high = table.row(above)[j];
      // share 0 must give the row itself, bit for bit
      out[i * table.cols + j] = share == 0.0F ? low : low + share * (high - low);
    }
  }
  return out;
}

std::vector<float> token_offsets(const TransformerConfig& config, const Weights& weights, std::size_t n_times,
                                 std::size_t trained_n_times) {
  const EmbeddingConfig& e = config.embedding;
  const std::vector<float> positions = position_table(config, weights, n_times, trained_n_times);
  if (positions.empty() && !e.channel_embedding) return {};
  const std::size_t n_cls = config.cls ? 1 : 0, n_tokens = e.n_tokens(n_times), n_per_group = e.n_positions(n_times);
  std::vector<float> offsets((n_cls + n_tokens) * e.dim, 0.0F);
  if (config.cls && !positions.empty()) add_row(offsets.data(), positions.data(), e.dim);
  for (std::size_t token = 0; token < n_tokens; ++token) {
    float* row = offsets.data() + (n_cls + token) * e.dim;
    // With a channel embedding all groups share the time index.
    const std::size_t index = e.channel_embedding ? token % n_per_group : token;
    if (!positions.empty()) add_row(row, positions.data() + (n_cls + index) * e.dim, e.dim);
    if (e.channel_embedding) add_row(row, weights.matrix("embed.chan").row(token / n_per_group).data(), e.dim);
  }
  return offsets;
}

void token_offsets_gradient(Weights& gradients, ConstMatrix doffsets, const TransformerConfig& config,
                            std::size_t n_times, std::size_t trained_n_times) {
  const EmbeddingConfig& e = config.embedding;
  const bool learned = config.position == PositionKind::kLearned;
  if (!learned && !e.channel_embedding) return;
  const std::size_t n_cls = config.cls ? 1 : 0, n_per_group = e.n_positions(n_times),
                    n_trained = e.n_positions(trained_n_times);
  const auto place = [&](const char* name) {
    return gradients.values(static_cast<std::size_t>(gradients.find(name))).data();
  };
  float* dpos = learned ? place("pos.weight") : nullptr;
  float* dchan = e.channel_embedding ? place("embed.chan") : nullptr;
  if (learned && config.cls) add_row(dpos, doffsets.data, e.dim);
  for (std::size_t token = 0; token + n_cls < doffsets.rows; ++token) {
    const float* row = doffsets.data + (n_cls + token) * e.dim;
    const std::size_t index = e.channel_embedding ? token % n_per_group : token;
    if (learned) {
      const auto [below, above, share] = source_of(index, n_per_group, n_trained);
      for (std::size_t j = 0; j < e.dim; ++j) {
        dpos[(n_cls + below) * e.dim + j] += (1 - share) * row[j];
        dpos[(n_cls + above) * e.dim + j] += share * row[j];
      }
    }
    if (dchan != nullptr) add_row(dchan + token / n_per_group * e.dim, row, e.dim);
  }
}

}  // namespace eegate
