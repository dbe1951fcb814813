// Entry points that pass untrusted bytes to each parser and to all code that uses its result, for the mutation tests
// and the fuzzer. An entry must return for any bytes and allocate at most 8 times their size and 64 MiB.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "exchange/import/import_weights.h"
#include "files/edf_annotations.h"
#include "files/edf_samples.h"
#include "files/json.h"
#include "files/magic.h"
#include "files/npy.h"
#include "files/safetensors.h"
#include "model/model_file.h"
#include "session/exchange/bids.h"
#include "signal/recipe.h"
#include "signal/recording.h"
#include "support/sleep_entries.h"
#include "train/init.h"
#include "train/train_options.h"
#include "train/trainer.h"

#ifndef __EMSCRIPTEN__
#include "experiment/plan.h"
#endif

namespace eegate::test {

using Bytes = std::span<const std::byte>;

inline std::string_view text_of(Bytes bytes) { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }

inline void enter_recording(Result<Recording> recording) {
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

inline void enter_edf(Bytes bytes) {
  (void)recognise(bytes);
  const auto source = std::make_shared<MemorySource>(std::vector<std::byte>(bytes.begin(), bytes.end()));
  enter_recording(Recording::open(source, "fuzz.edf", 4096));
}

// A recording of three files: header, markers and samples, separated by zero bytes.
inline void enter_brainvision(Bytes bytes) {
  std::array<std::vector<std::byte>, 3> parts;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto end = i + 1 < parts.size() ? std::find(bytes.begin(), bytes.end(), std::byte{0}) : bytes.end();
    parts[i].assign(bytes.begin(), end);
    bytes = bytes.subspan(std::min(parts[i].size() + 1, bytes.size()));
  }
  const auto part = [&](std::size_t i) {
    return [source = std::make_shared<MemorySource>(parts[i])] { return Result<std::shared_ptr<ByteSource>>(source); };
  };
  const FileSet files({{"a.vmrk", part(1)}, {"a.eeg", part(2)}});
  enter_recording(Recording::open(std::make_shared<MemorySource>(parts[0]), "a.vhdr", 4096, files));
}

// Sidecar files of a BIDS data set for a recording of three channels, separated by zero bytes; the last one is the
// table of participants.
inline void enter_bids(Bytes bytes) {
  constexpr std::string_view kHeader =
      "Brain Vision Data Exchange Header File Version 1.0\n[Common Infos]\nDataFile=sub-01_task-rest_eeg.eeg\n"
      "DataFormat=BINARY\nDataOrientation=MULTIPLEXED\nNumberOfChannels=3\nSamplingInterval=4000\n[Binary Infos]\n"
      "BinaryFormat=INT_16\n[Channel Infos]\nCh1=C3,,0.1,uV\nCh2=C4,,0.1,uV\nCh3=EOG,,0.1,uV\n";
  constexpr std::string_view kName = "sub-01_task-rest_eeg.vhdr";
  constexpr std::array kSides = {"sub-01_task-rest_events.tsv", "sub-01_task-rest_channels.tsv",
                                 "sub-01_electrodes.tsv", "sub-01_coordsystem.json", "task-rest_eeg.json"};
  const auto of = [](const char* name, std::vector<std::byte> content) {
    return NamedFile{name, [source = std::make_shared<MemorySource>(std::move(content))] {
                       return Result<std::shared_ptr<ByteSource>>(source);
                     }};
  };
  std::vector<NamedFile> files = {of("sub-01_task-rest_eeg.eeg", std::vector<std::byte>(std::size_t{3} * 2 * 100))};
  for (const char* side : kSides) {
    const auto end = std::find(bytes.begin(), bytes.end(), std::byte{0});
    files.push_back(of(side, {bytes.begin(), end}));
    bytes = bytes.subspan(std::min(static_cast<std::size_t>(end - bytes.begin()) + 1, bytes.size()));
  }
  const FileSet all(std::move(files));
  const auto header = std::as_bytes(std::span(kHeader));
  auto recording = Recording::open(std::make_shared<MemorySource>(std::vector<std::byte>(header.begin(), header.end())),
                                   std::string(kName), 4096, all);
  if (!recording.ok()) throw std::logic_error("a recording that is right is refused");
  if (const auto used = recording->use_bids_sidecars(all); !used.ok()) (void)describe(used.error());
  enter_recording(std::move(recording));
  Warnings warnings;
  const auto people = parse_bids_participants(text_of(bytes), warnings);
  if (!people.ok()) return (void)describe(people.error());
  const BidsRow row{.name = *bids_recording_name("sub-01_task-rest_eeg.edf"), .source = "sub-01", .record = {}};
  (void)bids_group_tsv(std::span(&row, 1), *people);
}

// A data set whose external data file has the same bytes.
inline void enter_eeglab(Bytes bytes) {
  const auto source = std::make_shared<MemorySource>(std::vector<std::byte>(bytes.begin(), bytes.end()));
  const FileSet files({{"fuzz.fdt", [source] { return Result<std::shared_ptr<ByteSource>>(source); }}});
  enter_recording(Recording::open(source, "fuzz.set", 4096, files));
}

// A recording of one file, in a format that its bytes tell.
inline void enter_alone(Bytes bytes) {
  const auto source = std::make_shared<MemorySource>(std::vector<std::byte>(bytes.begin(), bytes.end()));
  enter_recording(Recording::open(source, "fuzz", 4096));
}

inline void enter_edf_strict(Bytes bytes) {
  MemorySource source(std::vector<std::byte>(bytes.begin(), bytes.end()));
  EdfOptions options;
  options.mode = EdfMode::strict;
  const auto header = parse_edf_header(source, options);
  if (!header.ok()) return;
  EdfAnnotationScan scan(*header, EdfMode::strict);
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

// Parsing, writing and parsing again must give the same result.
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

// Weights of another program for networks of fixed size: the file cannot request memory.
inline void enter_foreign(Bytes bytes) {
  static const std::vector<ModelConfig> configs = [] {
    std::vector<ModelConfig> read;
    for (const char* fields :
         {R"("architecture":"transformer","embedding":{"kind":"identity"},"position":{"kind":"none"},"n_blocks":1,)"
          R"("block":"post_ln","n_heads":2,"ffn_dim":12,"final_norm":false,"pool":"flatten")",
          R"("architecture":"eegnet","F1":3,"F2":4,"kernel_length":8,"sep_kernel_length":5,"pool2":2,"pad":"torch")",
          R"("architecture":"eegnet","F1":3,"F2":4,"kernel_length":8,"sep_kernel_length":6,"pool2":2)"}) {
      const auto document =
          JsonDocument::parse(std::string(R"({"n_chans":4,"n_times":24,"n_outputs":3,)") + fields + "}");
      read.push_back(read_config(document->root()).value());
    }
    return read;
  }();
  const auto foreign = ForeignWeights::read(bytes);
  if (!foreign.ok()) return (void)describe(foreign.error());
  for (const ModelConfig& config : configs) {
    const auto imported = import_weights(*foreign, config, {{"head.weight", "classifier.weight"}});
    if (!imported.ok()) (void)describe(imported.error());
  }
}

// A run that can be continued from a checkpoint. The input is a checkpoint, or the counters of an otherwise valid one.
inline void enter_checkpoint(Bytes bytes) {
  static const std::vector<float> x(6 * 2 * 4, 0.5F);
  static Trainer trainer = [] {
    const auto document = JsonDocument::parse(
        R"({"architecture":"transformer","n_chans":2,"n_times":4,"n_outputs":2,"n_blocks":1,"n_heads":1,)"
        R"("embedding":{"kind":"linear","dim":2},"ffn_dim":2})");
    const ModelConfig config = read_config(document->root()).value();
    const TrainingSet set{{x.data(), 6, 2, 4}, {.classes = {0, 1, 0, 1, 0, 1}, .values = {}}};
    TrainOptions options = default_options(config, OptimizerKind::kAdamW, true);
    options.n_epochs = 3;
    options.batch_size = 2;
    return Trainer::create(config, initial_weights(config, 1), set, {}, options).value();
  }();
  static const std::vector<std::byte> good = trainer.checkpoint();
  static const SafetensorsFile file = parse_safetensors(good).value();
  if (const auto restored = trainer.restore(bytes); !restored.ok()) (void)describe(restored.error());
  std::vector<std::pair<std::string, std::string>> metadata = file.metadata;
  for (auto& [key, value] : metadata) {
    if (key == "progress") value = text_of(bytes);
  }
  std::vector<std::vector<float>> values;
  std::vector<SafetensorsOut> tensors;
  values.reserve(file.tensors.size());
  for (const SafetensorsTensor& tensor : file.tensors) {
    values.push_back(read_floats(file, tensor, good).value());
    tensors.push_back({tensor.name, tensor.shape, values.back()});
  }
  if (!trainer.restore(write_safetensors(metadata, tensors)).ok()) return;
  const std::vector<std::byte> written = trainer.checkpoint();
  if (!trainer.restore(written).ok() || trainer.checkpoint() != written)
    throw std::logic_error("a checkpoint that was taken is not taken again");
}

#ifndef __EMSCRIPTEN__  // no module has experiments
inline void enter_plan(Bytes bytes) {
  const auto plan = parse_plan(text_of(bytes));
  if (!plan.ok()) return (void)describe(plan.error());
  (void)dataset_warning(*plan);
}
#endif

struct ParserEntry {
  std::string_view name;
  std::string_view folder;  // below tests; its files are the seed corpus
  void (*enter)(Bytes);
};
inline constexpr std::array kParserEntries = {ParserEntry{"edf", "data/edf", enter_edf},
                                              ParserEntry{"edf_strict", "data/edf", enter_edf_strict},
                                              ParserEntry{"brainvision", "fuzz/corpus/brainvision", enter_brainvision},
                                              ParserEntry{"bids", "fuzz/corpus/bids", enter_bids},
                                              ParserEntry{"eeglab", "data/eeglab", enter_eeglab},
                                              ParserEntry{"openbci", "data/openbci", enter_alone},
                                              ParserEntry{"fif", "data/fif", enter_alone},
                                              ParserEntry{"muse", "data/muse", enter_alone},
                                              ParserEntry{"cnt", "data/cnt", enter_alone},
                                              ParserEntry{"gdf", "data/gdf", enter_alone},
                                              ParserEntry{"xdf", "data/xdf", enter_alone},
                                              ParserEntry{"hypnogram", "data/hypnogram", enter_hypnogram},
                                              ParserEntry{"stager", "fuzz/corpus/stager", enter_stager},
                                              ParserEntry{"sleep_json", "fuzz/corpus/sleep_json", enter_sleep_json},
                                              ParserEntry{"tal", "data/edf", enter_tal},
                                              ParserEntry{"json", "data/safetensors", enter_json},
                                              ParserEntry{"safetensors", "data/safetensors", enter_safetensors},
                                              ParserEntry{"npy", "data/npy", enter_npy},
                                              ParserEntry{"recipe", "fuzz/corpus/recipe", enter_recipe},
                                              ParserEntry{"config", "fuzz/corpus/config", enter_config},
                                              ParserEntry{"model", "fuzz/corpus/model", enter_model},
                                              ParserEntry{"foreign", "data/import", enter_foreign},
#ifndef __EMSCRIPTEN__
                                              ParserEntry{"plan", "fuzz/corpus/plan", enter_plan},
#endif
                                              ParserEntry{"checkpoint", "fuzz/corpus/checkpoint", enter_checkpoint}};

}  // namespace eegate::test
