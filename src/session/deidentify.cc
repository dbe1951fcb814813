#include "session/deidentify.h"

#include <algorithm>
#include <set>
#include <string_view>

#include "session/describe.h"
#include "signal/number_text.h"

namespace eegate {
namespace {

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return out;
}

bool holds_one_of(std::string_view text, const std::vector<std::string>& words) {
  const std::string haystack = lower(text);
  return std::any_of(words.begin(), words.end(),
                     [&](const std::string& word) { return haystack.find(word) != std::string::npos; });
}

// What was found is not said: the message is read by those who are not to know the name.
void warn_of_names(const OpenRecording& open, const std::vector<std::string>& words, Warnings& warnings) {
  std::size_t n = 0;
  std::string first;
  for (const Annotation& annotation : open.recording.annotations()) {
    if (annotation.is_trigger || !holds_one_of(annotation.text, words)) continue;
    if (n++ == 0) first = number_text(annotation.onset_s);
  }
  if (n > 0) {
    warnings.push_back({.code = "DEID_NAME",
                        .message = std::to_string(n) + (n == 1 ? " annotation holds" : " annotations hold") +
                                   " a word of the removed fields, the first at " + first +
                                   " s; the copy still has them"});
  }
  for (const EdfSignal& signal : open.recording.header().signals) {
    if (!holds_one_of(signal.label + " " + signal.transducer + " " + signal.prefiltering, words)) continue;
    warnings.push_back({.code = "DEID_NAME",
                        .message = "The header of signal " + quoted(signal.label) +
                                   " holds a word of the removed fields; the copy still has it"});
  }
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
  warn_of_names(open, copy.header.words, copy.warnings);
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
