// SPDX-License-Identifier: Apache-2.0
//
// Counts and related data as flat arrays, for callers that store them and pass them back. Counts
// are ordered by group: the sums of kCountFields, then the moments.
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
// Returns zero products for an empty list.
Products unpackProducts(std::span<const double> values);

// Returns the number of shared clusters, the number of groups, the data of each group, and the
// indices and products of each pair. Empty without shared clusters.
std::vector<double> pack(const SharedClusters& shared);
SharedClusters unpackShared(std::span<const double> values);

}  // namespace fairwasm::group
