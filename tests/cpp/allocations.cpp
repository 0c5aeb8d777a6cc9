// SPDX-License-Identifier: Apache-2.0
#include "allocations.hpp"

#include <cstdlib>
#include <limits>
#include <new>

namespace {

constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();
thread_local std::size_t granted = kAll;  // how many allocations are left

void* allocate(std::size_t size) {
  if (granted == 0) throw std::bad_alloc();
  if (granted != kAll) --granted;
  // Owned by whoever asked operator new for it.
  if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc();
}

}  // namespace

// All of the tests' memory comes from here: arrays and the others fall back on these.
void* operator new(std::size_t size) { return allocate(size); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace fairwasm::testing {

RefusedAllocations::RefusedAllocations(std::size_t count) { granted = count; }
RefusedAllocations::~RefusedAllocations() { granted = kAll; }

}  // namespace fairwasm::testing
