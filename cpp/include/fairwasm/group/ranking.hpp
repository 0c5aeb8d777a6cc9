// SPDX-License-Identifier: Apache-2.0
//
// How a ranking treats groups, and what its order is worth: rows are taken in the order in which
// they come, best first. As in AIF360's RegressionDatasetMetric.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace fairwasm::group {

struct InfeasibleIndex {
  std::size_t index = 0;  // violations over all prefixes and groups
  std::vector<std::size_t>
      positions;  // zero-based ends of the prefixes with a violation, ascending
};

// For every prefix of 1 … length - 1 rows, how many groups have fewer rows in it than floor(share *
// rows of the prefix). `codes` is each row's group, `shares` the target share of each group. As in
// AIF360 the prefix of `length` rows itself is not looked at, and beyond the last row the prefix
// does not grow while its target does. length <= 1: no violation. Throws kInvalidArgument for a
// code without a share, a share that is not finite, or a length beyond 2^32. Source: Yang and
// Stoyanovich: Measuring Fairness in Ranked Outputs, 2017; Geyik, Ambler and Kenthapadi:
// Fairness-Aware Ranking in Search and Recommendation Systems, 2019.
InfeasibleIndex infeasibleIndex(std::span<const std::uint32_t> codes,
                                std::span<const double> shares, std::size_t length);

// sum score_k / log2(k + 2) over the first `length` rows, k from 0. Source: Järvelin and Kekäläinen
// 2002.
double discountedCumulativeGain(std::span<const double> scores, std::size_t length);

}  // namespace fairwasm::group
