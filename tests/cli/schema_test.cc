// The committed TypeScript types of recipes and configurations are those that the core reads and writes.
#include <catch2/catch_test_macros.hpp>

#include "cli/workshop.h"
#include "model/architecture.h"
#include "model/config.h"

namespace eegate::schema_test {
namespace {

// Every field of a table is set, those of objects within it, too.
void check_all_set(const ConfigNode& node, std::span<const FieldSpec> fields) {
  for (const FieldSpec& field : fields) {
    INFO(field.name);
    CHECK(node.is_set(field.name));
    if (field.type == FieldType::kObject) check_all_set(node.node(field.name), field.fields);
    if (field.type != FieldType::kKinds) continue;
    for (const KindSpec& kind : field.kinds) {
      if (kind.kind == node.node(field.name).kind()) check_all_set(node.node(field.name), kind.fields);
    }
  }
}

TEST_CASE("the committed types are those that the command writes", "[cli][schema]") {
  const test::Workshop workshop;
  const auto printed = workshop.run("schema");
  REQUIRE(printed.exit_code == 0);
  INFO("after a change of fields: build/native-tests/eegate schema -o web/worker/schema.ts");
  CHECK(test::read_text(test::test_data() / "../../web/worker/schema.ts") == printed.out);
  REQUIRE(workshop.run("schema -o types.ts").exit_code == 0);
  CHECK(test::read_text(workshop.path("types.ts")) == printed.out);
}

TEST_CASE("a resolved configuration has every field that its type promises", "[cli][schema]") {
  for (const std::string_view preset : preset_names()) {
    CAPTURE(preset);
    const auto config = preset_config(preset, 32, 320, 2);
    REQUIRE(config.ok());
    check_all_set(config->fields, full_schema(*find_architecture(config->architecture)));
  }
}

}  // namespace
}  // namespace eegate::schema_test
