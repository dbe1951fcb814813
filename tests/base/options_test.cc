// Names of option values: one table for parsing, listing and writing, and no default for unknown names.
#include "base/options.h"

#include <catch2/catch_test_macros.hpp>
#include <set>

#include "explain/options.h"
#include "model/architectures/eegnet_options.h"
#include "model/config.h"
#include "model/layers/gates.h"
#include "model/transformer_config.h"
#include "model/weights.h"
#include "session/classify/results.h"
#include "session/train/training_data.h"
#include "signal/filter.h"
#include "signal/standardize.h"
#include "support/ends.h"
#include "train/init.h"
#include "train/optimizer.h"
#include "train/schedule.h"

using namespace eegate;

namespace options_test {

namespace {

template <class E, std::size_t N>
void check_table(const OptionTable<E, N>& table) {
  const std::set<std::string_view> names(table.names.begin(), table.names.end());
  CHECK(names.size() == N);
  CHECK(std::set<E>(table.values.begin(), table.values.end()).size() == N);
  for (std::size_t i = 0; i < N; ++i) {
    CHECK(table.find(table.names[i]) == table.values[i]);
    CHECK(table.name_of(table.values[i]) == table.names[i]);
    CHECK_FALSE(table.find(std::string(table.names[i]) + "x").has_value());
  }
  CHECK_FALSE(table.find("").has_value());
}

}  // namespace

TEST_CASE("option names and values correspond one to one", "[base][options]") {
  check_table(kTasks);
  check_table(kStandardizeRules);
  check_table(kEmbeddingKinds);
  check_table(kPositionKinds);
  check_table(kBlockKinds);
  check_table(kGates);
  check_table(kPoolKinds);
  check_table(kFfnActivations);
  check_table(kSamePadding);
  check_table(kDepthwise);
  check_table(kSquareLog);
  check_table(kGateBiasPlus);
  check_table(kBatchNorm);
  check_table(kWindowed);
  check_table(kInitRules);
  check_table(kFilterModes);
  check_table(kStandardizations);
  check_table(kEegnetHalfPadding);
  check_table(kEegnetTimeFirst);
  check_table(kExplainMethods);
  check_table(kBaselines);
  check_table(kSplitRules);
  check_table(kResultFormats);
}

TEST_CASE("an unknown option name is an error that lists the known names", "[base][options]") {
  CHECK(optimizer_kind("lamb").error().expected == "one of sgd, adam, adam_keras, adamw");
  CHECK(decay_kind("step").error().expected == "one of constant, cosine, inverse_sqrt, linear");
  CHECK(decay_name(*decay_kind("inverse_sqrt")) == "inverse_sqrt");
  CHECK(optimizer_name(*optimizer_kind("adam_keras")) == "adam_keras");
  CHECK(alternatives(kBaselines.names) == "zero, channel_mean or surrogate");
  CHECK(alternatives(kSamePadding.names) == "valid or same");
}

#ifndef __EMSCRIPTEN__
TEST_CASE("asking for a name or value that is not in a table ends the program in all builds", "[base][options]") {
  const auto document = JsonDocument::parse(R"({"architecture":"transformer","n_chans":4,"n_times":8,"n_outputs":2})");
  REQUIRE(document.ok());
  auto config = read_config(document->root());
  REQUIRE(config.ok());
  const ConfigNode& fields = config->fields;
  volatile double seen = 0;
  CHECK_FALSE(test::stops([&] { seen = fields.number("n_blocks"); }));
  CHECK(test::stops([&] { seen = fields.number("n_block"); }));
  CHECK(test::stops([&] { seen = static_cast<double>(fields.choice("gates").size()); }));
  CHECK(test::stops([&] { config->fields.set("n_block", 3); }));
  CHECK(test::stops([&] { seen = fields.node("n_blocks").number("dim"); }));
  CHECK(
      test::stops([&] { seen = static_cast<double>(fields.option("block", kBatchNorm)); }));  // another option's table
  const Weights weights({{.name = "head.bias", .shape = {2}}});
  CHECK_FALSE(test::stops([&] { seen = static_cast<double>(weights["head.bias"][1]); }));
  CHECK(test::stops([&] { seen = static_cast<double>(weights["head.bia"][1]); }));
}
#endif

}  // namespace options_test
