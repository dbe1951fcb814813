// Reads GDF 1.x and 2.x.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

#include "base/byte_source.h"
#include "files/signal_file.h"

namespace eegate {

bool is_gdf(std::span<const std::byte> beginning);

// Errors: GDF_*, IO_READ.
Result<std::unique_ptr<SignalFile>> open_gdf(std::shared_ptr<ByteSource> source);

}  // namespace eegate
