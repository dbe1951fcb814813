// Data sets of EEGLAB as MAT files of version 7.3: any chunks, wrong addresses, wrong sizes.
#include <array>
#include <limits>

#include "semantic/little_endian.h"
#include "semantic/made.h"
#include "support/edf_builder.h"

namespace eegate::test::semantic {
namespace {

constexpr std::uint64_t kUnknownAddress = std::numeric_limits<std::uint64_t>::max();
constexpr std::uint64_t kIntegerType = 0x10, kFloatType = 0x2011, kReferenceType = 0x17;

std::string h5_padded(std::string bytes) {
  bytes.resize((bytes.size() + 7) / 8 * 8, '\0');
  return bytes;
}

std::string h5_message(std::uint64_t type, const std::string& body) {
  const std::string padded = h5_padded(body);
  return little_endian(type, 2) + little_endian(padded.size(), 2) + little_endian(0, 4) + padded;
}

std::string h5_class(const std::string& name) {
  const std::string space = little_endian(1, 8), type = little_endian(0x13, 4) + little_endian(name.size(), 4);
  return h5_message(0x0C, little_endian(1, 2) + little_endian(13, 2) + little_endian(8, 2) + little_endian(8, 2) +
                              h5_padded("MATLAB_class") + std::string(4, '\0') + type + space + name);
}

// The file so far; what is added gets an address, which is sometimes wrong.
struct H5File {
  Choices& choices;
  std::string bytes = std::string(96, '\0');

  std::uint64_t add(const std::string& part) {
    const std::uint64_t at = bytes.size();
    bytes += h5_padded(part);
    return choices.one_of(200) ? choices.bits(2) : at;
  }
  std::uint64_t object(const std::vector<std::string>& messages) {
    std::string all;
    for (const std::string& message : messages) all += message;
    return add(little_endian(1, 2) + little_endian(messages.size(), 2) + little_endian(1, 4) +
               little_endian(all.size(), 8) + all);
  }
  std::uint64_t tree(std::uint64_t type, const std::vector<std::string>& keys,
                     const std::vector<std::uint64_t>& below) {
    std::string node = "TREE" + little_endian(type, 2) + little_endian(below.size(), 2) +
                       little_endian(kUnknownAddress, 8) + little_endian(kUnknownAddress, 8);
    for (std::size_t i = 0; i < below.size(); ++i) node += keys[i] + little_endian(below[i], 8);
    return add(node + keys.back());
  }
};

struct H5Array {
  std::uint64_t type = kFloatType, width = 8;
  std::vector<std::uint64_t> dims;  // the slowest first
  std::string bytes, matlab_class;
};

std::uint64_t h5_chunks(H5File& file, const H5Array& array, const std::vector<std::uint64_t>& chunk) {
  std::uint64_t chunk_bytes = array.width, n_chunks = 1;
  for (std::size_t d = 0; d < chunk.size(); ++d) {
    chunk_bytes *= chunk[d];
    n_chunks *= (array.dims[d] + chunk[d] - 1) / chunk[d];
  }
  std::vector<std::string> keys;
  std::vector<std::uint64_t> below;
  for (std::uint64_t c = 0; c < n_chunks; ++c) {
    std::string key = little_endian(chunk_bytes, 4) + little_endian(0, 4), place;
    std::uint64_t rest = c;
    for (std::size_t d = chunk.size(); d-- > 0;) {
      const std::uint64_t along = (array.dims[d] + chunk[d] - 1) / chunk[d];
      place.insert(0, little_endian(rest % along * chunk[d], 8));
      rest /= along;
    }
    keys.push_back(key + place + little_endian(0, 8));
    std::string values = array.bytes.substr((c * chunk_bytes) % array.bytes.size());
    values.resize(chunk_bytes, '\0');
    if (!file.choices.one_of(20)) below.push_back(file.add(values));
  }
  keys.resize(below.size());
  keys.emplace_back(8 + 8 * (chunk.size() + 1), '\0');
  for (std::string& key : keys) key.resize(8 + 8 * (chunk.size() + 1), '\0');
  return file.tree(1, keys, below);
}

std::uint64_t h5_array(H5File& file, const H5Array& array, bool in_chunks = false) {
  std::string space = little_endian(1, 1) + little_endian(array.dims.size(), 7);
  for (const std::uint64_t length : array.dims)
    space += little_endian(file.choices.one_of(300) ? file.choices.bits(6) : length, 8);
  std::string layout = little_endian(3, 1);
  if (in_chunks && !array.bytes.empty()) {
    std::vector<std::uint64_t> chunk;
    for (const std::uint64_t length : array.dims) chunk.push_back(file.choices.between(1 + length / 8, length + 1));
    const std::uint64_t at = h5_chunks(file, array, chunk);
    layout += little_endian(2, 1) + little_endian(chunk.size() + 1, 1) + little_endian(at, 8);
    for (const std::uint64_t length : chunk) layout += little_endian(length, 4);
    layout += little_endian(array.width, 4);
  } else if (array.bytes.size() > 512) {
    layout += little_endian(1, 1) + little_endian(file.add(array.bytes), 8) + little_endian(array.bytes.size(), 8);
  } else {
    layout += little_endian(0, 1) + little_endian(array.bytes.size(), 2) + array.bytes;
  }
  std::vector<std::string> messages = {h5_message(1, space),
                                       h5_message(3, little_endian(array.type, 4) + little_endian(array.width, 4)),
                                       h5_message(8, layout)};
  if (!array.matlab_class.empty()) messages.push_back(h5_class(array.matlab_class));
  return file.object(messages);
}

std::uint64_t h5_number(H5File& file, double value) {
  return h5_array(file, {.dims = {1, 1}, .bytes = little_endian(value), .matlab_class = "double"});
}
std::uint64_t h5_text(H5File& file, const std::string& text) {
  std::string units;
  for (const char c : text) units += little_endian(static_cast<unsigned char>(c), 2);
  return h5_array(file,
                  {.type = kIntegerType, .width = 2, .dims = {text.size(), 1}, .bytes = units, .matlab_class = "char"});
}

struct H5Member {
  std::string name;
  std::vector<std::uint64_t> addresses;  // of each element
};

std::uint64_t h5_group(H5File& file, const std::vector<H5Member>& members, bool is_root = false) {
  std::string names(8, '\0'), symbols;
  for (const H5Member& member : members) {
    std::uint64_t address = member.addresses[0];
    if (member.addresses.size() > 1) {
      std::string references;
      for (const std::uint64_t one : member.addresses) references += little_endian(one, 8);
      address = h5_array(file, {.type = kReferenceType,
                                .width = 8,
                                .dims = {member.addresses.size(), 1},
                                .bytes = references,
                                .matlab_class = {}});
    }
    symbols += little_endian(names.size(), 8) + little_endian(address, 8) + std::string(24, '\0');
    names += h5_padded(member.name + '\0');
  }
  const std::uint64_t segment = file.add(names);
  const std::uint64_t heap = file.add("HEAP" + little_endian(0, 4) + little_endian(names.size(), 8) +
                                      little_endian(kUnknownAddress, 8) + little_endian(segment, 8));
  const std::uint64_t node = file.add("SNOD" + little_endian(1, 2) + little_endian(members.size(), 2) + symbols);
  const std::uint64_t top = file.tree(0, {std::string(8, '\0'), std::string(8, '\0')}, {node});
  std::vector<std::string> messages = {h5_message(0x11, little_endian(top, 8) + little_endian(heap, 8))};
  if (!is_root) messages.push_back(h5_class("struct"));
  return file.object(messages);
}

double h5_odd_number(Choices& choices, double usual) {
  constexpr std::array kOdd = {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(), -1.0};
  return choices.one_of(8) ? choices.of(kOdd) : choices.around(usual);
}

std::uint64_t h5_events(H5File& file) {
  constexpr std::array kTypes = {"T1", "T2", "boundary"};
  const std::size_t n = file.choices.between(1, 4);
  std::vector<H5Member> fields = {{"duration", {}}, {"latency", {}}, {"type", {}}};
  for (std::size_t i = 0; i < n; ++i) {
    fields[0].addresses.push_back(h5_number(file, h5_odd_number(file.choices, 10)));
    fields[1].addresses.push_back(h5_number(file, h5_odd_number(file.choices, 100)));
    fields[2].addresses.push_back(h5_text(file, file.choices.of(kTypes)));
  }
  return h5_group(file, fields);
}

}  // namespace

MadeFiles made_eeglab73(Choices& choices) {
  const std::vector<std::string> names = made_names(choices.between(1, 4));
  const std::size_t n_trials = choices.one_of(3) ? choices.between(2, 4) : 1, n_points = choices.between(1, 250);
  std::vector<std::uint64_t> dims = {n_points, names.size()};
  if (n_trials > 1) dims.insert(dims.begin(), n_trials);
  std::string samples;
  for (std::size_t i = 0; i < names.size() * n_points * n_trials; ++i) samples += little_endian(choices.value());
  H5File file{choices};
  std::vector<H5Member> labels = {{"labels", {}}};
  for (const std::string& name : names) labels[0].addresses.push_back(h5_text(file, name));
  const auto number = [&](std::size_t n) {
    return h5_number(file, choices.one_of(12) ? choices.number() : static_cast<double>(n));
  };
  const H5Array data{.width = 4, .dims = dims, .bytes = samples, .matlab_class = "single"};
  const std::vector<H5Member> set = {
      {"chanlocs", {h5_group(file, labels)}}, {"data", {h5_array(file, data, choices.one_of(2))}},
      {"event", {h5_events(file)}},           {"nbchan", {number(names.size())}},
      {"pnts", {number(n_points)}},           {"srate", {number(160)}},
      {"trials", {number(n_trials)}}};
  const std::uint64_t top = h5_group(file, set), root = h5_group(file, {{"EEG", {top}}}, true);
  const std::string superblock = "\x89HDF\r\n\x1A\n" + little_endian(0, 5) + little_endian(8, 1) +
                                 little_endian(8, 10) + little_endian(512, 8) + little_endian(kUnknownAddress, 8) +
                                 little_endian(file.bytes.size() + 512, 8) + little_endian(kUnknownAddress, 8) +
                                 little_endian(0, 8) + little_endian(root, 8);
  file.bytes.replace(0, superblock.size(), superblock);
  std::string header = "MATLAB 7.3 MAT-file, made for tests";
  header.resize(512, ' ');
  return {.name = "a.set", .bytes = to_bytes(header + file.bytes), .beside = {}};
}

}  // namespace eegate::test::semantic
