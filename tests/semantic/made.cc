#include "semantic/made.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/rng.h"
#include "files/json.h"
#include "files/safetensors.h"
#include "files/strict_object.h"
#include "model/architecture.h"
#include "semantic/members.h"
#include "support/edf_builder.h"
#include "train/init.h"

namespace eegate::test::semantic {
namespace {

constexpr std::array kNames = {"C3", "Cz", "C4", "F3", "Fz", "F4", "P3", "Pz"};

std::string made_epochs(Choices& choices) {
  Members epochs;
  if (choices.one_of(3)) {
    epochs.add(R"("by":"annotation")");
    epochs.add(member("tmin_s", choices.one_of(3) ? choices.text_of_number() : "0"));
    epochs.add(member("tmax_s", choices.text_around(1)));
    if (choices.one_of(2)) epochs.add(R"("labels":{"T1":"left","T2":"right"})");
  } else {
    epochs.add(R"("by":"window")");
    epochs.add(member("length_s", choices.text_around(1)));
    epochs.add(member("step_s", choices.text_around(0.7)));
    if (choices.one_of(3)) epochs.add(R"("labels":{"T1":"left","T2":"right"})");
  }
  return epochs.object();
}

std::string made_bandpass(Choices& choices) {
  Members bandpass;
  bandpass.add(member("low_hz", choices.text_around(1)));
  bandpass.add(member("high_hz", choices.text_around(30)));
  if (choices.one_of(2)) bandpass.add(member("order", std::to_string(choices.between(1, 20))));
  if (choices.one_of(2)) bandpass.add(R"("mode":"causal")");
  return bandpass.object();
}

// A few sampling rates that are fast to convert, and sometimes any number.
std::string made_rate(Choices& choices) {
  constexpr std::array kTo = {"100", "128", "80", "200", "159.5", "1e-3", "1e6", "0.1", "1e300", "333.3333", "160"};
  return choices.one_of(6) ? choices.text_of_number() : choices.of(kTo);
}

}  // namespace

std::vector<std::string> made_names(std::size_t n) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < n; ++i) names.push_back(i < kNames.size() ? kNames[i] : "E" + std::to_string(i + 1));
  return names;
}

std::string json_names(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "\"" : ",\"") + name + "\"";
  return "[" + text + "]";
}

std::string made_recipe(Choices& choices) {
  Members recipe;
  recipe.add(R"("version":1)");
  if (choices.one_of(6)) recipe.add(member("pick", json_names(made_names(choices.between(1, 4)))));
  if (choices.one_of(3)) {
    const std::size_t n = choices.below(4);
    recipe.add(member("reference", n == 0 ? "\"average\"" : json_names(made_names(n))));
  }
  if (choices.one_of(3)) {
    Members notch;
    notch.add(member("hz", choices.text_around(40)));
    notch.add(member("q", choices.text_around(20)));
    recipe.add(member("notch", notch.object()));
  }
  if (choices.one_of(2)) recipe.add(member("bandpass", made_bandpass(choices)));
  if (choices.one_of(8)) recipe.add(member("resample_hz", made_rate(choices)));
  if (!choices.one_of(12)) recipe.add(member("epochs", made_epochs(choices)));
  if (choices.one_of(6)) recipe.add(R"("align":"euclidean")");
  if (choices.one_of(8)) {
    constexpr std::array kHow = {"none", "zscore", "zscore_math", "zscore_keras", "zscore_torch", "zscore_trial"};
    recipe.add(member("standardize", "\"" + std::string(choices.of(kHow)) + "\""));
  }
  return recipe.object();
}

std::string made_look(Choices& choices) {
  Members look;
  if (choices.one_of(3)) look.add(R"("reference":"average")");
  for (const char* key : {"notch_hz", "highpass_hz", "lowpass_hz"}) {
    if (choices.one_of(2)) look.add(member(key, choices.text_around(20)));
  }
  return look.object();
}

namespace {

std::string made_block(Choices& choices, std::size_t n_samples, bool is_bdf) {
  const std::size_t kind = choices.below(6);
  const int largest = is_bdf ? 8388607 : 32767;
  const Rng rng(choices.bits(1), "semantic");
  std::vector<int> values(n_samples);
  for (std::size_t i = 0; i < n_samples; ++i) {
    const int noise = static_cast<int>(largest * rng.symmetric24(i));
    constexpr int kSmall = 64;
    const std::array<int, 6> all = {
        noise / kSmall, noise, 0, largest, i % 2 == 0 ? largest : -largest - 1, i == n_samples / 2 ? largest : 0};
    values[i] = all[kind];
  }
  return is_bdf ? int24_bytes(values) : int16_bytes(values);
}

BuiltSignal made_signal(Choices& choices, const std::string& label, std::uint64_t n_samples, std::size_t n_records,
                        bool is_bdf) {
  constexpr std::array kLimits = {"100", "1e-30", "1e30", "1e38", "3.4e38", "1e-44", "0", "1e300", "3277", "1e9"};
  constexpr std::array kUnits = {"uV", "uV", "uV", "mV", "V", "nV", "", "%"};
  BuiltSignal signal;
  signal.label = label;
  signal.dimension = choices.of(kUnits);
  signal.samples = n_samples;
  if (choices.one_of(3)) {
    signal.physical_max = choices.of(kLimits);
    signal.physical_min = choices.one_of(3) ? choices.of(kLimits) : "-" + signal.physical_max;
  }
  if (is_bdf) {
    signal.digital_min = "-8388608";
    signal.digital_max = "8388607";
  } else if (choices.one_of(2)) {
    signal.digital_min = "-32768";
    signal.digital_max = "32767";
  }
  if (choices.one_of(12)) std::swap(signal.digital_min, signal.digital_max);
  for (std::size_t record = 0; record < n_records; ++record)
    signal.records.push_back(made_block(choices, static_cast<std::size_t>(n_samples), is_bdf));
  return signal;
}

BuiltSignal made_annotations(Choices& choices, std::size_t n_records, bool has_gaps) {
  std::vector<std::string> lists;
  std::size_t start_s = 0;
  for (std::size_t record = 0; record < n_records; ++record) {
    std::string list = tal("+" + std::to_string(start_s));
    constexpr std::array kTexts = {"T1", "T2", "T0", "=1+1"};
    constexpr std::array kDurations = {"1", "0.5", "0", "1e9", "99999999"};
    if (choices.one_of(2)) {
      const std::string duration = choices.of(kDurations);
      list += tal("+" + std::to_string(start_s) + ".25\x15" + duration, {choices.of(kTexts)});
    }
    lists.push_back(list);
    start_s += 1 + (has_gaps ? choices.below(4) : 0);
  }
  return annotation_signal(lists);
}

}  // namespace

std::vector<std::byte> made_recording(Choices& choices) {
  constexpr std::array<std::uint64_t, 8> kRates = {160, 160, 160, 128, 250, 100, 16, 1};
  BuiltEdf file;
  file.is_bdf = choices.one_of(6);
  file.n_records = choices.between(1, 6);
  const auto n_records = static_cast<std::size_t>(file.n_records);
  const std::uint64_t rate = choices.of(kRates);
  if (choices.one_of(12)) file.duration = choices.one_of(2) ? "0.5" : "1.00001";
  for (const std::string& name : made_names(choices.between(1, 4))) {
    const std::uint64_t own = choices.one_of(12) ? choices.of(kRates) : rate;
    file.signals.push_back(made_signal(choices, name, own, n_records, file.is_bdf));
  }
  if (choices.one_of(2) && !file.is_bdf) {
    const bool has_gaps = choices.one_of(2);
    file.reserved = has_gaps ? "EDF+D" : "EDF+C";
    file.signals.push_back(made_annotations(choices, n_records, has_gaps));
  }
  return to_bytes(edf_text(file));
}

namespace {

// Mostly small: large sizes are mostly refused, which tests little.
std::string field_number(Choices& choices, const FieldSpec& field) {
  const std::size_t kind = choices.below(16);
  if (kind == 0) return significant(field.highest, 17);
  if (kind == 1) return choices.text_of_number();
  if (field.type == FieldType::kNumber && kind < 9)
    return significant(field.lowest + (field.highest - field.lowest) * static_cast<double>(choices.bits(1)) / 255, 17);
  if (kind < 4) return significant(field.lowest, 17);
  return significant(std::ceil(field.lowest) + static_cast<double>(choices.below(12)), 17);
}

std::string field_value(Choices& choices, const FieldSpec& field) {
  switch (field.type) {
    case FieldType::kInteger:
    case FieldType::kNumber:
      return field_number(choices, field);
    case FieldType::kBool:
      return choices.one_of(2) ? "true" : "false";
    case FieldType::kChoice:
      return "\"" + (field.choices.empty() ? "" : std::string(field.choices[choices.below(field.choices.size())])) +
             "\"";
    case FieldType::kText:
      return "\"text\"";
    case FieldType::kIntegers: {
      std::string list = field_number(choices, field);
      for (std::size_t more = choices.below(3); more > 0; --more) list += "," + field_number(choices, field);
      return "[" + list + "]";
    }
    case FieldType::kObject:
      return "{" + field_members(choices, field.fields) + "}";
    case FieldType::kKinds: {
      const std::span<const KindSpec> kinds = field.kinds;
      const KindSpec& kind = kinds[choices.below(kinds.size())];
      const std::string own = field_members(choices, kind.fields);
      return R"({"kind":")" + std::string(kind.kind) + "\"" + (own.empty() ? "" : "," + own) + "}";
    }
    default:  // no configuration has other types
      break;
  }
  return "null";
}

}  // namespace

std::string field_members(Choices& choices, std::span<const FieldSpec> fields) {
  std::string json;
  for (const FieldSpec& field : fields) {
    const bool is_required = field.fallback == FieldDefault::kRequired;
    if (!(is_required ? !choices.one_of(32) : choices.one_of(3))) continue;
    json += (json.empty() ? "\"" : ",\"") + std::string(field.name) + "\":" + field_value(choices, field);
  }
  return json;
}

std::string made_config(Choices& choices) {
  const auto names = architecture_names();
  const Architecture& architecture = *find_architecture(names[choices.below(names.size())]);
  constexpr std::array<std::size_t, 8> kTimes = {32, 64, 160, 320, 8, 1, 33, 500};
  constexpr std::array kTasks = {"classify", "classify", "binary", "regress"};
  Members config;
  config.add(member("architecture", "\"" + std::string(architecture.name) + "\""));
  const std::size_t n_chans = choices.between(1, 6);
  config.add(member("n_chans", std::to_string(n_chans)));
  config.add(member("n_times", std::to_string(choices.of(kTimes))));
  const std::string task = choices.of(kTasks);
  config.add(member("n_outputs", task == "binary" ? "1" : std::to_string(choices.between(1, 4))));
  config.add(member("task", "\"" + task + "\""));
  if (choices.one_of(3)) config.add(R"("standardize":"none")");
  const std::string own = field_members(choices, architecture.fields);
  if (!own.empty()) config.add(own);
  return config.object();
}

std::string made_config_for(Choices& choices, std::size_t n_chans) {
  const auto names = architecture_names();
  const Architecture& architecture = *find_architecture(names[choices.below(names.size())]);
  Members config;
  config.add(member("architecture", "\"" + std::string(architecture.name) + "\""));
  config.add(member("n_chans", std::to_string(n_chans)));
  const std::string own = choices.one_of(2) ? field_members(choices, architecture.fields) : std::string();
  if (!own.empty()) config.add(own);
  return config.object();
}

bool is_quick(const ModelConfig& config) {
  constexpr double kMaxInput = 2000, kMaxWeights = 60000, kMaxProducts = 4e6;
  double n_weights = 0;
  for (const TensorSpec& spec : find_architecture(config.architecture)->tensors(config)) {
    double n = 1;
    for (const std::size_t extent : spec.shape) n *= static_cast<double>(extent);
    n_weights += n;
  }
  const auto n_times = static_cast<double>(config.n_times);
  return static_cast<double>(config.n_chans) * n_times <= kMaxInput && n_weights <= kMaxWeights &&
         n_weights * n_times <= kMaxProducts;
}

void replace_some(Choices& choices, std::vector<float>& values) {
  if (values.empty()) return;
  const float value = choices.value();
  switch (choices.below(3)) {
    case 0:
      std::ranges::fill(values, value);
      break;
    case 1:
      values[choices.below(values.size())] = value;
      break;
    default:
      for (float& each : values) {
        const float scaled = each * value;
        each = std::isfinite(scaled) ? scaled : value;
      }
  }
}

std::vector<std::byte> model_file(Choices& choices, const ModelConfig& config) {
  const Weights first = initial_weights(config, choices.bits(1));
  std::vector<std::vector<float>> values;
  const std::span<const TensorSpec> specs = first.specs();
  for (std::size_t i = 0; i < specs.size(); ++i) {
    const std::span<const float> given = first.values(i);
    values.emplace_back(given.begin(), given.end());
  }
  for (std::size_t n = choices.below(4); n > 0; --n) replace_some(choices, values[choices.below(values.size())]);
  std::vector<SafetensorsOut> tensors;
  for (std::size_t i = 0; i < specs.size(); ++i)
    tensors.push_back({specs[i].name, {specs[i].shape.begin(), specs[i].shape.end()}, values[i]});
  std::vector<std::string> classes;
  for (std::size_t i = 0; i < config.n_classes(); ++i) classes.push_back("class " + std::to_string(i + 1));
  const double length_s = static_cast<double>(config.n_times) / 160;
  const std::string recipe = choices.one_of(3) ? made_recipe(choices)
                                               : R"({"version":1,"epochs":{"by":"window","length_s":)" +
                                                     significant(length_s, 17) + R"(,"step_s":1}})";
  return write_safetensors({{"format", "eegate-1"},
                            {"config", config.to_json()},
                            {"channels", json_names(made_names(config.n_chans))},
                            {"sfreq", choices.one_of(12) ? choices.text_of_number() : "160"},
                            {"unit", "uV"},
                            {"recipe", recipe},
                            {"classes", json_names(classes)}},
                           tensors);
}

std::vector<std::byte> made_model(Choices& choices) {
  const auto document = JsonDocument::parse(made_config(choices));
  expect(document.ok(), "a configuration was made that is no JSON");
  const auto config = read_config(document->root());
  if (!config.ok() || !is_quick(*config)) return {};
  return model_file(choices, *config);
}

std::vector<float> made_samples(Choices& choices, std::size_t n) {
  const std::size_t kind = choices.below(5);
  const float value = choices.value();
  const Rng rng(choices.bits(1), "samples");
  std::vector<float> x(n);
  for (std::size_t i = 0; i < n; ++i) {
    const auto noise = static_cast<float>(rng.symmetric24(i));
    const std::array<float, 5> all = {20 * noise, value, noise * value, i == n / 2 ? value : 20 * noise,
                                      i % 2 == 0 ? value : -value};
    x[i] = all[kind];
  }
  return x;
}

}  // namespace eegate::test::semantic
