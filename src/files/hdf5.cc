#include "files/hdf5.h"

#include <algorithm>
#include <utility>

#include "files/little_endian.h"
#include "files/text.h"

namespace eegate {
namespace {

using namespace std::string_view_literals;

constexpr std::uint64_t kUserBlockBytes = 512;  // MATLAB's text header before the superblock
constexpr std::string_view kHdf5Signature = "\x89HDF\r\n\x1a\n"sv;
constexpr std::size_t kMaxContinuations = 64;
constexpr std::uint64_t kReadMessageBytes = 1024;  // enough for all messages except the values of arrays
constexpr std::size_t kMaxRank = 32;
constexpr std::size_t kSymbolBytes = 40;

Error unsupported(std::uint64_t at, std::string found, std::string expected) {
  return hdf5_error("HDF5_UNSUPPORTED", "A part of HDF5 that is not read is used here, or the file is damaged", at,
                    std::move(found), std::move(expected));
}

std::string_view signature_of(std::span<const std::byte> bytes) { return text_of_bytes(bytes).substr(0, 4); }

// One message of an object header.
struct Hdf5Message {
  std::uint16_t type = 0;
  std::uint64_t at = 0;  // position in the file, for errors and values stored in the message
  std::span<const std::byte> body;
  bool has(std::size_t n) const { return body.size() >= n; }
  unsigned byte(std::size_t i) const { return std::to_integer<unsigned>(body[i]); }
};

Error cut(const Hdf5Message& message) {
  return hdf5_error("HDF5_TRUNCATED", "A message of an object is cut off", message.at,
                    std::to_string(message.body.size()) + " bytes of type " + std::to_string(message.type), "more");
}

Result<> take_dataspace(const Hdf5Message& m, Hdf5Object& object) {
  if (!m.has(4)) return cut(m);
  const std::size_t rank = m.byte(1), first = m.byte(0) == 1 ? 8 : 4;
  if (rank > kMaxRank || m.byte(0) < 1 || m.byte(0) > 2) return unsupported(m.at, "dataspace", "version 1 or 2");
  if (!m.has(first + 8 * rank)) return cut(m);
  for (std::size_t i = 0; i < rank; ++i) object.dims.push_back(little<std::uint64_t>(m.body, first + 8 * i));
  return {};
}

Result<> take_datatype(const Hdf5Message& m, Hdf5Object& object) {
  if (!m.has(8)) return cut(m);
  const unsigned kind = m.byte(0) & 15U;
  if (kind == 0) object.elements = Hdf5Object::Elements::kIntegers;
  if (kind == 1) object.elements = Hdf5Object::Elements::kFloats;
  if (kind == 6) object.elements = Hdf5Object::Elements::kCompounds;
  if (kind == 7) object.elements = Hdf5Object::Elements::kReferences;
  if (kind <= 1 && (m.byte(1) & 1U) != 0) return unsupported(m.at, "big-endian numbers", "little-endian ones");
  object.is_signed = (m.byte(1) & 8U) != 0;
  object.element_bytes = little<std::uint32_t>(m.body, 4);
  return {};
}

Result<> take_layout(const Hdf5Message& m, std::uint64_t base, Hdf5Object& object) {
  if (!m.has(4)) return cut(m);
  if (m.byte(0) != 3 || m.byte(1) > 2)
    return unsupported(m.at, "layout of version " + std::to_string(m.byte(0)), "version 3");
  object.layout = m.byte(1) == 2 ? Hdf5Object::Layout::kChunks : Hdf5Object::Layout::kContiguous;
  if (m.byte(1) == 0) {
    object.begin = m.at + 4;
    object.n_bytes = little<std::uint16_t>(m.body, 2);
    return {};
  }
  if (!m.has(m.byte(1) == 1 ? 18 : 11 + 4 * std::size_t{m.byte(2)})) return cut(m);
  if (m.byte(1) == 1) {
    const auto address = little<std::uint64_t>(m.body, 2);  // undefined address: no values were stored
    object.begin = address + base;
    object.n_bytes = address == UINT64_MAX ? 0 : little<std::uint64_t>(m.body, 10);
    return {};
  }
  object.tree = little<std::uint64_t>(m.body, 3);
  for (std::size_t i = 0; i < m.byte(2); ++i) object.chunk.push_back(little<std::uint32_t>(m.body, 11 + 4 * i));
  return {};
}

Result<> take_filters(const Hdf5Message& m, Hdf5Object& object) {
  if (!m.has(8)) return cut(m);
  if (m.byte(0) != 1) return unsupported(m.at, "filters of version " + std::to_string(m.byte(0)), "version 1");
  std::size_t at = 8;
  for (unsigned i = 0; i < m.byte(1); ++i) {
    if (!m.has(at + 8)) return cut(m);
    const auto id = little<std::uint16_t>(m.body, at);
    if (id < 1 || id > 3) {
      return unsupported(m.at, id == 4 ? "szip" : "filter " + std::to_string(id), "deflate, shuffle or fletcher32");
    }
    object.filters.push_back(id);
    const std::size_t n_values = little<std::uint16_t>(m.body, at + 6);
    at += 8 + (little<std::uint16_t>(m.body, at + 2) + std::size_t{7}) / 8 * 8 + (n_values + n_values % 2) * 4;
  }
  return {};
}

// Attributes of versions 1 to 3: name, type and space, padded to 8 bytes in version 1, then the value.
Result<> take_attribute(const Hdf5Message& m, Hdf5Object& object) {
  if (!m.has(9)) return cut(m);
  const unsigned version = m.byte(0);
  if (version < 1 || version > 3) return unsupported(m.at, "attribute of another version", "version 1 to 3");
  const auto size = [&](std::size_t at) {
    const std::size_t n = little<std::uint16_t>(m.body, at);
    return version == 1 ? (n + 7) / 8 * 8 : n;
  };
  const std::size_t begin = version == 3 ? 9 : 8, value = begin + size(2) + size(4) + size(6);
  if (!m.has(value)) return {};  // long attributes are not used
  const std::string_view body = text_of_bytes(m.body);
  std::string_view name = body.substr(begin, size(2)), content = body.substr(value);
  name = name.substr(0, name.find('\0'));
  if (name == "MATLAB_empty") object.is_empty = content.find_first_not_of('\0') != std::string_view::npos;
  if (name == "MATLAB_class" && size(4) >= 8) {
    content = content.substr(0, little<std::uint32_t>(m.body, begin + size(2) + 4));
    object.matlab_class = content.substr(0, content.find('\0'));
  }
  return {};
}

Result<> take_message(const Hdf5Message& m, std::uint64_t base, Hdf5Object& object) {
  switch (m.type) {
    case 0x01:
      return take_dataspace(m, object);
    case 0x03:
      return take_datatype(m, object);
    case 0x08:
      return take_layout(m, base, object);
    case 0x0B:
      return take_filters(m, object);
    case 0x0C:
      return take_attribute(m, object);
    case 0x02:
    case 0x06:
      return unsupported(m.at, "links of a newer group", "a table of symbols");
    case 0x07:
      return unsupported(m.at, "values in external files", "values in this file");
    case 0x11:
      if (!m.has(16)) return cut(m);
      object.is_group = true;
      object.tree = little<std::uint64_t>(m.body, 0);
      object.heap = little<std::uint64_t>(m.body, 8);
      return {};
    default:
      return {};
  }
}

}  // namespace

Error hdf5_error(std::string_view code, std::string_view message, std::uint64_t at, std::string found,
                 std::string expected) {
  Error e = mat_error(code, message, at, found, expected);
  e.field = "MAT file of version 7.3 (HDF5)";
  e.hint = code == "HDF5_UNSUPPORTED" ? "Save it with \"-v7\": in EEGLAB switch off the option to save as version 7.3"
                                      : "The file may be cut off or damaged: get it again";
  return e;
}

Result<std::shared_ptr<Hdf5File>> Hdf5File::open(std::shared_ptr<ByteSource> source) {
  std::vector<std::byte> head(96);
  const std::uint64_t size = source->size();
  const auto cut_off = [&](std::string expected) {
    return hdf5_error("HDF5_TRUNCATED", "The file is cut off", size, std::to_string(size) + " bytes",
                      std::move(expected));
  };
  if (size < kUserBlockBytes + head.size()) return cut_off("a header of HDF5");
  EEGATE_CHECK(source->read(kUserBlockBytes, head));
  const std::string_view text = text_of_bytes(head);
  if (!text.starts_with(kHdf5Signature)) return unsupported(kUserBlockBytes, quoted(text.substr(0, 8)), "HDF5");
  if (text[8] != 0 || text[13] != 8 || text[14] != 8) {
    return unsupported(kUserBlockBytes, "superblock " + std::to_string(static_cast<unsigned char>(text[8])),
                       "superblock 0 with addresses of 8 bytes");
  }
  const auto end = little<std::uint64_t>(head, 40);
  if (end > size) return cut_off(std::to_string(end));
  auto file = std::make_shared<Hdf5File>();
  file->base_ = little<std::uint64_t>(head, 24);
  file->root_ = little<std::uint64_t>(head, 64);
  file->header_budget_ = size * 3 + (std::uint64_t{1} << 20);
  file->source_ = std::move(source);
  return file;
}

Result<std::uint64_t> Hdf5File::place(std::uint64_t address, std::uint64_t n) const {
  const std::uint64_t size = source_->size();
  if (base_ <= size && address <= size - base_ && n <= size - base_ - address) return base_ + address;
  return hdf5_error("HDF5_TRUNCATED", "An address is beyond the end of the file", address,
                    std::to_string(n) + " bytes there", "inside " + std::to_string(size));
}

Result<std::vector<std::byte>> Hdf5File::take(MatBytes& window, std::uint64_t address, std::uint64_t n) {
  EEGATE_TRY(const std::uint64_t begin, place(address, n));
  if (header_budget_ < n + 16) {
    return hdf5_error("HDF5_LOOP", "Parts of the file have circular references", begin, "more than the file holds",
                      "each part once");
  }
  header_budget_ -= n + 16;
  std::vector<std::byte> bytes(static_cast<std::size_t>(n));
  EEGATE_CHECK(window.read(begin, bytes));
  return bytes;
}

Result<Hdf5Object> Hdf5File::object(MatBytes& window, std::uint64_t address) {
  EEGATE_TRY(const auto head, take(window, address, 16));
  if (head[0] != std::byte{1})
    return unsupported(base_ + address, quoted(signature_of(head)), "an object header of version 1");
  Hdf5Object object;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> blocks = {{address + 16, little<std::uint32_t>(head, 8)}};
  unsigned n_left = little<std::uint16_t>(head, 2);
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    auto [at, left] = blocks[i];
    while (n_left > 0 && left >= 8) {
      EEGATE_TRY(const auto prefix, take(window, at, 8));
      const std::uint64_t n = little<std::uint16_t>(prefix, 2);
      const auto type = little<std::uint16_t>(prefix, 0);
      if (n > left - 8) return unsupported(base_ + at, "a message beyond its header", "a message inside");
      if ((type == 3 || type == 8) && (prefix[4] & std::byte{2}) != std::byte{})
        return unsupported(base_ + at, "a shared message", "each object's own");
      const bool is_read = type != 0 && type != 4 && type != 5 && type != 0x12;
      EEGATE_TRY(const auto body, take(window, at + 8, is_read ? std::min(n, kReadMessageBytes) : 0));
      if (is_read) EEGATE_CHECK(take_message({type, base_ + at + 8, body}, base_, object));
      if (type == 0x10 && n >= 16) blocks.emplace_back(little<std::uint64_t>(body, 0), little<std::uint64_t>(body, 8));
      if (blocks.size() > kMaxContinuations)
        return hdf5_error("HDF5_LOOP", "The header of an object has no end", base_ + at, "64 parts", "fewer");
      at += 8 + n;
      left -= 8 + n;
      --n_left;
    }
  }
  return object;
}

Result<> Hdf5File::tree_leaves(MatBytes& window, std::uint64_t address, int level_above, std::size_t key_bytes,
                               std::vector<std::byte>& leaves) {
  EEGATE_TRY(const auto head, take(window, address, 24));
  const int level = std::to_integer<int>(head[5]);
  if (signature_of(head) != "TREE") return unsupported(base_ + address, quoted(signature_of(head)), "TREE");
  if (level >= level_above) {
    return hdf5_error("HDF5_LOOP", "A tree of the file has no end", base_ + address, "level " + std::to_string(level),
                      "below " + std::to_string(level_above));
  }
  const std::size_t n = little<std::uint16_t>(head, 6), each = key_bytes + 8;
  EEGATE_TRY(const auto entries, take(window, address + 24, n * each + key_bytes));
  if (level == 0) {
    leaves.insert(leaves.end(), entries.begin(), entries.begin() + static_cast<std::ptrdiff_t>(n * each));
    return {};
  }
  for (std::size_t i = 0; i < n; ++i) {
    const auto child = little<std::uint64_t>(entries, i * each + key_bytes);
    EEGATE_CHECK(tree_leaves(window, child, level, key_bytes, leaves));
  }
  return {};
}

Result<std::vector<Hdf5Member>> Hdf5File::members(MatBytes& window, std::uint64_t tree, std::uint64_t heap) {
  constexpr std::uint64_t kMaxNameBytes = 64;
  EEGATE_TRY(const auto heap_head, take(window, heap, 32));
  if (signature_of(heap_head) != "HEAP") return unsupported(base_ + heap, quoted(signature_of(heap_head)), "HEAP");
  const auto n_name_bytes = little<std::uint64_t>(heap_head, 8), names_at = little<std::uint64_t>(heap_head, 24);
  EEGATE_TRY(const auto names, take(window, names_at, n_name_bytes));
  std::vector<std::byte> leaves;
  EEGATE_CHECK(tree_leaves(window, tree, kHdf5TreeLevels, 8, leaves));
  std::vector<Hdf5Member> members;
  for (std::size_t leaf = 0; leaf < leaves.size(); leaf += 16) {
    const auto address = little<std::uint64_t>(leaves, leaf + 8);
    EEGATE_TRY(const auto head, take(window, address, 8));
    if (signature_of(head) != "SNOD") return unsupported(base_ + address, quoted(signature_of(head)), "SNOD");
    EEGATE_TRY(const auto symbols, take(window, address + 8, kSymbolBytes * little<std::uint16_t>(head, 6)));
    for (std::size_t at = 0; at < symbols.size(); at += kSymbolBytes) {
      const auto name_at = std::min<std::uint64_t>(little<std::uint64_t>(symbols, at), names.size());
      const std::string_view rest = text_of_bytes(names).substr(name_at, kMaxNameBytes);
      members.push_back({std::string(rest.substr(0, rest.find('\0'))), little<std::uint64_t>(symbols, at + 8)});
    }
  }
  return members;
}

Result<Hdf5Elements> Hdf5File::elements(const Hdf5Object& array) {
  if (array.layout == Hdf5Object::Layout::kChunks) return hdf5_chunks(*this, array);
  std::uint64_t n_bytes = array.element_bytes;
  for (const std::uint64_t length : array.dims)
    n_bytes = length == 0 ? 0 : std::min(n_bytes, UINT64_MAX / length) * length;
  n_bytes = std::min(n_bytes, array.n_bytes);
  if (array.begin > source_->size() || n_bytes > source_->size() - array.begin) {
    return hdf5_error("HDF5_TRUNCATED", "The values of an array are beyond the end of the file", array.begin,
                      std::to_string(n_bytes) + " bytes", "inside " + std::to_string(source_->size()));
  }
  return Hdf5Elements{std::make_shared<MatBytes>(source_), array.begin, n_bytes};
}

}  // namespace eegate
