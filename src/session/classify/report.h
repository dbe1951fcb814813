// A methods report: one HTML page that says what was done to which file with which model, and what came of it, so that
// somebody else can do it again. The same from the page and from the command line; only the line about the machine
// differs. Nothing in it tells whose recording it was.
#pragma once

#include <span>
#include <string>

#include "base/result.h"
#include "session/classify/plan.h"

namespace eegate {

// Reads on for about `budget_bytes` of the file and hashes what it reads: how much is done, 1 at the end. Errors:
// IO_READ.
Result<double> hash_recording(OpenRecording& open, std::uint64_t budget_bytes);

// `probabilities` is [plan.epochs().size(), plan.n_classes()], `machine` what the kernels run on. Errors: RESULT_SHAPE;
// REPORT_HASH when the recording is not hashed to its end.
Result<std::string> report_html(const Plan& plan, std::span<const float> probabilities, const std::string& machine);

}  // namespace eegate
