// The methods report: one HTML page with everything that is needed to repeat a classification: files, model, processing
// and results. The page and the command line write the same report, except for the line about the machine. It contains
// nothing that identifies the subject.
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
