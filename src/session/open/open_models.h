// The models that a user has open, by numbers that the caller chooses. All that prediction on tensors needs of a
// session.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "session/open/open_files.h"

namespace eegate {

struct Ablation;

class OpenModels {
 public:
  // A number that is in use already is taken over; on failure what was open stays open. Errors: ST_*, MODEL_*.
  Result<const OpenModel*> load(int id, std::span<const std::byte> bytes, std::string file_name,
                                Digest digest = Digest::kSha256);
  void close(int id) { models_.erase(id); }
  // Error SESSION_CLOSED when the number is not open.
  Result<std::shared_ptr<OpenModel>> find(int id) const;

  // x [n_epochs, n_chans, n_times] uV after the recipe -> logits [n_epochs, n_outputs]. Errors: SESSION_CLOSED,
  // MODEL_CHANNELS when the number of values is not that product, MODEL_TIMES, MODEL_INPUT_NONFINITE.
  // With parts switched off, if any; then ABLATE_PART, too.
  Result<std::vector<float>> predict(int id, std::span<const float> x, std::size_t n_epochs, std::size_t n_times,
                                     const Ablation* parts = nullptr) const;

 private:
  std::map<int, std::shared_ptr<OpenModel>> models_;
};

}  // namespace eegate
