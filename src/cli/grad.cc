// eegate grad: the gradient of the mean loss, to check the backward pass independently.
#include "cli/commands.h"
#include "cli/file_source.h"
#include "cli/writer.h"
#include "session/output/json_out.h"
#include "session/train/training_gradient.h"

namespace eegate::cli {

Result<> grad(const GradOptions& options) {
  EEGATE_TRY(const auto model, read_file(options.model));
  EEGATE_TRY(const auto x, read_file(options.input));
  EEGATE_TRY(const auto y, read_file(options.labels));
  EEGATE_TRY(const auto bytes, gradient_file(model, x, y, options.batch_statistics));
  EEGATE_CHECK(write_file(options.output, bytes));
  if (!options.json) return {};
  JsonOut json(Keys::kSnake, true);
  json.begin_object().member("output", options.output).count("size_bytes", bytes.size()).end_object();
  print_data(json.take() + "\n");
  return {};
}

}  // namespace eegate::cli
