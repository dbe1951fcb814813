// eegate sample: a simulated recording.
#include "cli/commands.h"
#include "cli/file_source.h"
#include "cli/writer.h"
#include "session/samples.h"

namespace eegate::cli {

Result<> sample(const SampleOptions& options) {
  EEGATE_TRY(const auto bytes, make_sample(options.seed, options.duration_s));
  return write_file(options.output, bytes);
}

}  // namespace eegate::cli
