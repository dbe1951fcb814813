// Well-formed extreme configurations: the limits of each field, and values just beyond them.
#include <array>
#include <catch2/catch_test_macros.hpp>
#include <map>
#include <string>

#include "base/numbers_as_text.h"
#include "base/rng.h"
#include "files/strict_object.h"
#include "model/architecture.h"
#include "model/config.h"

using namespace eegate;

namespace extreme_configs_test {

namespace {

constexpr std::size_t kConfigs = 10000;

class Maker {
 public:
  Maker(const Rng& rng, std::uint64_t config) : rng_(rng), at_(config << 16) {}

  std::string config() {
    const auto names = architecture_names();
    const Architecture& architecture = *find_architecture(names[below(names.size())]);
    std::string json = R"("architecture":")" + std::string(architecture.name) + '"';
    for (const char* size : {"n_chans", "n_times", "n_outputs"})
      json += std::string(",\"") + size + "\":" + std::to_string(1 + below(one_of(4) ? 100000 : 64));
    const std::string own = members(architecture.fields);
    return "{" + json + (own.empty() ? "" : "," + own) + "}";
  }

 private:
  std::uint64_t below(std::uint64_t n) { return rng_.bits(at_++) % n; }
  bool one_of(std::uint64_t n) { return below(n) == 0; }

  std::string number(const FieldSpec& field) {
    constexpr std::array kAnything = {0.0, -1.0, 0.5, 1e-300, 1e9, 0x1p32, 0x1p53, 1e300, 5e-324, 3.0};
    switch (below(8)) {
      case 0:
        return significant(field.lowest, 17);
      case 1:
        return significant(field.highest, 17);
      case 2:
        return significant(field.highest + 1, 17);
      case 3:
        return significant(kAnything[below(kAnything.size())], 17);
      default:
        return significant(field.lowest + static_cast<double>(below(16)), 17);
    }
  }

  std::string value(const FieldSpec& field) {
    switch (field.type) {
      case FieldType::kInteger:
      case FieldType::kNumber:
        return number(field);
      case FieldType::kBool:
        return one_of(2) ? "true" : "false";
      case FieldType::kChoice:
        return field.choices.empty() ? "\"\"" : "\"" + std::string(field.choices[below(field.choices.size())]) + "\"";
      case FieldType::kText:
        return "\"text\"";
      case FieldType::kIntegers: {
        const std::string first = number(field);
        return "[" + first + "," + number(field) + "]";
      }
      case FieldType::kObject:
        return "{" + members(field.fields) + "}";
      case FieldType::kKinds: {
        const std::span<const KindSpec> kinds = field.kinds;
        const KindSpec& kind = kinds[below(kinds.size())];
        const std::string own = members(kind.fields);
        return R"({"kind":")" + std::string(kind.kind) + "\"" + (own.empty() ? "" : "," + own) + "}";
      }
      default:  // no configuration has other types
        break;
    }
    return "null";
  }

  std::string members(std::span<const FieldSpec> fields) {
    std::string json;
    for (const FieldSpec& field : fields) {
      if (!one_of(3)) continue;
      json += (json.empty() ? "\"" : ",\"") + std::string(field.name) + "\":" + value(field);
    }
    return json;
  }

  const Rng& rng_;
  std::uint64_t at_;
};

}  // namespace

TEST_CASE("ten thousand extreme configurations are refused or resolved, the same on every system", "[model][bits]") {
  const Rng rng(1, "extreme configurations");
  std::map<std::string, std::size_t> refused;
  std::size_t n_resolved = 0;
  std::uint64_t fingerprint = 0;
  for (std::uint64_t i = 0; i < kConfigs; ++i) {
    const std::string json = Maker(rng, i).config();
    CAPTURE(i, json);
    const auto document = JsonDocument::parse(json);
    REQUIRE(document.ok());
    const auto config = read_config(document->root());
    const std::string outcome = config.ok() ? config->to_json() : std::string(config.error().code);
    if (config.ok()) {
      ++n_resolved;
      CHECK(JsonDocument::parse(outcome).ok());
    } else {
      ++refused[outcome];
    }
    fingerprint = fnv1a64(outcome + hexadecimal(fingerprint, 16));
  }
  std::string counts;
  for (const auto& [code, n] : refused) counts += code + " " + std::to_string(n) + "\n";
  INFO(counts << n_resolved << " resolved");
  CHECK(n_resolved > kConfigs / 50);
  CHECK(refused["MODEL_CONFIG_VALUE"] > kConfigs / 10);
  CHECK(fingerprint ==
        0xa062341398d920f2);  // the same in native code and in WebAssembly; a new field or value changes it
}

}  // namespace extreme_configs_test
