// Search for names in EDF and BDF files outside the fields that are meant for them.
#include <algorithm>
#include <string_view>
#include <utility>

#include "files/edf_deidentify.h"

namespace eegate {
namespace {

// Bytes that are searched at a time, and their overlap, which is longer than any field.
constexpr std::size_t kSearchedBytes = std::size_t{1} << 20, kSearchedAgainBytes = 256;
constexpr std::size_t kReservedFieldAt = 192, kReservedFieldBytes = 44;  // position in the header

// Bytes after the annotation lists of a block: they should be zeros and are not displayed by any reader.
std::span<const std::byte> after_lists(std::span<const std::byte> block) {
  std::size_t at = 0;
  while (at < block.size() && (block[at] == std::byte{'+'} || block[at] == std::byte{'-'})) {
    const auto end = std::find(block.begin() + static_cast<std::ptrdiff_t>(at), block.end(), std::byte{0});
    at = static_cast<std::size_t>(end - block.begin()) + (end == block.end() ? 0 : 1);
  }
  return block.subspan(at);
}

class NameSearch {
 public:
  NameSearch(ByteSource& source, const EdfHeader& header, const SignalFile::HoldsName& holds_name)
      : source_(source), header_(header), holds_name_(holds_name) {}

  void search_reserved_field(const HeaderWithoutIdentity& copy) {
    if (holds_name_(text_of_bytes(std::span(copy.bytes).subspan(kReservedFieldAt, kReservedFieldBytes))))
      warn("The reserved field of the header contains");
  }
  Result<> search_signals();
  Result<> search_padding();
  Result<> search_tail();
  Warnings take() { return std::move(warnings_); }

 private:
  // Warnings do not contain the name: they are shown to persons who must not know it.
  void warn(std::string place) {
    warnings_.push_back(
        {.code = "DEID_NAME", .message = std::move(place) + " a word of the removed fields; the copy still has it"});
  }

  ByteSource& source_;
  const EdfHeader& header_;
  const SignalFile::HoldsName& holds_name_;
  Warnings warnings_;
};

// Searches all texts of signal headers, including those that readers do not display. Fields of the same kind are
// adjacent for all signals.
Result<> NameSearch::search_signals() {
  constexpr std::pair<std::size_t, std::size_t> kTexts[] = {{0, 16}, {16, 80}, {96, 8}, {136, 80}, {224, 32}};
  const std::size_t n = header_.signals.size();
  std::vector<std::byte> bytes(n * kEdfFixedBytes);
  EEGATE_CHECK(source_.read(kEdfFixedBytes, bytes));
  std::size_t n_found = 0;
  std::string first;
  for (std::size_t i = 0; i < n; ++i) {
    std::string texts;
    for (const auto& [at, width] : kTexts) {
      texts += text_of_bytes(std::span(bytes).subspan(at * n + width * i, width));
      texts += ' ';
    }
    if (!holds_name_(texts)) continue;
    if (n_found++ == 0) first = quoted(header_.signals[i].label);
  }
  if (n_found == 1) warn("The header of signal " + first + " holds");
  if (n_found > 1)  // often the name of a system in all signals: one warning is enough
    warn("The headers of " + std::to_string(n_found) + " signals, the first " + first + ", hold");
  return {};
}

Result<> NameSearch::search_padding() {
  std::size_t n_found = 0;
  std::vector<std::byte> block;
  for (const EdfSignal& signal : header_.signals) {
    if (signal.kind != EdfSignalKind::annotations) continue;
    block.resize(static_cast<std::size_t>(signal.samples_per_record * header_.bytes_per_sample()));
    for (std::uint64_t record = 0; record < header_.n_records; ++record) {
      EEGATE_CHECK(source_.read(header_.header_bytes + record * header_.record_bytes + signal.record_offset, block));
      n_found += holds_name_(text_of_bytes(after_lists(block))) ? 1 : 0;
    }
  }
  if (n_found > 0) warn("The bytes after the annotations of " + std::to_string(n_found) + " data records contain");
  return {};
}

// Searches the bytes after the last complete record.
Result<> NameSearch::search_tail() {
  std::vector<std::byte> window;
  for (std::uint64_t at = header_.header_bytes + header_.n_records * header_.record_bytes; at < source_.size();) {
    window.resize(static_cast<std::size_t>(std::min<std::uint64_t>(kSearchedBytes, source_.size() - at)));
    EEGATE_CHECK(source_.read(at, window));
    if (holds_name_(text_of_bytes(window))) return warn("The bytes after the last data record contain"), Result<>();
    at += window.size() <= kSearchedAgainBytes ? window.size() : window.size() - kSearchedAgainBytes;
    if (window.size() < kSearchedBytes) break;
  }
  return {};
}

}  // namespace

Result<Warnings> find_names_in_edf(ByteSource& source, const EdfHeader& header, const HeaderWithoutIdentity& copy,
                                   const SignalFile::HoldsName& holds_name) {
  NameSearch search(source, header, holds_name);
  search.search_reserved_field(copy);
  EEGATE_CHECK(search.search_signals());
  EEGATE_CHECK(search.search_padding());
  EEGATE_CHECK(search.search_tail());
  return search.take();
}

}  // namespace eegate
