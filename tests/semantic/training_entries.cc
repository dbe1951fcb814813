// Training runs with extreme options on extreme epochs, and their checkpoints with altered values.
#include "files/safetensors.h"
#include "semantic/made.h"
#include "semantic/oracles.h"
#include "session/train/training_session.h"

namespace eegate::test::semantic {
namespace {

using Training = std::unique_ptr<TrainingSession>;

constexpr std::size_t kMaxTrainingSteps = 6, kMaxFloats = 60000;
constexpr std::uint64_t kMemory = std::uint64_t{1} << 28;

struct Epochs {
  std::vector<std::int32_t> labels, subjects;
  std::vector<float> x;
  std::size_t n_floats = 0;  // of each
};

Epochs training_epochs(Choices& choices, std::size_t n_chans) {
  Epochs epochs;
  constexpr std::array<std::size_t, 6> kTimes = {32, 64, 160, 320, 8, 33};
  epochs.n_floats = n_chans * choices.of(kTimes);
  const std::size_t n = choices.between(4, 16);
  const std::size_t n_classes = choices.between(2, 4);
  for (std::size_t i = 0; i < n; ++i) {
    epochs.labels.push_back(static_cast<std::int32_t>(choices.one_of(40) ? choices.below(100000) : i % n_classes));
    epochs.subjects.push_back(static_cast<std::int32_t>(i / 3));
  }
  if (choices.one_of(2)) epochs.subjects.clear();
  epochs.x = made_samples(choices, n * epochs.n_floats);
  return epochs;
}

bool prepare(TrainingSession& session, const Epochs& epochs, Outcome& outcome) {
  if (!holds(session.add_labels(epochs.labels, epochs.subjects, epochs.n_floats), outcome)) return false;
  const auto plan = session.plan(kMemory);
  if (!holds(plan, outcome)) return false;
  expect_json(session.describe_plan(), "a plan of a training");
  if (!holds(session.add_epochs(epochs.x), outcome) || !holds(session.begin(), outcome)) return false;
  expect_json(TrainingSession::describe(session.audit_fit()), "findings");
  return true;
}

void check_step(const TrainAdvance& advance) {
  if (advance.problem) return;
  if (advance.step) {
    expect(std::isfinite(advance.step->loss) && std::isfinite(advance.step->learning_rate) &&
               std::isfinite(advance.step->gradient_norm),
           "a step whose numbers are not finite");
  }
}

// A few steps on one engine; false if the run has ended or was refused.
bool go_on(TrainingSession& session, std::size_t n_steps, bool stops, Outcome& outcome) {
  for (std::size_t i = 0; i < n_steps; ++i) {
    const auto advance = session.advance(session.position(), 0, 1, stops && i + 1 == n_steps);
    if (!holds(advance, outcome)) return false;
    check_step(*advance);
    expect_json(session.describe(*advance), "a step");
    if (advance->stage == TrainStage::kEnd) return false;
  }
  return true;
}

// Replaces the values of some tensors by extreme finite ones; header and counters stay.
std::vector<std::byte> with_other_values(const std::vector<std::byte>& checkpoint, Choices& choices) {
  const auto file = parse_safetensors(checkpoint);
  expect(file.ok(), "a checkpoint is no safetensors file");
  std::vector<std::vector<float>> values;
  std::vector<SafetensorsOut> tensors;
  values.reserve(file->tensors.size());
  for (const SafetensorsTensor& tensor : file->tensors) {
    const auto floats = read_floats(*file, tensor, checkpoint);
    expect(floats.ok(), "a tensor of a checkpoint is not read");
    values.push_back(*floats);
    if (choices.one_of(4)) std::ranges::fill(values.back(), choices.value());
    tensors.push_back({tensor.name, tensor.shape, values.back()});
  }
  return write_safetensors(file->metadata, tensors);
}

void check_model(const TrainingSession& session, Outcome& outcome) {
  const auto file = session.model_file(session.position());
  if (!holds(file, outcome)) return;
  const auto model = open_model(*file, "trained.safetensors");
  expect(model.ok(), "the model of a training is refused: " + (model.ok() ? std::string() : describe(model.error())));
}

Training session_for(const std::string& request, const std::vector<std::byte>& model, Outcome& outcome) {
  auto session = TrainingSession::create(request, model);
  return holds(session, outcome) ? std::move(session).value() : nullptr;
}

}  // namespace

Outcome run_training(Choices& choices) {
  Outcome outcome;
  const bool is_further = choices.one_of(4);
  const std::vector<std::byte> model = is_further ? made_model(choices) : std::vector<std::byte>();
  const std::size_t n_chans = choices.between(1, 6);
  const std::string request = made_training(choices, is_further, n_chans);
  const Epochs epochs = training_epochs(choices, n_chans);
  if (epochs.x.size() > kMaxFloats) return outcome;
  const Training session = session_for(request, model, outcome);
  if (session == nullptr || !prepare(*session, epochs, outcome)) return outcome;
  const bool is_running = go_on(*session, choices.between(1, kMaxTrainingSteps), choices.one_of(4), outcome);
  check_model(*session, outcome);
  const auto checkpoint = session->checkpoint(session->position());
  if (!holds(checkpoint, outcome)) return outcome;
  const Training again = session_for(request, model, outcome);
  if (again == nullptr || !prepare(*again, epochs, outcome)) return outcome;
  const auto restored = again->restore(*checkpoint, false);
  expect(restored.ok(), "a checkpoint is refused: " + (restored.ok() ? std::string() : describe(restored.error())));
  const auto same = again->checkpoint(again->position());
  expect(same.ok() && *same == *checkpoint, "a checkpoint is not the same when it was taken again");
  if (!holds(again->restore(with_other_values(*checkpoint, choices), choices.one_of(2)), outcome)) return outcome;
  if (is_running) (void)go_on(*again, 3, false, outcome);
  check_model(*again, outcome);
  return outcome;
}

}  // namespace eegate::test::semantic
