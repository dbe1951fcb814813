// Whole models, a call at a time, so that two builds can take turns in one process (bench/turns.mjs):
// MODEL BATCH PASSES ("predict", "int8" or "train") prints milliseconds per pass. Models stay loaded between calls of
// main.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/rng.h"
#include "bench/cases.h"
#include "model/model.h"
#include "train/init.h"
#include "train/trainer.h"

namespace {

using namespace eegate;

struct Subject {
  std::vector<float> x, logits;
  std::unique_ptr<Model> model;
  std::unique_ptr<Trainer> trainer;
};

const bench::ModelCase* case_of(const std::string& name) {
  for (const bench::ModelCase& model : bench::model_cases())
    if (model.name == name) return &model;
  return nullptr;
}

std::unique_ptr<Trainer> trainer_of(const ModelConfig& c, const std::vector<float>& x, std::size_t batch) {
  Targets targets;
  for (std::size_t i = 0; i < batch; ++i) targets.classes.push_back(static_cast<int>(i % c.n_outputs));
  TrainOptions options;
  options.n_epochs = 1'000'000;
  options.batch_size = batch;
  options.shuffle = options.dropout = false;
  auto trainer =
      Trainer::create(c, initial_weights(c, 1), {{x.data(), batch, c.n_chans, c.n_times}, targets}, {}, options);
  return trainer.ok() ? std::make_unique<Trainer>(std::move(trainer).value()) : nullptr;
}

// Null when there is no such model.
std::unique_ptr<Subject> prepare(const std::string& name, std::size_t batch, const std::string& way) {
  const bench::ModelCase* const found = case_of(name);
  if (found == nullptr) return nullptr;
  const auto bytes = way == "int8" ? bench::seeded_int8_model(*found) : bench::seeded_model(*found);
  if (!bytes.ok()) return nullptr;
  auto model = Model::load(*bytes);
  if (!model.ok()) return nullptr;
  auto subject = std::make_unique<Subject>();
  subject->model = std::make_unique<Model>(std::move(model).value());
  const ModelConfig& c = subject->model->config();
  const Rng rng(1, "trials");
  subject->x.resize(batch * c.n_chans * c.n_times);
  for (std::size_t i = 0; i < subject->x.size(); ++i) subject->x[i] = static_cast<float>(2 * rng.symmetric24(i));
  subject->logits.resize(batch * c.n_outputs);
  if (way == "train") subject->trainer = trainer_of(c, subject->x, batch);
  return subject;
}

bool pass(Subject& s, std::size_t batch) {
  const ModelConfig& c = s.model->config();
  if (s.trainer == nullptr) {
    return s.model->predict({s.x.data(), batch, c.n_chans, c.n_times}, {s.logits.data(), batch, c.n_outputs}).ok();
  }
  const bool took = s.trainer->step().ok();
  if (s.trainer->at_epoch_end()) s.trainer->finish_epoch();
  return took;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) return 1;
  static std::map<std::string, std::unique_ptr<Subject>> subjects;
  const std::string name = argv[1], way = argv[4];
  const auto batch = static_cast<std::size_t>(std::atoi(argv[2]));
  std::unique_ptr<Subject>& subject = subjects[name + " " + argv[2] + " " + way];
  if (subject == nullptr) subject = prepare(name, batch, way);
  if (subject == nullptr) return 1;
  const auto now = std::chrono::steady_clock::now;
  const auto start = now();
  const int n = std::atoi(argv[3]);
  for (int i = 0; i < n; ++i)
    if (!pass(*subject, batch)) return 1;
  std::printf("%.6g\n", std::chrono::duration<double, std::milli>(now() - start).count() / n);
  return 0;
}
