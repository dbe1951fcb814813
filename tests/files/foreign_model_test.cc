// Files of other formats that were given as models, recognised by their first bytes.
#include <catch2/catch_test_macros.hpp>
#include <span>
#include <string>
#include <string_view>

#include "files/magic.h"
#include "files/safetensors.h"

using namespace eegate;
using namespace std::string_view_literals;

namespace foreign_model_test {

std::span<const std::byte> bytes_of(std::string_view text) {
  return std::as_bytes(std::span(text.data(), text.size()));
}

TEST_CASE("files of other formats given as models are named, with a hint", "[files]") {
  const auto refused = [](std::string_view text) { return parse_safetensors(bytes_of(text)).error(); };
  CHECK(refused("").code == "FORMAT_EMPTY");
  CHECK(refused("\n<!DOCTYPE html><html>").code == "FORMAT_HTML");
  CHECK(refused("version https://git-lfs.github.com/spec/v1\n").hint.find("git lfs pull") != std::string::npos);
  CHECK(refused("0       X X X X").message == "This is an EDF recording, not a safetensors file");
  CHECK(refused("\xFF"
                "BIOSEMI"sv)
            .code == "FORMAT_BDF");
  CHECK(refused("\x1F\x8B\x08\x00\x00\x00\x00\x00\x00"sv).hint == "Unpack it first, if a model is in it");
  CHECK(refused("\x08\x08\x12\x07pytorch\x1a\x05"sv).code == "FORMAT_ONNX");
  CHECK(refused("\x08\x08\x12\x07pytorch\x1a\x05"sv).hint.find(".safetensors") != std::string::npos);
  CHECK(refused("\x93NUMPY\x01\x00\x76\x00"sv).hint.find(".safetensors") != std::string::npos);
}

TEST_CASE("files that begin like safetensors or an unknown format are parsed as safetensors", "[files]") {
  CHECK_FALSE(recognise_non_safetensors(bytes_of("0       {\"a\"")));
  CHECK_FALSE(recognise_non_safetensors(bytes_of("\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF{}")));
  CHECK_FALSE(recognise_non_safetensors(bytes_of("\x01\x02\x03\x04"sv)));
  CHECK(parse_safetensors(bytes_of("\x01\x02\x03\x04"sv)).error().code == "ST_TOO_SMALL");
}

}  // namespace foreign_model_test
