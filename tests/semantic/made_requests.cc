// Requests of a session: training, explanation, live streams, inspection.
#include <array>
#include <string>

#include "semantic/made.h"
#include "semantic/members.h"

namespace eegate::test::semantic {

std::string made_training(Choices& choices, bool is_further, std::size_t n_chans) {
  Members options;
  options.add(member("epochs", std::to_string(choices.between(1, 3))));
  if (choices.one_of(2)) options.add(member("batchSize", choices.one_of(8) ? choices.text_of_number() : "4"));
  if (choices.one_of(2)) options.add(member("learningRate", choices.text_around(0.01)));
  constexpr std::array kOptimizers = {"adamw", "adam", "sgd", "adam_keras"};
  if (choices.one_of(2)) options.add(member("optimizer", "\"" + std::string(choices.of(kOptimizers)) + "\""));
  if (choices.one_of(4)) options.add(member("patience", choices.text_around(2)));
  if (choices.one_of(4)) options.add(member("seed", choices.text_of_number()));
  if (choices.one_of(3)) options.add(R"("shuffle":false)");
  if (choices.one_of(3)) options.add(R"("dropout":false)");
  if (choices.one_of(4)) {
    const std::string weight = choices.text_around(1);
    options.add(member("classWeights", choices.one_of(3) ? "\"balanced\"" : "[1," + weight + "]"));
  }
  if (choices.one_of(4)) options.add(member("labelSmoothing", choices.text_around(0.1)));
  constexpr std::array kSplits = {"auto", "subject", "run", "block", "none"};
  if (choices.one_of(2)) options.add(member("split", "\"" + std::string(choices.of(kSplits)) + "\""));
  if (choices.one_of(4)) options.add(member("validationShare", choices.text_around(0.2)));
  if (choices.one_of(4)) {
    Members augment;
    if (choices.one_of(2)) augment.add(R"("mirror":true)");
    if (choices.one_of(2)) augment.add(member("jitterS", choices.text_around(0.05)));
    if (choices.one_of(2)) augment.add(member("channelDropout", choices.text_around(0.2)));
    options.add(member("augment", augment.object()));
  }
  const std::string config = is_further ? "null" : made_config_for(choices, n_chans);
  return R"({"config":)" + config + R"(,"options":)" + options.object() + "}";
}

std::string made_explanation(Choices& choices) {
  constexpr std::array kMethods = {"gradient_input", "integrated_gradients", "occlusion_channel", "occlusion_time",
                                   "attention_rollout"};
  constexpr std::array kBaselines = {"zero", "channel_mean", "surrogate"};
  Members request;
  request.add(member("target", std::to_string(choices.below(4))));
  request.add(member("method", "\"" + std::string(choices.of(kMethods)) + "\""));
  if (choices.one_of(2)) request.add(member("baseline", "\"" + std::string(choices.of(kBaselines)) + "\""));
  if (choices.one_of(3)) request.add(member("steps", std::to_string(choices.between(1, 40))));
  if (choices.one_of(3)) request.add(member("windowS", choices.text_around(0.2)));
  if (choices.one_of(3)) request.add(member("stepS", choices.text_around(0.1)));
  if (choices.one_of(4)) request.add(member("seed", choices.text_of_number()));
  if (choices.one_of(6)) request.add(member("background", std::to_string(choices.below(3))));
  if (!choices.one_of(3)) request.add(R"("checks":false)");
  return request.object();
}

std::string made_stream(Choices& choices) {
  constexpr std::array kRates = {"160", "160", "160", "128", "250"};
  Members request;
  request.add(member("chNames", json_names(made_names(choices.between(1, 6)))));
  request.add(member("sfreq", choices.one_of(6) ? choices.text_of_number() : choices.of(kRates)));
  if (choices.one_of(3)) request.add(member("recipe", made_recipe(choices)));
  if (!choices.one_of(3)) request.add(R"("causalForm":true)");
  if (choices.one_of(3)) request.add(member("stepS", choices.text_around(0.25)));
  if (choices.one_of(3)) request.add(member("maxWaiting", choices.one_of(3) ? choices.text_of_number() : "3"));
  if (choices.one_of(3)) request.add(R"("dropsOldest":false)");
  return request.object();
}

std::string made_ablation(Choices& choices) {
  std::string list;
  for (std::size_t n = choices.below(4); n > 0; --n) {
    Members part;
    part.add(member("block", std::to_string(choices.below(3))));
    if (choices.one_of(2)) {
      part.add(member("head", std::to_string(choices.below(9))));
    } else {
      part.add(choices.one_of(2) ? R"("gate":"attention")" : R"("gate":"ffn")");
      part.add(choices.one_of(2) ? R"("to":"open")" : R"("to":"closed")");
      if (choices.one_of(3)) part.add(member("weight", choices.text_around(0.5)));
    }
    list += (list.empty() ? "" : ",") + part.object();
  }
  return "[" + list + "]";
}

std::string made_inspection(Choices& choices) {
  Members options;
  if (choices.one_of(2)) options.add(member("ablate", made_ablation(choices)));
  if (choices.one_of(2)) options.add(member("query", choices.one_of(4) ? choices.text_of_number() : "1"));
  if (choices.one_of(2)) options.add(member("mapSize", choices.one_of(4) ? choices.text_of_number() : "8"));
  return options.object();
}

}  // namespace eegate::test::semantic
