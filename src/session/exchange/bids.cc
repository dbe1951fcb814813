#include "session/exchange/bids.h"

#include <algorithm>

#include "files/text.h"
#include "session/output/json_out.h"
#include "session/output/version.h"

namespace eegate {
namespace {

constexpr std::string_view kRecordFormat = "eegate-bids-1";

void write_settings(JsonOut& json, const BidsSettings& settings) {
  json.key("settings")
      .begin_object()
      .member("model", settings.model)
      .member("model_sha256", settings.model_sha256)
      .member("recipe_hash", settings.recipe_hash)
      .member("calibration", settings.calibration)
      .member("overridden", settings.overridden)
      .end_object();
}

void write_recording(JsonOut& json, const BidsRecord& record) {
  json.key("recording")
      .begin_object()
      .member("format", record.format)
      .member("sfreq", record.sfreq)
      .count("n_channels", record.n_channels)
      .count("n_bad", record.n_bad)
      .member("duration_s", record.duration_s)
      .count("n_segments", record.n_segments)
      .count("n_annotations", record.n_annotations)
      .strings("warnings", record.warnings)
      .end_object();
}

void write_results_of(JsonOut& json, const BidsRecord& record) {
  if (!record.n_epochs) {
    json.raw("results", {});
    return;
  }
  json.key("results").begin_object().count("n_epochs", *record.n_epochs);
  json.count("n_unanswered", record.n_unanswered).count("n_expected", record.n_expected);
  json.count("n_correct", record.n_correct).key("labels").begin_array();
  for (const auto& [label, n] : record.labels)
    json.begin_object().member("label", label).count("n_epochs", n).end_object();
  json.end_array().end_object();
}

std::uint64_t count_of(JsonValue object, std::string_view key) { return object.get(key).plain_unsigned().value_or(0); }

BidsSettings read_settings(JsonValue settings) {
  return {.model = std::string(settings.get("model").string()),
          .model_sha256 = std::string(settings.get("model_sha256").string()),
          .recipe_hash = std::string(settings.get("recipe_hash").string()),
          .calibration = std::string(settings.get("calibration").string()),
          .overridden = settings.get("overridden").boolean()};
}

void read_recording(JsonValue recording, BidsRecord& record) {
  record.format = recording.get("format").string();
  record.sfreq = recording.get("sfreq").number();
  record.duration_s = recording.get("duration_s").number();
  record.n_channels = count_of(recording, "n_channels");
  record.n_bad = count_of(recording, "n_bad");
  record.n_segments = count_of(recording, "n_segments");
  record.n_annotations = count_of(recording, "n_annotations");
  for (const JsonValue code : recording.get("warnings").elements()) record.warnings.emplace_back(code.string());
}

void read_results(JsonValue results, BidsRecord& record) {
  if (!results.is_object()) return;
  record.n_epochs = count_of(results, "n_epochs");
  record.n_unanswered = count_of(results, "n_unanswered");
  record.n_expected = count_of(results, "n_expected");
  record.n_correct = count_of(results, "n_correct");
  for (const JsonValue label : results.get("labels").elements())
    record.labels.emplace_back(label.get("label").string(), count_of(label, "n_epochs"));
}

}  // namespace

BidsRecord bids_record(const OpenRecording& open) {
  const Recording& recording = open.recording;
  const auto& channels = recording.channels();
  const std::vector<std::size_t> main = recording.main_channels();
  BidsRecord record;
  record.size_bytes = open.source->size();
  record.format = recording.header().format;
  record.sfreq = main.empty() ? 0 : channels[main[0]].sfreq;
  record.duration_s = recording.duration_s();
  record.n_channels = channels.size();
  record.n_bad = static_cast<std::uint64_t>(std::ranges::count_if(channels, &Channel::is_bad));
  record.n_segments = recording.segments().size();
  record.n_annotations = recording.annotations().size();
  for (const Warning& warning : recording.warnings()) record.warnings.emplace_back(warning.code);
  return record;
}

void add_results(BidsRecord& record, const Plan& plan, std::span<const float> probabilities) {
  const std::size_t n_classes = plan.n_classes();
  record.n_epochs = plan.epochs().size();
  for (const std::string& label : plan.model().model.contract().classes) record.labels.emplace_back(label, 0);
  for (std::size_t i = 0; i < plan.epochs().size(); ++i) {
    const std::string label = plan.label_of(probabilities.subspan(i * n_classes, n_classes));
    const std::string& expected = plan.expected(i);
    for (auto& [name, n] : record.labels) n += name == label ? 1 : 0;
    record.n_unanswered += label.empty() ? 1 : 0;
    const bool is_judged = !expected.empty() && !label.empty();
    record.n_expected += is_judged ? 1 : 0;
    record.n_correct += is_judged && label == expected ? 1 : 0;
  }
}

std::string bids_record_json(const BidsRecord& record) {
  JsonOut json(Keys::kSnake, true);
  json.begin_object().member("format", kRecordFormat).member("eegate_version", kVersion);
  json.member("source", record.source).count("size_bytes", record.size_bytes);
  json.member("files_hash", record.files_hash);
  write_settings(json, record.settings);
  write_recording(json, record);
  write_results_of(json, record);
  return json.end_object().take() + "\n";
}

std::optional<BidsRecord> parse_bids_record(std::string_view text) {
  const auto document = JsonDocument::parse(text);
  if (!document.ok()) return std::nullopt;
  const JsonValue root = document->root();
  if (root.get("format").string() != kRecordFormat || root.get("eegate_version").string() != kVersion)
    return std::nullopt;
  BidsRecord record;
  record.settings = read_settings(root.get("settings"));
  record.source = root.get("source").string();
  record.size_bytes = count_of(root, "size_bytes");
  record.files_hash = root.get("files_hash").string();
  read_recording(root.get("recording"), record);
  read_results(root.get("results"), record);
  return record;
}

std::string bids_description_json(std::string_view source_name) {
  JsonOut json(Keys::kSnake, true);
  json.begin_object().member("Name", "eegate: " + std::string(source_name)).member("BIDSVersion", "1.8.0");
  json.member("DatasetType", "derivative").key("GeneratedBy").begin_array().begin_object();
  json.member("Name", "eegate").member("Version", kVersion).end_object().end_array();
  return json.end_object().take() + "\n";
}

Result<std::string> bids_dataset_name(std::string_view text) {
  text = without_byte_order_mark(text);
  EEGATE_TRY(const JsonDocument document, JsonDocument::parse(text));
  if (!document.root().is_object()) {
    return Error{.code = "BIDS_ROOT",
                 .message = "dataset_description.json does not describe a data set",
                 .found = std::string(document.root().type_name()),
                 .expected = "an object"};
  }
  return std::string(document.root().get("Name").string());
}

}  // namespace eegate
