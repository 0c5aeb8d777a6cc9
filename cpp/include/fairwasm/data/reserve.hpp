// SPDX-License-Identifier: Apache-2.0
//
// Memory for rows that are about to be added: asked for before the first of them is, so that where
// there is none, nothing has changed yet.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace fairwasm::data {

// Room for `more` values: they are moved once a batch at most, and seldom where batches are small.
template <class T>
void makeRoom(std::vector<T>& values, std::size_t more) {
  const std::size_t needed = values.size() + more;
  if (needed > values.capacity()) values.reserve(std::max(needed, 2 * values.capacity()));
}

}  // namespace fairwasm::data
