// SPDX-License-Identifier: Apache-2.0
//
// Fairness and quality of a ranking. Rows are in ranking order, best first. Like AIF360's
// RegressionDatasetMetric.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace fairwasm::group {

struct InfeasibleIndex {
  std::size_t index = 0;               // number of violations over all prefixes and groups
  std::vector<std::size_t> positions;  // zero-based ends of the violating prefixes, ascending
};

// Counts, for every prefix of 1 … length - 1 rows, the groups with fewer rows in it than
// floor(share * rows of the prefix). `codes` contains the group of each row, `shares` the target
// proportion of each group. Like AIF360, the prefix of `length` rows itself is not checked; beyond
// the last row, the prefix stops growing although its target grows. There are no violations for
// length <= 1. Throws kInvalidArgument for a code without a share, a share that is not finite, or a
// length beyond 2^32. Source: Yang and Stoyanovich: Measuring Fairness in Ranked Outputs, 2017;
// Geyik, Ambler and Kenthapadi: Fairness-Aware Ranking in Search and Recommendation Systems, 2019.
InfeasibleIndex infeasibleIndex(std::span<const std::uint32_t> codes,
                                std::span<const double> shares, std::size_t length);

// Returns sum score_k / log2(k + 2) over the first `length` rows, k from 0. Source: Järvelin and
// Kekäläinen 2002.
double discountedCumulativeGain(std::span<const double> scores, std::size_t length);

}  // namespace fairwasm::group
