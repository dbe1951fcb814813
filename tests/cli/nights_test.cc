// eegate train --nights and evaluate --nights: simulated nights, hypnograms beside and inside the recordings.
#include "cli/workshop.h"

namespace eegate::test::nights_test {
namespace {

constexpr const char* kTiny =
    R"({"architecture":"gated_stager","context":5,"filters":6,"dim":8,"attn_units":4,"n_blocks":1,"n_heads":2,)"
    R"("ffn_dim":8,"drop_prob":0})";

TEST_CASE("a stager is trained on nights and evaluated on another one", "[cli][night]") {
  const Workshop shop;
  shop.put_text("tiny.json", kTiny);
  std::filesystem::create_directories(shop.path("nights"));
  for (const char* seed : {"1", "2", "3"}) {
    const std::string number(seed);
    REQUIRE(
        shop.run("sample --night --duration-s 1800 --seed " + number + " -o nights/S00" + number + ".edf").exit_code ==
        0);
  }
  const Outcome trained = shop.run("train tiny.json --nights nights --epochs 2 --log log.jsonl -o stager.safetensors");
  INFO(trained.err);
  REQUIRE(trained.exit_code == 0);
  CHECK(trained.out.find("1 subject set aside") != std::string::npos);
  CHECK(lines_of(read_text(shop.path("log.jsonl"))).size() >= 4);
  const JsonDocument figures =
      json(shop.run("evaluate stager.safetensors --nights nights/S003.edf --stride 2 --json").out);
  CHECK(figures.root().get("n_trials").number() == 60);
  CHECK(figures.root().get("nights").at(0).get("name").string() == "S003.edf");
  CHECK(figures.root().get("stage_f1").size() == 5);
  const JsonDocument info = json(shop.run("info --json stager.safetensors").out);
  CHECK(info.root().get("kind").string() == "stager");
  CHECK(info.root().get("context").number() == 5);
  check_error(shop.run("export stager.safetensors -o stager.onnx"), "EXPORT_UNSUPPORTED");
  check_error(shop.run("quantize stager.safetensors -o small.safetensors"), "QUANTIZE_UNSUPPORTED");
  CHECK(info.root().get("self_test").get("passed").boolean());
  double n_parameters = 0;
  for (const JsonValue& tensor : info.root().get("tensors").elements())
    n_parameters += tensor.get("parameters").number();
  CHECK(n_parameters == info.root().get("parameters").number());
  const Outcome text = shop.run("info stager.safetensors");
  CHECK(text.out.find("stager.safetensors: gated_stager, ") == 0);
  CHECK(text.out.find("input:      5 epochs x 1 channels x 3000 samples at 100 Hz") != std::string::npos);
  // The channel that the model names, of the night's three, without being told.
  const Outcome staged = shop.run("stage nights/S003.edf --model stager.safetensors --json");
  INFO(staged.err);
  REQUIRE(staged.exit_code == 0);
  CHECK(json(staged.out).root().get("channels").size() == 1);
  const Outcome table = shop.run("evaluate stager.safetensors --nights nights");
  CHECK(table.out.find("S001.edf") != std::string::npos);
  CHECK(table.out.find("majority") != std::string::npos);
  // A model file is trained further, on a named channel.
  CHECK(shop.run("train stager.safetensors --nights nights/S001.edf --channels 'EEG Pz-Oz' --epochs 1 -o "
                 "again.safetensors")
            .exit_code == 0);
}

TEST_CASE("a hypnogram is named, stands beside its recording, or is inside it", "[cli][night]") {
  const Workshop shop;
  shop.put_text("tiny.json", kTiny);
  REQUIRE(shop.run("sample --night --duration-s 600 -o night-psg.edf").exit_code == 0);
  std::string stages;
  for (int i = 0; i < 20; ++i) stages += i < 10 ? "N2\n" : "R\n";
  shop.put_text("night-hypnogram.txt", stages);
  shop.put_text("named.txt", stages.substr(0, 30) + std::string(10, 'x'));
  const std::string train = "train tiny.json --nights night-psg.edf --epochs 1 -o m.safetensors ";
  REQUIRE(shop.run(train).exit_code == 0);
  const JsonDocument found = json(shop.run("evaluate m.safetensors --nights night-psg.edf --json").out);
  CHECK(found.root().get("confusion").at(2).size() == 5);
  CHECK(found.root().get("chance").number() == 0.5);  // ten N2, ten R: those beside it, not its own
  CHECK(found.root().get("nights").at(0).get("hypnogram").string() == "night-hypnogram.txt");
  check_error(shop.run(train + "--hypnograms named.txt night-hypnogram.txt"), "NIGHT_HYPNOGRAM");
  shop.put_text("elsewhere.csv", "onset_s,duration_s,stage\n90000,30,N2\n");
  check_error(shop.run(train + "--hypnograms elsewhere.csv"), "HYP_LENGTH");
  REQUIRE(shop.run("sample -o awake.edf --duration-s 60").exit_code == 0);
  const Outcome none = shop.run("train tiny.json --nights awake.edf -o m.safetensors");
  check_error(none, "HYP_EMPTY");
  CHECK(none.err.find("awake.edf") != std::string::npos);
}

TEST_CASE("the stages of a model beside a recording are not those of an expert", "[cli][night]") {
  const Workshop shop;
  shop.put_text("tiny.json", kTiny);
  REQUIRE(shop.run("sample --night --duration-s 1800 -o night.edf").exit_code == 0);
  REQUIRE(shop.run("train tiny.json --nights night.edf --epochs 1 -o m.safetensors").exit_code == 0);
  const std::string evaluation = "evaluate m.safetensors --nights night.edf --json ";
  const std::string before = shop.run(evaluation).out;
  REQUIRE(shop.run("stage night.edf --model m.safetensors --channels 'EEG Fpz-Cz' -o night.csv").exit_code == 0);
  CHECK(shop.run(evaluation).out == before);
  CHECK(json(before).root().get("nights").at(0).get("hypnogram").string().empty());  // its own annotations
  const JsonDocument named = json(shop.run(evaluation + "--hypnograms night.csv").out);
  CHECK(named.root().get("accuracy").number() == 1);
  // A recording counts once, however often it is named.
  CHECK(
      json(shop.run("evaluate m.safetensors --nights night.edf ./night.edf --json").out).root().get("nights").size() ==
      1);
}

TEST_CASE("nights and arrays exclude each other", "[cli][night]") {
  const Workshop shop;
  CHECK(shop.run("train --preset gated_stager -o m.safetensors").exit_code == 2);
  CHECK(shop.run("train --preset gated_stager --nights a.edf --data x.npy --labels y.npy -o m.safetensors").exit_code ==
        2);
  CHECK(shop.run("train --preset gated_stager --nights a.edf --jitter -o m.safetensors").exit_code == 1);
  CHECK(shop.run("evaluate model.safetensors").exit_code == 2);
  CHECK(shop.run("evaluate model.safetensors --nights S001R04.edf").exit_code == 1);
}

}  // namespace
}  // namespace eegate::test::nights_test
