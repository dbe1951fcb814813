// eegate sample: a simulated recording.
#include <cmath>
#include <memory>

#include "cli/commands.h"
#include "cli/file_source.h"
#include "cli/writer.h"
#include "session/open/samples.h"
#include "session/output/json_out.h"

namespace eegate::cli {
namespace {

struct SampleOptions {
  std::string output;
  std::uint64_t seed = 1;
  double duration_s = 0;  // 0: 120 s, of a night 8 h
  bool night = false;
  bool json = false;
};

Result<> sample(const SampleOptions& options) {
  const double wanted_s = options.duration_s > 0 ? options.duration_s : options.night ? 28800 : 120;
  const double length_s = options.night ? 30 * std::floor(wanted_s / 30) : std::round(wanted_s);
  EEGATE_TRY(const auto bytes, (options.night ? make_night_sample : make_sample)(options.seed, wanted_s));
  EEGATE_CHECK(write_file(options.output, bytes));
  if (!options.json) return {};
  JsonOut json(Keys::kSnake, true);
  json.begin_object().member("output", options.output).count("seed", options.seed);
  json.member("duration_s", length_s).count("size_bytes", bytes.size()).end_object();
  print_data(json.take() + "\n");
  return {};
}

}  // namespace

void add_sample(CLI::App& app, Chosen& chosen) {
  auto options = std::make_shared<SampleOptions>();
  CLI::App* sub = add_command(app, chosen, "sample", "A simulated recording: eyes open, then closed", options, &sample);
  sub->add_option("-o,--output", options->output, "the .edf file to write")->required();
  sub->add_option("--seed", options->seed, "the same seed gives the same bytes (default: 1)");
  sub->add_flag("--night", options->night, "a night instead, with its stages of sleep as annotations");
  sub->add_option("--duration-s", options->duration_s,
                  "length in seconds, rounded to whole ones, of a night down to epochs of 30 s (default: 120, 28800)")
      ->check(positive_number());
  sub->add_flag("--json", options->json, "what was written, as JSON");
}

}  // namespace eegate::cli
