// Whatever the command writes is whole, in its place, and never in that of another file; or it is told.
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>

#include "cli/train_task.h"
#include "cli/workshop.h"

namespace eegate::test::writer_test {
namespace {

const std::string kPrepare = "prepare S001R04.edf --recipe recipe.json ";

mode_t mode_of(const std::filesystem::path& path) {
  struct stat status{};
  REQUIRE(::stat(path.c_str(), &status) == 0);
  return status.st_mode & 07777;
}

// Names that no test gave.
std::vector<std::string> strangers(const Workshop& shop) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(shop.path(""))) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with(".") || name.find(".part") != std::string::npos) names.push_back(name);
  }
  return names;
}

TEST_CASE("what standard output does not take is an error", "[cli]") {
  const Workshop shop;
  for (const char* arguments : {"info S001R04.edf --json", "info S001R04.edf", "classify model.safetensors S001R04.edf",
                                "--help", "--version", "info --help"}) {
    INFO(arguments);
    const Outcome outcome = shop.run(std::string(arguments) + " >/dev/full 2>err.txt; echo $?");
    CHECK(outcome.out == "1\n");
    CHECK(read_text(shop.path("err.txt")).find("error[IO_WRITE]") != std::string::npos);
  }
  CHECK(shop.run("info S001R04.edf > /dev/null; echo $?").out == "0\n");
}

TEST_CASE("no output takes the place of an input, under whatever name", "[cli]") {
  const Workshop shop;
  const std::string recording = read_text(shop.path("S001R04.edf")), model = read_text(shop.path("model.safetensors"));
  std::filesystem::create_hard_link(shop.path("S001R04.edf"), shop.path("twin.edf"));
  std::filesystem::create_symlink("S001R04.edf", shop.path("link.edf"));
  for (const char* name : {"S001R04.edf", "./S001R04.edf", "twin.edf", "link.edf"}) {
    check_error(shop.run("classify model.safetensors S001R04.edf -o " + std::string(name)), "IO_SAME_FILE");
    check_error(shop.run("read S001R04.edf -o " + std::string(name)), "IO_SAME_FILE");
    check_error(shop.run(kPrepare + "-o X.npy --labels " + name), "IO_SAME_FILE");
  }
  check_error(shop.run("export model.safetensors -o model.safetensors"), "IO_SAME_FILE");
  check_error(shop.run(kPrepare + "-o recipe.json"), "IO_SAME_FILE");
  check_error(shop.run(kPrepare + "-o X.npy --labels ./X.npy"), "IO_SAME_FILE");
  CHECK(read_text(shop.path("S001R04.edf")) == recording);
  CHECK(read_text(shop.path("model.safetensors")) == model);
  CHECK_FALSE(std::filesystem::exists(shop.path("X.npy")));
  CHECK(strangers(shop).empty());
}

TEST_CASE("files that belong together appear together or not at all", "[cli]") {
  const Workshop shop;
  shop.put_text("X.npy", "old X");
  shop.put_text("y.npy", "old y");
  check_error(shop.run(kPrepare + "-o X.npy --labels nowhere/y.npy"), "IO_WRITE");
  check_error(shop.run(kPrepare + "-o nowhere/X.npy --labels y.npy"), "IO_WRITE");
  check_error(shop.run(kPrepare + "-o X.npy --labels y.npy --epochs-tsv ."), "IO_WRITE");
  CHECK(read_text(shop.path("X.npy")) == "old X");
  CHECK(read_text(shop.path("y.npy")) == "old y");
  CHECK(strangers(shop).empty());
  CHECK(shop.run(kPrepare + "-o X.npy --labels y.npy").exit_code == 0);
  CHECK(shop.array("X.npy").shape[0] == shop.array("y.npy").shape[0]);
  CHECK(strangers(shop).empty());
}

TEST_CASE("a file that is replaced keeps its permissions, a link what it points to", "[cli]") {
  const Workshop shop;
  shop.put_text("X.npy", "old");
  ::chmod(shop.path("X.npy").c_str(), 0600);
  CHECK(shop.run("read S001R04.edf -o X.npy").exit_code == 0);
  CHECK(mode_of(shop.path("X.npy")) == 0600);
  std::filesystem::create_symlink("X.npy", shop.path("link.npy"));
  const std::string before = read_text(shop.path("X.npy"));
  CHECK(shop.run("read S001R04.edf --duration-s 1 -o link.npy").exit_code == 0);
  CHECK(std::filesystem::is_symlink(shop.path("link.npy")));
  CHECK(read_text(shop.path("X.npy")) != before);
  CHECK(mode_of(shop.path("X.npy")) == 0600);
  CHECK(shop.run("read S001R04.edf -o new.npy").exit_code == 0);
  CHECK((mode_of(shop.path("new.npy")) & 0600) == 0600);
}

TEST_CASE("devices and pipes are written as they are", "[cli]") {
  const Workshop shop;
  check_error(shop.run("read S001R04.edf -o /dev/full"), "IO_WRITE");
  CHECK(shop.run("read S001R04.edf -o /dev/null").exit_code == 0);
  REQUIRE(::mkfifo(shop.path("pipe").c_str(), 0600) == 0);
  CHECK(shop.run("--version; cat pipe >copy.npy & '" + command_path() + "' read S001R04.edf -o pipe; wait; true")
            .exit_code == 0);
  CHECK(read_text(shop.path("copy.npy")).starts_with("\x93NUMPY"));
}

TEST_CASE("a file in a folder below /dev is replaced as a whole, like any other", "[cli]") {
  const std::filesystem::path memory = "/dev/shm";
  if (!std::filesystem::is_directory(memory)) SKIP("this system has no /dev/shm");
  const Workshop shop;
  const std::filesystem::path folder = memory / ("eegate_writer_test_" + std::to_string(::getpid()));
  std::filesystem::create_directory(folder);
  const std::string file = (folder / "x.npy").string();
  CHECK(shop.run("read S001R04.edf -o " + file).exit_code == 0);
  CHECK(shop.run("read S001R04.edf --duration-s 1 -o " + file).exit_code == 0);
  CHECK(shop.run("read S001R04.edf --duration-s 1 -o x.npy").exit_code == 0);
  CHECK(read_text(file) == read_text(shop.path("x.npy")));
  std::filesystem::remove_all(folder);
}

TEST_CASE("a name of an open file, such as /dev/stdout, is written from where that file is", "[cli]") {
  const Workshop shop;
  REQUIRE(shop.run("read S001R04.edf -o x.npy").exit_code == 0);
  const std::string array = read_text(shop.path("x.npy"));
  for (const std::string arguments :
       {"-o /dev/stdout >>y.npy", "-o /dev/fd/7 7>>y.npy", "-o /proc/self/fd/7 7>>y.npy"}) {
    INFO(arguments);
    shop.put_text("y.npy", "what was there\n");
    CHECK(shop.run("--version; '" + command_path() + "' read S001R04.edf -q " + arguments + " && true").exit_code == 0);
    CHECK(read_text(shop.path("y.npy")) == "what was there\n" + array);
  }
  check_error(shop.run("read S001R04.edf -o /dev/fd/1234567"), "IO_WRITE");
}

TEST_CASE("a link to a file that is not there is followed, too", "[cli]") {
  const Workshop shop;
  std::filesystem::create_directory(shop.path("folder"));
  std::filesystem::create_symlink("folder/x.npy", shop.path("first.npy"));
  std::filesystem::create_symlink("first.npy", shop.path("second.npy"));
  std::filesystem::create_symlink("nowhere/x.npy", shop.path("lost.npy"));
  check_error(shop.run(kPrepare + "-o second.npy --labels folder/x.npy"), "IO_SAME_FILE");
  CHECK(shop.run("read S001R04.edf -o second.npy").exit_code == 0);
  CHECK(std::filesystem::is_symlink(shop.path("first.npy")));
  CHECK(std::filesystem::is_symlink(shop.path("second.npy")));
  CHECK(read_text(shop.path("folder/x.npy")).starts_with("\x93NUMPY"));
  check_error(shop.run("read S001R04.edf -o lost.npy"), "IO_WRITE");
  CHECK(std::filesystem::is_symlink(shop.path("lost.npy")));
}

TEST_CASE("a pipe without a writer is no recording, and is not waited for", "[cli]") {
  const Workshop shop;
  REQUIRE(::mkfifo(shop.path("pipe.edf").c_str(), 0600) == 0);
  CHECK(shop.run("--version; timeout 20 '" + command_path() + "' info pipe.edf").exit_code == 1);
}

TEST_CASE("a signal leaves no part behind", "[cli]") {
  const Workshop shop;
  for (const char* signal : {"INT", "TERM", "HUP"}) {
    for (const char* delay : {"0.005", "0.01", "0.02", "0.04", "0.08"}) {
      shop.run("--version >version.txt; '" + command_path() + "' sample --duration-s 600 -o long.edf & p=$!; sleep " +
               delay + "; kill -" + signal + " $p; wait $p; true");
      CHECK(strangers(shop).empty());
    }
  }
}

TEST_CASE("a log belongs to one training at a time", "[cli]") {
  const Workshop shop;
  put_task(shop);
  shop.put_text("log.jsonl", "of another\n");
  const int log = ::open(shop.path("log.jsonl").c_str(), O_RDWR);
  REQUIRE(log >= 0);
  REQUIRE(::flock(log, LOCK_EX) == 0);
  check_error(shop.run("train full.json" + kSmall + "-o m.safetensors --log log.jsonl"), "IO_LOCKED");
  CHECK(read_text(shop.path("log.jsonl")) == "of another\n");
  ::close(log);
  CHECK(shop.run("train full.json" + kSmall + "-o m.safetensors --log log.jsonl").exit_code == 0);
  CHECK(read_text(shop.path("log.jsonl")).find("of another") == std::string::npos);
}

TEST_CASE("model, checkpoint and log of a training are three files, and no inputs", "[cli]") {
  const Workshop shop;
  put_task(shop);
  const std::string x = read_text(shop.path("x.npy"));
  for (const char* outputs : {"-o m.bin --checkpoint ./m.bin", "-o m.bin --log m.bin", "-o m.bin --log x.npy"})
    check_error(shop.run("train full.json" + kSmall + outputs), "IO_SAME_FILE");
  CHECK(read_text(shop.path("x.npy")) == x);
  CHECK_FALSE(std::filesystem::exists(shop.path("m.bin")));
}

}  // namespace
}  // namespace eegate::test::writer_test
