// The other side of the head, for electrodes and for classes.
#include <catch2/catch_test_macros.hpp>
#include <vector>

#include "session/train/training_run.h"

using namespace eegate;

namespace mirror_test {

namespace {

ModelContract contract(std::vector<std::string> ch_names, std::vector<std::string> classes) {
  ModelContract contract;
  contract.ch_names = std::move(ch_names);
  contract.classes = std::move(classes);
  return contract;
}

}  // namespace

TEST_CASE("electrodes and classes find their counterparts", "[session][augment]") {
  AugmentOptions options;
  REQUIRE(add_mirror(contract({"C3..", "Cz..", "C4..", "Fp2", "Fp1", "T9", "T10"}, {"left fist", "right fist", "rest"}),
                     options)
              .ok());
  CHECK(options.mirror_channels == std::vector<std::uint32_t>{2, 1, 0, 4, 3, 6, 5});
  CHECK(options.mirror_classes == std::vector<std::uint32_t>{1, 0, 2});
}

TEST_CASE("classes without a side are their own mirror image", "[session][augment]") {
  AugmentOptions options;
  REQUIRE(add_mirror(contract({"O1", "O2"}, {"bright", "leftover"}), options).ok());
  CHECK(options.mirror_classes == std::vector<std::uint32_t>{0, 1});
}

TEST_CASE("what has no counterpart is named", "[session][augment]") {
  AugmentOptions options;
  const auto lonely = add_mirror(contract({"C3", "Cz"}, {"a", "b"}), options);
  REQUIRE(!lonely.ok());
  CHECK(lonely.error().code == "TRAIN_OPTION");
  CHECK(lonely.error().place == "\"C3\"");
  CHECK(add_mirror(contract({"C3", "C4"}, {"left fist", "rest"}), options).error().place == "\"left fist\"");
  CHECK(add_mirror(contract({"EMG", "C4"}, {"a", "b"}), options).error().found == "\"EMG\"");
}

}  // namespace mirror_test
