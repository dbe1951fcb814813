// eegate sample: a simulated recording.
#include "cli/commands.h"
#include "cli/file_source.h"
#include "cli/writer.h"
#include "session/open/samples.h"
#include "session/output/json_out.h"

namespace eegate::cli {

Result<> sample(const SampleOptions& options) {
  const double length_s = options.duration_s > 0 ? options.duration_s : options.night ? 28800 : 120;
  EEGATE_TRY(const auto bytes, (options.night ? make_night_sample : make_sample)(options.seed, length_s));
  EEGATE_CHECK(write_file(options.output, bytes));
  if (!options.json) return {};
  JsonOut json(Keys::kSnake, true);
  json.begin_object().member("output", options.output).count("seed", options.seed);
  json.member("duration_s", length_s).count("size_bytes", bytes.size()).end_object();
  print_data(json.take() + "\n");
  return {};
}

}  // namespace eegate::cli
