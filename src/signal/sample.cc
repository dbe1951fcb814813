#include "signal/sample.h"

#include <span>

#include "files/edf_write.h"

namespace eegate {

Result<std::vector<std::byte>> make_sample_edf(const SampleOptions& options) {
  const SampleSignal sample = make_sample_signal(options);
  const std::span<const float> values(sample.values);
  std::vector<EdfOutSignal> signals;
  for (std::size_t c = 0; c < sample.ch_names.size(); ++c) {
    signals.push_back({.label = sample.ch_names[c],
                       .transducer = "simulated",
                       .prefiltering = "none",
                       .sfreq = sample.sfreq,
                       .values = values.subspan(c * sample.n_times, sample.n_times)});
  }
  std::vector<EdfOutAnnotation> annotations;
  for (const Annotation& annotation : sample.annotations) {
    annotations.push_back({annotation.onset_s, annotation.duration_s, annotation.text});
  }
  // No patient and no date, because the data are simulated.
  return write_edf_plus(signals, annotations, {.equipment = "eegate_simulated_not_a_person"});
}

}  // namespace eegate
