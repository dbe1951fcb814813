// Sources of trials: recordings, or arrays.
#pragma once

#include <string>

#include "experiment/trials.h"

namespace eegate {

// Errors name the file.
inline Error in_file(Error error, const std::string& name) {
  error.place += (error.place.empty() ? "" : " of ") + name;
  return error;
}

Result<TrialTable> plan_recordings(const ExperimentPlan& plan, const std::vector<RecordingFile>& files,
                                   const OpenSource& open, const Progress& progress);
Result<TrialData> load_recordings(const ExperimentPlan& plan, const TrialTable& table, Variant variant,
                                  const std::vector<RecordingFile>& files, const OpenSource& open,
                                  const Progress& progress);

Result<TrialData> describe_recordings(const ExperimentPlan& plan, const TrialTable& table, Variant variant,
                                      const std::vector<RecordingFile>& files, const OpenSource& open);

// `contents` receives a text that identifies these arrays.
Result<TrialTable> plan_arrays(const ExperimentPlan& plan, const OpenSource& open, std::string& contents);
Result<TrialData> load_arrays(const ExperimentPlan& plan, const TrialTable& table, Variant variant,
                              const OpenSource& open);
Result<TrialData> describe_arrays(const ExperimentPlan& plan, const TrialTable& table, Variant variant);

}  // namespace eegate
