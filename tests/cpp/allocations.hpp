// SPDX-License-Identifier: Apache-2.0
//
// Memory that runs out where a test wants it to.
#pragma once

#include <cstddef>

namespace fairwasm::testing {

// While it lives, this thread's allocation number `granted` (from 0) and all later ones are refused
// by std::bad_alloc.
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
