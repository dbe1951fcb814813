#include <algorithm>
#include <utility>

#include "files/hdf5.h"
#include "files/inflate.h"
#include "files/little_endian.h"

namespace eegate {
namespace {

constexpr std::uint16_t kDeflate = 1, kShuffle = 2, kFletcher32 = 3;
constexpr std::uint64_t kMaxRatio = 1040;  // maximum compression ratio of deflate

struct Hdf5Chunk {
  std::uint64_t index = 0;  // index in the grid of chunks, the last dimension fastest
  std::uint64_t begin = 0;
  std::uint32_t n_bytes = 0, skipped_filters = 0;
};

// Inverts HDF5's shuffle filter: all first bytes of the elements are stored first, then all second bytes, ...
std::vector<std::byte> unshuffled(const std::vector<std::byte>& bytes, std::size_t width) {
  std::vector<std::byte> out(bytes);
  const std::size_t n = bytes.size() / width;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t k = 0; k < width; ++k) out[i * width + k] = bytes[k * n + i];
  return out;
}

// A byte source over bands of complete chunks; the last band is cached.
class Hdf5ChunkSource final : public ByteSource {
 public:
  Hdf5ChunkSource(std::shared_ptr<ByteSource> source, const Hdf5Object& array)
      : source_(std::move(source)), array_(array) {}
  Result<> find(Hdf5File& file);
  std::uint64_t size() const override { return n_bytes_; }
  Result<> read(std::uint64_t offset, std::span<std::byte> out) override;

 private:
  Result<> plan();
  Result<> load(std::uint64_t band);
  Result<std::vector<std::byte>> unpacked(const Hdf5Chunk& chunk) const;
  void place(const Hdf5Chunk& chunk, const std::vector<std::byte>& bytes);

  std::shared_ptr<ByteSource> source_;
  Hdf5Object array_;
  std::vector<std::uint64_t> grid_;  // chunks along each dimension
  std::vector<Hdf5Chunk> chunks_;
  std::uint64_t n_bytes_ = 0, chunk_bytes_ = 0, band_bytes_ = 0, n_per_band_ = 1;
  std::vector<std::byte> band_;
  std::uint64_t band_index_ = UINT64_MAX;
};

// Computes the sizes; none may exceed what the file can contain.
Result<> Hdf5ChunkSource::plan() {
  const std::size_t rank = array_.dims.size();
  if (rank == 0 || array_.chunk.size() != rank + 1 || array_.chunk[rank] != array_.element_bytes ||
      array_.element_bytes == 0) {
    return hdf5_error("HDF5_UNSUPPORTED", "The chunks of an array do not match its size", array_.tree,
                      "other dimensions", std::to_string(rank));
  }
  const std::uint64_t file_bytes = source_->size(), largest = file_bytes * 2 + (std::uint64_t{16} << 20);
  bool is_too_large = false;
  const auto times = [&](std::uint64_t& product, std::uint64_t factor, std::uint64_t most) {
    is_too_large = is_too_large || (factor != 0 && product > most / factor);
    product = is_too_large ? 0 : product * factor;
  };
  std::uint64_t padded = array_.element_bytes;
  n_bytes_ = band_bytes_ = chunk_bytes_ = array_.element_bytes;
  for (std::size_t d = 0; d < rank; ++d) {
    const std::uint64_t length = array_.dims[d], step = array_.chunk[d];
    if (step == 0) return hdf5_error("HDF5_UNSUPPORTED", "A chunk is empty", array_.tree, "0", "elements");
    grid_.push_back(length / step + (length % step != 0 ? 1 : 0));
    times(n_bytes_, length, file_bytes * kMaxRatio);
    times(chunk_bytes_, step, largest);
    times(band_bytes_, d == 0 ? step : length, largest);
    times(padded, d == 0 ? step : grid_[d] * step, largest);
    if (d > 0) times(n_per_band_, grid_[d], largest);
  }
  if (!is_too_large) return {};
  return hdf5_error("INFLATE_LIMIT", "An array is larger than its file may become", array_.tree, "more",
                    "at most " + std::to_string(largest) + " bytes at once");
}

Result<> Hdf5ChunkSource::find(Hdf5File& file) {
  EEGATE_CHECK(plan());
  const std::size_t rank = grid_.size(), key_bytes = 8 + 8 * (rank + 1);
  MatBytes window(source_);
  std::vector<std::byte> leaves;
  if (array_.tree != UINT64_MAX)  // no chunk was stored
    EEGATE_CHECK(file.tree_leaves(window, array_.tree, kHdf5TreeLevels, key_bytes, leaves));
  for (std::size_t at = 0; at < leaves.size(); at += key_bytes + 8) {
    Hdf5Chunk chunk{.n_bytes = little<std::uint32_t>(leaves, at),
                    .skipped_filters = little<std::uint32_t>(leaves, at + 4)};
    bool is_inside = true;
    for (std::size_t d = 0; d < rank; ++d) {
      const std::uint64_t place = little<std::uint64_t>(leaves, at + 8 + 8 * d) / array_.chunk[d];
      is_inside = is_inside && place < grid_[d];
      chunk.index = chunk.index * grid_[d] + place;
    }
    if (!is_inside) continue;
    EEGATE_TRY(chunk.begin, file.place(little<std::uint64_t>(leaves, at + key_bytes), chunk.n_bytes));
    chunks_.push_back(chunk);
  }
  const auto by_index = [](const Hdf5Chunk& a, const Hdf5Chunk& b) { return a.index < b.index; };
  std::make_heap(chunks_.begin(), chunks_.end(), by_index);  // a quarter of the code size of std::sort
  std::sort_heap(chunks_.begin(), chunks_.end(), by_index);
  const auto is_same = [](const Hdf5Chunk& a, const Hdf5Chunk& b) { return a.index == b.index; };
  chunks_.erase(std::unique(chunks_.begin(), chunks_.end(), is_same), chunks_.end());
  return {};
}

Result<std::vector<std::byte>> Hdf5ChunkSource::unpacked(const Hdf5Chunk& chunk) const {
  std::vector<std::byte> bytes(chunk.n_bytes);
  EEGATE_CHECK(source_->read(chunk.begin, bytes));
  for (std::size_t i = array_.filters.size(); i-- > 0;) {
    if (i < 32 && (chunk.skipped_filters >> i & 1U) != 0) continue;
    const std::uint16_t filter = array_.filters[i];
    if (filter == kFletcher32) bytes.resize(bytes.size() - std::min<std::size_t>(bytes.size(), 4));
    if (filter == kShuffle) bytes = unshuffled(bytes, array_.element_bytes);
    if (filter != kDeflate) continue;
    MemorySource packed(std::move(bytes));
    EEGATE_TRY(bytes, inflated(packed, 0, packed.size(), chunk_bytes_ + 4));
  }
  if (bytes.size() >= chunk_bytes_) return bytes;
  return hdf5_error("HDF5_TRUNCATED", "A chunk of an array is too short", chunk.begin,
                    std::to_string(bytes.size()) + " bytes", std::to_string(chunk_bytes_));
}

// Copies rows of the last dimension; elements beyond the array are discarded.
void Hdf5ChunkSource::place(const Hdf5Chunk& chunk, const std::vector<std::byte>& bytes) {
  const std::size_t rank = grid_.size(), width = array_.element_bytes;
  std::vector<std::uint64_t> first(rank);
  std::uint64_t index = chunk.index;
  for (std::size_t d = rank; d-- > 0; index /= grid_[d]) first[d] = index % grid_[d] * array_.chunk[d];
  first[0] = 0;  // relative to the band
  const std::uint64_t row = array_.chunk[rank - 1], n_rows = chunk_bytes_ / width / row;
  for (std::uint64_t r = 0; r < n_rows; ++r) {
    std::uint64_t rest = r, to = 0, stride = 1;
    bool is_inside = true;
    for (std::size_t d = rank; d-- > 0;) {
      const std::uint64_t step = d + 1 == rank ? 1 : array_.chunk[d], at = first[d] + rest % step;
      is_inside = is_inside && (d == 0 || at < array_.dims[d]);
      to += at * stride;
      stride *= array_.dims[d];
      rest /= step;
    }
    if (!is_inside) continue;
    const std::uint64_t available = rank == 1 ? row : array_.dims[rank - 1] - first[rank - 1];
    std::copy_n(bytes.begin() + static_cast<std::ptrdiff_t>(r * row * width), std::min(row, available) * width,
                band_.begin() + static_cast<std::ptrdiff_t>(to * width));
  }
}

Result<> Hdf5ChunkSource::load(std::uint64_t band) {
  band_index_ = UINT64_MAX;
  band_.assign(static_cast<std::size_t>(band_bytes_), std::byte{});  // absent chunks are zero
  const auto is_before = [](const Hdf5Chunk& chunk, std::uint64_t index) { return chunk.index < index; };
  auto chunk = std::lower_bound(chunks_.begin(), chunks_.end(), band * n_per_band_, is_before);
  for (; chunk != chunks_.end() && chunk->index < (band + 1) * n_per_band_; ++chunk) {
    EEGATE_TRY(const auto bytes, unpacked(*chunk));
    place(*chunk, bytes);
  }
  band_index_ = band;
  return {};
}

Result<> Hdf5ChunkSource::read(std::uint64_t offset, std::span<std::byte> out) {
  EEGATE_CHECK(check_range(n_bytes_, offset, out.size()));
  while (!out.empty()) {
    const std::uint64_t band = offset / band_bytes_, skip = offset % band_bytes_;
    if (band != band_index_) EEGATE_CHECK(load(band));
    const auto n = static_cast<std::size_t>(std::min<std::uint64_t>(out.size(), band_bytes_ - skip));
    std::copy_n(band_.begin() + static_cast<std::ptrdiff_t>(skip), n, out.begin());
    out = out.subspan(n);
    offset += n;
  }
  return {};
}

}  // namespace

Result<Hdf5Elements> hdf5_chunks(Hdf5File& file, const Hdf5Object& array) {
  const auto source = std::make_shared<Hdf5ChunkSource>(file.source(), array);
  EEGATE_CHECK(source->find(file));
  return Hdf5Elements{std::make_shared<MatBytes>(source), 0, source->size()};
}

}  // namespace eegate
