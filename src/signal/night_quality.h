// Whether what a channel shows in an epoch can be an EEG at all.
#pragma once

#include <span>

namespace eegate {

// Whether power is spread evenly over 1 to 24 Hz: the densities of six bands differ by less than a factor of two. Noise
// of amplifiers is like that; the EEG falls by an order of magnitude, or has peaks. False for a silent epoch.
bool has_flat_spectrum(std::span<const double> epoch, double sfreq);

}  // namespace eegate
