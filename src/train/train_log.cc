#include "train/train_log.h"

#include <cmath>

namespace eegate {

std::string to_json(const StepRecord& record) {
  JsonWriter out;
  out.begin_object()
      .key("step")
      .value(record.step)
      .key("loss")
      .value(record.loss)
      .key("lr")
      .value(record.learning_rate);
  out.key("gradient_norm").value(record.gradient_norm).end_object();
  return out.take();
}

std::string to_json(const EpochRecord& record) {
  JsonWriter out;
  out.begin_object()
      .key("epoch")
      .value(static_cast<std::uint64_t>(record.epoch))
      .key("train_loss")
      .value(record.train_loss);
  if (record.has_validation) {
    out.key("validation").begin_object().key("loss").value(record.validation_loss);
    out.key("accuracy").value(record.accuracy).key("balanced_accuracy").value(record.balanced_accuracy);
    out.key("macro_f1").value(record.macro_f1).key("kappa").value(record.kappa).key("chance").value(record.chance);
    out.end_object();
  }
  out.key("best").value(record.is_best).end_object();
  return out.take();
}

EpochRecord read_epoch_record(const JsonValue& object) {
  // JSON has no NaN and no infinity: such a loss is written as null, and so is a kappa that is not defined.
  const auto number = [](const JsonValue& value) { return value.is_null() ? std::nan("") : value.number(); };
  EpochRecord record{.epoch = static_cast<std::size_t>(object.get("epoch").plain_unsigned().value_or(0)),
                     .train_loss = number(object.get("train_loss"))};
  record.is_best = object.get("best").boolean();
  const JsonValue validation = object.get("validation");
  record.has_validation = validation.is_object();
  if (!record.has_validation) return record;
  record.validation_loss = number(validation.get("loss"));
  record.accuracy = validation.get("accuracy").number();
  record.balanced_accuracy = validation.get("balanced_accuracy").number();
  record.macro_f1 = validation.get("macro_f1").number();
  record.kappa = number(validation.get("kappa"));
  record.chance = validation.get("chance").number();
  return record;
}

}  // namespace eegate
