// Results as an EDF+ file of annotations: viewers show them over the recording.
#include <vector>

#include "base/finite.h"
#include "base/numbers_as_text.h"
#include "files/edf_write.h"
#include "session/results.h"

namespace eegate {
namespace {

// The class alone, so that programs that count annotations by their text count classes; the values for `regress`.
std::string text_of(const Plan& plan, std::span<const float> values) {
  if (!all_finite(values)) return "no answer";
  std::string label = plan.label_of(values);
  if (!label.empty()) return label;
  std::string text;
  for (std::size_t i = 0; i < values.size(); ++i) {
    text += (i > 0 ? " " : "") + plan.model().model.contract().classes[i] + "=" +
            significant(static_cast<double>(values[i]), 6);
  }
  return text;
}

}  // namespace

Result<std::vector<std::byte>> results_edf(const Plan& plan, std::span<const float> probabilities) {
  std::vector<EdfOutAnnotation> annotations;
  if (plan.overridden()) {
    annotations.push_back({.onset_s = 0, .duration_s = -1, .text = "eegate: fit overridden, these results say little"});
  }
  if (!plan.calibration_text().empty()) {
    annotations.push_back({.onset_s = 0,
                           .duration_s = -1,
                           .text = "eegate: calibrated without labels (" + std::string(plan.calibration_text()) + ")"});
  }
  for (std::size_t i = 0; i < plan.epochs().size(); ++i) {
    const Epoch& epoch = plan.epochs()[i];
    const auto row = probabilities.subspan(i * plan.n_classes(), plan.n_classes());
    annotations.push_back({.onset_s = epoch.onset_s, .duration_s = epoch.duration_s, .text = text_of(plan, row)});
  }
  return write_edf_annotations(annotations, {.start = plan.recording().recording.header().start,
                                             .patient_code = {},
                                             .equipment = plan.overridden() ? "eegate_fit_overridden" : "eegate"});
}

}  // namespace eegate
