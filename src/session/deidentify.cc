#include "session/deidentify.h"

#include <algorithm>
#include <set>
#include <span>
#include <string_view>
#include <utility>

#include "files/fold.h"
#include "session/describe.h"
#include "signal/number_text.h"

namespace eegate {
namespace {

// Bytes that are searched at a time, and how many of them again with the next ones: more than any field holds.
constexpr std::size_t kWindowBytes = std::size_t{1} << 20, kOverlapBytes = 256;
constexpr std::size_t kReservedAt = 192, kReservedBytes = 44;  // of the header

// The words and numbers that were taken out, in every spelling that they may have elsewhere.
class Identity {
 public:
  explicit Identity(const EdfDeidentified& header) : parts_(header.numbers) {
    for (const std::string& word : header.words) parts_.push_back(folded(word));
  }
  bool is_in(std::string_view text) const {
    const std::string haystack = folded(text);
    return std::ranges::any_of(parts_,
                               [&](const std::string& part) { return haystack.find(part) != std::string::npos; });
  }

 private:
  std::vector<std::string> parts_;
};

std::string_view text_of(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// What was found is not said: the message is read by those who are not to know the name.
void warn(Warnings& warnings, std::string place) {
  warnings.push_back(
      {.code = "DEID_NAME", .message = std::move(place) + " a word of the removed fields; the copy still has it"});
}

void search_annotations(const OpenRecording& open, const Identity& identity, Warnings& warnings) {
  std::size_t n = 0;
  std::string first;
  for (const Annotation& annotation : open.recording.annotations()) {
    if (annotation.is_trigger || !identity.is_in(annotation.text)) continue;
    if (n++ == 0) first = number_text(annotation.onset_s);
  }
  if (n == 0) return;
  warnings.push_back({.code = "DEID_NAME",
                      .message = std::to_string(n) + (n == 1 ? " annotation holds" : " annotations hold") +
                                 " a word of the removed fields, the first at " + first +
                                 " s; the copy still has them"});
}

// All texts of a signal, those too that no reader shows: fields of the same kind lie side by side for all signals.
Result<> search_signals(const OpenRecording& open, const Identity& identity, Warnings& warnings) {
  constexpr std::pair<std::size_t, std::size_t> kTexts[] = {{0, 16}, {16, 80}, {96, 8}, {136, 80}, {224, 32}};
  const std::size_t n = open.recording.header().signals.size();
  std::vector<std::byte> bytes(n * kEdfFixedBytes);
  EEGATE_CHECK(open.source->read(kEdfFixedBytes, bytes));
  std::size_t n_found = 0;
  std::string first;
  for (std::size_t i = 0; i < n; ++i) {
    std::string texts;
    for (const auto& [at, width] : kTexts) {
      texts += text_of(std::span(bytes).subspan(at * n + width * i, width));
      texts += ' ';
    }
    if (!identity.is_in(texts)) continue;
    if (n_found++ == 0) first = quoted(open.recording.header().signals[i].label);
  }
  if (n_found == 1) warn(warnings, "The header of signal " + first + " holds");
  if (n_found > 1)  // often the name of a system, in all of them alike: one line says so
    warn(warnings, "The headers of " + std::to_string(n_found) + " signals, the first " + first + ", hold");
  return {};
}

// What follows the lists of a block: it should be zeros, and no reader shows it.
std::span<const std::byte> after_lists(std::span<const std::byte> block) {
  std::size_t at = 0;
  while (at < block.size() && (block[at] == std::byte{'+'} || block[at] == std::byte{'-'})) {
    const auto end = std::find(block.begin() + static_cast<std::ptrdiff_t>(at), block.end(), std::byte{0});
    at = static_cast<std::size_t>(end - block.begin()) + (end == block.end() ? 0 : 1);
  }
  return block.subspan(at);
}

Result<> search_padding(const OpenRecording& open, const Identity& identity, Warnings& warnings) {
  const EdfHeader& header = open.recording.header();
  std::size_t n_found = 0;
  std::vector<std::byte> block;
  for (const EdfSignal& signal : header.signals) {
    if (signal.kind != EdfSignalKind::annotations) continue;
    block.resize(static_cast<std::size_t>(signal.samples_per_record * header.bytes_per_sample()));
    for (std::uint64_t record = 0; record < header.n_records; ++record) {
      EEGATE_CHECK(open.source->read(header.header_bytes + record * header.record_bytes + signal.record_offset, block));
      n_found += identity.is_in(text_of(after_lists(block))) ? 1 : 0;
    }
  }
  if (n_found > 0) warn(warnings, "What follows the annotations of " + std::to_string(n_found) + " data records holds");
  return {};
}

// Bytes behind the last whole data record.
Result<> search_tail(const OpenRecording& open, const Identity& identity, Warnings& warnings) {
  const EdfHeader& header = open.recording.header();
  std::vector<std::byte> window;
  for (std::uint64_t at = header.header_bytes + header.n_records * header.record_bytes; at < open.source->size();) {
    window.resize(static_cast<std::size_t>(std::min<std::uint64_t>(kWindowBytes, open.source->size() - at)));
    EEGATE_CHECK(open.source->read(at, window));
    if (identity.is_in(text_of(window))) return warn(warnings, "What follows the last data record holds"), Result<>();
    at += window.size() <= kOverlapBytes ? window.size() : window.size() - kOverlapBytes;
    if (window.size() < kWindowBytes) break;
  }
  return {};
}

Result<> warn_of_names(const OpenRecording& open, const EdfDeidentified& copy, Warnings& warnings) {
  const Identity identity(copy);
  search_annotations(open, identity, warnings);
  if (identity.is_in(text_of(std::span(copy.bytes).subspan(kReservedAt, kReservedBytes))))
    warn(warnings, "The reserved field of the header holds");
  EEGATE_CHECK(search_signals(open, identity, warnings));
  EEGATE_CHECK(search_padding(open, identity, warnings));
  return search_tail(open, identity, warnings);
}

void warn_of_texts(const OpenRecording& open, Warnings& warnings) {
  std::set<std::string_view> texts;
  for (const Annotation& annotation : open.recording.annotations()) {
    if (!annotation.is_trigger) texts.insert(annotation.text);
  }
  if (!texts.empty()) {
    warnings.push_back(
        {.code = "DEID_TEXTS",
         .message = "The texts of annotations are copied as they are: look through " +
                    (texts.size() == 1 ? "the one text" : "the " + std::to_string(texts.size()) + " different texts") +
                    " for names"});
  }
  if (!open.recording.annotations_complete()) {
    warnings.push_back({.code = "DEID_TEXTS_UNREAD",
                        .message = "Not all annotations were read, so not all were searched for the name"});
  }
}

}  // namespace

Result<Deidentified> deidentify(const OpenRecording& open, const EdfIdentity& removed) {
  EEGATE_TRY(EdfDeidentified header, deidentify_edf(*open.source, removed));
  Deidentified copy{.header = std::move(header), .warnings = {}};
  EEGATE_CHECK(warn_of_names(open, copy.header, copy.warnings));
  warn_of_texts(open, copy.warnings);
  return copy;
}

std::string describe_deidentified(const Deidentified& copy, Keys keys, bool pretty) {
  JsonOut json(keys, pretty);
  json.begin_object().key("changed").begin_array();
  for (const EdfChangedField& field : copy.header.changed) {
    json.begin_object()
        .member("field", field.name)
        .count("byte_offset", field.byte_offset)
        .count("n_bytes", field.n_bytes)
        .end_object();
  }
  json.end_array();
  write_warnings(json, copy.warnings);
  json.end_object();
  return json.take();
}

}  // namespace eegate
