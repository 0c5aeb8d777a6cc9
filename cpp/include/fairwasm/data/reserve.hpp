// SPDX-License-Identifier: Apache-2.0
//
// Memory for rows is reserved before the first row is added, so that nothing changes if memory runs
// out.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace fairwasm::data {

// Reserves memory for `more` values. Values move at most once per batch, and rarely for small
// batches.
template <class T>
void makeRoom(std::vector<T>& values, std::size_t more) {
  const std::size_t needed = values.size() + more;
  if (needed > values.capacity()) values.reserve(std::max(needed, 2 * values.capacity()));
}

}  // namespace fairwasm::data
