// The other side of the head: which channel and which class a mirrored trial shows.
#pragma once

#include "base/result.h"
#include "model/model.h"
#include "train/augment.h"

namespace eegate {

// Electrodes swap odd and even numbers (C3 and C4; those on the midline stay), classes swap the words left and right.
// Error TRAIN_OPTION: an electrode or class without its counterpart.
Result<> add_mirror(const ModelContract& contract, AugmentOptions& options);

}  // namespace eegate
