// SPDX-License-Identifier: Apache-2.0
//
// Subgroup AUCs of Borkan et al.: Nuanced Metrics for Measuring Unintended Bias, 2019. Identities
// may overlap: a row can belong to any number of them. All rows outside an identity are its
// background. Scores are sorted once for all identities.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "fairwasm/uncertainty/score_intervals.hpp"

namespace fairwasm::scores {

// Columns of equal length. Each identity has 1 for its rows.
struct IdentityRows {
  std::span<const std::uint8_t> positive;
  std::span<const double> score;
  std::span<const double> weight;  // empty: every row weighs 1
  std::vector<std::span<const std::uint8_t>> identities;
};

struct SubgroupAreas {
  double rows;                    // number of rows of the identity
  uncertainty::Bounded subgroup;  // among the rows of the identity
  uncertainty::Bounded bpsn;      // background positives and subgroup negatives
  uncertainty::Bounded bnsp;      // background negatives and subgroup positives
};

struct AllSubgroupAreas {
  uncertainty::Bounded overall;
  std::vector<SubgroupAreas> identities;
};

// An AUC is NaN unless both outcomes occur in its rows. Throws kShapeMismatch for columns of
// different lengths; kInvalidArgument with the row for a score that is not finite or a weight
// outside [0, kMaxWeight]; and kInvalidArgument for a confidence outside (0, 1).
AllSubgroupAreas subgroupAreas(const IdentityRows& rows, double confidence);

}  // namespace fairwasm::scores
