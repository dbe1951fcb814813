// A value that is computed on first use, by whichever thread needs it first. Const functions may use one and still be
// called by several threads at once.
#pragma once

#include <atomic>
#include <thread>
#include <utility>

namespace eegate {

template <class T>
class Lazy {
 public:
  Lazy() = default;
  explicit Lazy(T value) : value_(std::move(value)) {}
  // Not thread-safe, neither for this nor for `other`.
  Lazy(Lazy&& other) noexcept : value_(std::move(other.value_)), state_(other.state_.load()) {}
  Lazy& operator=(Lazy&& other) noexcept {
    value_ = std::move(other.value_);
    state_ = other.state_.load();
    return *this;
  }

  // The value. make(T&) computes it unless that has happened since the last reset(); other threads wait meanwhile. This
  // does not use std::mutex because its error handling would be linked into the WebAssembly module, which has one
  // thread.
  template <class Make>
  const T& get(const Make& make) const {
    if (state_.load(std::memory_order_acquire) == State::kMade) return value_;
    State found = State::kMissing;
    if (state_.compare_exchange_strong(found, State::kBeingMade)) {
      make(value_);
      state_.store(State::kMade, std::memory_order_release);
    }
    while (state_.load(std::memory_order_acquire) != State::kMade) let_others_run();
    return value_;
  }
  // Marks the value as out of date; its memory is kept. Not thread-safe.
  void reset() { state_.store(State::kMissing, std::memory_order_relaxed); }

 private:
  enum class State { kMissing, kBeingMade, kMade };

  static void let_others_run() {
#ifndef __EMSCRIPTEN__  // a module has one thread and never gets here; yield() would link a clock
    std::this_thread::yield();
#endif
  }

  mutable T value_{};
  mutable std::atomic<State> state_ = State::kMissing;
};

}  // namespace eegate
