// SPDX-License-Identifier: Apache-2.0
//
// The order of an attribute's categories, where a value depends on it.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace fairwasm::group::internal {

// Places of the categories in ascending order: as numbers where all of them are decimal numbers, as
// text else.
std::vector<std::size_t> sortedCategories(const std::vector<std::string>& categories);

}  // namespace fairwasm::group::internal
