#include "session/open/open_files.h"

#include <algorithm>
#include <array>
#include <utility>

#include "files/signal_formats.h"
#include "files/strict_object.h"
#include "session/open/recipe_choice.h"

namespace eegate {
namespace {

constexpr std::uint64_t kAnnotationBytesPerRead = std::uint64_t{16} << 20;

constexpr FieldSpec kAnnotation[] = {
    required_field(number_field("onset_s", 0, -1e9, 1e9)),
    number_field("duration_s", 0, 0, 1e9),
    required_field(text_field("text")),
};
constexpr FieldSpec kAnnotations[] = {required_field(even_empty(optional_objects("annotations", kAnnotation)))};
constexpr ObjectForm kAnnotationForm = form_with_one_code("list of annotations", "ANNOTATION_VALUE");

}  // namespace

Result<OpenRecording> open_recording(std::shared_ptr<ByteSource> source, std::string file_name, const FileSet& files) {
  auto counted = std::make_shared<CountedFiles>();
  const FileSet others = files.wrapped([counted](auto other) { return counted->add(std::move(other)); });
  EEGATE_TRY(Recording recording,
             Recording::open(counted->add(std::move(source)), std::move(file_name), kFirstAnnotationBytes, others));
  EEGATE_CHECK(recording.use_bids_sidecars(files));  // not counted or hashed: no part of the recording
  return OpenRecording{std::move(counted), std::move(recording)};
}

Result<OpenModel> open_model(std::span<const std::byte> bytes, std::string file_name, Digest digest) {
  EEGATE_TRY(Model model, Model::load(bytes));
  OpenModel open{std::move(file_name), std::move(model), {}, digest == Digest::kNone ? std::string() : sha256(bytes)};
  open.warnings = open.model.warnings();
  if (const auto recipe = model_recipe(open.model); !recipe.ok()) {
    open.warnings.push_back({.code = "MODEL_RECIPE",
                             .message = "The recipe of this model cannot be carried out: " + describe(recipe.error())});
  }
  return open;
}

Result<std::vector<Annotation>> parse_annotations(std::string_view json) {
  EEGATE_TRY(const JsonDocument document, JsonDocument::parse(json));
  EEGATE_TRY(const StrictObject given, StrictObject::read(kAnnotations, document.root(), kAnnotationForm));
  std::vector<Annotation> annotations;
  for (const StrictObject& one : given.nodes("annotations")) {
    annotations.push_back(
        {.onset_s = one.number("onset_s"), .duration_s = one.number("duration_s"), .text = one.text("text")});
  }
  return annotations;
}

std::vector<std::string> names_of_channels(const Recording& recording, std::span<const std::size_t> channels) {
  std::vector<std::string> names;
  for (const std::size_t channel : channels) names.push_back(recording.channels()[channel].name);
  return names;
}

Result<> read_all_annotations(Recording& recording) {
  while (!recording.annotations_complete()) EEGATE_CHECK(recording.read_annotations(kAnnotationBytesPerRead));
  return {};
}

std::vector<std::string_view> endings_of_recordings() { return recording_endings(); }

bool looks_like_model(std::span<const std::byte> head, std::string_view file_name) {
  if (recognised_format(head) != nullptr) return false;
  if (head.size() > 8 && head[8] == std::byte{'{'}) return true;
  const std::string_view text = text_of_bytes(head);
  if (text.starts_with("PK\x03\x04") || text.starts_with('\x80') || text.starts_with("\x89HDF")) return true;
  constexpr std::array<std::string_view, 7> kEndings = {".safetensors", ".pt",    ".pth", ".h5",
                                                        ".hdf5",        ".keras", ".pkl"};
  return std::any_of(kEndings.begin(), kEndings.end(), [&](std::string_view end) { return file_name.ends_with(end); });
}

}  // namespace eegate
