// SPDX-License-Identifier: Apache-2.0
//
// Counts and what belongs to them as flat numbers, for whoever keeps them without looking at them,
// and hands them back. Counts go group by group: the sums of kCountFields, then the moments.
#pragma once

#include <span>
#include <vector>

#include "fairwasm/group/cluster_moments.hpp"

namespace fairwasm::group {

inline constexpr std::size_t kProducts = kBaseSums * kBaseSums;
inline constexpr std::size_t kCountWidth = kCountFields.size() + kProducts + kCellSets;

std::vector<double> pack(std::span<const Counts> groups);
std::vector<Counts> unpackCounts(std::span<const double> values);

std::vector<double> pack(const Products& products);
// None of no values.
Products unpackProducts(std::span<const double> values);

// The number of persons with rows in several groups, that of the groups, what is known of each, and
// each pair's places and products. Empty where there are none.
std::vector<double> pack(const SharedClusters& shared);
SharedClusters unpackShared(std::span<const double> values);

}  // namespace fairwasm::group
