// Options of the commands train and evaluate, and those that several commands have.
#include <cmath>
#include <memory>

#include "base/numbers_as_text.h"
#include "cli/commands.h"
#include "cli/train_commands.h"

namespace eegate::cli {
namespace {

// What is wrong with a number, or nothing.
template <class Fits>
std::string check_number(const std::string& text, Fits fits, const std::string& wanted) {
  double value = 0;
  const bool is_number = CLI::detail::lexical_cast(text, value) && std::isfinite(value);
  return is_number && fits(value) ? "" : text + " is not a number " + wanted;
}

// "balanced" or numbers; which ones is the trainer's to judge.
std::string check_class_weights(const std::string& text) {
  return text == "balanced" || class_weights_of(text) ? std::string() : "neither balanced nor numbers with commas";
}

// Exactly one of both: arrays, or recordings of nights. `of_arrays` are options for arrays alone.
void take_arrays_or_nights(CLI::App& sub, const std::string& arrays, std::initializer_list<const char*> of_arrays) {
  sub.get_option(arrays)->excludes(sub.get_option("--nights"));
  for (const char* name : of_arrays) sub.get_option("--nights")->excludes(sub.get_option(name));
  sub.parse_complete_callback([&sub, arrays] {
    if (sub.count("--nights") + sub.count(arrays) == 0) throw CLI::RequiredError(arrays);
    const bool needs_labels = arrays == "--data" && sub.count(arrays) > 0 && sub.count("--pretrain") == 0;
    if (needs_labels && sub.count("--labels") == 0) throw CLI::RequiresError(arrays, "--labels");
  });
}

void add_nights(CLI::App& sub, NightPaths& nights, std::vector<std::string>& channels) {
  CLI::Option* recordings = sub.add_option(
      "--nights", nights.recordings, "of models that stage nights: recordings, or folders of them, with hypnograms");
  sub.add_option("--hypnograms", nights.hypnograms,
                 "hypnogram of each recording, in this order (default: in its folder, or its annotations)")
      ->needs(recordings);
  sub.add_option("--channels", channels, "channels of the nights, in the order in which the model takes them")
      ->needs(recordings)
      ->delimiter(',');
}

// Without labels, and so without all that is about them. What is hidden is drawn where dropout is.
void add_pretraining(CLI::App& sub, TrainCommandOptions& options) {
  CLI::Option* share = sub.add_option("--pretrain", options.pretrain,
                                      "without labels: hides this share of a transformer's patches, which it learns to "
                                      "give back (0.05 to 0.95)");
  share->check(number_between(0.05, 0.95))->needs("--data");
  for (const char* name : {"--labels", "--nights", "--val", "--tune", "--class-weights", "--label-smoothing",
                           "--mirror", "--channel-dropout", "--no-dropout"})
    share->excludes(sub.get_option(name));
}

void add_training_rules(CLI::App& sub, TrainCommandOptions& options) {
  sub.add_option("--schedule", options.schedule,
                 "learning rate after the warm-up: cosine (default of adamw), constant, linear or inverse_sqrt")
      ->check(CLI::IsMember({"constant", "cosine", "linear", "inverse_sqrt"}));
  sub.add_option("--warmup", options.warmup_share,
                 "share of the steps in which the rate rises (default: new weights 0.05, post_ln 0.1)")
      ->check(number_between(0.0, 1.0));
  sub.add_option("--weight-decay", options.weight_decay, "of matrices, by adamw (default: 0.01)")
      ->check(non_negative_number());
  sub.add_option("--clip", options.clip_norm, "largest norm of the gradient; 0: none (default: adamw 1)")
      ->check(non_negative_number());
  sub.add_option("--class-weights", options.class_weights, "balanced, or a number for each class, with commas")
      ->check(CLI::Validator(check_class_weights, "WEIGHTS"));
  sub.add_option("--label-smoothing", options.label_smoothing, "share of a target that all classes get (default: 0)")
      ->check(number_between(0.0, 0.999));
  sub.add_option("--init", options.init, "rule of new weights: torch (default) or keras")
      ->check(CLI::IsMember({"torch", "keras"}));
}

}  // namespace

CLI::Validator positive_number() {
  return {[](std::string& text) { return check_number(text, [](double x) { return x > 0; }, "above 0"); }, "POSITIVE"};
}

CLI::Validator non_negative_number() {
  return {[](std::string& text) { return check_number(text, [](double x) { return x >= 0; }, "of at least 0"); },
          "NONNEGATIVE"};
}

CLI::Validator number_between(double low, double high) {
  const std::string range = significant(low, 3) + " to " + significant(high, 3);
  return {[=](std::string& text) {
            return check_number(text, [=](double x) { return x >= low && x <= high; }, "from " + range);
          },
          range};
}

void add_calibration(CLI::App& sub, std::string& calibration, const std::string& how,
                     std::vector<std::string> choices) {
  sub.add_option("--calibrate", calibration,
                 "without labels, for a subject whom the model does not know: " + how +
                     ". Right only where all classes have about equal shares (default: none)")
      ->check(CLI::IsMember(std::move(choices)));
}

void add_evaluate(CLI::App& app, Chosen& chosen) {
  auto options = std::make_shared<EvaluateOptions>();
  CLI::App* sub = add_command(app, chosen, "evaluate", "How good a model is on labelled epochs", options, &evaluate);
  sub->add_option("model", options->model, "model file")->required();
  sub->add_option("input", options->input, ".npy file of prepared epochs");
  sub->get_option("input")->needs(sub->add_option("labels", options->labels, ".npy file of labels"));
  add_nights(*sub, options->nights, options->channels);
  sub->add_option("--stride", options->stride, "of nights: epochs from one window to the next (default: 1)")
      ->check(positive_number());
  add_calibration(*sub, options->calibration, "median, recentre or online (by the epochs so far), each subject or run",
                  {"none", "median", "recentre", "online"});
  sub->add_option("--subjects", options->subjects,
                  ".npy file with a number for each epoch: whose it is, or of which run (default: all of one)");
  sub->add_flag("--json", options->json, "JSON instead of tables");
  take_arrays_or_nights(*sub, "input", {"--subjects", "--calibrate"});
}

void add_train(CLI::App& app, Chosen& chosen) {
  auto options = std::make_shared<TrainCommandOptions>();
  CLI::App* sub = add_command(app, chosen, "train", "Trains a new model, or goes on with one", options, &train);
  sub->add_option("start", options->start, "configuration or setup (.json), or model file (.safetensors)");
  sub->add_option("--preset", options->preset,
                  "a named configuration, with sizes from the data: in place of one, or in a setup that names none");
  sub->add_option("--data", options->data, ".npy file of prepared epochs");
  sub->add_option("--labels", options->labels, ".npy file of labels")->needs("--data");
  add_nights(*sub, options->nights, options->channels);
  sub->add_option("-o,--output", options->output, "the model file to write")->required();
  sub->add_option("--epochs", options->n_epochs, "times through the data (default: 100)")->check(positive_number());
  sub->add_option("--batch-size", options->batch_size, "epochs of data in a step (default: 64)")
      ->check(positive_number());
  sub->add_option("--lr", options->learning_rate, "largest learning rate (default: adamw 5e-4, others 1e-3)")
      ->check(positive_number());
  sub->add_option("--optimizer", options->optimizer, "adamw (default), adam, adam_keras or sgd")
      ->check(CLI::IsMember({"adamw", "adam", "adam_keras", "sgd"}));
  sub->add_option("--tune", options->tune,
                  "of a model that is trained further, what learns: all (default), head (the last layer) or norms")
      ->check(CLI::IsMember({"all", "head", "norms"}));
  add_training_rules(*sub, *options);
  sub->add_option("--seed", options->seed, "of new weights, order and dropout (default: 0)");
  sub->add_flag("--no-shuffle", options->no_shuffle, "take the data in the order of the file");
  sub->add_flag("--no-dropout", options->no_dropout, "train without dropout");
  sub->add_flag("--f16", options->f16, "write the weights as 16-bit floats: half the size, the last digits lost");
  sub->add_flag(
      "--jitter", options->jitter,
      "the epochs are longer than the model's window, which is cut from a random place (validation: the middle)");
  sub->add_flag("--mirror", options->mirror,
                "half of the epochs are mirrored: electrodes of both sides swap, and classes swap left and right");
  sub->add_option("--channel-dropout", options->channel_dropout, "share of the channels silenced in each epoch")
      ->check(number_between(0.0, 0.9));
  sub->add_option("--val", options->validation, "validation epochs and their labels: X.npy y.npy")->expected(2);
  sub->add_option("--subjects", options->subjects,
                  ".npy file with the subject of each epoch; without --val a sixth of the subjects validate");
  sub->add_option(
         "--split", options->split,
         "auto (default), subject: subjects validate; run: recordings of nights; block: the last sixth of every "
         "subject; none")
      ->check(CLI::IsMember({"auto", "subject", "run", "block", "none"}));
  sub->add_option("--patience", options->patience,
                  "epochs without a better validation result before training ends; 0: never (default: 15)")
      ->check(non_negative_number());
  sub->add_option("--workers", options->n_workers,
                  "threads (default: one for each core); the result does not depend on it")
      ->check(positive_number());
  sub->add_option("--memory-limit-mib", options->memory_limit_mib, "refuse what would need more than this")
      ->check(positive_number());
  sub->add_option("--log", options->log, ".jsonl file: one object for each step and each epoch");
  CLI::Option* checkpoint =
      sub->add_option("--checkpoint", options->checkpoint, "file that keeps the state of the run after each epoch");
  sub->add_flag("--resume", options->resume, "go on from the checkpoint if it is there")->needs(checkpoint);
  sub->add_flag("--json", options->json, "JSON instead of text");
  take_arrays_or_nights(*sub, "--data", {"--val", "--subjects"});
  add_pretraining(*sub, *options);
}

}  // namespace eegate::cli
