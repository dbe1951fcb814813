#include "cli/workshop.h"

namespace eegate::test::deidentify_test {
namespace {

TEST_CASE("deidentify writes a copy that differs in the header's identity alone", "[cli]") {
  const Workshop shop;
  const std::string before = read_text(shop.path("S001R04.edf"));
  const Outcome outcome = shop.run("deidentify S001R04.edf -o copy.edf --json");
  REQUIRE(outcome.exit_code == 0);
  const std::string after = read_text(shop.path("copy.edf"));
  REQUIRE(after.size() == before.size());
  CHECK(read_text(shop.path("S001R04.edf")) == before);
  const JsonDocument said = json(outcome.out);
  std::string expected = before;
  for (const JsonValue& field : said.root().get("changed").elements()) {
    const auto at = static_cast<std::size_t>(field.get("byte_offset").number());
    const auto n = static_cast<std::size_t>(field.get("n_bytes").number());
    CHECK(at + n <= 176);
    expected.replace(at, n, after.substr(at, n));
  }
  CHECK(after == expected);
  CHECK(after.substr(8, 80).find_first_not_of("X ") == std::string::npos);
  // The recording has annotations, whose texts nobody but a person can judge.
  CHECK(outcome.err.find("DEID_TEXTS") != std::string::npos);
  CHECK(json(shop.run("info copy.edf --json").out).root().get("annotations").size() ==
        json(shop.run("info S001R04.edf --json").out).root().get("annotations").size());
}

TEST_CASE("deidentify says where the name still stands, without saying the name", "[cli]") {
  const Workshop shop;
  FixtureRecording recording{.channels = channels_named({"C3", "Cz", "C4"})};
  recording.annotations = {{1, 2, "T1"}, {3, 1, "mr haagse sleeps"}, {5, 2, "T2"}};
  std::vector<std::byte> bytes = edf_bytes(recording);
  const std::string patient = "1234 M X Haagse_Harry";
  for (std::size_t i = 0; i < 80; ++i) bytes[8 + i] = static_cast<std::byte>(i < patient.size() ? patient[i] : ' ');
  shop.put("named.edf", bytes);
  const Outcome outcome = shop.run("deidentify named.edf -o copy.edf");
  CHECK(outcome.exit_code == 0);
  CHECK(outcome.err.find("DEID_NAME") != std::string::npos);
  CHECK(outcome.err.find("1 annotation holds") != std::string::npos);
  CHECK((outcome.out + outcome.err).find("aagse") == std::string::npos);
  CHECK(read_text(shop.path("copy.edf")).find("Harry") == std::string::npos);
  const Outcome kept = shop.run("deidentify named.edf -o kept.edf --keep patient,date --remove-time");
  CHECK(kept.exit_code == 0);
  CHECK(read_text(shop.path("kept.edf")).find("Harry") != std::string::npos);
  CHECK(read_text(shop.path("kept.edf")).substr(176, 8) == "00.00.00");
}

TEST_CASE("deidentify says in one line what stands in the headers of many signals", "[cli]") {
  const Workshop shop;
  FixtureRecording recording{.channels = channels_named({"C3", "Cz", "C4"})};
  std::vector<std::byte> bytes = edf_bytes(recording);
  const auto put = [&](std::size_t at, const std::string& text) {
    for (std::size_t i = 0; i < text.size(); ++i) bytes[at + i] = static_cast<std::byte>(text[i]);
  };
  put(8, "1234 M X Haagse_Harry ");
  const std::size_t n_signals = std::stoul(std::string(reinterpret_cast<const char*>(&bytes[252]), 4));
  for (std::size_t i = 0; i < 3; ++i) put(256 + 16 * n_signals + 80 * i, "cap of Haagse");  // transducers
  shop.put("named.edf", bytes);
  const std::string err = shop.run("deidentify named.edf -o copy.edf").err;
  CHECK(err.find("The headers of ") != std::string::npos);
  CHECK(err.find(" signals, the first ") != std::string::npos);
  CHECK(err.find("DEID_NAME") == err.rfind("DEID_NAME"));
}

TEST_CASE("deidentify never takes the recording's place, and leaves nothing behind when it fails", "[cli]") {
  const Workshop shop;
  const std::string before = read_text(shop.path("S001R04.edf"));
  check_error(shop.run("deidentify S001R04.edf -o ./S001R04.edf"), "DEID_SAME_FILE");
  std::filesystem::create_symlink("S001R04.edf", shop.path("link.edf"));
  check_error(shop.run("deidentify S001R04.edf -o link.edf"), "DEID_SAME_FILE");
  CHECK(read_text(shop.path("S001R04.edf")) == before);
  check_error(shop.run("deidentify S001R04.edf -o nowhere/copy.edf"), "IO_WRITE");
  check_error(shop.run("deidentify model.safetensors -o copy.edf"), "FORMAT_SAFETENSORS");
  CHECK_FALSE(std::filesystem::exists(shop.path("copy.edf")));
  for (const auto& entry : std::filesystem::directory_iterator(shop.path("")))
    CHECK(entry.path().extension() != ".part");
}

}  // namespace
}  // namespace eegate::test::deidentify_test
