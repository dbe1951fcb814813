// Neuroscan: what the fixtures of scripts/fixtures/cnt.mjs hold, value for value.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cstring>
#include <string>

#include "support/file_source.h"
#include "support/reference_data.h"

namespace eegate::test::cnt_test {
namespace {

Recording opened(const std::string& name) {
  INFO(name);
  auto recording = open_beside(test_data() / "cnt" / (name + ".cnt"));
  REQUIRE(recording.ok());
  return std::move(recording).value();
}

// A recording of one channel with numbers of 32 bits at 1,000 Hz, whose samples are 0. Events are at every 2^28th
// sample.
class LongCnt final : public ByteSource {
 public:
  explicit LongCnt(std::uint64_t n_samples) : end_(kBegin + 4 * n_samples), head_(kBegin), table_(9) {
    put(head_, 0, "Version 3.0", 11);
    put_number(head_, 370, std::uint16_t{1});
    put_number(head_, 376, std::uint16_t{1000});
    put_number(head_, 864, static_cast<std::uint32_t>(n_samples));
    put_number(head_, 886, static_cast<std::uint32_t>(end_));
    table_[0] = std::byte{1};
    for (std::uint64_t at = kEach; at < n_samples; at += kEach) {
      table_.resize(table_.size() + 8);
      put_number(table_, table_.size() - 8, std::uint16_t{7});
      put_number(table_, table_.size() - 4, static_cast<std::uint32_t>(kBegin + 4 * at));
    }
    put_number(table_, 1, static_cast<std::uint32_t>(table_.size() - 9));
  }
  static constexpr std::uint64_t kEach = std::uint64_t{1} << 28;
  std::uint64_t size() const override { return end_ + table_.size(); }
  Result<> read(std::uint64_t offset, std::span<std::byte> out) override {
    EEGATE_CHECK(check_range(size(), offset, out.size()));
    for (std::size_t i = 0; i < out.size(); ++i) {
      const std::uint64_t at = offset + i;
      out[i] = at < kBegin ? head_[at] : at >= end_ ? table_[at - end_] : std::byte{0};
    }
    return {};
  }

 private:
  static constexpr std::uint64_t kBegin = 975;
  static void put(std::vector<std::byte>& bytes, std::size_t at, const void* from, std::size_t n) {
    std::memcpy(bytes.data() + at, from, n);
  }
  template <class T>
  static void put_number(std::vector<std::byte>& bytes, std::size_t at, T number) {
    put(bytes, at, &number, sizeof(number));
  }
  std::uint64_t end_;
  std::vector<std::byte> head_, table_;
};

TEST_CASE("Neuroscan: samples and events of files above 2 and 4 GiB", "[recording]") {
  for (const std::uint64_t n : {std::uint64_t{700'000'000}, std::uint64_t{2'500'000'000}}) {
    const auto recording = Recording::open(std::make_shared<LongCnt>(n), "long.cnt");
    REQUIRE(recording.ok());
    CHECK(recording->channels()[0].n_samples == n);
    REQUIRE(recording->annotations().size() == (n - 1) / LongCnt::kEach);
    for (std::size_t i = 0; i < recording->annotations().size(); ++i) {
      CHECK(recording->annotations()[i].onset_s == static_cast<double>((i + 1) * LongCnt::kEach) / 1000);
    }
  }
}

TEST_CASE("Neuroscan: 16 and 32 bits, one by one and in blocks, give the same samples", "[recording]") {
  for (const char* name :
       {"good_plain", "good_wide", "good_blocks", "odd_no_blocks", "odd_unknown_count", "odd_wide_unknown_count"}) {
    const Recording recording = opened(name);
    CHECK(recording.channels()[0].sfreq == 100);
    CHECK(recording.channels()[0].n_samples == 8);
    CHECK(recording.channels()[1].name == "C4");
    const std::vector<std::size_t> channels = {1, 0};
    std::vector<float> out(8);
    REQUIRE(recording.read(channels, 3, 4, out.data()).ok());
    CHECK(out == std::vector<float>{6, 8, 10, 12, 103, 104, 105, 106});
    CHECK(recording.read(0, 5, out).error().code == "CNT_RANGE");
    CHECK(recording.header().start.date_text().empty());
    CHECK(recording.header().start.time_text() == "14:05:44");
  }
}

TEST_CASE("Neuroscan: a file of 32 bits that is cut inside a sample keeps its whole samples", "[recording]") {
  const Recording recording = opened("odd_wide_cut");
  CHECK(recording.channels()[0].n_samples == 39);
  std::vector<float> last(2);
  REQUIRE(recording.read(1, 37, last).ok());
  CHECK(last == std::vector<float>{74, 76});
}

TEST_CASE("Neuroscan: if the header's number of samples fits neither, the smoother signal tells the bits",
          "[recording]") {
  for (const char* name : {"odd_other_count", "odd_wide_other_count"}) {
    const Recording recording = opened(name);
    CHECK(recording.channels()[0].n_samples == 40);
    std::vector<float> last(2);
    REQUIRE(recording.read(1, 37, last).ok());
    CHECK(last == std::vector<float>{74, 76});
  }
}

TEST_CASE("Neuroscan: epochs and averages are named as such", "[recording]") {
  for (const char* name : {"bad_epochs", "bad_epochs_wide", "bad_average", "bad_average_deviations"}) {
    INFO(name);
    const auto recording = open_beside(test_data() / "cnt" / (std::string(name) + ".cnt"));
    REQUIRE_FALSE(recording.ok());
    CHECK(recording.error().found == "epochs or an average");
  }
}

TEST_CASE("Neuroscan: events by bytes and by samples", "[recording]") {
  for (const char* name : {"good_plain", "good_wide", "good_sample_events"}) {
    const Recording recording = opened(name);
    REQUIRE(recording.annotations().size() == 2);
    CHECK(recording.annotations()[0].onset_s == 0);
    CHECK(recording.annotations()[0].text == "7");
    CHECK(recording.annotations()[1].onset_s == 0.04);
    CHECK(recording.annotations()[1].text == "300");
  }
  // As MNE tells the keys of a response pad; the other half of the byte tells what was accepted.
  const Recording keys = opened("good_keys");
  REQUIRE(keys.annotations().size() == 2);
  CHECK(keys.annotations()[0].text == "KeyPad Response 3");
  CHECK(keys.annotations()[1].text == "7");
  const Recording paused = opened("odd_pause");
  REQUIRE(paused.segments().size() == 2);
  CHECK(paused.segments()[1].sample_onset_s == 0.04);
}

}  // namespace
}  // namespace eegate::test::cnt_test
