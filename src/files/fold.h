// Text for comparing names that may be spelt in several ways: Müller, MUELLER and Muller are one, and so are bytes of
// UTF-8 and of Latin-1.
#pragma once

#include <string>
#include <string_view>

namespace eegate {

// Small letters without accents; ae, oe, ue and ss as the one letter that they stand for; letters that are twice as
// wide as others as those. Greek and Cyrillic letters become small ones. Everything else stays.
std::string folded(std::string_view bytes);

}  // namespace eegate
