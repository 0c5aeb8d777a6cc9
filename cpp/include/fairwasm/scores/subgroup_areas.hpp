// SPDX-License-Identifier: Apache-2.0
//
// The areas under ROC curves of Borkan et al.: Nuanced Metrics for Measuring Unintended Bias, 2019,
// for identities that overlap: a row belongs to any number of them. All rows that are not of an
// identity are its background. Scores are sorted once for all identities.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "fairwasm/uncertainty/score_intervals.hpp"

namespace fairwasm::scores {

// Columns of one length; each identity is 1 for its rows.
struct IdentityRows {
  std::span<const std::uint8_t> positive;
  std::span<const double> score;
  std::span<const double> weight;  // empty: every row weighs 1
  std::vector<std::span<const std::uint8_t>> identities;
};

struct SubgroupAreas {
  double rows;                    // of the identity
  uncertainty::Bounded subgroup;  // among the rows of the identity
  uncertainty::Bounded bpsn;      // background positives and subgroup negatives
  uncertainty::Bounded bnsp;      // background negatives and subgroup positives
};

struct AllSubgroupAreas {
  uncertainty::Bounded overall;
  std::vector<SubgroupAreas> identities;
};

// NaN where the rows of an area lack an outcome. Throws kShapeMismatch for columns of another
// length, kInvalidArgument with the row for a score that is not finite, a weight that is not in
// [0, kMaxWeight], and for a confidence outside (0, 1).
AllSubgroupAreas subgroupAreas(const IdentityRows& rows, double confidence);

}  // namespace fairwasm::scores
