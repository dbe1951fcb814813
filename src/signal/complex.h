// Complex arithmetic with defined rounding: std::complex may multiply and divide differently on different systems.
#pragma once

namespace eegate {

struct Complex {
  double re = 0, im = 0;
};

inline Complex operator+(Complex a, Complex b) { return {a.re + b.re, a.im + b.im}; }
inline Complex operator-(Complex a, Complex b) { return {a.re - b.re, a.im - b.im}; }
inline Complex operator*(Complex a, Complex b) { return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re}; }
inline Complex operator*(double a, Complex b) { return {a * b.re, a * b.im}; }

inline double square_of_size(Complex a) { return a.re * a.re + a.im * a.im; }

inline Complex operator/(Complex a, Complex b) {
  const double square = square_of_size(b);
  return {(a.re * b.re + a.im * b.im) / square, (a.im * b.re - a.re * b.im) / square};
}

}  // namespace eegate
