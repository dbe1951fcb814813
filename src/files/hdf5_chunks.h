// Chunked HDF5 arrays as contiguous elements.
#pragma once

#include "files/hdf5.h"

namespace eegate {

// The elements of a chunked array. Chunks with the same first index are decompressed together when they are read.
// Errors: HDF5_*, IO_READ, INFLATE_LIMIT for an array that is larger than its file can contain; INFLATE_DATA when
// reading.
Result<Hdf5Elements> hdf5_chunks(Hdf5File& file, const Hdf5Object& array);

}  // namespace eegate
