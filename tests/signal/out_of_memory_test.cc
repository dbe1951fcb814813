// Exhausted memory is reported by an exception, which the command line catches. The core releases all resources.
#ifndef __EMSCRIPTEN__  // there it ends the module
#include <catch2/catch_test_macros.hpp>
#include <cstring>
#include <memory>
#include <new>

#include "signal/recording.h"
#include "support/edf_builder.h"

namespace eegate::test::out_of_memory_test {
namespace {

// A file whose reads throw std::bad_alloc after a number of successful ones.
class ExhaustedSource final : public ByteSource {
 public:
  ExhaustedSource(std::vector<std::byte> bytes, int n_reads) : bytes_(std::move(bytes)), n_reads_(n_reads) {}
  std::uint64_t size() const override { return bytes_.size(); }
  Result<> read(std::uint64_t offset, std::span<std::byte> out) override {
    if (n_reads_-- == 0) throw std::bad_alloc();
    std::memcpy(out.data(), bytes_.data() + offset, out.size());
    return {};
  }

 private:
  std::vector<std::byte> bytes_;
  int n_reads_;
};

TEST_CASE("a recording that runs out of memory while it is opened closes its file", "[signal]") {
  const BuiltEdf file{
      .reserved = "EDF+D", .n_records = 3, .signals = {{}, annotation_signal({tal("+0"), tal("+2"), tal("+3")})}};
  const std::vector<std::byte> bytes = to_bytes(edf_text(file));
  int n_reads = 0;
  for (bool opened = false; !opened; ++n_reads) {
    CAPTURE(n_reads);
    REQUIRE(n_reads < 100);
    const auto source = std::make_shared<ExhaustedSource>(bytes, n_reads);
    try {
      opened = Recording::open(source, "a.edf").ok();
    } catch (const std::bad_alloc&) {
    }
    CHECK(source.use_count() == 1);
  }
  CHECK(n_reads > 2);  // it failed at one place at least before it was opened
}

}  // namespace
}  // namespace eegate::test::out_of_memory_test
#endif
