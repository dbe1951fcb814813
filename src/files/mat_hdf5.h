// Variables and structures of a MAT file of version 7.3, as files/mat.h knows them.
#pragma once

#include "files/mat.h"

namespace eegate {

// Errors: HDF5_*, INFLATE_*, MAT_LIMIT, IO_READ.
Result<std::vector<MatArray>> hdf5_variables(const std::shared_ptr<Hdf5File>& file,
                                             const std::function<bool(std::string_view name)>& wants);
Result<> for_each_hdf5_field(const MatArray& structure, const std::function<bool(std::string_view name)>& wants,
                             const TakeField& take);

}  // namespace eegate
