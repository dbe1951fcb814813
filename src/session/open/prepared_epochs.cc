#include "session/open/prepared_epochs.h"

#include <utility>

#include "session/open/describe.h"
#include "session/open/epoch_checks.h"

namespace eegate {

Result<PreparedEpochs> PreparedEpochs::open(std::shared_ptr<OpenRecording> recording, std::string_view recipe) {
  EEGATE_TRY(const Recipe parsed, parse_recipe(recipe));
  EEGATE_CHECK(read_all_annotations(recording->recording));
  EEGATE_TRY(Preparation preparation, Preparation::open(recording->recording, parsed));
  return PreparedEpochs(std::move(recording), std::move(preparation));
}

std::vector<std::string> PreparedEpochs::ch_names() const {
  return names_of_channels(recording_->recording, plan().channels);
}

Result<> PreparedEpochs::check_range(std::size_t first, std::size_t count) const {
  const std::size_t n = plan().epochs.size();
  return first > n || count > n - first ? Result<>(epoch_range_error(first, count, n)) : Result<>();
}

Result<double> PreparedEpochs::advance(std::size_t first) {
  EEGATE_CHECK(check_range(first, 1));
  return preparation_.advance(first);
}

Result<std::vector<float>> PreparedEpochs::read(std::size_t first, std::size_t count) {
  EEGATE_CHECK(check_range(first, count));
  std::vector<float> values(count * plan().n_chans() * plan().n_times);
  EEGATE_CHECK(preparation_.epochs(first, count, values));
  return values;
}

std::string describe_epochs(const PreparedEpochs& prepared, Keys keys) {
  const PreparePlan& plan = prepared.plan();
  JsonOut json(keys);
  json.begin_object().strings("ch_names", prepared.ch_names()).member("sfreq", plan.sfreq);
  json.count("n_times", plan.n_times);
  write_epochs(json, plan.epochs);
  write_left_out(json, plan.left_out);
  write_warnings(json, plan.warnings);
  return json.end_object().take();
}

}  // namespace eegate
