// A network before it is trained: how many numbers it has to learn, and what they cost on this machine.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "base/result.h"
#include "model/config.h"

namespace eegate {

struct NetworkPreview {
  ModelConfig config;  // complete
  std::size_t n_parameters = 0;
  // Of one epoch, measured on one engine; negative where the network is so large that trying it would take too long.
  double forward_ms = -1, training_ms = -1;
};

// `setup` is JSON as read_training_start takes it, {"config":{"preset":"eegnet","n_chans":64,...},"channels":[...]};
// sizes belong to it. `now_ms` is a clock, which belongs to the caller's system. Errors: JSON_*, MODEL_*.
Result<NetworkPreview> preview_network(const std::string& setup, const std::function<double()>& now_ms);
// {"parameters":..,"msPerEpoch":..,"trainingMsPerEpoch":..,"config":{..}}
std::string describe(const NetworkPreview& preview);

}  // namespace eegate
