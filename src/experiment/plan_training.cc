// Training options of a plan, and published figures.
#include "experiment/plan_data.h"
#include "train/optimizer.h"
#include "train/schedule.h"

namespace eegate {
namespace {

constexpr std::string_view kBalanced[] = {"balanced"};
constexpr FieldSpec kTraining[] = {
    optional_integer("epochs", 1, kMaxPlanCount),
    optional_integer("batch_size", 1, kMaxPlanCount),
    optional_number("lr", 1e-12, 1e3),
    optional_choice("optimizer", kOptimizers.names),
    optional_choice("schedule", kDecays.names),
    optional_choice("init", kInitRules.names),
    optional_number("warmup", 0, 1),
    optional_number("weight_decay", 0, 1e3),
    optional_number("clip", 0, 1e9),
    more_than_lowest(optional_numbers("class_weights", 0, kAnyNumber, kBalanced)),
    optional_number("label_smoothing", 0, 0.999),
    optional_bool("shuffle"),
    optional_bool("dropout"),
    optional_integer("patience", 0, kMaxPlanCount),
    optional_bool("mirror"),
    optional_number("channel_dropout", 0, 0.9),
};

constexpr FieldSpec kFigure[] = {
    optional_text("model"),
    optional_text("band"),
    optional_text("window"),
    optional_text("electrodes"),
    required_number("accuracy", 0, 1),
    optional_number("spread", 0, 1),
    optional_number_map("subjects", -kAnyNumber, kAnyNumber),
};
constexpr FieldSpec kPublished[] = {required_text("source"), required_text("differs"),
                                    required_field(optional_objects("figures", kFigure))};

PublishedFigure read_figure(const StrictObject& object) {
  PublishedFigure figure;
  object.copy("model", figure.model);
  object.copy("band", figure.band);
  object.copy("window", figure.window);
  object.copy("electrodes", figure.electrodes);
  object.copy("accuracy", figure.accuracy);
  object.copy("spread", figure.spread);
  const auto& names = object.texts("subjects");
  for (std::size_t i = 0; i < names.size(); ++i) figure.subjects.emplace_back(names[i], object.numbers("subjects")[i]);
  return figure;
}

}  // namespace

std::span<const FieldSpec> plan_training_fields() { return kTraining; }
std::span<const FieldSpec> published_fields() { return kPublished; }

PlanTraining read_plan_training(const StrictObject& object, PlanTraining base) {
  TrainingRequest& request = base.request;
  object.copy("epochs", request.n_epochs);
  object.copy("batch_size", request.batch_size);
  object.copy("lr", request.learning_rate);
  object.copy("optimizer", request.optimizer);
  object.copy("schedule", request.schedule);
  object.copy("init", base.init, kInitRules);
  object.copy("warmup", request.warmup_share);
  object.copy("weight_decay", request.weight_decay);
  object.copy("clip", request.clip_norm);
  if (object.is_set("class_weights")) {
    const auto& weights = object.numbers("class_weights");
    request.class_weights.assign(weights.begin(), weights.end());
    request.balanced_classes = weights.empty();
  }
  object.copy("label_smoothing", request.label_smoothing);
  object.copy("shuffle", request.shuffle);
  object.copy("dropout", request.dropout);
  object.copy("patience", request.patience);
  object.copy("mirror", request.mirror);
  object.copy("channel_dropout", request.channel_dropout);
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
  out.key("init").value(kInitRules.name_of(training.init)).end_object();
  return out.take();
}

Published read_published(const StrictObject& object) {
  Published published{.source = object.text("source"), .differs = object.text("differs"), .figures = {}};
  for (const StrictObject& figure : object.nodes("figures")) published.figures.push_back(read_figure(figure));
  return published;
}

}  // namespace eegate
