// SPDX-License-Identifier: Apache-2.0
//
// What is undefined is NaN, and says at its name why.
#pragma once

#include <limits>

namespace fairwasm {

inline constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

}  // namespace fairwasm
