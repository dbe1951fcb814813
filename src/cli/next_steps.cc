#include "cli/next_steps.h"

#include <algorithm>
#include <iterator>

namespace eegate::cli {
namespace {

struct Step {
  std::string_view text, code;
};
constexpr std::string_view kNewCopy =
    "Copy the file again from its source, or export it again from the recording software.";
// By code.
constexpr Step kSteps[] = {
    {"'eegate bids BIDS_DIR OUT participant' without labels takes all recordings.", "BIDS_LABEL"},
    {"Correct the file, or take it out of the data set.", "BIDS_SIDE_FILE"},
    {"'eegate info REC' lists the channels.", "CHANNEL_UNKNOWN"},
    {kNewCopy, "EDF_BAD_DURATION"},
    {kNewCopy, "EDF_BAD_NS"},
    {kNewCopy, "EDF_BAD_NSAMP"},
    {kNewCopy, "EDF_BAD_VERSION"},
    {kNewCopy, "EDF_TRUNCATED_HEADER"},
    {kNewCopy, "HYP_WFDB"},
    {"Export the scoring as text, CSV or EDF+ annotations (docs/SLEEP.md).", "HYP_XML"},
    {"Wait until the other one ends, or name another file.", "IO_LOCKED"},
    {"'eegate prepare REC --model MODEL -o X.npy' writes the epochs that a model takes.", "MODEL_CHANNELS"},
    {"Leave these epochs out; numpy.isfinite finds them.", "MODEL_INPUT_NONFINITE"},
    {"Take the weights of an earlier state of the training, which were finite.", "MODEL_NONFINITE"},
    {"Compare the times of both: 'eegate hypnogram HYP --recording REC'.", "NIGHT_LABELS"},
    {"Give longer recordings, or hypnograms with fewer gaps.", "NIGHT_SHORT"},
    {"Save it with numpy.save as float32, labels as int64.", "NPY_DTYPE"},
    {"Save the array with numpy.save.", "NPY_MAGIC"},
    {"'eegate prepare' writes an array of epochs.", "NPY_SHAPE"},
    {"Copy or write the file again.", "NPY_TRUNCATED"},
    {"Give the data and options of the run that wrote it, or another --checkpoint.", "TRAIN_CHECKPOINT"},
    {"'eegate prepare --labels y.npy' writes the labels of classes in this form.", "TRAIN_LABELS"},
    {"'eegate prepare --subjects s.npy' writes them in this form.", "TRAIN_SUBJECTS"},
};
static_assert(std::ranges::is_sorted(kSteps, {}, &Step::code));

}  // namespace

std::string_view next_step(std::string_view code) {
  const auto found = std::ranges::lower_bound(kSteps, code, {}, &Step::code);
  return found != std::end(kSteps) && found->code == code ? found->text : std::string_view();
}

}  // namespace eegate::cli
