// Standard input and output in place of files, and words that were typed wrong.
#include <algorithm>

#include "cli/workshop.h"

using namespace eegate;
using namespace eegate::test;

namespace streams_test {

std::string bytes_of(const Workshop& shop, const char* name) { return read_text(shop.path(name)); }

TEST_CASE("a recording comes from a pipe or a redirected file as it does by name", "[cli][streams]") {
  const Workshop shop;
  const std::string by_name = shop.run("classify model.safetensors S001R04.edf").out;
  REQUIRE_FALSE(by_name.empty());
  CHECK(shop.run("classify model.safetensors - < S001R04.edf").out == by_name);
  CHECK(shop.run("info --json model.safetensors >piped.txt; cat S001R04.edf | '" + command_path() +
                 "' classify model.safetensors -")
            .out == by_name);
  CHECK(shop.run("info - < model.safetensors").out.starts_with("standard input: transformer"));
  CHECK(shop.run("info - < S001R04.edf").out.starts_with("standard input: EDF"));
}

TEST_CASE("a recording comes from a pipe without a folder for temporary files", "[cli][streams]") {
  const Workshop shop;
  const Outcome piped = shop.run("info model.safetensors >other.txt; cat S001R04.edf | TMPDIR=/nowhere/at/all '" +
                                 command_path() + "' info -");
  INFO(piped.err);
  CHECK(piped.exit_code == 0);
  CHECK(piped.out.starts_with("standard input: EDF"));
  const Outcome doctor =
      shop.run("info model.safetensors >other.txt; TMPDIR=/nowhere/at/all '" + command_path() + "' doctor");
  CHECK(doctor.exit_code == 0);
  CHECK(doctor.out.find("in memory") != std::string::npos);
}

TEST_CASE("a result goes to standard output alone, and what is said of it to standard error", "[cli][streams]") {
  const Workshop shop;
  REQUIRE(shop.run("prepare S001R04.edf --recipe recipe.json -o x.npy").exit_code == 0);
  const Outcome piped = shop.run("prepare - --recipe recipe.json -o - < S001R04.edf");
  CHECK(piped.exit_code == 0);
  CHECK(piped.out == bytes_of(shop, "x.npy"));
  CHECK(piped.err.find("epochs of") != std::string::npos);
  REQUIRE(shop.run("predict model.safetensors x.npy -o logits.npy").exit_code == 0);
  CHECK(shop.run("predict model.safetensors - -o - --json < x.npy").out == bytes_of(shop, "logits.npy"));
  REQUIRE(shop.run("deidentify S001R04.edf -o copy.edf").exit_code == 0);
  CHECK(shop.run("deidentify - -o - < S001R04.edf").out == bytes_of(shop, "copy.edf"));
  CHECK(shop.run("classify model.safetensors S001R04.edf -o -").out ==
        shop.run("classify model.safetensors S001R04.edf").out);
}

TEST_CASE("\"-\" is refused where no stream can be", "[cli][streams]") {
  const Workshop shop;
  const auto refused = [&](const std::string& arguments, const std::string& why) {
    const Outcome outcome = shop.run(arguments);
    INFO(outcome.err);
    CHECK(outcome.exit_code == 2);
    CHECK(outcome.out.empty());
    CHECK(outcome.err.find(why) != std::string::npos);
  };
  refused("classify - - < S001R04.edf", "can be read only once");
  refused("prepare S001R04.edf --recipe - - -o x.npy < recipe.json", "can be read only once");
  refused("prepare S001R04.edf --recipe recipe.json -o x.npy --labels -", "--labels: standard output takes one result");
  refused("hypnogram S001R04.edf -o -", "--output: hypnogram cannot write to standard output");
  refused("classify model.safetensors S001R04.edf S001R04.edf -o -",
          "--output: classify cannot write to standard output");
  refused("classify model.safetensors . -o -", "--output: classify cannot write to standard output");
  refused("bids . - group", "output_dir: bids cannot write to standard output");
  refused("train --preset mdm --data x.npy --labels y.npy -o m.safetensors --log -", "--log: train cannot write");
  refused("train --preset mdm --data x.npy --labels y.npy -o m.safetensors --checkpoint -", "--checkpoint: train");
  CHECK_FALSE(std::filesystem::exists(shop.path("-")));
  check_error(shop.run("classify model.safetensors - < /dev/null"), "FORMAT_EMPTY");
}

// As of a variable of the shell that is not set. It would count as 0, or as an option that was not given.
TEST_CASE("an empty value of an option is refused", "[cli][streams]") {
  const Workshop shop;
  for (const std::string option :
       {"classify model.safetensors S001R04.edf --recipe", "classify model.safetensors S001R04.edf -o",
        "prepare S001R04.edf --recipe recipe.json -o x.npy --labels", "sample -o s.edf --duration-s 2 --seed",
        "quantize model.safetensors -o q.safetensors --bits", "explain model.safetensors x.npy -o r.npy --target",
        "read S001R04.edf -o x.npy --channels", "hypnogram night.edf --lights-off"}) {
    for (const char* empty : {" ''", "=''"}) {
      INFO(option << empty);
      const Outcome outcome = shop.run(option + empty);
      CHECK(outcome.exit_code == 2);
      CHECK(outcome.out.empty());
      CHECK_FALSE(outcome.err.empty());
    }
  }
  for (const char* name : {"x.npy", "s.edf", "q.safetensors"}) CHECK_FALSE(std::filesystem::exists(shop.path(name)));
}

TEST_CASE("a word that is nearly a command or an option is told", "[cli][streams]") {
  const Workshop shop;
  const auto first_line = [&](const std::string& arguments) {
    const Outcome outcome = shop.run(arguments);
    CHECK(outcome.exit_code == 2);
    return outcome.err.substr(0, outcome.err.find('\n'));
  };
  CHECK(first_line("clasify a b") == "There is no command \"clasify\": did you mean \"classify\"?");
  CHECK(first_line("inof a.edf") == "There is no command \"inof\": did you mean \"info\"?");
  CHECK(first_line("frobnicate") == "There is no command \"frobnicate\"");
  CHECK(first_line("classify model.safetensors S001R04.edf --recpie=recipe.json") ==
        "There is no option of classify \"--recpie\": did you mean \"--recipe\"?");
  CHECK(first_line("stage night.edf --modle a.safetensors") ==
        "There is no option of stage \"--modle\": did you mean \"--model\"?");
  CHECK(first_line("--verison") == "There is no option \"--verison\": did you mean \"--version\"?");
  // Names of files are no options.
  CHECK(shop.run("info -- --recpie").err.find("did you mean") == std::string::npos);
}

TEST_CASE("a web page or a pointer in place of a model or a recording is called what it is", "[cli][streams]") {
  const Workshop shop;
  shop.put_text("page", "<!DOCTYPE html><html><head><title>404</title></head></html>");
  shop.put_text("config.json", read_text(test_data() / "import" / "torch_post_ln.json"));
  shop.put_text("pointer", "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n");
  for (const std::string arguments :
       {"classify FILE S001R04.edf", "export FILE -o x.onnx", "info FILE", "import FILE --config config.json -o x",
        "classify model.safetensors FILE", "stage S001R04.edf --model FILE"}) {
    const auto with = [&](const std::string& file) {
      std::string all = arguments;
      return all.replace(all.find("FILE"), 4, file);
    };
    check_error(shop.run(with("page")), "FORMAT_HTML");
    const Outcome pointer = shop.run(with("pointer"));
    check_error(pointer, "FORMAT_LFS_POINTER");
    CHECK(pointer.err.find("git lfs pull") != std::string::npos);
  }
  check_error(shop.run("classify S001R04.edf S001R04.edf"), "FORMAT_EDF");
}

}  // namespace streams_test
