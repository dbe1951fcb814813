// The results of a plan as files that other programs read: CSV, JSON, BIDS events, EDF+ annotations. All of them carry
// the stamps of an override and of a calibration.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/options.h"
#include "base/result.h"
#include "session/classify/plan.h"

namespace eegate {

enum class ResultFormat { kCsv, kJson, kBidsEvents, kEdfAnnotations };

// By the ending of a file name, without its dot.
inline constexpr auto kResultFormats = option_table<ResultFormat>({{"csv", ResultFormat::kCsv},
                                                                   {"json", ResultFormat::kJson},
                                                                   {"tsv", ResultFormat::kBidsEvents},
                                                                   {"edf", ResultFormat::kEdfAnnotations}});

// `probabilities` is [plan.epochs().size(), plan.n_classes()]. Errors: RESULT_SHAPE, EDF_*.
Result<std::vector<std::byte>> write_results(const Plan& plan, std::span<const float> probabilities,
                                             ResultFormat format);

// RESULT_SHAPE unless there is one probability for each epoch and class.
Result<> check_probabilities(const Plan& plan, std::span<const float> probabilities);

// The last columns of a table and the end of its line: what was not as usual. Their names, and the values of each row.
std::string result_stamp_names(const Plan& plan, char separator);
std::string result_stamps(const Plan& plan, char separator);

// One row per epoch: onset_s, duration_s, label, p_<class> ...; `fit_override` and `calibration` as last
// columns where the fit was overridden and the model calibrated.
std::string results_csv(const Plan& plan, std::span<const float> probabilities);
// The same with everything that is needed to repeat it: versions, model, recipe, fit.
std::string results_json(const Plan& plan, std::span<const float> probabilities);
// BIDS events.tsv: onset, duration, trial_type (the class), value (its number), expected, p_<class> ...
std::string results_bids_events(const Plan& plan, std::span<const float> probabilities);
// An EDF+ file of annotations alone, one for each epoch, on the clock of the recording.
Result<std::vector<std::byte>> results_edf(const Plan& plan, std::span<const float> probabilities);

}  // namespace eegate
