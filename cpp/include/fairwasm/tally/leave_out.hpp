// SPDX-License-Identifier: Apache-2.0
//
// Tallies without some of their clusters, for the jackknife (uncertainty/jackknife.hpp).
#pragma once

#include <cstddef>

#include "fairwasm/tally/tally.hpp"

namespace fairwasm::tally {

// Returns the weights and scores of a tally without the clusters at every `sets`-th place from
// `set` on. The result has no clusters, and its numbers of rows are those of all clusters. Clusters
// are ordered by their numbers, which are hashes of names, so that the sets are random. Throws
// kInvalidArgument unless `set` is below `sets`.
Tally withoutClusters(const Tally& tally, std::size_t set, std::size_t sets);

}  // namespace fairwasm::tally
