#include "exchange/import/braindecode_config.h"

#include <algorithm>
#include <cmath>

namespace eegate {
namespace {

bool given(const JsonValue& value) { return !value.absent() && !value.is_null(); }

double number_or(const JsonValue& value, double fallback) { return value.is_number() ? value.number() : fallback; }

struct Argument {
  std::string_view theirs, ours;
  double fallback;
};
constexpr Argument kArguments[] = {
    {"F1", "F1", 8},
    {"D", "D", 2},
    {"kernel_length", "kernel_length", 64},
    {"depthwise_kernel_length", "sep_kernel_length", 16},
    {"pool1_kernel_size", "pool1", 4},
    {"pool2_kernel_size", "pool2", 8},
    {"batch_norm_eps", "bn_eps", 1e-3},
    {"batch_norm_momentum", "bn_momentum", 0.01},
    {"conv_spatial_max_norm", "max_norm_spatial", 1},
    {"drop_prob", "drop_prob", 0.25},
};

Error unsupported(const char* field, const JsonValue& found, std::string expected) {
  return Error{.code = "IMPORT_UNSUPPORTED",
               .message = "The model was built with an argument for which eegate has no counterpart",
               .field = field,
               .found = quoted(found.text()),
               .expected = std::move(expected),
               .hint = "Such a model can be trained anew in eegate, or run by its own program."};
}

// "ELU", "torch.nn.ELU", "<class 'torch.nn.modules.activation.ELU'>"
bool is_elu(std::string_view text) {
  while (!text.empty() && (text.back() == '>' || text.back() == '\'')) text.remove_suffix(1);
  const std::size_t dot = text.rfind('.');
  return (dot == std::string_view::npos ? text : text.substr(dot + 1)) == "ELU";
}

Result<> check_arguments(const JsonValue& config) {
  const JsonValue pool = config.get("pool_mode"), activation = config.get("activation");
  if (given(pool) && pool.string() != "mean") return unsupported("pool_mode", pool, "\"mean\"");
  if (given(activation) && !is_elu(activation.string())) return unsupported("activation", activation, "\"ELU\"");
  return {};
}

Result<double> n_times_of(const JsonValue& config) {
  if (config.get("n_times").is_number()) return config.get("n_times").number();
  const JsonValue seconds = config.get("input_window_seconds"), sfreq = config.get("sfreq");
  if (seconds.is_number() && sfreq.is_number()) return std::round(seconds.number() * sfreq.number());
  return Error{.code = "MODEL_CONFIG_MISSING",
               .message = "The configuration does not say how long a window is",
               .field = "n_times",
               .expected = "samples, or input_window_seconds and sfreq"};
}

void write_config(JsonWriter& out, const JsonValue& config, double n_times) {
  const JsonValue channels = config.get("chs_info");
  const double n_outputs = number_or(config.get("n_outputs"), 0);
  const bool constrained = config.get("final_layer_with_constraint").boolean();
  out.key("config").begin_object().key("architecture").value("eegnet");
  out.key("n_chans").value(number_or(config.get("n_chans"), static_cast<double>(channels.size())));
  out.key("n_times").value(n_times).key("n_outputs").value(n_outputs);
  if (config.get("task").is_string()) {
    out.key("task").value(config.get("task").string());
  } else if (n_outputs == 1) {
    out.key("task").value("binary");
  }
  for (const Argument& argument : kArguments)
    out.key(argument.ours).value(number_or(config.get(argument.theirs), argument.fallback));
  if (config.get("F2").is_number()) out.key("F2").value(config.get("F2").number());
  out.key("max_norm_head").value(constrained ? number_or(config.get("norm_rate"), 0.25) : 0.0);
  out.key("standardize").value("none").key("pad").value("torch").key("flatten").value("map_time").end_object();
}

void write_channels(JsonWriter& out, const JsonValue& channels) {
  const auto all = channels.elements();
  const bool named = std::ranges::all_of(all, [](const JsonValue& c) { return c.get("ch_name").is_string(); });
  if (all.empty() || !named) return;
  out.key("channels").begin_array();
  for (const JsonValue& channel : all) out.value(channel.get("ch_name").string());
  out.end_array();
}

}  // namespace

bool is_braindecode_config(const JsonValue& config) {
  return config.get("architecture").absent() && config.get("preset").absent() && given(config.get("n_outputs")) &&
         (given(config.get("n_chans")) || given(config.get("chs_info")));
}

Result<std::string> setup_from_braindecode(const JsonValue& config) {
  EEGATE_CHECK(check_arguments(config));
  EEGATE_TRY(const double n_times, n_times_of(config));
  JsonWriter out;
  out.begin_object();
  write_config(out, config, n_times);
  write_channels(out, config.get("chs_info"));
  if (config.get("sfreq").is_number()) out.key("sfreq").value(config.get("sfreq").number());
  out.end_object();
  return out.take();
}

}  // namespace eegate
