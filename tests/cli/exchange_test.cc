// Models to and from other programs by the command line.

#include "cli/workshop.h"

using namespace eegate;
using namespace eegate::test;

namespace exchange_test {

TEST_CASE("export writes an ONNX file and says what is in it", "[cli][export]") {
  const Workshop workshop;
  const Outcome outcome = workshop.run("export model.safetensors -o model.onnx --json");
  INFO(outcome.err);
  REQUIRE(outcome.exit_code == 0);
  const auto document = json(outcome.out);
  CHECK(document.root().get("opset").number() == 17);
  CHECK(document.root().get("input").get("shape").at(1).number() == 3);
  const double size = static_cast<double>(std::filesystem::file_size(workshop.path("model.onnx")));
  CHECK(document.root().get("size_bytes").number() == size);
  CHECK(workshop.run("export model.safetensors -o model.onnx").out.starts_with("ONNX, opset 17"));
  CHECK(workshop.run("export model.safetensors").exit_code == 2);
  workshop.put_text("no.safetensors", "not weights at all");
  check_error(workshop.run("export no.safetensors -o no.onnx"), "FORMAT_TEXT");
  CHECK_FALSE(std::filesystem::exists(workshop.path("no.onnx")));
}

TEST_CASE("import writes a model file that classifies", "[cli][import]") {
  const Workshop workshop;
  const std::string data = test::test_data().string() + "/import/torch_post_ln";
  const std::string arguments = "import '" + data + ".safetensors' --config '" + data + ".json' -o m.safetensors";
  const Outcome outcome = workshop.run(arguments + " --json");
  INFO(outcome.err);
  REQUIRE(outcome.exit_code == 0);
  const auto document = json(outcome.out);
  CHECK(document.root().get("from").string() == "PyTorch");
  CHECK(document.root().get("tensors").get("head.weight").string() == "fc.weight");
  CHECK(workshop.run("info m.safetensors").exit_code == 0);
  CHECK(workshop.run("import '" + data + ".safetensors' -o x").exit_code == 2);
  check_error(workshop.run("import m.safetensors -o x"), "IMPORT_NOT_NEEDED");
  workshop.put_text("config.json", R"({"architecture":"cnn","n_chans":4,"n_times":24,"n_outputs":3})");
  check_error(workshop.run("import '" + data + ".safetensors' --config config.json -o x"), "IMPORT_TENSOR_MISSING");
}

}  // namespace exchange_test
