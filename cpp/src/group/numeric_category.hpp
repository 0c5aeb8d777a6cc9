// SPDX-License-Identifier: Apache-2.0
//
// Categories are text; some metrics need the numbers that they stand for.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace fairwasm::group::internal {

// The categories as finite numbers, or nothing where one of them is none.
std::optional<std::vector<double>> toNumbers(const std::vector<std::string>& categories);

}  // namespace fairwasm::group::internal
