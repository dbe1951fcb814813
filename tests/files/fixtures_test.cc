// Every file of tests/data gives the result in its index: it opens, opens with warnings, or is rejected with one code.
#include <catch2/catch_test_macros.hpp>
#include <set>
#include <string>

#include "files/edf_annotations.h"
#include "files/json.h"
#include "files/npy.h"
#include "files/safetensors.h"
#include "signal/recording.h"
#include "support/file_source.h"
#include "support/reference_data.h"

namespace eegate::test::fixtures_test {
namespace {

using Codes = std::set<std::string>;

struct Answer {
  std::string code;  // of the error, empty if there was none
  Codes warnings;
};

Answer refused(const Error& error) {
  CHECK_FALSE(error.message.empty());
  CHECK(error.message.back() != '.');
  return {std::string(error.code), {}};
}

Codes codes_of(const Warnings& warnings) {
  Codes out;
  for (const Warning& w : warnings) out.insert(std::string(w.code));
  CHECK(out.size() == warnings.size());  // one line for each code
  return out;
}

Answer open_recording(const std::string& path) {
  auto recording = open_beside(path);
  if (!recording.ok()) {
    CHECK_FALSE(recording.error().hint.empty());
    return refused(recording.error());
  }
  for (std::size_t i = 0; i < recording->channels().size(); ++i) {
    std::vector<float> values(static_cast<std::size_t>(recording->channels()[i].n_samples));
    REQUIRE(recording->read(i, 0, values).ok());
  }
  CHECK(recording->annotations_complete());
  return {"", codes_of(recording->warnings())};
}

std::string strict_code(const std::string& path) {
  FileSource source(path);
  EdfOptions options;
  options.mode = EdfMode::strict;
  const auto header = parse_edf_header(source, options);
  if (!header.ok()) return std::string(header.error().code);
  EdfAnnotationScan scan(*header, EdfMode::strict);
  std::vector<EdfAnnotation> annotations;
  const auto result = scan.advance(source, UINT64_MAX, annotations);
  return result.ok() ? "" : std::string(result.error().code);
}

template <class Open>
std::size_t check_folder(const std::string& name, Open open) {
  const std::filesystem::path folder = test::test_data() / name;
  const auto index = JsonDocument::parse(read_text(folder / "index.json"));
  REQUIRE(index.ok());
  for (const JsonValue entry : index->root().elements()) {
    const std::string path = (folder / std::string(entry.get("file").string())).string();
    INFO(path);
    const Answer answer = open(path);
    CHECK(answer.code == entry.get("code").string());
    Codes expected;
    for (const JsonValue code : entry.get("warnings").elements()) expected.insert(std::string(code.string()));
    CHECK(answer.warnings == expected);
    if (!entry.get("strict").absent()) CHECK(strict_code(path) == entry.get("strict").string());
  }
  return index->root().size();
}

TEST_CASE("every EDF and BDF fixture gives the result in the index", "[files]") {
  CHECK(check_folder("edf", open_recording) > 90);
}

TEST_CASE("every BrainVision fixture gives the result in the index", "[files]") {
  CHECK(check_folder("brainvision", open_recording) > 45);
}

TEST_CASE("every EEGLAB fixture gives the result in the index", "[files]") {
  CHECK(check_folder("eeglab", open_recording) > 30);
}

TEST_CASE("every OpenBCI fixture gives the result in the index", "[files]") {
  CHECK(check_folder("openbci", open_recording) > 10);
}

TEST_CASE("every FIF fixture gives the result in the index", "[files]") {
  CHECK(check_folder("fif", open_recording) > 25);
}

TEST_CASE("every Muse fixture gives the result in the index", "[files]") {
  CHECK(check_folder("muse", open_recording) == 18);
}

TEST_CASE("every Neuroscan fixture gives the result in the index", "[files]") {
  CHECK(check_folder("cnt", open_recording) > 15);
}

TEST_CASE("every XDF fixture gives the result in the index", "[files]") {
  CHECK(check_folder("xdf", open_recording) > 35);
}

TEST_CASE("every GDF fixture gives the result in the index", "[files]") {
  CHECK(check_folder("gdf", open_recording) > 15);
}

TEST_CASE("every safetensors fixture gives the result in the index", "[files]") {
  const auto open = [](const std::string& path) {
    const auto file = parse_safetensors(read_bytes(path));
    return file.ok() ? Answer{"", codes_of(file->warnings)} : refused(file.error());
  };
  CHECK(check_folder("safetensors", open) > 40);
}

TEST_CASE("every npy fixture gives the result in the index", "[files]") {
  const auto open = [](const std::string& path) {
    const auto array = parse_npy(read_bytes(path));
    if (!array.ok()) return refused(array.error());
    for (std::size_t i = 0; i < array->values.size(); ++i) CHECK(array->values[i] == static_cast<double>(i));
    const auto floats = parse_npy_floats(read_bytes(path));
    REQUIRE(floats.ok());
    CHECK(std::vector<double>(floats->values.begin(), floats->values.end()) == array->values);
    return Answer{"", codes_of(array->warnings)};
  };
  CHECK(check_folder("npy", open) > 25);
}

}  // namespace
}  // namespace eegate::test::fixtures_test
