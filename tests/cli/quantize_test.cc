// eegate quantize: models of fewer bits from the command line, their cards, and what they are refused for.
#include "cli/train_task.h"

using namespace eegate;
using namespace eegate::test;

namespace quantize_test {

namespace {

Outcome done(const Workshop& workshop, const std::string& arguments) {
  Outcome outcome = workshop.run(arguments);
  INFO(arguments << "\n" << outcome.err);
  REQUIRE(outcome.exit_code == 0);
  return outcome;
}

}  // namespace

TEST_CASE("quantize writes a model in 8 bits that does what the model does, and says how well", "[cli][quantize]") {
  const Workshop workshop;
  put_task(workshop);
  done(workshop, "train full.json --data x.npy --labels y.npy -o m.safetensors --epochs 8 --seed 1");
  const JsonDocument told =
      json(done(workshop, "quantize m.safetensors -o m8.safetensors --data vx.npy --labels vy.npy --json").out);
  CHECK(told.root().get("bits").number() == 8);
  CHECK(told.root().get("size_bytes").number() < told.root().get("size_before_bytes").number());
  CHECK(told.root().get("largest_difference").number() > 0);
  CHECK(told.root().get("largest_difference").number() < 0.1 * told.root().get("largest_logit").number());
  CHECK(told.root().get("n_epochs").number() == 16);
  const JsonDocument judged = json(done(workshop, "evaluate m8.safetensors vx.npy vy.npy --json").out);
  CHECK(told.root().get("after").get("accuracy").number() == judged.root().get("accuracy").number());

  const JsonDocument info = json(done(workshop, "info m8.safetensors --json").out);
  CHECK(info.root().get("bits").number() == 8);
  CHECK(info.root().get("self_test").get("passed").boolean());
  const JsonValue card = info.root().get("train").get("quantization");
  CHECK(card.get("bits").number() == 8);
  CHECK(card.get("largest_difference").number() == told.root().get("largest_difference").number());
  CHECK(card.get("after").get("accuracy_interval").at(1).number() <= 1);
  CHECK(done(workshop, "info m8.safetensors").out.find(" in 8 bits") != std::string::npos);

  done(workshop, "predict m8.safetensors vx.npy -o l8.npy");
  done(workshop, "export m8.safetensors -o m8.onnx");
  const Outcome again = workshop.run("quantize m8.safetensors -o again.safetensors");
  check_error(again, "MODEL_QUANTIZED");
  CHECK(again.err.find("8 bits already") != std::string::npos);
  check_error(workshop.run("grad m8.safetensors x.npy y.npy -o g.safetensors"), "MODEL_QUANTIZED");
  check_error(workshop.run("train m8.safetensors --data x.npy --labels y.npy -o t.safetensors"), "MODEL_QUANTIZED");
  check_error(workshop.run("explain m8.safetensors vx.npy --target 0 -o r.npy"), "MODEL_QUANTIZED");
  done(workshop, "explain m8.safetensors vx.npy --target 0 --method occlusion_channel --no-checks -o r.npy");
}

TEST_CASE("quantize stores 16 bits, too", "[cli][quantize]") {
  const Workshop workshop;
  const Outcome outcome = done(workshop, "quantize model.safetensors -o half.safetensors --bits 16");
  CHECK(outcome.out.starts_with("16 bits: "));
  CHECK(json(done(workshop, "info half.safetensors --json").out).root().get("bits").number() == 16);
  CHECK(workshop.run("quantize model.safetensors -o x.safetensors --bits 4").exit_code == 2);
  CHECK(workshop.run("quantize model.safetensors -o x.safetensors --data x.npy").exit_code == 2);
  CHECK(workshop.run("quantize model.safetensors").exit_code == 2);
  check_error(workshop.run("quantize model.safetensors -o model.safetensors"), "IO_SAME_FILE");
}

}  // namespace quantize_test
