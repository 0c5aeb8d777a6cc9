// SPDX-License-Identifier: Apache-2.0
//
// The special values of a double. An undefined metric is NaN; where it is declared, a comment says
// when.
#pragma once

#include <limits>

namespace fairwasm {

inline constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

}  // namespace fairwasm
