// Reads continuous Neuroscan recordings (.cnt).
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "base/byte_source.h"
#include "files/signal_file.h"

namespace eegate {

bool is_neuroscan(std::span<const std::byte> beginning);

// Errors: CNT_FIELD, IO_READ.
Result<std::unique_ptr<SignalFile>> open_neuroscan(std::shared_ptr<ByteSource> source);

}  // namespace eegate
