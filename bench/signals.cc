// One hour of 64 channels at 160 Hz: decoding of EDF and BDF to microvolts, and the zero-phase band-pass. Prints JSON
// lines {name, ms, bytes}: medians of nine, bytes of the file that were decoded (0 for a filter).
//   eegate_bench_signals [--target=avx3|avx2|sse2]
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>
#include <string_view>
#include <vector>

#include "base/rng.h"
#include "bench/cases.h"
#include "files/edf_samples.h"
#include "kernels/target.h"
#include "signal/filter.h"

namespace {

using namespace eegate;

constexpr std::size_t kChans = 64, kRecords = 3600, kPerRecord = 160, kTimes = kRecords * kPerRecord;

double median_ms(const std::function<void()>& work) {
  using Clock = std::chrono::steady_clock;
  std::vector<double> times;
  for (int i = 0; i < 10; ++i) {
    const auto start = Clock::now();
    work();
    if (i > 0) times.push_back(std::chrono::duration<double, std::milli>(Clock::now() - start).count());
  }
  std::ranges::nth_element(times, times.begin() + 4);
  return times[4];
}

void print(const char* name, double ms, std::uint64_t bytes) {
  std::printf("{\"name\":\"%s\",\"ms\":%.4g,\"bytes\":%llu}\n", name, ms, static_cast<unsigned long long>(bytes));
  std::fflush(stdout);
}

EdfHeader header_of(bool is_bdf) {
  EdfHeader header;
  header.is_bdf = is_bdf;
  header.n_records = kRecords;
  for (std::size_t c = 0; c < kChans; ++c) {
    EdfSignal signal;
    signal.physical_min = -8092;
    signal.physical_max = 8092;
    signal.digital_min = is_bdf ? -8388608 : -32768;
    signal.digital_max = is_bdf ? 8388607 : 32767;
    signal.samples_per_record = kPerRecord;
    signal.record_offset = c * kPerRecord * header.bytes_per_sample();
    signal.microvolts = 1.0;
    header.signals.push_back(signal);
  }
  header.record_bytes = kChans * kPerRecord * header.bytes_per_sample();
  return header;
}

void decode(const char* name, bool is_bdf, std::vector<float>& out) {
  const EdfHeader header = header_of(is_bdf);
  std::vector<std::byte> bytes(static_cast<std::size_t>(header.n_records * header.record_bytes));
  const Rng rng(1, "digital values");
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::byte>(rng.bits(i));
  const std::uint64_t n_bytes = bytes.size();
  MemorySource source(std::move(bytes));
  std::vector<std::size_t> signals(kChans);
  for (std::size_t c = 0; c < kChans; ++c) signals[c] = c;
  std::vector<std::uint64_t> n_outside(kChans);
  const auto work = [&] {
    if (!read_edf_samples(source, header, signals, 0, kTimes, out.data(), n_outside).ok()) std::puts("failed");
  };
  print(name, median_ms(work), n_bytes);
}

void filter(std::vector<float>& signal) {
  const auto sections = design_bandpass(0.5, 45, 160, 2);
  const Rng rng(1, "signal");
  for (std::size_t i = 0; i < signal.size(); ++i) signal[i] = static_cast<float>(50 * rng.symmetric24(i));
  const auto work = [&] {
    if (!apply_filter(MatrixView<float>{signal.data(), kChans, kTimes}, *sections, FilterMode::kZeroPhase).ok())
      std::puts("failed");
  };
  print("filter", median_ms(work), 0);
}

}  // namespace

int main(int argc, char** argv) {
  constexpr std::string_view kTarget = "--target=";
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (argument.starts_with(kTarget) && !use_target(argument.substr(kTarget.size()))) return 2;
  }
  std::vector<float> values(kChans * kTimes);
  decode("EDF", false, values);
  decode("BDF", true, values);
  filter(values);
  return 0;
}
