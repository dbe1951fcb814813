// Memory that is not there, at one allocation after the other: natively it is an exception, which the command tells.
// What was held on the way is let go, and the same work succeeds as soon as there is memory.
#ifndef __EMSCRIPTEN__  // there it ends the module
#include <catch2/catch_test_macros.hpp>
#include <cstdint>
#include <cstdlib>
#include <new>

#include "session/fixtures.h"
#include "session/session.h"
#include "session/train/training_session_cases.h"

namespace allocations_test {

namespace {

// Of this thread, while a Shortage lives.
thread_local std::int64_t n_left = -1, n_held = 0;

void* allocate(std::size_t n, std::size_t alignment) {
  if (n_left == 0) throw std::bad_alloc();
  if (n_left > 0) --n_left;
  void* memory = alignment == 0 ? std::malloc(n == 0 ? 1 : n)
                                : std::aligned_alloc(alignment, (n + alignment) / alignment * alignment);
  if (memory == nullptr) throw std::bad_alloc();
  ++n_held;
  return memory;
}

void release(void* memory) {
  if (memory != nullptr) --n_held;
  std::free(memory);
}

}  // namespace

}  // namespace allocations_test

void* operator new(std::size_t n) { return allocations_test::allocate(n, 0); }
void* operator new[](std::size_t n) { return allocations_test::allocate(n, 0); }
void* operator new(std::size_t n, std::align_val_t to) {
  return allocations_test::allocate(n, static_cast<std::size_t>(to));
}
void* operator new[](std::size_t n, std::align_val_t to) {
  return allocations_test::allocate(n, static_cast<std::size_t>(to));
}
// As std::stable_sort asks for its buffer.
void* operator new(std::size_t n, const std::nothrow_t&) noexcept {
  try {
    return allocations_test::allocate(n, 0);
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}
void* operator new[](std::size_t n, const std::nothrow_t& none) noexcept { return operator new(n, none); }
void operator delete(void* memory, const std::nothrow_t&) noexcept { allocations_test::release(memory); }
void operator delete[](void* memory, const std::nothrow_t&) noexcept { allocations_test::release(memory); }
void operator delete(void* memory) noexcept { allocations_test::release(memory); }
void operator delete[](void* memory) noexcept { allocations_test::release(memory); }
void operator delete(void* memory, std::size_t) noexcept { allocations_test::release(memory); }
void operator delete[](void* memory, std::size_t) noexcept { allocations_test::release(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { allocations_test::release(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { allocations_test::release(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { allocations_test::release(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { allocations_test::release(memory); }

using namespace eegate;
using namespace eegate::test;

namespace allocations_test {

namespace {

// Does the work with the first n allocations alone, for n = 1, 2, ... until it needs no more; far on not for every n.
template <class Work>
std::int64_t work_with_few(Work work) {
  REQUIRE(work());  // what is made once and kept is made here
  std::int64_t n = 0;
  for (bool done = false; !done; n += 1 + n / 64) {
    const std::int64_t held_before = n_held;
    n_left = n;
    try {
      done = work();
    } catch (const std::bad_alloc&) {
    }
    n_left = -1;
    const std::int64_t kept = n_held - held_before;
    CAPTURE(n);
    REQUIRE(kept == 0);
  }
  REQUIRE(work());
  return n;
}

}  // namespace

TEST_CASE("a classification that runs out of memory lets go of all that it held", "[session]") {
  const auto recording = edf_bytes(FixtureRecording{.channels = channels_named({"C3", "Cz", "C4"})});
  const auto model = model_bytes(FixtureModel{});
  const auto n = work_with_few([&] {
    Session session;
    const bool is_open = session.open_recording(1, std::make_shared<MemorySource>(recording), "r.edf").ok() &&
                         session.load_model(2, model, "m.safetensors").ok() && session.plan(3, 2, 1, "", false).ok();
    if (!is_open) return false;
    const auto probabilities = session.classify(3, 0, 2);
    return probabilities.ok() && session.hash_recording(1, 1 << 30).ok() && session.classify(3, 0, 2).ok();
  });
  CHECK(n > 100);
}

TEST_CASE("a training that runs out of memory lets go of all that it held", "[session][train]") {
  const std::vector<float> x = training_sessions::samples();
  const std::vector<std::int32_t> labels = training_sessions::alternating(training_sessions::kEpochs);
  const auto n = work_with_few([&] {
    auto session = TrainingSession::create("{" + training_sessions::kConfig + R"(,"options":{"epochs":1}})", {});
    if (!session.ok()) return false;
    const bool has_begun =
        (*session)->add_labels(labels, {}, training_sessions::kChans * training_sessions::kTimes).ok() &&
        (*session)->plan().ok() && (*session)->add_epochs(x).ok() && (*session)->begin().ok();
    if (!has_begun || !(*session)->advance(0, 0, 1, false).ok() || !(*session)->advance(0, 0, 1, false).ok())
      return false;
    return (*session)->checkpoint((*session)->position()).ok();
  });
  CHECK(n > 100);
}

}  // namespace allocations_test
#endif
