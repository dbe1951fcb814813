// What is closed is gone: a thousand openings hold no more than ten; a day of 64 channels no more than its parts.
#include <unistd.h>

#include <algorithm>
#include <array>
#include <catch2/catch_test_macros.hpp>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "session/classify/plan.h"
#include "session/classify/results.h"
#include "session/fixtures.h"
#include "session/session.h"
#include "support/edf_builder.h"
#include "support/file_source.h"
#include "support/peak_memory.h"

using namespace eegate;
using namespace eegate::test;

namespace cycles_test {

namespace {

void open_and_close(Session& session, const std::vector<std::byte>& recording, const std::vector<std::byte>& model) {
  REQUIRE(session.open_recording(1, std::make_shared<MemorySource>(recording), "r.edf").ok());
  REQUIRE(session.load_model(2, model, "m.safetensors").ok());
  const auto plan = session.plan(3, 2, 1, "", false);
  REQUIRE(plan.ok());
  REQUIRE(session.classify(3, 0, 1).ok());
  session.close_plan(3);
  session.close_model(2);
  session.close_recording(1);
}

constexpr std::uint64_t kHeader = 256 * 65, kRecordBytes = 64 * 160 * 2;

std::string wide_name(int i) {
  return i < 3 ? std::array{"C3", "Cz", "C4"}[static_cast<std::size_t>(i)] : "X" + std::to_string(i);
}

// Header and four records of a second of 64 channels at 160 Hz, of which the header says that there are `n_records`.
// Plain EDF: in a file of holes there is no clock.
std::vector<std::byte> wide_edf(std::uint64_t n_records) {
  BuiltEdf built{.n_records = 4};
  for (int i = 0; i < 64; ++i) {
    BuiltSignal signal{.label = wide_name(i), .samples = 160};
    for (int record = 0; record < 4; ++record) {
      std::vector<int> values(160);
      for (int k = 0; k < 160; ++k) values[static_cast<std::size_t>(k)] = (k * 37 + i * 11 + record * 101) % 999;
      signal.records.push_back(int16_bytes(values));
    }
    built.signals.push_back(std::move(signal));
  }
  std::vector<std::byte> bytes = to_bytes(edf_text(built));
  std::string count = std::to_string(n_records);
  count.resize(8, ' ');
  std::memcpy(bytes.data() + 236, count.data(), 8);
  return bytes;
}

// The four records again and again, held once however long the recording is.
class LongRecording final : public ByteSource {
 public:
  explicit LongRecording(std::uint64_t n_records)
      : bytes_(wide_edf(n_records)), size_(kHeader + n_records * kRecordBytes) {}
  std::uint64_t size() const override { return size_; }
  Result<> read(std::uint64_t offset, std::span<std::byte> out) override {
    EEGATE_CHECK(check_range(size_, offset, out.size()));
    while (!out.empty()) {
      const std::uint64_t at = offset < kHeader ? offset : kHeader + (offset - kHeader) % (4 * kRecordBytes);
      const std::size_t n = std::min(out.size(), static_cast<std::size_t>(bytes_.size() - at));
      std::memcpy(out.data(), bytes_.data() + at, n);
      out = out.subspan(n);
      offset += n;
    }
    return {};
  }

 private:
  std::vector<std::byte> bytes_;
  std::uint64_t size_;
};

// The most that is held while all of a recording is classified and its table written.
std::size_t peak_of_classifying(std::uint64_t n_records) {
  FixtureModel fixture;
  fixture.recipe = R"({"version":1,"bandpass":{"low_hz":1,"high_hz":40,"order":2,"mode":"zero_phase"},)"
                   R"("epochs":{"by":"window","length_s":2,"step_s":30}})";
  for (int i = 3; i < 64; ++i) fixture.ch_names.push_back(wide_name(i));
  const auto bytes = model_bytes(fixture);
  const PeakMemory memory;
  auto model = open_model(bytes, "m.safetensors");
  auto recording = open_recording(std::make_shared<LongRecording>(n_records), "long.edf");
  REQUIRE(model.ok());
  REQUIRE(recording.ok());
  auto plan = Plan::make(std::make_shared<OpenModel>(std::move(model).value()),
                         std::make_shared<OpenRecording>(std::move(recording).value()), nullptr, false);
  INFO((plan.ok() ? std::string() : describe(plan.error())));
  REQUIRE(plan.ok());
  const std::size_t n_epochs = plan->epochs().size(), n_classes = plan->n_classes();
  REQUIRE(n_epochs >= n_records / 30 - 1);
  std::vector<float> probabilities(n_epochs * n_classes);
  for (std::size_t i = 0; i < n_epochs; i += 16) {
    const std::size_t n = std::min<std::size_t>(16, n_epochs - i);
    REQUIRE(plan->classify(i, n, std::span(probabilities).subspan(i * n_classes, n * n_classes)).ok());
  }
  CHECK(results_csv(*plan, probabilities).size() > 20 * n_epochs);
  return memory.bytes();
}

}  // namespace

TEST_CASE("1,000 openings and closings hold no more than ten", "[session]") {
  const auto recording = edf_bytes(FixtureRecording{.channels = channels_named({"C3", "Cz", "C4"})});
  const auto model = model_bytes(FixtureModel{});
  Session session;
  const auto peak_of = [&](int n) {
    const PeakMemory memory;
    for (int i = 0; i < n; ++i) open_and_close(session, recording, model);
    return memory.bytes();
  };
  const std::size_t ten = peak_of(10);
  CHECK(peak_of(1000) <= ten + 4096);
}

TEST_CASE("a day of 64 channels is opened, and classified at both ends, within a few megabytes", "[session]") {
  constexpr std::uint64_t kRecords = 86'400;
  const std::vector<std::byte> bytes = wide_edf(kRecords);
  const std::uint64_t payload = bytes.size() - kHeader, total = kHeader + kRecords * kRecordBytes;
  const auto path = std::filesystem::temp_directory_path() / ("eegate_day_" + std::to_string(::getpid()) + ".edf");
  {
    std::ofstream out(path, std::ios::binary);
    const auto put = [&](std::size_t from, std::size_t n) {
      out.write(reinterpret_cast<const char*>(bytes.data()) + from, static_cast<std::streamsize>(n));
    };
    put(0, bytes.size());
    out.seekp(static_cast<std::streamoff>(total - payload));
    put(kHeader, static_cast<std::size_t>(payload));
  }
  FixtureModel fixture;
  fixture.recipe = R"({"version":1,"epochs":{"by":"window","length_s":2,"step_s":2}})";
  const auto model = model_bytes(fixture);
  {
    const PeakMemory memory;
    Session session;
    const auto open = session.open_recording(1, std::make_shared<FileSource>(path.string()), "day.edf");
    REQUIRE(open.ok());
    CHECK((*open)->recording.duration_s() == static_cast<double>(kRecords));
    REQUIRE(session.load_model(2, model, "m.safetensors").ok());
    const auto plan = session.plan(3, 2, 1, "", false);
    INFO((plan.ok() ? std::string() : describe(plan.error())));
    REQUIRE(plan.ok());
    const std::size_t n = (*plan)->epochs().size();
    CHECK(n > 40'000);
    CHECK(session.classify(3, 0, 4).ok());
    CHECK(session.classify(3, n - 4, 4).ok());
    CHECK(memory.bytes() < std::size_t{64} << 20);
  }
  std::filesystem::remove(path);
}

TEST_CASE("an hour of 64 channels, 147 MB as numbers, is classified whole within 64 MiB", "[session]") {
  CHECK(peak_of_classifying(3600) < std::size_t{64} << 20);
}

}  // namespace cycles_test
