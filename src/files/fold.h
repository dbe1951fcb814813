// Normalised text for comparing names that may be spelt in several ways: Müller, MUELLER and Muller become equal, in
// UTF-8 and in Latin-1.
#pragma once

#include <string>
#include <string_view>

namespace eegate {

// Lower-case letters without accents; ae, oe, ue and ss become the single letter that they replace; full-width letters
// become normal ones. Greek and Cyrillic letters become lower case. Other characters are unchanged.
std::string folded(std::string_view bytes);

}  // namespace eegate
