// Gradients of whole models compared with float64 results of PyTorch and of scripts/fixtures/golden_models.py, whose
// small cases are in the repository.
#include <algorithm>
#include <cmath>
#include <vector>

#include "files/safetensors.h"
#include "model/architecture.h"
#include "model/model_file.h"
#include "model/resize.h"
#include "support/close_to.h"
#include "support/reference_data.h"
#include "train/shard.h"

using namespace eegate;
using eegate::test::read_bytes;
using eegate::test::read_npy;
using eegate::test::read_text;

namespace golden_gradient_test {

namespace {

struct Case {
  TrainableModel model;
  NpyArray x;
  Targets targets;
};

Targets read_targets(const std::filesystem::path& path, Task task) {
  const NpyArray y = read_npy(path);
  Targets targets;
  for (const double value : y.values) {
    if (task == Task::kRegress)
      targets.values.push_back(static_cast<float>(value));
    else
      targets.classes.push_back(static_cast<int>(value));
  }
  return targets;
}

// Max norm of the difference, relative to that of the tensor and one per cent of that of all tensors.
void check_tensor(const std::string& name, std::span<const float> got, std::span<const double> want, double top) {
  CAPTURE(name);
  CHECK(test::largest_difference(got, want) <= 1e-4 * (test::largest_magnitude(want) + 0.01 * top));
}

void check_gradients(const std::filesystem::path& path, const Case& c, bool batch_statistics) {
  const std::vector<std::byte> bytes = read_bytes(path);
  const auto file = parse_safetensors(bytes);
  REQUIRE(file.ok());
  Weights gradients(c.model.weights.specs());
  PassMemory memory;
  const std::vector<float> x(c.x.values.begin(), c.x.values.end());
  std::vector<float> dx(x.size());
  const std::size_t n = c.x.shape[0], n_chans = c.x.shape[1], n_times = c.x.shape[2];
  const LossSum sum =
      add_gradients(c.model, {x.data(), n, n_chans, n_times}, c.targets, 0, n, {.batch_statistics = batch_statistics},
                    memory, gradients, {dx.data(), n, n_chans, n_times});
  CHECK(memory.tape.empty());
  const double want_loss = std::stod(*file->metadata_value("loss"));
  CHECK(std::abs(sum.loss / sum.weight - want_loss) < 2e-5 * std::max(1.0, std::abs(want_loss)));
  test::Largest top;
  for (const SafetensorsTensor& tensor : file->tensors) {
    const auto values = read_doubles(*file, tensor, bytes);
    REQUIRE(values.ok());
    if (tensor.name != "input") top.take(test::largest_magnitude(*values));
  }
  for (const SafetensorsTensor& tensor : file->tensors) {
    const auto want = read_doubles(*file, tensor, bytes);
    if (tensor.name == "input")
      check_tensor(tensor.name, dx, *want, 0);
    else
      check_tensor(tensor.name, gradients[tensor.name], *want, top.value());
  }
}

bool check_case(const std::filesystem::path& folder, const std::string& name) {
  CAPTURE(name);
  const auto file = read_model_file(read_bytes(folder / (name + ".safetensors")));
  REQUIRE(file.ok());
  const Architecture& architecture = *find_architecture(file->config.architecture);
  if (!architecture.make(file->config, file->weights).ok()) return false;
  const NpyArray x = read_npy(folder / (name + ".x.npy"));
  auto sized = resized(file->config, file->weights, x.shape[2]);
  REQUIRE(sized.ok());
  auto network = architecture.make(sized->config, sized->weights);
  const Case c{{sized->config, sized->weights, std::move(network).value()},
               x,
               read_targets(folder / (name + ".y.npy"), file->config.task)};
  check_gradients(folder / (name + ".grad.safetensors"), c, false);
  const auto trained = folder / (name + ".grad_train.safetensors");
  if (std::filesystem::exists(trained)) check_gradients(trained, c, true);
  return true;
}

// How many cases of a folder were run.
std::size_t check_folder(const std::filesystem::path& folder) {
  const auto index = JsonDocument::parse(read_text(folder / "index.json"), {.max_string_bytes = 1 << 24});
  REQUIRE(index.ok());
  std::size_t n_run = 0;
  for (const JsonValue& entry : index->root().get("cases").elements()) {
    const std::string name(entry.get("name").string());
    if (!std::filesystem::exists(folder / (name + ".grad.safetensors"))) continue;
    if (check_case(folder, name)) ++n_run;
  }
  return n_run;
}

}  // namespace

TEST_CASE("every gradient of every small stored model equals that of plain float64 arithmetic", "[train][golden]") {
  CHECK(check_folder(eegate::test::test_data() / "golden" / "model") == 19);
}

TEST_CASE("every gradient of every stored model equals PyTorch's", "[train][golden]") {
  EEGATE_GOLDEN_OR_SKIP(golden);
  CHECK(check_folder(golden / "model") >= 46);
}

}  // namespace golden_gradient_test
