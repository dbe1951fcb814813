#include "signal/filter.h"

#include <algorithm>
#include <cassert>
#include <string>

namespace eegate {
namespace {

// Channels that are filtered together: enough lanes for every vector width.
constexpr std::size_t kTileChans = 8;
// Doubles of one tile; a longer signal is filtered with half as many channels at a time.
constexpr std::size_t kTileDoubles = std::size_t{8} << 20;
// Instants after which the next section takes over, while they are still in the nearest cache.
constexpr std::size_t kBlockTimes = 256;

// Some channels as doubles, instant by instant, oddly reflected at both ends.
struct Tile {
  std::size_t n_chans = 0, n_times = 0;  // with both reflections
  std::vector<double> values;            // [n_times, n_chans]
  std::vector<double> states;            // [n_sections, 2, n_chans]

  std::span<double> instants(std::size_t first, std::size_t n) {
    return {values.data() + first * n_chans, n * n_chans};
  }
};

// value[-k] = 2 x[0] - x[k], and the same beyond the end.
template <class T>
void load(Tile& tile, MatrixView<T> signal, std::size_t pad) {
  const std::size_t n = signal.cols, width = tile.n_chans;
  for (std::size_t c = 0; c < width; ++c) {
    const T* x = signal.row(c).data();
    double* out = tile.values.data() + c;
    const double first = static_cast<double>(x[0]), last = static_cast<double>(x[n - 1]);
    for (std::size_t k = 1; k <= pad; ++k) {
      out[(pad - k) * width] = 2 * first - static_cast<double>(x[k]);
      out[(pad + n - 1 + k) * width] = 2 * last - static_cast<double>(x[n - 1 - k]);
    }
    for (std::size_t t = 0; t < n; ++t) out[(pad + t) * width] = static_cast<double>(x[t]);
  }
}

template <class T>
void store(const Tile& tile, MatrixView<T> signal, std::size_t pad) {
  for (std::size_t c = 0; c < tile.n_chans; ++c) {
    T* x = signal.row(c).data();
    const double* in = tile.values.data() + pad * tile.n_chans + c;
    for (std::size_t t = 0; t < signal.cols; ++t) x[t] = static_cast<T>(in[t * tile.n_chans]);
  }
}

// The states of a cascade that has seen `first` for ever. For a unit step: y = sum b / sum a,
// s1 = y - b0, s2 = b2 - a2 y; the next section sees a step of height y.
void settle(std::span<double> states, std::span<const Biquad> sections, std::span<const double> first) {
  const std::size_t n_chans = first.size();
  double step = 1;
  double* state = states.data();
  for (const Biquad& s : sections) {
    const double y = (s.b0 + s.b1 + s.b2) / (1 + s.a1 + s.a2);
    for (std::size_t c = 0; c < n_chans; ++c) {
      state[c] = (y - s.b0) * step * first[c];
      state[n_chans + c] = (s.b2 - s.a2 * y) * step * first[c];
    }
    step *= y;
    state += 2 * n_chans;
  }
}

void run_sections(std::span<double> instants, std::span<double> state, std::size_t n_chans,
                  std::span<const Biquad> sections, TimeDirection direction) {
  for (const Biquad& section : sections) {
    biquad_filter(instants, state.first(2 * n_chans), section, direction);
    state = state.subspan(2 * n_chans);
  }
}

// One pass of the whole cascade over the tile.
void pass(Tile& tile, std::span<const Biquad> sections, TimeDirection direction) {
  const bool backward = direction == TimeDirection::kBackward;
  settle(tile.states, sections, tile.instants(backward ? tile.n_times - 1 : 0, 1));
  for (std::size_t done = 0; done < tile.n_times; done += kBlockTimes) {
    const std::size_t n = std::min(kBlockTimes, tile.n_times - done);
    const std::span<double> block = tile.instants(backward ? tile.n_times - done - n : done, n);
    run_sections(block, tile.states, tile.n_chans, sections, direction);
  }
}

template <class T>
Result<> apply(MatrixView<T> signal, std::span<const Biquad> sections, FilterMode mode) {
  if (sections.empty() || signal.rows == 0 || signal.cols == 0) return {};
  const std::size_t pad = mode == FilterMode::kZeroPhase ? reflection_samples(sections) : 0;
  if (pad > 0 && signal.cols <= pad) {
    return Error{.code = "DSP_TOO_SHORT",
                 .message = "The signal is too short for a zero-phase filter",
                 .found = std::to_string(signal.cols) + " samples",
                 .expected = "at least " + std::to_string(pad + 1) + " samples",
                 .hint = "Use a longer recording, or the mode \"causal\""};
  }
  const std::size_t n_times = signal.cols + 2 * pad;
  const std::size_t widest = n_times * kTileChans <= kTileDoubles ? kTileChans : kTileChans / 2;
  Tile tile;
  for (std::size_t first = 0; first < signal.rows; first += tile.n_chans) {
    tile.n_chans = std::min(widest, signal.rows - first);
    tile.n_times = n_times;
    tile.values.resize(n_times * tile.n_chans);
    tile.states.resize(sections.size() * 2 * tile.n_chans);
    const MatrixView<T> rows = signal.slice_rows(first, tile.n_chans);
    load(tile, rows, pad);
    pass(tile, sections, TimeDirection::kForward);
    if (pad > 0) pass(tile, sections, TimeDirection::kBackward);
    store(tile, rows, pad);
  }
  return {};
}

}  // namespace

Result<> apply_filter(MatrixView<float> signal, std::span<const Biquad> sections, FilterMode mode) {
  return apply(signal, sections, mode);
}

Result<> apply_filter(MatrixView<double> signal, std::span<const Biquad> sections, FilterMode mode) {
  return apply(signal, sections, mode);
}

void CausalFilter::run(MatrixView<float> piece) {
  assert(piece.rows == n_chans_);
  if (sections_.empty() || piece.size() == 0) return;
  values_.resize(piece.size());
  for (std::size_t c = 0; c < n_chans_; ++c) {
    for (std::size_t t = 0; t < piece.cols; ++t) values_[t * n_chans_ + c] = static_cast<double>(piece.row(c)[t]);
  }
  if (!has_begun_) {
    states_.resize(sections_.size() * 2 * n_chans_);
    settle(states_, sections_, std::span<const double>(values_).first(n_chans_));
    has_begun_ = true;
  }
  run_sections(values_, states_, n_chans_, sections_, TimeDirection::kForward);
  for (std::size_t c = 0; c < n_chans_; ++c) {
    for (std::size_t t = 0; t < piece.cols; ++t) piece.row(c)[t] = static_cast<float>(values_[t * n_chans_ + c]);
  }
}

}  // namespace eegate
