// Whole models compared with float64 results of PyTorch.
#include <algorithm>
#include <cmath>
#include <vector>

#include "files/json.h"
#include "files/safetensors.h"
#include "model/model.h"
#include "model/network.h"
#include "support/close_to.h"
#include "support/reference_data.h"

using namespace eegate;
using eegate::test::read_bytes;
using eegate::test::read_npy;
using eegate::test::read_text;

namespace model_golden_test {

namespace {

constexpr double kTolerance = 2e-5;

double relative_difference(std::span<const float> got, std::span<const double> want) {
  return test::largest_difference(got, want) / std::max(1.0, test::largest_magnitude(want));
}

void check_trace(const std::filesystem::path& path, const ForwardTrace& trace) {
  const std::vector<std::byte> bytes = read_bytes(path);
  const auto file = parse_safetensors(bytes);
  REQUIRE(file.ok());
  for (const SafetensorsTensor& tensor : file->tensors) {
    CAPTURE(tensor.name);
    const auto want = read_doubles(*file, tensor, bytes);
    REQUIRE(want.ok());
    if (tensor.name == "tokens") CHECK(relative_difference(trace.tokens, *want) < kTolerance);
    if (tensor.name.starts_with("block")) {
      CHECK(relative_difference(trace.blocks.at(std::stoul(tensor.name.substr(5))), *want) < kTolerance);
    }
    if (tensor.name.starts_with("attention")) {
      CHECK(relative_difference(trace.attention.at(std::stoul(tensor.name.substr(9))), *want) < kTolerance);
    }
  }
}

void check_case(const std::filesystem::path& folder, const std::string& name) {
  CAPTURE(name);
  auto model = Model::load(read_bytes(folder / (name + ".safetensors")));
  INFO((model.ok() ? std::string() : describe(model.error())));
  REQUIRE(model.ok());
  const NpyArray x = read_npy(folder / (name + ".x.npy")), want = read_npy(folder / (name + ".logits.npy"));
  const std::vector<float> values(x.values.begin(), x.values.end());
  std::vector<float> logits(want.values.size(), NAN);
  const ConstTensor3 trials(values.data(), x.shape[0], x.shape[1], x.shape[2]);
  const Matrix out(logits.data(), x.shape[0], model->config().n_outputs);
  const auto done = model->predict(trials, out);
  if (!done.ok()) FAIL(describe(done.error()));
  CHECK(relative_difference(logits, want.values) < kTolerance);
  std::ranges::fill(logits, NAN);
  ForwardTrace trace;
  REQUIRE(model->trace(trials, out, trace).ok());
  CHECK(relative_difference(logits, want.values) < kTolerance);
  const std::filesystem::path trace_path = folder / (name + ".trace.safetensors");
  if (std::filesystem::exists(trace_path)) check_trace(trace_path, trace);
}

// Number of cases of a folder that were run. Cases with generated weights have no model file; generated_test.cc runs
// them.
std::size_t check_folder(const std::filesystem::path& folder) {
  const auto index = JsonDocument::parse(read_text(folder / "index.json"), {.max_string_bytes = 1 << 24});
  REQUIRE(index.ok());
  std::size_t n_run = 0;
  for (const JsonValue& entry : index->root().get("cases").elements()) {
    const std::string name(entry.get("name").string());
    if (!std::filesystem::exists(folder / (name + ".safetensors"))) continue;
    check_case(folder, name);
    ++n_run;
  }
  return n_run;
}

}  // namespace

TEST_CASE("every small stored model gives the logits of plain float64 arithmetic", "[model][golden]") {
  CHECK(check_folder(eegate::test::test_data() / "golden" / "model") == 19);
}

TEST_CASE("every stored model gives the logits and inner values of PyTorch", "[model][golden]") {
  EEGATE_GOLDEN_OR_SKIP(golden);
  CHECK(check_folder(golden / "model") >= 46);
}

TEST_CASE("every model file that must be refused is refused with its code", "[model][golden]") {
  EEGATE_GOLDEN_OR_SKIP(golden);
  const std::filesystem::path folder = golden / "model";
  const auto list = JsonDocument::parse(read_text(folder / "bad.json"));
  REQUIRE(list.ok());
  for (const auto& [file, code] : list->root().members()) {
    if (!std::filesystem::exists(folder / std::string(file))) continue;
    CAPTURE(file);
    const auto model = Model::load(read_bytes(folder / std::string(file)));
    if (code.string() == "accepted") {
      CHECK(model.ok());
      continue;
    }
    REQUIRE_FALSE(model.ok());
    INFO(describe(model.error()));
    CHECK(model.error().code == code.string());
  }
}

}  // namespace model_golden_test
