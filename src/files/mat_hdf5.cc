#include <algorithm>
#include <array>
#include <utility>

#include "files/hdf5.h"
#include "files/mat.h"

namespace eegate {
namespace {

using H5Elements = Hdf5Object::Elements;

// The data type number of version 5; 0 if not numeric.
std::uint32_t mat_type(const Hdf5Object& object) {
  if (object.elements == H5Elements::kFloats) return object.element_bytes == 4 ? 7 : object.element_bytes == 8 ? 9 : 0;
  if (object.elements != H5Elements::kIntegers) return 0;
  const std::uint32_t is_unsigned = object.is_signed ? 0 : 1;
  switch (object.element_bytes) {
    case 1:
      return 1 + is_unsigned;
    case 2:
      return 3 + is_unsigned;
    case 4:
      return 5 + is_unsigned;
    case 8:
      return 12 + is_unsigned;
    default:
      return 0;
  }
}

// In structures with several elements, fields are references to the values; in structures with one element, fields are
// the values.
bool is_of_several(const Hdf5Object& field) {
  return field.elements == H5Elements::kReferences && field.matlab_class != "cell" && !field.is_empty;
}

bool is_single_cell(const Hdf5Object& object) {
  return object.matlab_class == "cell" && object.elements == H5Elements::kReferences && !object.is_empty &&
         std::ranges::all_of(object.dims, [](std::uint64_t length) { return length == 1; });
}

Result<MatArray> hdf5_structure(const std::shared_ptr<Hdf5File>& file, MatArray array, const Hdf5Object& object) {
  array.kind = MatClass::kStruct;
  array.hdf5 = file;
  array.content = object.tree;
  array.end = object.heap;
  array.dims = {1, 1};
  EEGATE_TRY(const auto members, file->members(*array.bytes, object.tree, object.heap));
  if (members.empty()) return array;
  EEGATE_TRY(const Hdf5Object first, file->object(*array.bytes, members[0].address));
  if (is_of_several(first)) array.dims = first.dims;
  return array;
}

Result<MatArray> hdf5_array(const std::shared_ptr<Hdf5File>& file, const std::shared_ptr<MatBytes>& window,
                            std::uint64_t address, std::string name = {}) {
  MatArray array{.bytes = window, .name = std::move(name), .dims = {0}};
  EEGATE_TRY(Hdf5Object object, file->object(*window, address));
  for (int depth = 0; is_single_cell(object) && depth < 4; ++depth) {  // a cell stands for its content
    EEGATE_TRY(const Hdf5Elements elements, file->elements(object));
    std::array<std::uint64_t, 1> reference{};
    EEGATE_CHECK(elements.bytes->read(elements.begin, std::as_writable_bytes(std::span(reference))));
    EEGATE_TRY(object, file->object(*window, reference[0]));
  }
  if (object.is_group) return hdf5_structure(file, std::move(array), object);
  array.type = mat_type(object);
  const bool is_numbers = array.type != 0 && object.matlab_class != "cell";
  const bool is_complex = object.elements == H5Elements::kCompounds;  // (real, imag)
  array.kind = object.matlab_class == "char"     ? MatClass::kChar
               : object.matlab_class == "struct" ? MatClass::kStruct
               : is_numbers                      ? MatClass::kNumbers
               : is_complex                      ? MatClass::kComplex
                                                 : MatClass::kOther;
  if (object.is_empty || !is_numbers) return array;
  array.dims.assign(object.dims.rbegin(), object.dims.rend());
  EEGATE_TRY(Hdf5Elements elements, file->elements(object));
  array.bytes = std::move(elements.bytes);
  array.content = elements.begin;
  array.end = elements.begin + elements.n_bytes;
  return array;
}

// One field of all elements of a structure.
struct Hdf5Field {
  std::string name;
  std::uint64_t address = 0;              // for a single element
  std::vector<std::uint64_t> references;  // for several elements
  std::shared_ptr<MatBytes> window;       // buffer: values of one field are often adjacent
};

Result<Hdf5Field> read_field(Hdf5File& file, Hdf5Member member, std::uint64_t n_elements) {
  Hdf5Field field{.name = std::move(member.name),
                  .address = member.address,
                  .references = {},
                  .window = std::make_shared<MatBytes>(file.source())};
  EEGATE_TRY(const Hdf5Object object, file.object(*field.window, field.address));
  if (!is_of_several(object)) return field;
  EEGATE_TRY(const Hdf5Elements elements, file.elements(object));
  if (elements.n_bytes != n_elements * sizeof(std::uint64_t)) {
    return hdf5_error("HDF5_TRUNCATED", "A field does not have as many elements as its structure", field.address,
                      std::to_string(elements.n_bytes) + " bytes", std::to_string(n_elements) + " references");
  }
  field.references.resize(static_cast<std::size_t>(n_elements));
  EEGATE_CHECK(elements.bytes->read(elements.begin, std::as_writable_bytes(std::span(field.references))));
  return field;
}

}  // namespace

Result<std::vector<MatArray>> hdf5_variables(const std::shared_ptr<Hdf5File>& file,
                                             const std::function<bool(std::string_view name)>& wants) {
  const auto window = std::make_shared<MatBytes>(file->source());
  EEGATE_TRY(const Hdf5Object root, file->object(*window, file->root()));
  EEGATE_TRY(auto members, file->members(*window, root.tree, root.heap));
  std::vector<MatArray> found;
  for (Hdf5Member& member : members) {
    if (!wants(member.name)) continue;
    EEGATE_TRY(MatArray array, hdf5_array(file, window, member.address, std::move(member.name)));
    found.push_back(std::move(array));
  }
  return found;
}

Result<> for_each_hdf5_field(const MatArray& structure, const std::function<bool(std::string_view name)>& wants,
                             const TakeField& take) {
  const std::shared_ptr<Hdf5File>& file = structure.hdf5;
  EEGATE_TRY(auto members, file->members(*structure.bytes, structure.content, structure.end));
  std::erase_if(members, [&](const Hdf5Member& member) { return !wants(member.name); });
  if (!members.empty() && structure.count() > kMaxMatElements / members.size()) {
    return mat_error("MAT_LIMIT", "A structure has too many elements", structure.content,
                     std::to_string(structure.count()), std::to_string(kMaxMatElements / members.size()));
  }
  std::vector<Hdf5Field> fields;
  for (Hdf5Member& member : members) {
    EEGATE_TRY(Hdf5Field field, read_field(*file, std::move(member), structure.count()));
    fields.push_back(std::move(field));
  }
  for (std::uint64_t element = 0; element < structure.count(); ++element) {
    for (const Hdf5Field& field : fields) {
      if (field.references.empty() && element > 0) continue;
      const std::uint64_t address = field.references.empty() ? field.address : field.references[element];
      EEGATE_TRY(const MatArray array, hdf5_array(file, field.window, address));
      EEGATE_CHECK(take(element, field.name, array));
    }
  }
  return {};
}

}  // namespace eegate
