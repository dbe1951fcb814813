#include "session/exchange/deidentify.h"

#include <algorithm>
#include <set>
#include <span>
#include <string_view>
#include <utility>

#include "base/numbers_as_text.h"
#include "files/fold.h"
#include "session/open/describe.h"

namespace eegate {
namespace {

// The words and numbers that were taken out, in every spelling that they may have elsewhere.
class Identity {
 public:
  explicit Identity(const HeaderWithoutIdentity& header) : parts_(header.numbers) {
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

Result<> warn_of_names(const OpenRecording& open, const HeaderWithoutIdentity& copy, Warnings& warnings) {
  const Identity identity(copy);
  search_annotations(open, identity, warnings);
  EEGATE_TRY(const Warnings elsewhere, open.recording.file().find_names(
                                           copy, [&identity](std::string_view text) { return identity.is_in(text); }));
  warnings.insert(warnings.end(), elsewhere.begin(), elsewhere.end());
  return {};
}

void warn_of_texts(const OpenRecording& open, Warnings& warnings) {
  std::set<std::string_view> texts;
  for (const Annotation& annotation : open.recording.annotations()) {
    if (!annotation.is_trigger) texts.insert(annotation.text);
  }
  if (!texts.empty()) {
    warnings.push_back(
        {.code = "DEID_TEXTS",
         .message = "The texts of annotations are copied as they are: check " +
                    (texts.size() == 1 ? "the one text" : "the " + std::to_string(texts.size()) + " different texts") +
                    " for names"});
  }
  if (!open.recording.annotations_complete()) {
    warnings.push_back({.code = "DEID_TEXTS_UNREAD",
                        .message = "Not all annotations were read, so not all were searched for the name"});
  }
}

}  // namespace

Result<Deidentified> deidentify(const OpenRecording& open, const IdentityFields& removed) {
  EEGATE_TRY(HeaderWithoutIdentity header, open.recording.file().remove_identity(removed));
  Deidentified copy{.header = std::move(header), .warnings = {}};
  EEGATE_CHECK(warn_of_names(open, copy.header, copy.warnings));
  warn_of_texts(open, copy.warnings);
  return copy;
}

Warnings warnings_of_annotations(const OpenRecording& open, const IdentityFields& removed) {
  Warnings warnings;
  // Formats without identity fields have no words to search for.
  const auto header = open.recording.file().remove_identity(removed);
  if (header.ok()) search_annotations(open, Identity(*header), warnings);
  warn_of_texts(open, warnings);
  return warnings;
}

std::string describe_deidentified(const Deidentified& copy, Keys keys, bool pretty) {
  JsonOut json(keys, pretty);
  json.begin_object().key("changed").begin_array();
  for (const ChangedField& field : copy.header.changed) {
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
