// Untrusted bytes into each parser and through everything that trusts its result: one entry for the
// mutation tests and the fuzzer. An entry must return, whatever the bytes are, and hold at most 8
// times their size and 64 MiB.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "files/edf_annotations.h"
#include "files/edf_samples.h"
#include "files/json.h"
#include "files/magic.h"
#include "files/npy.h"
#include "files/safetensors.h"
#include "model/model_file.h"
#include "signal/recipe.h"
#include "signal/recording.h"

namespace eegate::test {

using Bytes = std::span<const std::byte>;

inline void enter_edf(Bytes bytes) {
  (void)recognise(bytes);
  const auto source = std::make_shared<MemorySource>(std::vector<std::byte>(bytes.begin(), bytes.end()));
  auto recording = Recording::open(source, "fuzz.edf", 4096);
  if (!recording.ok()) return (void)describe(recording.error());
  (void)recording->read_annotations(UINT64_MAX);
  std::vector<float> values(64);
  for (std::size_t i = 0; i < std::min<std::size_t>(recording->channels().size(), 8); ++i) {
    const std::uint64_t n = recording->channels()[i].n_samples;
    const std::uint64_t count = std::min<std::uint64_t>(n, values.size());
    (void)recording->read(i, n - count, std::span(values).first(static_cast<std::size_t>(count)));
    (void)recording->find(recording->channels()[i].label);
  }
  (void)recording->padded_tail(recording->main_channels());
  (void)recording->duration_s();
}

inline void enter_edf_strict(Bytes bytes) {
  MemorySource source(std::vector<std::byte>(bytes.begin(), bytes.end()));
  EdfOptions options;
  options.mode = EdfMode::strict;
  const auto header = parse_edf_header(source, options);
  if (!header.ok()) return;
  EdfAnnotationScan scan(*header, {EdfMode::strict, {.initial_event = true}});
  std::vector<EdfAnnotation> annotations;
  (void)scan.advance(source, UINT64_MAX, annotations);
}

inline void enter_tal(Bytes bytes) {
  std::vector<EdfAnnotation> annotations;
  Diagnostics diagnostics(false);
  (void)parse_tal_block(bytes, {}, annotations, diagnostics);
}

inline void enter_json(Bytes bytes) {
  const auto document = JsonDocument::parse({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  if (document.ok()) (void)document->root().text();
}

inline void enter_safetensors(Bytes bytes) {
  const auto file = parse_safetensors(bytes);
  if (!file.ok()) return;
  for (const SafetensorsTensor& tensor : file->tensors) (void)read_floats(*file, tensor, bytes);
}

inline void enter_npy(Bytes bytes) {
  (void)parse_npy(bytes);
  (void)parse_npy_floats(bytes);
}

inline std::string_view text_of(Bytes bytes) { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }

// What was understood, written out, is understood in the same way again.
inline void expect_same(const std::string& written, const Result<std::string>& again) {
  if (!again.ok()) throw std::logic_error(written + " is refused: " + describe(again.error()));
  if (*again != written) throw std::logic_error(written + " becomes " + *again);
}

inline void enter_recipe(Bytes bytes) {
  const auto recipe = parse_recipe(text_of(bytes));
  if (!recipe.ok()) return (void)describe(recipe.error());
  const std::string written = recipe_json(*recipe);
  const auto again = parse_recipe(written);
  expect_same(written, again.ok() ? Result<std::string>(recipe_json(*again)) : Result<std::string>(again.error()));
}

inline Result<std::string> resolved_config(std::string_view json) {
  EEGATE_TRY(const JsonDocument document, JsonDocument::parse(json));
  EEGATE_TRY(const ModelConfig config, read_config(document.root()));
  return config.to_json();
}

inline void enter_config(Bytes bytes) {
  const auto written = resolved_config(text_of(bytes));
  if (written.ok()) expect_same(*written, resolved_config(*written));
}

inline void enter_model(Bytes bytes) {
  const auto file = read_model_file(bytes);
  if (!file.ok()) (void)describe(file.error());
}

struct ParserEntry {
  std::string_view name;
  std::string_view folder;  // below tests; its files are the seeds
  void (*enter)(Bytes);
};
inline constexpr std::array kParserEntries = {ParserEntry{"edf", "data/edf", enter_edf},
                                              ParserEntry{"edf_strict", "data/edf", enter_edf_strict},
                                              ParserEntry{"tal", "data/edf", enter_tal},
                                              ParserEntry{"json", "data/safetensors", enter_json},
                                              ParserEntry{"safetensors", "data/safetensors", enter_safetensors},
                                              ParserEntry{"npy", "data/npy", enter_npy},
                                              ParserEntry{"recipe", "fuzz/corpus/recipe", enter_recipe},
                                              ParserEntry{"config", "fuzz/corpus/config", enter_config},
                                              ParserEntry{"model", "fuzz/corpus/model", enter_model}};

}  // namespace eegate::test
