// Plans and tables of trials that tests begin with.
#pragma once

#include <catch2/catch_test_macros.hpp>
#include <string>

#include "experiment/plan.h"
#include "experiment/points.h"
#include "experiment/trials.h"

namespace eegate::test {

// A plan of recordings; `more` is put in front of its last members, and may replace none of them.
inline std::string plan_text(const std::string& more = {}) {
  return R"({"version":1,"name":"test","data":{"recordings":["r"],"tmin_s":0,"tmax_s":1,"groups":[)"
         R"({"runs":[2],"label":"rest"},{"runs":[4],"labels":{"T1":"left","T2":"right"}},)"
         R"({"runs":[6],"labels":{"T1":"fists","T2":"feet"}}]},)" +
         more + R"("models":[{"preset":"gate_gru"},{"preset":"post_ln"}],"splits":{"rule":"ratio","seeds":[0,1]}})";
}

inline ExperimentPlan plan_of(const std::string& text) {
  auto plan = parse_plan(text);
  INFO((plan.ok() ? std::string() : describe(plan.error())));
  REQUIRE(plan.ok());
  return std::move(plan).value();
}

// Trials of so many subjects in runs 4 and 6, two of each class and run.
inline TrialTable table_of(std::int32_t n_subjects) {
  TrialTable table{.classes = {"left", "right"}, .ch_names = {"C3", "C4"}, .sfreq = 100, .n_times = 100};
  for (std::int32_t subject = 1; subject <= n_subjects; ++subject) {
    for (const std::int32_t run : {4, 6, 8}) {
      const auto file = static_cast<std::int32_t>(table.file_names.size());
      table.file_names.push_back("S" + std::to_string(subject) + "R" + std::to_string(run));
      for (std::uint32_t i = 0; i < 4; ++i)
        table.trials.push_back({subject, run, file, i, 4.0 * i, 1, static_cast<int>(i % 2)});
    }
  }
  table.fingerprint = "0123456789abcdef";
  return table;
}

inline std::vector<NamedSplit> splits_of(const PlanSplits& rule, const TrialTable& table) {
  Warnings warnings;
  auto splits = make_splits(rule, table, warnings);
  INFO((splits.ok() ? std::string() : describe(splits.error())));
  REQUIRE(splits.ok());
  return std::move(splits).value();
}

}  // namespace eegate::test
