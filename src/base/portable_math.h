// Elementary functions computed with + - * / and comparisons only. The C libraries of different systems differ in the
// last bit of sin or exp; filters, windows and the simulated recording, which use these functions, are the same
// everywhere. Errors are a few units in the last place.
#pragma once

namespace eegate::portable {

// sin, cos and tan: for |x| up to some thousands. sin_turns(t) = sin(2 pi t) and cos_turns(t) are accurate for any t.
double sin(double x);
double cos(double x);
double tan(double x);
double sin_turns(double t);
double cos_turns(double t);

double exp(double x);
double log(double x);
double log1p(double x);  // log(1 + x)

}  // namespace eegate::portable
