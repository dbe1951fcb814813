// Elementary functions made of + - * / and comparisons alone. The libraries of different systems
// differ in the last bit of sin or exp; what is built on these (filters, windows, the simulated
// recording) is the same everywhere. Errors are a few units in the last place.
#pragma once

namespace eegate::portable {

// |x| up to some thousands; sin_turns(t) = sin(2 pi t) keeps its accuracy for any t.
double sin(double x);
double cos(double x);
double tan(double x);
double sin_turns(double t);
double cos_turns(double t);

double exp(double x);
double log(double x);
double log1p(double x);  // log(1 + x)

}  // namespace eegate::portable
