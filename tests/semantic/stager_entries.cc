// Sequence models on nights: every epoch gets five finite probabilities, or no stage and a reason.
#include "semantic/made.h"
#include "semantic/oracles.h"
#include "session/session.h"

namespace eegate::test::semantic {
namespace {

constexpr int kMaxStageCalls = 20000, kMaxTries = 4;

void check_record(const StagedRecord& record) {
  expect_rows(record.probabilities(), kSleepStages, "probabilities of stages");
  for (const StagedEpoch& epoch : record.epochs) {
    const bool is_staged = epoch.stage >= 0;
    expect(is_staged == (epoch.reason == NoStage::kNone), "an epoch with a stage and a reason, or with neither");
    expect(is_staged == std::isfinite(epoch.probabilities[0]), "a stage without probabilities");
    expect(std::isfinite(epoch.onset_s) && epoch.agreement >= 0 && epoch.agreement <= 1, "an epoch that is nowhere");
  }
  for (const Keys keys : {Keys::kCamel, Keys::kSnake}) expect_json(describe_staged(record, keys), "a staged record");
  const std::string table = staged_csv(record);
  expect(table.find("nan") == std::string::npos && table.find("inf,") == std::string::npos, "a table with no number");
}

}  // namespace

Outcome stage_night(Choices& choices) {
  Outcome outcome;
  std::vector<std::vector<std::byte>> models;
  models.push_back(made_stager(choices));
  for (int n = 0; n < kMaxTries && models[0].empty(); ++n) models[0] = made_stager(choices);
  if (choices.one_of(6)) models.push_back(choices.one_of(2) ? made_stager(choices) : models[0]);
  Session session;
  const auto recording = session.open_recording(1, std::make_shared<MemorySource>(made_night(choices)), "night.edf");
  if (!holds(recording, outcome) || !holds(session.begin_staging(1, 1, models, made_stage_request(choices)), outcome))
    return outcome;
  StagingSession& staging = **session.staging(1);
  double done = 0;
  for (int n = 0; done < 1; ++n) {
    expect(n < kMaxStageCalls, "a staging does not come to its end");
    const auto share = staging.advance();
    if (!holds(share, outcome)) return outcome;
    expect(*share >= done && *share <= 1, "the share that is done goes back");
    done = *share;
  }
  check_record(staging.result());
  return outcome;
}

}  // namespace eegate::test::semantic
