// A file that cannot be read at one place after the other: each read that fails is an error of the call that needed it,
// and what is read is right as soon as the file can be read again.
#include <catch2/catch_test_macros.hpp>

#include "session/fixtures.h"
#include "session/session.h"

using namespace eegate;
using namespace eegate::test;

namespace failing_reads_test {

namespace {

// The n-th read fails, counted from 0; or all from it on.
class FailingSource final : public ByteSource {
 public:
  explicit FailingSource(std::vector<std::byte> bytes) : inner_(std::move(bytes)) {}
  std::uint64_t size() const override { return inner_.size(); }
  Result<> read(std::uint64_t offset, std::span<std::byte> out) override {
    const std::int64_t n = n_reads_++;
    if (n == fails_at || (fails_at >= 0 && and_later && n > fails_at))
      return Error{.code = "IO_READ", .message = "The file cannot be read: the disk was pulled out"};
    return inner_.read(offset, out);
  }
  void begin(std::int64_t at) {
    n_reads_ = 0;
    fails_at = at;
  }
  bool has_failed() const { return fails_at >= 0 && n_reads_ > fails_at; }
  bool and_later = false;

 private:
  MemorySource inner_;
  std::int64_t n_reads_ = 0, fails_at = -1;
};

FixtureRecording recording() {
  FixtureRecording made{.channels = channels_named({"C3", "Cz", "C4"})};
  made.annotations = {{1, 2, "T1"}, {5, 2, "T2"}};
  return made;
}

// Opens, prepares, classifies, reads samples and the digest: what the file tells, as text; or the first error.
Result<std::string> all_of(const std::shared_ptr<FailingSource>& source, const std::vector<std::byte>& model) {
  Session session;
  EEGATE_CHECK(session.open_recording(1, source, "r.edf"));
  EEGATE_CHECK(session.load_model(2, model, "m.safetensors"));
  EEGATE_CHECK(session.plan(3, 2, 1, "", false));
  std::string text;
  for (std::size_t first = 0; first < 4; first += 2) {
    EEGATE_TRY(const auto probabilities, session.classify(3, first, 2));
    for (const float p : probabilities) text += std::to_string(p) + " ";
  }
  EEGATE_TRY(const auto read, session.read_annotations(1, 1 << 30));
  for (const Annotation& annotation : read->recording.annotations()) text += annotation.text + " ";
  EEGATE_TRY(const double hashed, session.hash_recording(1, 1 << 30));
  EEGATE_TRY(const Deidentified copy, session.deidentify(1, {}));
  return text + std::to_string(hashed) + std::to_string(copy.header.bytes.size());
}

}  // namespace

TEST_CASE("each read of a recording that fails is told by the call that needed it", "[session]") {
  const auto source = std::make_shared<FailingSource>(edf_bytes(recording()));
  const auto model = model_bytes(FixtureModel{});
  const Result<std::string> whole = all_of(source, model);
  REQUIRE(whole.ok());
  for (const bool and_later : {false, true}) {
    source->and_later = and_later;
    std::int64_t n = 0;
    for (;; ++n) {
      CAPTURE(and_later, n);
      REQUIRE(n < 1000);
      source->begin(n);
      const Result<std::string> outcome = all_of(source, model);
      if (!source->has_failed()) break;
      CHECK(source.use_count() == 1);  // who failed holds nothing
      REQUIRE_FALSE(outcome.ok());
      CHECK(outcome.error().code == "IO_READ");
    }
    CHECK(n > 10);
    source->begin(-1);
    CHECK(*all_of(source, model) == *whole);
  }
}

}  // namespace failing_reads_test
