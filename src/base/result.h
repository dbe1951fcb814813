// Result<T>: a value or an Error. Invalid data are reported with a Result, programming errors with assert.
#pragma once

#include <cassert>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

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
  Result(T value) : value_(std::move(value)), is_ok_(true) {}          // NOLINT(google-explicit-constructor)
  Result(Error&& error) : error_(std::move(error)), is_ok_(false) {}   // NOLINT(google-explicit-constructor)
  Result(const Error& error) : Result(Error(error)) {}                 // NOLINT(google-explicit-constructor)
  Result(ErrorBox error) : error_(std::move(error)), is_ok_(false) {}  // NOLINT(google-explicit-constructor)
  Result(Result&& other) noexcept(std::is_nothrow_move_constructible_v<T>) : is_ok_(other.is_ok_) {
    if (is_ok_) {
      std::construct_at(&value_, std::move(other.value_));
    } else {
      std::construct_at(&error_, std::move(other.error_));
    }
  }
  Result(const Result& other)
    requires std::is_copy_constructible_v<T>
      : is_ok_(other.is_ok_) {
    if (is_ok_) {
      std::construct_at(&value_, other.value_);
    } else {
      std::construct_at(&error_, other.error_);
    }
  }
  Result& operator=(Result other) noexcept(std::is_nothrow_move_constructible_v<T>) {
    std::destroy_at(this);
    std::construct_at(this, std::move(other));
    return *this;
  }
  ~Result() {
    if (is_ok_) {
      value_.~T();
    } else {
      error_.~ErrorBox();
    }
  }

  bool ok() const { return is_ok_; }
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
    return *error_;
  }
  Error&& error() && {
    assert(!ok());
    return std::move(*error_);
  }
  ErrorBox take_error() {
    assert(!ok());
    return std::move(error_);
  }

 private:
  T* checked() {
    assert(ok());
    return &value_;
  }
  // No std::variant: it would add functions and tables to the WebAssembly module for every T.
  union {
    T value_;
    ErrorBox error_;
  };
  bool is_ok_;
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
