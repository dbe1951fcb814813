// The commands of eegate in the order of its help. To add a command NAME: a file with its options, what it does, and
// add_NAME, which defines its name, help and options; and NAME in this list.
#pragma once

#include <functional>

#include "base/result.h"

namespace CLI {
class App;
}

namespace eegate::cli {

// The action of the chosen command; set by the command's callback while the options are parsed.
using Chosen = std::function<Result<>()>;

#define EEGATE_EACH_COMMAND(line)                                                                               \
  line(info) line(hypnogram) line(read) line(prepare) line(predict) line(classify) line(stage) line(deidentify) \
      line(report) line(sample) line(train) line(evaluate) line(compare) line(tune) line(benchmark) line(grad)  \
          line(explain) line(export) line(quantize) line(import) line(experiment) line(schema) line(bids)       \
              line(convert)

#define EEGATE_DECLARE(name) void add_##name(CLI::App& app, Chosen& chosen);
EEGATE_EACH_COMMAND(EEGATE_DECLARE)
#undef EEGATE_DECLARE

}  // namespace eegate::cli
