// SPDX-License-Identifier: Apache-2.0
//
// Special values of a double. Undefined metrics are NaN; the comment of each metric states when.
#pragma once

#include <limits>

namespace fairwasm {

inline constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

}  // namespace fairwasm
