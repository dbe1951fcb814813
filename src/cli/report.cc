// eegate report: the methods report of a classification, with all that is needed to repeat it.
#include "session/classify/report.h"

#include <memory>

#include "cli/classified.h"
#include "cli/commands.h"
#include "cli/file_source.h"
#include "cli/opened.h"
#include "cli/output.h"
#include "cli/writer.h"
#include "session/classify/results.h"
#include "session/open/epoch_checks.h"
#include "session/output/cpu_target.h"
#include "session/output/json_out.h"

namespace eegate::cli {
namespace {

struct ReportOptions {
  std::string model, recording, output, recipe;
  std::string calibration = "none";
  bool override_fit = false;
  bool json = false;
};

constexpr std::uint64_t kHashBytesPerStep = std::uint64_t{16} << 20;

Result<> hash(OpenRecording& recording) {
  ProgressBar bar("hashing");
  for (double done = 0; done < 1;) {
    EEGATE_TRY(done, hash_recording(recording, kHashBytesPerStep));
    bar.show(done);
  }
  return {};
}

Result<> report(const ReportOptions& options) {
  EEGATE_TRY(Classified classified, classify_file(options.model, options.recording, options.recipe,
                                                  options.override_fit, kCalibrations.value_of(options.calibration)));
  EEGATE_CHECK(hash(*classified.recording));
  EEGATE_TRY(const std::string html,
             report_html(classified.plan, classified.probabilities, "this machine, " + cpu_target_name()));
  EEGATE_CHECK(write_text_file(options.output, html));
  print_warnings(classified.all_warnings());
  if (options.json) {
    const Plan& plan = classified.plan;
    JsonOut json(Keys::kSnake, true);
    json.begin_object().member("output", options.output).count("n_epochs", plan.epochs().size());
    json.count("n_unanswered", count_unanswered(classified.probabilities, plan.n_classes())).end_object();
    print_data(json.take() + "\n");
  }
  return check_answered(classified);
}

}  // namespace

void add_report(CLI::App& app, Chosen& chosen) {
  auto options = std::make_shared<ReportOptions>();
  CLI::App* sub = add_command(app, chosen, "report", "A methods report of a classification: one HTML page, for print",
                              options, &report);
  sub->add_option("model", options->model, "model file")->required();
  sub->add_option("recording", options->recording, "a recording of any format")->required();
  sub->add_option("-o,--output", options->output, "the .html file to write")->required();
  sub->add_option("--recipe", options->recipe, "JSON file; default: the recipe in the model");
  sub->add_flag("--override", options->override_fit, "even if the recording does not fit the model; stamped on it");
  add_calibration(*sub, options->calibration, "median or recentre, as classify does; stamped on it",
                  {"none", "median", "recentre"});
  sub->add_flag("--json", options->json, "what was written, as JSON");
}

}  // namespace eegate::cli
