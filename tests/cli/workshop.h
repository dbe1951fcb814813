// A folder in which tests run the built command.
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch_test_macros.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "files/json.h"
#include "session/fixtures.h"
#include "support/reference_data.h"

namespace eegate::test {

struct Outcome {
  int exit_code = -1;
  std::string out, err;
};

// A folder that is emptied before every test and holds a recording, a model, a recipe and what a test writes.
class Workshop {
 public:
  Workshop() : folder_(std::filesystem::temp_directory_path() / ("eegate_cli_test_" + std::to_string(::getpid()))) {
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
    FixtureRecording recording{.channels = channels_named({"C3..", "Cz..", "C4.."})};
    recording.annotations = {{1, 2, "T1"}, {5, 2, "T2"}};
    put("S001R04.edf", edf_bytes(recording));
    put("model.safetensors", model_bytes(FixtureModel{}));
    put_text("recipe.json",
             R"({"version":1,"epochs":{"by":"annotation","labels":{"T1":"left","T2":"right"},"tmin_s":0,"tmax_s":2}})");
  }
  ~Workshop() { std::filesystem::remove_all(folder_); }
  Workshop(const Workshop&) = delete;
  Workshop& operator=(const Workshop&) = delete;

  Outcome run(const std::string& arguments) const {
    const std::string command =
        "cd '" + folder_.string() + "' && '" + command_path() + "' " + arguments + " >stdout.txt 2>stderr.txt";
    const int status = std::system(command.c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, read_text(folder_ / "stdout.txt"),
            read_text(folder_ / "stderr.txt")};
  }
  void put(const std::string& name, const std::vector<std::byte>& bytes) const { put_text(name, text_of(bytes)); }
  void put_text(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name, std::ios::binary) << text;
  }
  NpyArray array(const std::string& name) const { return read_npy(folder_ / name); }
  std::filesystem::path path(const std::string& name) const { return folder_ / name; }

 private:
  std::filesystem::path folder_;
};

inline JsonDocument json(const std::string& text) {
  auto document = JsonDocument::parse(text);
  INFO(text);
  REQUIRE(document.ok());
  return std::move(document).value();
}

// Exit code 1 and nothing but one line that begins with the code.
inline void check_error(const Outcome& outcome, const std::string& code) {
  INFO(outcome.err);
  CHECK(outcome.exit_code == 1);
  CHECK(outcome.out.empty());
  CHECK(outcome.err.starts_with("error[" + code + "]: "));
  CHECK(lines_of(outcome.err).size() == 1);
}

}  // namespace eegate::test
