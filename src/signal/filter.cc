#include "signal/filter.h"

#include <algorithm>
#include <cassert>
#include <string>

namespace eegate {
namespace {

// Channels that are filtered together: enough for every vector width, and several vectors of the narrow ones.
constexpr std::size_t kTileChans = 16;
// Maximum size of a tile in doubles; for longer signals a tile has fewer channels.
constexpr std::size_t kTileDoubles = std::size_t{8} << 20;
// Samples per channel that are loaded, filtered by all sections and stored at a time, so that they stay in the L1
// cache.
constexpr std::size_t kBlockTimes = 128;

// Some channels as interleaved doubles, with odd extension at both ends.
struct Tile {
  std::size_t n_chans = 0, n_times = 0;  // n_times includes both extensions
  std::size_t pad = 0;                   // samples of each extension
  std::vector<double> values;            // [n_times, n_chans]
  std::vector<double> states;            // [n_sections, 2, n_chans]

  std::span<double> instants(std::size_t first, std::size_t n) {
    return {values.data() + first * n_chans, n * n_chans};
  }
};

struct Block {
  std::size_t first, n;  // samples of a tile
};

// The part of a block without extensions.
Block inside(Block block, const Tile& tile) {
  const std::size_t first = std::max(block.first, tile.pad);
  const std::size_t end = std::min(block.first + block.n, tile.n_times - tile.pad);
  return {first, end > first ? end - first : 0};
}

// Odd extension: value[-k] = 2 x[0] - x[k], and likewise at the end.
template <class T>
void load(Tile& tile, MatrixView<T> signal, Block block) {
  const std::size_t n = signal.cols, width = tile.n_chans, end = block.first + block.n;
  const Block own = inside(block, tile);
  for (std::size_t c = 0; c < width; ++c) {
    const T* x = signal.row(c).data();
    double* out = tile.values.data() + c;
    const double first = static_cast<double>(x[0]), last = static_cast<double>(x[n - 1]);
    for (std::size_t t = block.first; t < std::min(end, tile.pad); ++t)
      out[t * width] = 2 * first - static_cast<double>(x[tile.pad - t]);
    for (std::size_t t = own.first; t < own.first + own.n; ++t) out[t * width] = static_cast<double>(x[t - tile.pad]);
    for (std::size_t t = std::max(block.first, tile.pad + n); t < end; ++t)
      out[t * width] = 2 * last - static_cast<double>(x[2 * n + tile.pad - 2 - t]);
  }
}

template <class T>
void store(const Tile& tile, MatrixView<T> signal, Block block) {
  const Block own = inside(block, tile);
  if (own.n == 0) return;
  for (std::size_t c = 0; c < tile.n_chans; ++c) {
    T* x = signal.row(c).data() + own.first - tile.pad;
    const double* in = tile.values.data() + own.first * tile.n_chans + c;
    for (std::size_t t = 0; t < own.n; ++t) x[t] = static_cast<T>(in[t * tile.n_chans]);
  }
}

// Initial states for a signal that has been constantly `first` (scipy.signal.sosfilt_zi). For a unit step: y = sum b /
// sum a, s1 = y - b0, s2 = b2 - a2 y; the next section sees a step of height y.
void set_steady_state(std::span<double> states, std::span<const Biquad> sections, std::span<const double> first) {
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

// The forward pass, which loads the signal; it stores the result if it is the only pass.
template <class T>
void pass_forward(Tile& tile, MatrixView<T> signal, std::span<const Biquad> sections, bool is_only_pass) {
  for (std::size_t first = 0; first < tile.n_times; first += kBlockTimes) {
    const Block block{first, std::min(kBlockTimes, tile.n_times - first)};
    load(tile, signal, block);
    if (first == 0) set_steady_state(tile.states, sections, tile.instants(0, 1));
    run_sections(tile.instants(block.first, block.n), tile.states, tile.n_chans, sections, TimeDirection::kForward);
    if (is_only_pass) store(tile, signal, block);
  }
}

template <class T>
void pass_backward(Tile& tile, MatrixView<T> signal, std::span<const Biquad> sections) {
  set_steady_state(tile.states, sections, tile.instants(tile.n_times - 1, 1));
  for (std::size_t end = tile.n_times; end > 0;) {
    const std::size_t n = std::min(kBlockTimes, end);
    end -= n;
    run_sections(tile.instants(end, n), tile.states, tile.n_chans, sections, TimeDirection::kBackward);
    store(tile, signal, {end, n});
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
  Tile tile{.n_times = signal.cols + 2 * pad, .pad = pad};
  std::size_t widest = kTileChans;
  while (widest > kTileChans / 4 && tile.n_times * widest > kTileDoubles) widest /= 2;
  for (std::size_t first = 0; first < signal.rows; first += tile.n_chans) {
    tile.n_chans = std::min(widest, signal.rows - first);
    tile.values.resize(tile.n_times * tile.n_chans);
    tile.states.resize(sections.size() * 2 * tile.n_chans);
    const MatrixView<T> rows = signal.slice_rows(first, tile.n_chans);
    pass_forward(tile, rows, sections, pad == 0);
    if (pad > 0) pass_backward(tile, rows, sections);
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

void CausalFilter::run(MatrixView<float> chunk) {
  assert(chunk.rows == n_chans_);
  if (sections_.empty() || chunk.size() == 0) return;
  values_.resize(chunk.size());
  for (std::size_t c = 0; c < n_chans_; ++c) {
    for (std::size_t t = 0; t < chunk.cols; ++t) values_[t * n_chans_ + c] = static_cast<double>(chunk.row(c)[t]);
  }
  if (!has_begun_) {
    states_.resize(sections_.size() * 2 * n_chans_);
    set_steady_state(states_, sections_, std::span<const double>(values_).first(n_chans_));
    has_begun_ = true;
  }
  run_sections(values_, states_, n_chans_, sections_, TimeDirection::kForward);
  for (std::size_t c = 0; c < n_chans_; ++c) {
    for (std::size_t t = 0; t < chunk.cols; ++t) chunk.row(c)[t] = static_cast<float>(values_[t * n_chans_ + c]);
  }
}

}  // namespace eegate
