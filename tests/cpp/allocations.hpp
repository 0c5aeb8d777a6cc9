// SPDX-License-Identifier: Apache-2.0
//
// Makes allocations fail at a chosen time.
#pragma once

#include <cstddef>

namespace fairwasm::testing {

// While it exists, allocation number `granted` (from 0) of this thread and all later ones throw
// std::bad_alloc.
class RefusedAllocations {
 public:
  explicit RefusedAllocations(std::size_t granted);
  ~RefusedAllocations();
  RefusedAllocations(const RefusedAllocations&) = delete;
  RefusedAllocations& operator=(const RefusedAllocations&) = delete;
  RefusedAllocations(RefusedAllocations&&) = delete;
  RefusedAllocations& operator=(RefusedAllocations&&) = delete;
};

}  // namespace fairwasm::testing
