// One class of a model's answers as events, in the table that benchmarks of seizure detection read (HED-SCORE in the
// form of SzCORE, https://epilepsybenchmarks.com).
#pragma once

#include <span>
#include <string>

#include "base/result.h"
#include "session/classify/plan.h"

namespace eegate::cli {

// `events` is a class of the model, or "CLASS=TYPE" for another text in the table. `probabilities` is
// [plan.epochs().size(), plan.n_classes()]. Windows of this class that overlap or touch are one event. Columns: onset
// and duration (seconds), eventType, confidence (mean probability of the class over the event's windows), channels,
// dateTime (start of the recording) and recordingDuration (seconds). Without an event, one row "bckg" as long as the
// recording. Results of an overridden fit or of a calibration have the columns of results_bids_events() for it.
// Errors: RESULT_CLASS, RESULT_SHAPE.
Result<std::string> event_table(const Plan& plan, std::span<const float> probabilities, const std::string& events);

}  // namespace eegate::cli
