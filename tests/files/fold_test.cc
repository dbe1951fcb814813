#include "files/fold.h"

#include <catch2/catch_test_macros.hpp>

using namespace eegate;

namespace fold_test {

TEST_CASE("different spellings of a name are folded to one text", "[files]") {
  for (const char* spelling : {"M\xC3\xBCller", "M\xFCller", "MUELLER", "Muller", "Mu\xCC\x88ller", "M\xC3\x9CLLER",
                               "\xEF\xBC\xAD\xEF\xBD\x95ller"})
    CHECK(folded(spelling) == "muller");
  CHECK(folded("Stra\xC3\x9F"
               "e") == folded("STRASSE"));
  CHECK(folded("\xC5\xA0im\xC5\xAFnek") == "simunek");
  CHECK(folded("S\xC3\xB8ren") == folded("Soeren"));
  CHECK(folded("\xD0\x98\xD0\x92\xD0\x90\xD0\x9D") == folded("\xD0\xB8\xD0\xB2\xD0\xB0\xD0\xBD"));
  CHECK(folded("Fz-Cz 12") == "fz-cz 12");
}

}  // namespace fold_test
