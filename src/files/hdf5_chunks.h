// The chunks of an array in HDF5 as if its elements lay one behind the other.
#pragma once

#include "files/hdf5.h"

namespace eegate {

// Of an array in chunks. Chunks that begin with the same rows are unpacked together, when they are read. Errors:
// HDF5_*, IO_READ, INFLATE_LIMIT for an array that is larger than its file can hold; of reading also INFLATE_DATA.
Result<Hdf5Elements> hdf5_chunks(Hdf5File& file, const Hdf5Object& array);

}  // namespace eegate
