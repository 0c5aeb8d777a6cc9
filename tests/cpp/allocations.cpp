// SPDX-License-Identifier: Apache-2.0
#include "allocations.hpp"

#include <cstdlib>
#include <limits>
#include <new>

namespace {

constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();
thread_local std::size_t granted = kAll;  // number of remaining allocations

void* allocate(std::size_t size) {
  if (granted == 0) throw std::bad_alloc();
  if (granted != kAll) --granted;
  // The caller of operator new owns the memory.
  if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc();
}

void* tryToAllocate(std::size_t size) noexcept {
  try {
    return allocate(size);
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

}  // namespace

// All memory of the tests is allocated here, except over-aligned memory. Each form of the operators
// is replaced, because a sanitizer has its own versions of the others, which would be incompatible.
void* operator new(std::size_t size) { return allocate(size); }
void* operator new[](std::size_t size) { return allocate(size); }
void* operator new(std::size_t size, const std::nothrow_t& /*tag*/) noexcept {
  return tryToAllocate(size);
}
void* operator new[](std::size_t size, const std::nothrow_t& /*tag*/) noexcept {
  return tryToAllocate(size);
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t /*size*/) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t /*size*/) noexcept { std::free(memory); }
void operator delete(void* memory, const std::nothrow_t& /*tag*/) noexcept { std::free(memory); }
void operator delete[](void* memory, const std::nothrow_t& /*tag*/) noexcept { std::free(memory); }

namespace fairwasm::testing {

RefusedAllocations::RefusedAllocations(std::size_t count) { granted = count; }
RefusedAllocations::~RefusedAllocations() { granted = kAll; }

}  // namespace fairwasm::testing
