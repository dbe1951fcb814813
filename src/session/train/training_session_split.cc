// Which epochs of a TrainingSession validate.
#include "session/train/trained_before.h"
#include "session/train/training_session.h"

namespace eegate {

Result<Split> TrainingSession::split_by_rule(SplitRule rule) const {
  const double share = request_.validation_share;
  const std::uint64_t seed = request_.training.seed;
  const auto groups = [&](GroupBy by) {
    return split_off_groups(places_, labels_, by, share, seed, unknown_groups(places_, by, known_before(rule)));
  };
  switch (rule) {
    case SplitRule::kSubject:
      if (!knows_subjects())
        return Error{.code = "TRAIN_SPLIT",
                     .message = "Whose the epochs are is not known",
                     .field = "subjects",
                     .found = "none",
                     .expected = "one for each epoch"};
      return groups(GroupBy::kSubject);
    case SplitRule::kRun:
      if (is_array_)
        return Error{.code = "TRAIN_OPTION",
                     .message = "Arrays do not contain the recording of an epoch",
                     .field = "split",
                     .found = "run",
                     .expected = "subject, block or none",
                     .hint = "Numbers of recordings can stand in place of subjects: then split by subject."};
      return groups(GroupBy::kFile);
    case SplitRule::kBlock:
      return split_off_blocks(places_, labels_, share);
    case SplitRule::kAuto:
    case SplitRule::kNone:
      break;
  }
  Split split;
  for (std::size_t i = 0; i < places_.size(); ++i) split.train.epochs.push_back(static_cast<std::uint32_t>(i));
  return split;
}

std::string TrainingSession::file_name(std::size_t file) const {
  return file < dataset_.file_names.size() ? dataset_.file_names[file]
                                           : subject_name(dataset_, dataset_.subjects[file]);
}

// By epoch: whether the card of a model that is trained further names its subject or file.
std::vector<bool> TrainingSession::known_before(SplitRule rule) const {
  const TrainedBefore before(start_->contract.train_json, rule == SplitRule::kBlock);
  std::vector<bool> by_file, known;
  for (std::size_t i = 0; i < dataset_.subjects.size(); ++i)
    by_file.push_back(before.knows(subject_name(dataset_, dataset_.subjects[i]), file_name(i)));
  for (const DatasetEpoch& epoch : dataset_.epochs) known.push_back(knows_subjects() && by_file[epoch.file]);
  return known;
}

// "auto" takes the first rule that leaves every class in both parts.
Result<> TrainingSession::make_split() {
  if (request_.split != SplitRule::kAuto) {
    EEGATE_TRY(plan_.split, split_by_rule(request_.split));
    plan_.split_by = request_.split;
  } else {
    for (const SplitRule rule : {SplitRule::kSubject, SplitRule::kRun, SplitRule::kBlock, SplitRule::kNone}) {
      auto split = split_by_rule(rule);
      if (!split.ok() || (rule != SplitRule::kNone && !both_hold_all(*split, labels_))) continue;
      plan_.split = std::move(split).value();
      plan_.split_by = rule;
      break;
    }
    if (plan_.split.validation.epochs.empty()) {
      plan_.warnings.push_back(
          {"TRAIN_NO_VALIDATION",
           "There is too little data to set some aside for validation: nothing shows when to stop"});
    }
  }
  if (!plan_.split.validation.epochs.empty()) plan_.split_text = plan_.split.rule + " set aside for validation";
  if (plan_.split_by == SplitRule::kBlock && !knows_times_) plan_.warnings.push_back(epochs_untimed());
  if (plan_.split.n_dropped > 0) plan_.warnings.push_back(epochs_dropped(plan_.split));
  if (const auto warning = trained_before(known_before(plan_.split_by), plan_.split.validation.epochs))
    plan_.warnings.push_back(*warning);
  return {};
}

}  // namespace eegate
