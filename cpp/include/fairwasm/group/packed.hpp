// SPDX-License-Identifier: Apache-2.0
//
// Counts as flat numbers, group by group: the sums of kCountFields, then the moments. For whoever
// keeps counts without looking at them, and hands them back.
#pragma once

#include <span>
#include <vector>

#include "fairwasm/group/counts.hpp"

namespace fairwasm::group {

inline constexpr std::size_t kProducts = kBaseSums * kBaseSums;
inline constexpr std::size_t kCountWidth = kCountFields.size() + kProducts + kConfusionCells;

std::vector<double> pack(std::span<const Counts> groups);
std::vector<Counts> unpackCounts(std::span<const double> values);

}  // namespace fairwasm::group
