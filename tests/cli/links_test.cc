// Folders with links: to other folders, in circles, and to files that are not there.
#include <filesystem>
#include <string>

#include "cli/workshop.h"

using namespace eegate;
using namespace eegate::test;

namespace links_test {
namespace fs = std::filesystem;

TEST_CASE("links to folders are followed once, in the order of paths", "[cli]") {
  const Workshop workshop;
  fs::create_directories(workshop.path("data/more"));
  fs::create_directories(workshop.path("elsewhere/deep"));
  for (const char* name : {"data/more/b.edf", "elsewhere/deep/a.edf"})
    fs::copy(workshop.path("S001R04.edf"), workshop.path(name));
  fs::create_directory_symlink("../elsewhere", workshop.path("data/a"));
  fs::create_directory_symlink("more", workshop.path("data/again"));
  fs::create_directory_symlink("..", workshop.path("data/more/up"));
  fs::create_directory_symlink("../../data", workshop.path("elsewhere/deep/round"));
  const Outcome outcome = workshop.run("classify model.safetensors data --recipe recipe.json -o out");
  INFO(outcome.err);
  REQUIRE(outcome.exit_code == 0);
  CHECK(lines_of(outcome.out).size() == 3);
  for (const char* name : {"out/a/deep/a.tsv", "out/more/b.tsv"}) CHECK(fs::exists(workshop.path(name)));
}

TEST_CASE("a link to a recording that is not there is named, and the others are done", "[cli]") {
  const Workshop workshop;
  fs::create_directories(workshop.path("data"));
  fs::copy(workshop.path("S001R04.edf"), workshop.path("data/b.edf"));
  fs::create_symlink("../annex/a.edf", workshop.path("data/a.edf"));
  fs::create_symlink("c.edf", workshop.path("data/c.edf"));
  fs::create_symlink("nowhere", workshop.path("data/notes"));
  const Outcome outcome = workshop.run("info data --json");
  CHECK(outcome.exit_code == 1);
  CHECK(json(outcome.out).root().size() == 1);
  const auto lines = lines_of(outcome.err);
  REQUIRE(lines.size() == 3);
  CHECK(lines[0].find("data/a.edf") != std::string::npos);
  CHECK(lines[0].find("a link to a file that is not there") != std::string::npos);
  CHECK(lines[1].find("data/c.edf") != std::string::npos);
  CHECK(lines[2].starts_with("error[FILES_FAILED]: 2 of 3 files failed"));
}

}  // namespace links_test
