// Result<T>: a value or an Error. Invalid data are reported with a Result, programming errors with assert.
#pragma once

#include <cassert>
#include <optional>
#include <type_traits>
#include <utility>
#include <variant>

#include "base/error.h"

namespace eegate {

// An Error on the heap. A Result stays small, and the code that moves and frees an Error exists once instead of after
// every call, where it would be a quarter of the WebAssembly module.
class ErrorBox {
 public:
  explicit ErrorBox(Error&& error);
  ErrorBox(const ErrorBox& other);
  ErrorBox(ErrorBox&& other) noexcept : error_(std::exchange(other.error_, nullptr)) {}
  ErrorBox& operator=(ErrorBox other) noexcept {
    std::swap(error_, other.error_);
    return *this;
  }
  ~ErrorBox() {
    if (error_ != nullptr) free();
  }
  Error& operator*() const { return *error_; }

 private:
  void free();
  Error* error_;
};

template <class T = void>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}         // NOLINT(google-explicit-constructor)
  Result(Error&& error) : state_(std::in_place_index<1>, std::move(error)) {}   // NOLINT(google-explicit-constructor)
  Result(const Error& error) : Result(Error(error)) {}                          // NOLINT(google-explicit-constructor)
  Result(ErrorBox error) : state_(std::in_place_index<1>, std::move(error)) {}  // NOLINT(google-explicit-constructor)

  bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }

  T& value() & { return *checked(); }
  const T& value() const& { return *const_cast<Result*>(this)->checked(); }
  T&& value() && { return std::move(*checked()); }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  T* operator->() { return checked(); }
  const T* operator->() const { return const_cast<Result*>(this)->checked(); }

  const Error& error() const& {
    assert(!ok());
    return **std::get_if<1>(&state_);
  }
  Error&& error() && {
    assert(!ok());
    return std::move(**std::get_if<1>(&state_));
  }
  ErrorBox take_error() {
    assert(!ok());
    return std::move(*std::get_if<1>(&state_));
  }

 private:
  T* checked() {
    assert(ok());
    return std::get_if<0>(&state_);
  }
  std::variant<T, ErrorBox> state_;
};

template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Error&& error) : error_(std::move(error)) {}   // NOLINT(google-explicit-constructor)
  Result(const Error& error) : Result(Error(error)) {}  // NOLINT(google-explicit-constructor)
  Result(ErrorBox error) : error_(std::move(error)) {}  // NOLINT(google-explicit-constructor)

  bool ok() const { return !error_; }
  explicit operator bool() const { return ok(); }
  const Error& error() const& {
    assert(!ok());
    return **error_;
  }
  Error&& error() && {
    assert(!ok());
    return std::move(**error_);
  }
  ErrorBox take_error() {
    assert(!ok());
    return *std::move(error_);
  }

 private:
  std::optional<ErrorBox> error_;
};

}  // namespace eegate

#define EEGATE_CONCAT_(a, b) a##b
#define EEGATE_CONCAT(a, b) EEGATE_CONCAT_(a, b)

// EEGATE_TRY(auto header, parse_header(bytes));   declares or assigns the value, or returns the error to the caller.
#define EEGATE_TRY(lhs, expression) EEGATE_TRY_(EEGATE_CONCAT(result_, __LINE__), lhs, expression)
#define EEGATE_TRY_(result, lhs, expression)    \
  auto result = (expression);                   \
  if (!result.ok()) return result.take_error(); \
  lhs = std::move(result).value()

// EEGATE_CHECK(check_shape(x));   returns the error of a Result<void> to the caller.
#define EEGATE_CHECK(expression)                                              \
  do {                                                                        \
    if (auto check_ = (expression); !check_.ok()) return check_.take_error(); \
  } while (false)
