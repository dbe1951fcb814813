// Plans: what is read, and what is refused before anything is run.
#include "experiment/plan.h"

#include <string>

#include "experiment/plan_data.h"
#include "experiment/plans.h"

using namespace eegate;
using namespace eegate::test;

namespace experiment_plan_test {

namespace {

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  const std::size_t at = text.find(what);
  REQUIRE(at != std::string::npos);
  return text.replace(at, what.size(), by);
}

void refuses(const std::string& text, const std::string& code, const std::string& field) {
  const auto plan = parse_plan(text);
  INFO(text);
  REQUIRE_FALSE(plan.ok());
  INFO(describe(plan.error()));
  CHECK(plan.error().code == code);
  CHECK(plan.error().field == field);
  CHECK_FALSE(plan.error().expected.empty());
}

const std::string kArrays =
    R"({"version":1,"name":"mine","dataset":"brain_visual","data":{"x":"x.npy","y":"y.npy","subjects":"s.npy",)"
    R"("groups":"g.npy","sfreq":1000},"models":[{"method":"band_power"},{"name":"small","config":{"architecture":)"
    R"("eegnet"},"training":{"epochs":7}}],"training":{"epochs":5,"lr":0.001,"class_weights":"balanced"},)"
    R"("windows":[{"name":"20-240 ms","from_s":0.02,"to_s":0.24}],"splits":{"rule":"ratio","by":"group",)"
    R"("ratio":[8,1,1]},"seeds":[0,1,2]})";

}  // namespace

TEST_CASE("a plan of recordings keeps what runs mean", "[experiment]") {
  const ExperimentPlan plan = plan_of(plan_text(R"("recipe":{"version":1,"bandpass":{"low_hz":1,"high_hz":40}},)"));
  const auto& data = std::get<PlanRecordings>(plan.data);
  REQUIRE(data.groups.size() == 3);
  CHECK(data.groups[0].label == "rest");
  CHECK(data.groups[0].take == PlanGroup::Take::kDisjointWindows);
  CHECK(data.groups[1].labels[1] == std::pair<std::string, std::string>("T2", "right"));
  CHECK(data.groups[2].labels[1] == std::pair<std::string, std::string>("T2", "feet"));
  REQUIRE(plan.bands.size() == 1);
  CHECK(plan.bands[0].name == "1-40 Hz");
  CHECK(plan.windows[0].name == "whole trial");
  CHECK(plan.electrodes[0].pick.empty());
  CHECK(plan.splits.seeds == std::vector<std::uint64_t>{0, 1});
  CHECK(plan.models[1].name == "post_ln");
}

TEST_CASE("known lists of excluded people have names", "[experiment]") {
  const auto excluded = [](const std::string& value) {
    const ExperimentPlan plan =
        plan_of(replaced(plan_text(), R"("tmin_s":0)", R"("exclude":)" + value + R"(,"tmin_s":0)"));
    return std::get<PlanRecordings>(plan.data).excluded;
  };
  CHECK(excluded("\"drop4\"") == std::vector<std::int32_t>{88, 89, 92, 100});
  CHECK(excluded("\"drop6_38\"").size() == 6);
  CHECK(excluded("[3, 5]") == std::vector<std::int32_t>{3, 5});
}

TEST_CASE("a plan of arrays: common options, those of a model, windows and seeds", "[experiment]") {
  const ExperimentPlan plan = plan_of(kArrays);
  CHECK(plan.is_arrays());
  CHECK(plan.models[0].band_power);
  CHECK(plan.models[1].training.request.n_epochs == 7);
  CHECK(plan.models[1].training.request.learning_rate == 0.001);
  CHECK(plan.models[1].training.request.balanced_classes);
  CHECK(plan.windows[0].to_s == 0.24);
  CHECK(plan.seeds.size() == 3);
  CHECK(plan.splits.by == PlanSplits::By::kGroup);
  CHECK(std::string(dataset_warning(plan)).find("one block") != std::string::npos);
  CHECK(dataset_warning(plan_of(plan_text())).empty());
}

TEST_CASE("a key that is not known is an error wherever it stands", "[experiment]") {
  refuses(plan_text(R"("modells":1,)"), "PLAN_UNKNOWN_KEY", "modells");
  refuses(replaced(plan_text(), R"("tmin_s":0)", R"("tmin":0)"), "PLAN_UNKNOWN_KEY", "data.tmin");
  refuses(replaced(plan_text(), R"("runs":[4],)", R"("runs":[4],"sort":1,)"), "PLAN_UNKNOWN_KEY",
          "data.groups[1].sort");
  refuses(replaced(plan_text(), R"({"preset":"post_ln"})", R"({"preset":"post_ln","epochs":3})"), "PLAN_UNKNOWN_KEY",
          "models[1].epochs");
  refuses(plan_text(R"("training":{"learning_rate":1},)"), "PLAN_UNKNOWN_KEY", "training.learning_rate");
  refuses(replaced(plan_text(), R"("rule":"ratio")", R"("rule":"ratio","k":2)"), "PLAN_UNKNOWN_KEY", "splits.k");
  refuses(plan_text(R"("published":{"source":"a","differs":"b","figures":[{"acc":1}]},)"), "PLAN_UNKNOWN_KEY",
          "published.figures[0].acc");
  refuses(plan_text(R"("windows":[{"from_s":0,"to_s":1,"until":2}],)"), "PLAN_UNKNOWN_KEY", "windows[0].until");
  const auto recipe = parse_plan(plan_text(R"("recipe":{"version":1,"band":1},)"));
  REQUIRE_FALSE(recipe.ok());
  CHECK(recipe.error().code == "RECIPE_UNKNOWN_KEY");
  CHECK(parse_plan("{").error().code == "JSON_SYNTAX");
}

TEST_CASE("what is missing, of another type or out of range is refused by name", "[experiment]") {
  refuses("[]", "PLAN_TYPE", "plan");
  refuses("{}", "PLAN_MISSING", "version");
  refuses(replaced(plan_text(), R"("version":1)", R"("version":2)"), "PLAN_VERSION", "version");
  refuses(R"({"version":1,"name":"a","data":{},"models":[],"splits":{}})", "PLAN_MISSING", "data");
  refuses(replaced(plan_text(), R"("tmax_s":1)", R"("tmax_s":-1)"), "PLAN_VALUE", "data.tmax_s");
  refuses(replaced(plan_text(), R"("runs":[6])", R"("runs":[4])"), "PLAN_VALUE", "data.groups[2].runs");
  refuses(replaced(plan_text(), R"("label":"rest")", R"("label":"rest","labels":{"T0":"a"})"), "PLAN_CONFLICT",
          "data.groups[0]");
  refuses(replaced(plan_text(), R"("recordings":["r"])", R"("recordings":"r")"), "PLAN_TYPE", "data.recordings");
  refuses(replaced(plan_text(), R"("tmin_s":0)", R"("exclude":"drop7","tmin_s":0)"), "PLAN_VALUE", "data.exclude");
  refuses(replaced(plan_text(), R"({"preset":"post_ln"})", R"({"preset":"gate_gru"})"), "PLAN_VALUE", "models[1].name");
  refuses(replaced(plan_text(), R"({"preset":"post_ln"})", R"({"name":"b"})"), "PLAN_MISSING", "models[1]");
  refuses(replaced(plan_text(), R"("rule":"ratio")", R"("rule":"random")"), "PLAN_VALUE", "splits.rule");
  refuses(replaced(plan_text(), R"("seeds":[0,1])", R"("seeds":[1,1])"), "PLAN_VALUE", "splits.seeds");
  refuses(replaced(plan_text(), R"("seeds":[0,1])", R"("n_folds":3)"), "PLAN_CONFLICT", "splits.n_folds");
  refuses(replaced(plan_text(), R"("rule":"ratio","seeds":[0,1])", R"("rule":"folds","n_folds":2)"), "PLAN_VALUE",
          "splits.n_folds");
  refuses(plan_text(R"("training":{"epochs":0},)"), "PLAN_VALUE", "training.epochs");
  refuses(plan_text(R"("training":{"epochs":1.5},)"), "PLAN_VALUE", "training.epochs");
  refuses(plan_text(R"("training":{"optimizer":"lion"},)"), "PLAN_VALUE", "training.optimizer");
  refuses(plan_text(R"("bands":[{"low_hz":40,"high_hz":4}],)"), "PLAN_VALUE", "bands[0].high_hz");
  refuses(
      plan_text(R"("recipe":{"version":1,"bandpass":{"low_hz":1,"high_hz":40}},"bands":[{"low_hz":4,"high_hz":40}],)"),
      "PLAN_CONFLICT", "bands");
  refuses(replaced(kArrays, R"("training":{"epochs":5)", R"("recipe":{"version":1},"training":{"epochs":5)"),
          "PLAN_CONFLICT", "recipe");
  refuses(replaced(kArrays, R"({"method":"band_power"})", R"({"method":"lda"})"), "PLAN_VALUE", "models[0].method");
  refuses(replaced(kArrays, R"({"method":"band_power"})", R"({"method":"band_power","training":{"epochs":1}})"),
          "PLAN_CONFLICT", "models[0].training");
}

TEST_CASE("a file name tells subject and run by its template", "[experiment]") {
  std::int32_t subject = 0, run = 0;
  CHECK(read_file_name("S{subject}R{run}.edf", "S007R04.edf", subject, run));
  CHECK(subject == 7);
  CHECK(run == 4);
  CHECK(read_file_name("sub-{subject}_task-mi_run-{run}_eeg.edf", "sub-12_task-mi_run-3_eeg.edf", subject, run));
  CHECK(subject == 12);
  CHECK_FALSE(read_file_name("S{subject}R{run}.edf", "S007R04.edf.event", subject, run));
  CHECK_FALSE(read_file_name("S{subject}R{run}.edf", "T007R04.edf", subject, run));
  CHECK_FALSE(read_file_name("S{subject}R{run}.edf", "S7R.edf", subject, run));
}

}  // namespace experiment_plan_test
