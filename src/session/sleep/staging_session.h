// Staging for a page: models and request as bytes and JSON; owns all that it needs until it is closed.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "session/open/open_files.h"
#include "session/output/json_out.h"
#include "session/sleep/stagers.h"
#include "session/sleep/staging.h"

namespace eegate {

// {"edges": "inside" | "zeros", "stride", "channels": [indices], "splitAtGaps"}, each of which may be absent. Errors:
// JSON_*, STAGE_REQUEST.
Result<StageOptions> parse_stage_request(std::string_view json);

class StagingSession {
 public:
  // Errors: ST_*, MODEL_*, those of the request and of Staging::open.
  static Result<std::shared_ptr<StagingSession>> begin(std::shared_ptr<const OpenRecording> recording,
                                                       std::span<const std::vector<std::byte>> models,
                                                       std::string_view request);
  Result<double> advance() { return staging_.advance(); }
  const StagedRecord& result() const { return staging_.result(); }

 private:
  StagingSession(std::shared_ptr<const OpenRecording> recording, std::vector<std::unique_ptr<OpenStager>> stagers,
                 Staging staging)
      : recording_(std::move(recording)), stagers_(std::move(stagers)), staging_(std::move(staging)) {}
  std::shared_ptr<const OpenRecording> recording_;
  std::vector<std::unique_ptr<OpenStager>> stagers_;
  Staging staging_;
};

// A record: epoch_s, edges, stride, models, channels, and by epoch onset_s, stages (-1: none), reasons, agreement; on
// the command line also probabilities, five by epoch, which a page is given as numbers.
std::string describe_staged(const StagedRecord& record, Keys keys);

}  // namespace eegate
