// Epochs of a recording by a recipe alone: as `eegate prepare` writes them, read in ranges.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "session/open/open_files.h"
#include "session/output/json_out.h"
#include "signal/prepare.h"

namespace eegate {

class PreparedEpochs {
 public:
  // Errors: those of parse_recipe and Preparation.
  static Result<PreparedEpochs> open(std::shared_ptr<OpenRecording> recording, std::string_view recipe);

  const PreparePlan& plan() const { return preparation_.plan(); }
  // Of the recording's channels, in the order of the values.
  std::vector<std::string> ch_names() const;
  // Error: PLAN_RANGE.
  Result<double> advance(std::size_t first);
  Result<std::vector<float>> read(std::size_t first, std::size_t count);

 private:
  PreparedEpochs(std::shared_ptr<OpenRecording> recording, Preparation preparation)
      : recording_(std::move(recording)), preparation_(std::move(preparation)) {}
  Result<> check_range(std::size_t first, std::size_t count) const;
  std::shared_ptr<OpenRecording> recording_;  // lives as long as what reads it
  Preparation preparation_;
};

// Channels, rate, length, and each epoch with its onset and label.
std::string describe_epochs(const PreparedEpochs& prepared, Keys keys);

}  // namespace eegate
