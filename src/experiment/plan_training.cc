// Training options of a plan, and the figures that others published.
#include <algorithm>

#include "experiment/plan_data.h"
#include "train/optimizer.h"
#include "train/schedule.h"

namespace eegate {
namespace {

Result<> read_optional(const PlanReader& reader, const char* key, std::optional<double>& into, double highest) {
  double value = 0;
  EEGATE_CHECK(reader.number(key, value, 0, highest));
  if (reader.has(key)) into = value;
  return {};
}

Result<> read_class_weights(const PlanReader& reader, TrainingRequest& request) {
  if (!reader.has("class_weights")) return {};
  const JsonValue value = reader.get("class_weights");
  request.class_weights.clear();
  request.balanced_classes = value.string() == "balanced";
  for (const JsonValue& weight : value.elements()) {
    if (!(weight.number() > 0)) return reader.value_error("class_weights", "\"balanced\" or numbers above 0");
    request.class_weights.push_back(static_cast<float>(weight.number()));
  }
  if (request.balanced_classes || !request.class_weights.empty()) return {};
  return reader.type_error("class_weights", "\"balanced\" or numbers above 0");
}

Result<> read_words(const PlanReader& reader, PlanTraining& training) {
  TrainingRequest& request = training.request;
  EEGATE_CHECK(reader.text("optimizer", request.optimizer));
  if (reader.has("optimizer") && !optimizer_kind(request.optimizer).ok())
    return reader.value_error("optimizer", "adamw, adam, adam_keras or sgd");
  EEGATE_CHECK(reader.text("schedule", request.schedule));
  if (reader.has("schedule") && !decay_kind(request.schedule).ok())
    return reader.value_error("schedule", "constant, cosine, linear or inverse_sqrt");
  std::string init(kInitRules.word_of(training.init));
  EEGATE_CHECK(reader.text("init", init));
  const auto rule = kInitRules.find(init);
  if (!rule) return reader.value_error("init", "one of " + listed(kInitRules.words));
  training.init = *rule;
  return {};
}

Result<PublishedFigure> read_figure(JsonValue object, const std::string& path) {
  EEGATE_TRY(
      const PlanReader reader,
      PlanReader::open(object, path, {"model", "band", "window", "electrodes", "accuracy", "spread", "subjects"}));
  PublishedFigure figure;
  EEGATE_CHECK(reader.text("model", figure.model));
  EEGATE_CHECK(reader.text("band", figure.band));
  EEGATE_CHECK(reader.text("window", figure.window));
  EEGATE_CHECK(reader.text("electrodes", figure.electrodes));
  EEGATE_CHECK(reader.require("accuracy", "a share from 0 to 1"));
  EEGATE_CHECK(reader.number("accuracy", figure.accuracy, 0, 1));
  EEGATE_CHECK(read_optional(reader, "spread", figure.spread, 1));
  if (!reader.has("subjects")) return figure;
  if (!reader.get("subjects").is_object()) return reader.type_error("subjects", "{\"name\": share}");
  for (const auto& [name, value] : reader.get("subjects").members()) {
    if (!value.is_number()) return reader.type_error("subjects", "{\"name\": share}");
    figure.subjects.emplace_back(name, value.number());
  }
  return figure;
}

}  // namespace

Result<PlanTraining> read_plan_training(JsonValue object, std::string path, PlanTraining base) {
  EEGATE_TRY(const PlanReader reader,
             PlanReader::open(object, std::move(path),
                              {"epochs", "batch_size", "lr", "optimizer", "schedule", "warmup", "weight_decay", "clip",
                               "class_weights", "label_smoothing", "init", "shuffle", "dropout", "patience", "mirror",
                               "channel_dropout"}));
  TrainingRequest& request = base.request;
  EEGATE_CHECK(reader.count("epochs", request.n_epochs, 1, kMaxPlanCount));
  EEGATE_CHECK(reader.count("batch_size", request.batch_size, 1, kMaxPlanCount));
  EEGATE_CHECK(reader.number("lr", request.learning_rate, 1e-12, 1e3));
  EEGATE_CHECK(read_words(reader, base));
  EEGATE_CHECK(read_optional(reader, "warmup", request.warmup_share, 1));
  EEGATE_CHECK(read_optional(reader, "weight_decay", request.weight_decay, 1e3));
  EEGATE_CHECK(read_optional(reader, "clip", request.clip_norm, 1e9));
  EEGATE_CHECK(read_class_weights(reader, request));
  EEGATE_CHECK(reader.number("label_smoothing", request.label_smoothing, 0, 0.999));
  EEGATE_CHECK(reader.flag("shuffle", request.shuffle));
  EEGATE_CHECK(reader.flag("dropout", request.dropout));
  EEGATE_CHECK(reader.count("patience", request.patience, 0, kMaxPlanCount));
  EEGATE_CHECK(reader.flag("mirror", request.mirror));
  EEGATE_CHECK(reader.number("channel_dropout", request.channel_dropout, 0, 0.9));
  return base;
}

std::string training_text(const PlanTraining& training) {
  const TrainingRequest& request = training.request;
  JsonWriter out;
  out.begin_object().key("optimizer").value(request.optimizer);
  out.key("epochs").value(static_cast<std::uint64_t>(request.n_epochs));
  out.key("batch_size").value(static_cast<std::uint64_t>(request.batch_size));
  out.key("lr").value(request.learning_rate).key("patience").value(request.patience);
  out.key("shuffle").value(request.shuffle).key("dropout").value(request.dropout);
  out.key("mirror").value(request.mirror).key("channel_dropout").value(request.channel_dropout);
  out.key("balanced").value(request.balanced_classes).key("class_weights").begin_array();
  for (const float weight : request.class_weights) out.value(static_cast<double>(weight));
  out.end_array().key("label_smoothing").value(request.label_smoothing).key("schedule").value(request.schedule);
  const auto optional = [&](const char* key, const std::optional<double>& value) {
    out.key(key);
    if (value)
      out.value(*value);
    else
      out.null();
  };
  optional("warmup", request.warmup_share);
  optional("clip", request.clip_norm);
  optional("weight_decay", request.weight_decay);
  out.key("init").value(kInitRules.word_of(training.init)).end_object();
  return out.take();
}

Result<std::optional<Published>> read_published(JsonValue object) {
  EEGATE_TRY(const PlanReader reader, PlanReader::open(object, "published", {"source", "differs", "figures"}));
  Published published;
  for (const char* key : {"source", "differs"}) EEGATE_CHECK(reader.require(key, "a text"));
  EEGATE_CHECK(reader.text("source", published.source));
  EEGATE_CHECK(reader.text("differs", published.differs));
  EEGATE_CHECK(reader.require("figures", "a list"));
  EEGATE_TRY(const auto figures, reader.list("figures"));
  for (std::size_t i = 0; i < figures.size(); ++i) {
    EEGATE_TRY(PublishedFigure figure, read_figure(figures[i], reader.field("figures", i)));
    published.figures.push_back(std::move(figure));
  }
  return std::optional<Published>(std::move(published));
}

}  // namespace eegate
