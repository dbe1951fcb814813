#include "session/sleep/staging_session.h"

#include "files/strict_object.h"

namespace eegate {
namespace {

constexpr ObjectForm kStageForm = form_with_one_code("staging request", "STAGE_REQUEST");
constexpr FieldSpec kStageRequest[] = {choice_field("edges", "inside", kStageEdges.names),
                                       integer_field("stride", 1, 1, 1001),
                                       optional_integers("channels", 0, kMaxLength), bool_field("splitAtGaps", true)};

}  // namespace

Result<StageOptions> parse_stage_request(std::string_view json) {
  EEGATE_TRY(const JsonDocument document, JsonDocument::parse(json.empty() ? "{}" : json));
  EEGATE_TRY(const StrictObject object, StrictObject::read(kStageRequest, document.root(), kStageForm));
  StageOptions options{.edges = object.option("edges", kStageEdges),
                       .stride = object.size("stride"),
                       .split_at_gaps = object.flag("splitAtGaps")};
  object.copy("channels", options.channels);
  return options;
}

Result<std::shared_ptr<StagingSession>> StagingSession::begin(std::shared_ptr<const OpenRecording> recording,
                                                              std::span<const std::vector<std::byte>> models,
                                                              std::string_view request) {
  EEGATE_TRY(const StageOptions options, parse_stage_request(request));
  for (const std::size_t channel : options.channels) {
    if (channel < recording->recording.channels().size()) continue;
    return Error{.code = "STAGE_REQUEST",
                 .message = "The recording has no channel of this number",
                 .field = "channels",
                 .found = std::to_string(channel),
                 .expected = "less than " + std::to_string(recording->recording.channels().size())};
  }
  std::vector<std::unique_ptr<OpenStager>> stagers;
  std::vector<SequenceModel*> pointers;
  for (const std::vector<std::byte>& bytes : models) {
    EEGATE_TRY(OpenStager stager, open_stager(bytes, {}));
    stagers.push_back(std::make_unique<OpenStager>(std::move(stager)));
    pointers.push_back(&stagers.back()->model);
  }
  EEGATE_TRY(Staging staging, Staging::open(recording->recording, pointers, options));
  return std::shared_ptr<StagingSession>(
      new StagingSession(std::move(recording), std::move(stagers), std::move(staging)));
}

std::string describe_staged(const StagedRecord& record, Keys keys) {
  JsonOut json(keys);
  json.begin_object().member("epoch_s", record.epoch_s).member("edges", kStageEdges.name_of(record.edges));
  json.count("stride", record.stride).strings("models", record.models);
  json.key("channels").begin_array();
  for (const StagingChannel& channel : record.channels) {
    json.begin_object().count("index", channel.index).member("label", std::string_view(channel.label));
    json.member("left_out", std::string_view(channel.left_out)).end_object();
  }
  json.end_array().key("onset_s").begin_array();
  for (const StagedEpoch& epoch : record.epochs) json.writer().value(epoch.onset_s);
  json.end_array().key("stages").begin_array();
  for (const StagedEpoch& epoch : record.epochs) json.writer().value(static_cast<double>(epoch.stage));
  json.end_array().key("reasons").begin_array();
  for (const StagedEpoch& epoch : record.epochs) json.writer().value(kNoStageReasons.name_of(epoch.reason));
  json.end_array().key("agreement").begin_array();
  for (const StagedEpoch& epoch : record.epochs) json.writer().value(static_cast<double>(epoch.agreement));
  json.end_array();
  if (keys == Keys::kSnake) {
    json.key("probabilities").begin_array();
    for (const float p : record.probabilities()) json.writer().value(static_cast<double>(p));
    json.end_array();
  }
  return json.end_object().take();
}

}  // namespace eegate
