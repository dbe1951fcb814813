// A value that is derived from an object when it is first needed, by whichever thread needs it first. A const function
// may use one and still be called by several threads at once.
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
  // Only while no other thread uses either of the two.
  Lazy(Lazy&& other) noexcept : value_(std::move(other.value_)), state_(other.state_.load()) {}
  Lazy& operator=(Lazy&& other) noexcept {
    value_ = std::move(other.value_);
    state_ = other.state_.load();
    return *this;
  }

  // The value; make(T&) derives it unless that has been done since the last reset(). Another thread that comes
  // meanwhile waits. No std::mutex: a WebAssembly module, which has one thread, would carry what it needs to
  // report errors.
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
  // What the value was derived from has changed. Its memory stays. Only while no other thread uses it.
  void reset() { state_.store(State::kMissing, std::memory_order_relaxed); }

 private:
  enum class State { kMissing, kBeingMade, kMade };

  static void let_others_run() {
#ifndef __EMSCRIPTEN__  // a module has one thread, which never gets here; what yields would link a clock
    std::this_thread::yield();
#endif
  }

  mutable T value_{};
  mutable std::atomic<State> state_ = State::kMissing;
};

}  // namespace eegate
