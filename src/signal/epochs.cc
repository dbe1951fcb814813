#include "signal/epochs.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include "base/count.h"
#include "base/numbers_as_text.h"

namespace eegate {
namespace {

constexpr std::size_t kMaxEpochs = std::size_t{4} << 20;
constexpr double kReportedFraction = 1e-3;  // of a sample; larger rounding is reported

class Planner {
 public:
  Planner(std::span<const EpochSegment> segments, double sfreq, EpochPlan& plan)
      : segments_(segments), sfreq_(sfreq), plan_(plan), earliest_from_(segments.size()) {
    double earliest_s = std::numeric_limits<double>::infinity();
    for (std::size_t i = segments.size(); i-- > 0;)
      earliest_from_[i] = earliest_s = std::min(earliest_s, segments[i].onset_s);
  }

  void leave_out(std::string_view reason) {
    for (LeftOut& entry : plan_.left_out) {
      if (entry.reason == reason) return void(++entry.count);
    }
    plan_.left_out.push_back({std::string(reason), 1});
  }

  // Adds the epoch that starts `at_s` seconds after the start of a segment, if it is complete.
  void add(std::size_t index, double at_s, const std::string& label, int label_index) {
    const EpochSegment& segment = segments_[index];
    const std::int64_t first = sample_at(at_s, sfreq_);
    const bool is_last = index + 1 == segments_.size();
    if (first < 0) return leave_out(index == 0 ? "start of data" : "gap");
    const std::uint64_t end = static_cast<std::uint64_t>(first) + plan_.n_times;
    if (end > segment.n_stored) return leave_out(is_last ? "end of data" : "gap");
    if (end > segment.n_samples) return leave_out("padded tail");
    if (std::fabs(at_s * sfreq_ - static_cast<double>(first)) > kReportedFraction) ++n_rounded_;
    plan_.epochs.push_back({.onset_s = segment.onset_s + static_cast<double>(first) / sfreq_,
                            .duration_s = static_cast<double>(plan_.n_times) / sfreq_,
                            .label = label,
                            .label_index = label_index,
                            .segment = index,
                            .first_sample = static_cast<std::uint64_t>(first)});
  }

  // The last segment that has started at this time, within half a sample. Onsets ascend unless the clock of a file runs
  // backwards; the minimum onset of a segment and all later ones always ascends.
  std::size_t segment_at(double time_s) const {
    const auto after = std::ranges::upper_bound(earliest_from_, time_s + 0.5 / sfreq_);
    return after == earliest_from_.begin() ? 0 : static_cast<std::size_t>(after - earliest_from_.begin()) - 1;
  }

  std::span<const EpochSegment> segments() const { return segments_; }
  double sfreq() const { return sfreq_; }

  void report_rounding() {
    if (n_rounded_ == 0) return;
    plan_.warnings.push_back({"EPOCH_ROUNDED", std::to_string(n_rounded_) +
                                                   " epochs begin between two samples; the nearer "
                                                   "sample was taken"});
  }

 private:
  std::span<const EpochSegment> segments_;
  double sfreq_;
  EpochPlan& plan_;
  std::vector<double> earliest_from_;  // minimum onset of this segment and all later ones
  std::size_t n_rounded_ = 0;
};

using Labels = std::vector<std::pair<std::string, std::string>>;

// Labels of annotation texts. Uses maps because a malicious file may contain hundreds of thousands of different texts.
class LabelOfText {
 public:
  LabelOfText(const Labels& labels, std::span<const Annotation> annotations) {
    std::map<std::string_view, int> indices;
    const auto add = [&](const std::string& text, const std::string& label) {
      const auto [at, is_new] = indices.try_emplace(label, static_cast<int>(names_.size()));
      if (is_new) names_.push_back(label);
      index_of_text_.try_emplace(text, at->second);  // the first entry of a text is used
    };
    for (const auto& [text, label] : labels) add(text, label);
    if (!labels.empty()) return;
    // Sorted, so that indices do not depend on the order of events in a recording.
    for (const Annotation& annotation : annotations) index_of_text_.try_emplace(annotation.text);
    for (auto& [text, index] : index_of_text_) {
      index = static_cast<int>(names_.size());
      names_.emplace_back(text);
    }
  }

  const std::vector<std::string>& names() const { return names_; }
  const std::string& name(int index) const { return names_[static_cast<std::size_t>(index)]; }
  std::optional<int> find(std::string_view text) const {
    const auto at = index_of_text_.find(text);
    return at == index_of_text_.end() ? std::nullopt : std::optional(at->second);
  }

 private:
  std::vector<std::string> names_;
  std::map<std::string_view, int> index_of_text_;
};

Error length_error(std::string_view field, double seconds, double sfreq, std::string expected) {
  return Error{.code = "EPOCH_LENGTH",
               .message = "The epochs of the recipe cannot be cut",
               .field = std::string(field),
               .found = number_text(seconds) + " s at " + number_text(sfreq) + " Hz",
               .expected = std::move(expected)};
}

Result<std::size_t> times_of(std::string_view field, double seconds, double sfreq) {
  const std::int64_t n_times = sample_at(seconds, sfreq);
  if (n_times >= 1 && n_times <= std::int64_t{1} << 30) return static_cast<std::size_t>(n_times);
  return length_error(field, seconds, sfreq, "at least one sample, at most 2^30");
}

Result<> cut(const AnnotationEpochs& step, Planner& planner, EpochPlan& plan, std::span<const Annotation> annotations) {
  EEGATE_TRY(plan.n_times, times_of("epochs.tmax_s", step.tmax_s - step.tmin_s, planner.sfreq()));
  const LabelOfText labels(step.labels, annotations);
  plan.labels = labels.names();
  for (const Annotation& annotation : annotations) {
    const auto label = labels.find(annotation.text);
    if (!label) {
      planner.leave_out("not in labels");
      continue;
    }
    const double time_s = annotation.onset_s + step.tmin_s;
    const std::size_t index = planner.segment_at(time_s);
    planner.add(index, time_s - planner.segments()[index].onset_s, labels.name(*label), *label);
  }
  return {};
}

Error too_many(const WindowEpochs& step, const Planner& planner) {
  return length_error("epochs.step_s", step.step_s, planner.sfreq(),
                      "at most " + std::to_string(kMaxEpochs) + " epochs");
}

// Windows that are completely inside an annotation, counted from its onset; those that include a gap are left out. The
// limit applies to candidates, because long annotations over gaps would take hours and give no epoch.
Result<> cut_along(const WindowEpochs& step, Planner& planner, EpochPlan& plan,
                   std::span<const Annotation> annotations) {
  const LabelOfText labels(step.labels, annotations);
  plan.labels = labels.names();
  std::size_t n_candidates = 0;
  for (const Annotation& annotation : annotations) {
    const auto label = labels.find(annotation.text);
    if (!label) {
      planner.leave_out("not in labels");
      continue;
    }
    const double last_s = annotation.duration_s - step.length_s + 0.5 / planner.sfreq();
    for (std::uint64_t k = 0; static_cast<double>(k) * step.step_s <= last_s; ++k) {
      if (n_candidates++ == kMaxEpochs) return too_many(step, planner);
      const double time_s = annotation.onset_s + static_cast<double>(k) * step.step_s;
      const std::size_t index = planner.segment_at(time_s);
      planner.add(index, time_s - planner.segments()[index].onset_s, labels.name(*label), *label);
    }
  }
  return {};
}

Result<> cut(const WindowEpochs& step, Planner& planner, EpochPlan& plan, std::span<const Annotation> annotations) {
  EEGATE_TRY(plan.n_times, times_of("epochs.length_s", step.length_s, planner.sfreq()));
  if (!(step.step_s * planner.sfreq() >= 1)) {
    return length_error("epochs.step_s", step.step_s, planner.sfreq(), "at least one sample");
  }
  if (!step.labels.empty()) return cut_along(step, planner, plan, annotations);
  if (!step.label.empty()) plan.labels.push_back(step.label);
  const int label_index = step.label.empty() ? -1 : 0;
  for (std::size_t i = 0; i < planner.segments().size(); ++i) {
    const EpochSegment& segment = planner.segments()[i];
    // Multiples of the step are rounded individually, so that rounding errors do not accumulate.
    for (std::uint64_t k = 0;; ++k) {
      const double at_s = static_cast<double>(k) * step.step_s;
      const auto first = static_cast<std::uint64_t>(sample_at(at_s, planner.sfreq()));  // not negative
      if (first + plan.n_times > segment.n_stored) break;
      if (plan.epochs.size() == kMaxEpochs) return too_many(step, planner);
      planner.add(i, at_s, step.label, label_index);
    }
  }
  return {};
}

}  // namespace

std::int64_t sample_at(double seconds, double sfreq) {
  const double position = seconds * sfreq, whole = std::floor(position);
  const double part = position - whole;
  constexpr auto kFarthest = static_cast<std::int64_t>(kExactDouble);  // longer than any recording
  const std::int64_t below = to_integer_within(whole, -kFarthest, kFarthest);
  if (std::fabs(part - 0.5) <= 1e-6) return below % 2 == 0 ? below : below + 1;
  return part < 0.5 ? below : below + 1;
}

Result<EpochPlan> plan_epochs(const EpochsStep& step, std::span<const EpochSegment> segments, double sfreq,
                              std::span<const Annotation> annotations) {
  EpochPlan plan;
  if (segments.empty()) return plan;
  Planner planner(segments, sfreq, plan);
  const auto cut_step = [&](const auto& kind) { return cut(kind, planner, plan, annotations); };
  EEGATE_CHECK(std::visit(cut_step, step));
  planner.report_rounding();
  return plan;
}

}  // namespace eegate
