#include "session/exchange.h"

#include "exchange/export_onnx.h"
#include "session/json_out.h"
#include "session/version.h"

namespace eegate {
namespace {

std::string summary_of(const OnnxExport& onnx, const ModelFile& file) {
  const ModelConfig& config = file.config;
  JsonOut json(Keys::kSnake);
  json.begin_object().member("architecture", std::string_view(config.architecture));
  json.member("opset", 17).member("ir_version", 8);
  json.key("input").begin_object().member("name", "eeg").member("dtype", "float32");
  json.key("shape").begin_array();
  json.writer().value("batch").value(std::uint64_t{config.n_chans}).value(std::uint64_t{onnx.n_times});
  json.end_array().end_object();
  json.key("output").begin_object().member("name", "logits").member("dtype", "float32");
  json.key("shape").begin_array();
  json.writer().value("batch").value(std::uint64_t{config.n_outputs});
  json.end_array().end_object();
  json.count("nodes", onnx.n_nodes).count("initializers", onnx.n_initializers).count("size_bytes", onnx.bytes.size());
  return json.end_object().take();
}

}  // namespace

Result<OnnxFile> onnx_file(std::span<const std::byte> model, std::size_t n_times) {
  EEGATE_TRY(const ModelFile file, read_model_file(model));
  EEGATE_TRY(OnnxExport onnx, export_onnx(file, kVersion, n_times));
  std::string summary = summary_of(onnx, file);
  return OnnxFile{std::move(onnx.bytes), std::move(summary)};
}

}  // namespace eegate
