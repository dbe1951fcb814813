// Reading of recordings of any format, each beside its twin in EDF+: the same samples, read in the same windows, taking
// turns, from memory. Prints JSON lines {name, format, channels, samples, open_ms, read_ms, edf_ms, bytes}: medians
// of 15.
//   eegate_bench_formats RECORDING...
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "files/edf_write.h"
#include "files/signal_formats.h"

namespace {

using namespace eegate;
namespace fs = std::filesystem;

constexpr std::size_t kRounds = 15;
constexpr std::uint64_t kWindowValues = std::uint64_t{1} << 18;
constexpr double kTwin_hz = 256;

std::shared_ptr<ByteSource> in_memory(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  const std::vector<char> text{std::istreambuf_iterator<char>(file), {}};
  const auto* bytes = reinterpret_cast<const std::byte*>(text.data());
  return std::make_shared<MemorySource>(std::vector<std::byte>(bytes, bytes + text.size()));
}

FileSet beside(const fs::path& path, std::uint64_t& n_bytes) {
  std::vector<NamedFile> files;
  for (const auto& entry : fs::directory_iterator(path.parent_path())) {
    if (!entry.is_regular_file() || entry.path().stem() != path.stem()) continue;
    n_bytes += entry.path() == path ? 0 : entry.file_size();
    auto source = in_memory(entry.path());
    files.push_back(
        {entry.path().filename().string(), [source] { return Result<std::shared_ptr<ByteSource>>(source); }});
  }
  return FileSet(std::move(files));
}

double ms_of(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

double median(std::vector<double> values) {
  std::ranges::nth_element(values, values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2));
  return values[values.size() / 2];
}

// Channels of the rate that most of them have.
std::vector<std::size_t> main_channels(const SignalFile& file) {
  std::vector<std::size_t> best;
  for (const FileChannel& first : file.channels()) {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < file.channels().size(); ++i) {
      const FileChannel& other = file.channels()[i];
      if (other.sfreq == first.sfreq && other.n_samples == first.n_samples && !other.is_trigger) found.push_back(i);
    }
    if (found.size() > best.size()) best = std::move(found);
  }
  return best;
}

// All samples, one window after the other; `out` holds the whole recording by channel if `keeps`.
bool read_all(SignalFile& file, const std::vector<std::size_t>& channels, std::vector<float>& window,
              std::vector<std::vector<float>>* kept = nullptr) {
  const std::uint64_t n_samples = file.channels()[channels[0]].n_samples;
  const std::uint64_t step = std::max<std::uint64_t>(1, kWindowValues / channels.size());
  for (std::uint64_t at = 0; at < n_samples; at += step) {
    const std::uint64_t n = std::min(step, n_samples - at);
    window.resize(static_cast<std::size_t>(n * channels.size()));
    if (!file.read(channels, at, n, window.data()).ok()) return false;
    for (std::size_t c = 0; kept != nullptr && c < channels.size(); ++c) {
      const auto row = window.begin() + static_cast<std::ptrdiff_t>(c * n);
      (*kept)[c].insert((*kept)[c].end(), row, row + static_cast<std::ptrdiff_t>(n));
    }
  }
  return true;
}

std::unique_ptr<SignalFile> twin_of(std::vector<std::vector<float>> values) {
  std::vector<EdfOutSignal> signals;
  for (std::vector<float>& channel : values) {
    for (float& value : channel) value = std::clamp(value, -9e6f, 9e6f);
    signals.push_back({.label = "X" + std::to_string(signals.size()), .sfreq = kTwin_hz, .values = channel});
  }
  auto bytes = write_edf_plus(signals, {});
  if (!bytes.ok()) return nullptr;
  auto twin = open_signal_file(std::make_shared<MemorySource>(std::move(*bytes)), "twin.edf");
  return twin.ok() ? std::move(*twin) : nullptr;
}

bool measure(const fs::path& path) {
  std::uint64_t n_bytes = fs::file_size(path);
  const FileSet files = beside(path, n_bytes);
  const auto source = in_memory(path);
  std::unique_ptr<SignalFile> file, twin;
  const auto open = [&] {
    auto opened = open_signal_file(source, path.filename().string(), files);
    file = opened.ok() ? std::move(*opened) : nullptr;
  };
  open();
  if (!file) return false;
  const std::vector<std::size_t> channels = main_channels(*file);
  if (channels.empty()) return false;
  std::vector<std::vector<float>> values(channels.size());
  std::vector<float> window;
  if (!read_all(*file, channels, window, &values)) return false;
  const std::size_t n_samples = values[0].size();
  twin = twin_of(std::move(values));
  if (!twin) return false;
  std::vector<std::size_t> all(channels.size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
  std::vector<double> open_ms, read_ms, edf_ms;
  for (std::size_t round = 0; round < kRounds; ++round) {
    open_ms.push_back(ms_of(open));
    read_ms.push_back(ms_of([&] { read_all(*file, channels, window); }));
    edf_ms.push_back(ms_of([&] { read_all(*twin, all, window); }));
  }
  std::printf(
      "{\"name\":\"%s\",\"format\":\"%s\",\"channels\":%zu,\"samples\":%zu,\"open_ms\":%.4g,\"read_ms\":%.4g,"
      "\"edf_ms\":%.4g,\"bytes\":%llu}\n",
      path.filename().string().c_str(), file->header().format.c_str(), channels.size(), n_samples, median(open_ms),
      median(read_ms), median(edf_ms), static_cast<unsigned long long>(n_bytes));
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  int n_failed = 0;
  for (int i = 1; i < argc; ++i) {
    if (measure(argv[i])) continue;
    std::fprintf(stderr, "not read: %s\n", argv[i]);
    ++n_failed;
  }
  return n_failed == 0 ? 0 : 1;
}
