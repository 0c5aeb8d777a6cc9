// SPDX-License-Identifier: Apache-2.0
//
// Index of each name in a list of names.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace fairwasm::amplification::internal {

using Places = std::unordered_map<std::string_view, std::size_t>;

// Refers to `names`, which must outlive the result.
inline Places indexByName(const std::vector<std::string>& names) {
  Places places;
  for (std::size_t i = 0; i < names.size(); ++i) places.emplace(names[i], i);
  return places;
}

}  // namespace fairwasm::amplification::internal
