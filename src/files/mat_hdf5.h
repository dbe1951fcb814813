// Variables and structures of MAT files of version 7.3, for files/mat.h.
#pragma once

#include "files/mat.h"

namespace eegate {

// Errors: HDF5_*, INFLATE_*, MAT_LIMIT, IO_READ.
Result<std::vector<MatArray>> hdf5_variables(const std::shared_ptr<Hdf5File>& file,
                                             const std::function<bool(std::string_view name)>& wants);
Result<> for_each_hdf5_field(const MatArray& structure, const std::function<bool(std::string_view name)>& wants,
                             const TakeField& take);

}  // namespace eegate
