// ONNX models as structs (the parts of onnx.proto3 that inference graphs need), and their serialisation. No reading.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace eegate {

enum class OnnxType : std::int32_t { kFloat = 1, kInt64 = 7, kBool = 9, kDouble = 11 };

struct OnnxTensor {
  std::string name;
  OnnxType type = OnnxType::kFloat;
  std::vector<std::int64_t> shape;
  std::vector<std::byte> values;  // little-endian, row-major
};

struct OnnxAttribute {
  std::string name;
  std::variant<std::int64_t, float, std::string, std::vector<std::int64_t>> value;
};

struct OnnxNode {
  std::string op;
  std::string name;
  std::vector<std::string> inputs, outputs;
  std::vector<OnnxAttribute> attributes;
};

// An input or output of the graph. A dimension is a number, or a name if it is dynamic.
struct OnnxPort {
  std::string name;
  OnnxType type = OnnxType::kFloat;
  std::vector<std::variant<std::int64_t, std::string>> shape;
};

struct OnnxGraph {
  std::string name;
  std::vector<OnnxNode> nodes;
  std::vector<OnnxTensor> initializers;
  std::vector<OnnxPort> inputs, outputs;
};

struct OnnxModel {
  std::int64_t ir_version = 8;
  std::int64_t opset = 17;
  std::string producer_name, producer_version, doc;
  OnnxGraph graph;
  std::vector<std::pair<std::string, std::string>> metadata;
};

std::vector<std::byte> write_onnx(const OnnxModel& model);

}  // namespace eegate
