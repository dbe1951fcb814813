#include "files/onnx.h"

#include "files/proto_writer.h"

namespace eegate {
namespace {

// AttributeProto.AttributeType
enum AttributeType : std::int64_t { kFloat = 1, kInt = 2, kString = 3, kInts = 7 };

void write_value(ProtoWriter& out, float value) {
  out.number(2, value);
  out.integer(20, kFloat);
}
void write_value(ProtoWriter& out, std::int64_t value) {
  out.integer(3, value);
  out.integer(20, kInt);
}
void write_value(ProtoWriter& out, const std::string& value) {
  out.text(4, value);
  out.integer(20, kString);
}
void write_value(ProtoWriter& out, const std::vector<std::int64_t>& values) {
  for (const std::int64_t value : values) out.integer(8, value);
  out.integer(20, kInts);
}

void write_node(ProtoWriter& out, const OnnxNode& node) {
  for (const std::string& input : node.inputs) out.text(1, input);
  for (const std::string& output : node.outputs) out.text(2, output);
  out.text(3, node.name);
  out.text(4, node.op);
  for (const OnnxAttribute& attribute : node.attributes) {
    out.message(5, [&] {
      out.text(1, attribute.name);
      std::visit([&](const auto& value) { write_value(out, value); }, attribute.value);
    });
  }
}

void write_tensor(ProtoWriter& out, const OnnxTensor& tensor) {
  for (const std::int64_t extent : tensor.shape) out.integer(1, extent);
  out.integer(2, static_cast<std::int64_t>(tensor.type));
  out.text(8, tensor.name);
  out.bytes(9, tensor.values);
}

void write_extent(ProtoWriter& out, const std::variant<std::int64_t, std::string>& extent) {
  if (const auto* number = std::get_if<std::int64_t>(&extent))
    out.integer(1, *number);
  else
    out.text(2, std::get<std::string>(extent));
}

// ValueInfoProto > TypeProto > Tensor > TensorShapeProto > Dimension
void write_port(ProtoWriter& out, const OnnxPort& port) {
  out.text(1, port.name);
  out.message(2, [&] {
    out.message(1, [&] {
      out.integer(1, static_cast<std::int64_t>(port.type));
      out.message(2, [&] {
        for (const auto& extent : port.shape) out.message(1, [&] { write_extent(out, extent); });
      });
    });
  });
}

void write_graph(ProtoWriter& out, const OnnxGraph& graph) {
  for (const OnnxNode& node : graph.nodes) out.message(1, [&] { write_node(out, node); });
  out.text(2, graph.name);
  for (const OnnxTensor& tensor : graph.initializers) out.message(5, [&] { write_tensor(out, tensor); });
  for (const OnnxPort& port : graph.inputs) out.message(11, [&] { write_port(out, port); });
  for (const OnnxPort& port : graph.outputs) out.message(12, [&] { write_port(out, port); });
}

}  // namespace

std::vector<std::byte> write_onnx(const OnnxModel& model) {
  ProtoWriter out;
  out.integer(1, model.ir_version);
  out.text(2, model.producer_name);
  out.text(3, model.producer_version);
  out.text(6, model.doc);
  out.message(7, [&] { write_graph(out, model.graph); });
  out.message(8, [&] {
    out.text(1, "");  // the default operator set of ONNX
    out.integer(2, model.opset);
  });
  for (const auto& entry : model.metadata) {
    out.message(14, [&] {
      out.text(1, entry.first);
      out.text(2, entry.second);
    });
  }
  return out.take();
}

}  // namespace eegate
