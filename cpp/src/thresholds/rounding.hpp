// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace fairwasm::thresholds {

// Rates, values, and slopes that differ by less than this are considered equal, because rounding
// can separate them.
inline constexpr double kRounding = 1e-12;

}  // namespace fairwasm::thresholds
