// SPDX-License-Identifier: Apache-2.0
//
// Order of an attribute's categories, for metrics that depend on it.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace fairwasm::group::internal {

// Returns the indices of the categories in ascending order: numerically if all of them are decimal
// numbers, otherwise as text.
std::vector<std::size_t> sortedCategories(const std::vector<std::string>& categories);

}  // namespace fairwasm::group::internal
