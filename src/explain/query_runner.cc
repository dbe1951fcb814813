#include "explain/query_runner.h"

#include <algorithm>

namespace eegate {
namespace {

// Maximum number of input values in a batch with gradients: the tape is several times as large.
constexpr std::size_t kBatchFloats = std::size_t{1} << 19;

}  // namespace

QueryRunner::QueryRunner(const ExplainedNetwork& asked, std::size_t target)
    : network_(asked),
      output_(asked.config.task == Task::kBinary ? 0 : target),
      sign_(asked.config.task == Task::kBinary && target == 0 ? -1.0F : 1.0F) {}

std::size_t QueryRunner::run_batch(ModelQuery& query, std::size_t first) {
  const ArenaScope scope(arena_);
  const ModelConfig& config = network_.config;
  const std::size_t most = std::max<std::size_t>(1, kBatchFloats / (config.n_chans * config.n_times));
  const std::size_t batch = query.pass() == Pass::kTrace
                                ? 1
                                : std::clamp<std::size_t>(network_.network->preferred_batch(config.n_times), 1, most);
  const std::size_t n = std::min(batch, query.size() - first);
  const Tensor3 inputs = arena_.tensor3(n, config.n_chans, config.n_times);
  for (std::size_t i = 0; i < n; ++i) query.write(first + i, inputs[i]);
  if (query.pass() == Pass::kLogit) run_logits(query, first, inputs);
  if (query.pass() == Pass::kGradient) run_gradients(query, first, inputs);
  if (query.pass() == Pass::kTrace) run_trace(query, first, inputs);
  return first + n;
}

void QueryRunner::run_logits(ModelQuery& query, std::size_t first, Tensor3 inputs) {
  const Matrix logits = arena_.matrix(inputs.d0, network_.config.n_outputs);
  ForwardContext context{.arena = arena_};
  network_.network->forward(inputs, logits, context);
  for (std::size_t i = 0; i < inputs.d0; ++i)
    query.take(first + i, {.logit = static_cast<double>(sign_ * logits.row(i)[output_])});
}

void QueryRunner::run_gradients(ModelQuery& query, std::size_t first, Tensor3 inputs) {
  const std::size_t n = inputs.d0;
  const Matrix logits = arena_.matrix(n, network_.config.n_outputs),
               chosen = arena_.matrix(n, network_.config.n_outputs);
  ForwardContext forward{.arena = arena_, .tape = &tape_};
  network_.network->forward(inputs, logits, forward);
  std::fill_n(chosen.data, chosen.size(), 0.0F);
  for (std::size_t i = 0; i < n; ++i) chosen.row(i)[output_] = sign_;
  const Tensor3 gradients = arena_.tensor3(n, inputs.d1, inputs.d2);
  std::fill_n(gradients.data, gradients.size(), 0.0F);
  if (!ignored_) ignored_ = std::make_unique<Weights>(network_.weights.zeros());
  BackwardContext backward{.arena = arena_,
                           .tape = tape_,
                           .weights = network_.weights,
                           .gradients = *ignored_,
                           .differentiates_shrinkage = true};
  network_.network->backward(chosen, gradients, backward);
  for (std::size_t i = 0; i < n; ++i)
    query.take(first + i, {.logit = static_cast<double>(sign_ * logits.row(i)[output_]), .gradient = gradients[i]});
}

void QueryRunner::run_trace(ModelQuery& query, std::size_t first, Tensor3 inputs) {
  const Matrix logits = arena_.matrix(inputs.d0, network_.config.n_outputs);
  ForwardTrace trace;
  trace.records_steps = true;  // for the openness of the gates
  ForwardContext context{.arena = arena_, .trace = &trace};
  network_.network->forward(inputs, logits, context);
  query.take(first, {.logit = static_cast<double>(sign_ * logits.row(0)[output_]), .trace = &trace});
}

}  // namespace eegate
