// SPDX-License-Identifier: Apache-2.0
//
// Score metrics of groups, and their differences from a reference group.
#pragma once

#include <span>
#include <vector>

#include "fairwasm/scores/score_uncertainty.hpp"

namespace fairwasm::scores {

// `measures` with the confidence intervals of scoreIntervals(); `cases` as in ScoreCertainty.
struct ScoreReport {
  std::vector<Operation> operations;
  std::vector<CalibrationBin> calibration;
  std::vector<uncertainty::Bounded> measures;
  double cases;
};

// Throws like calibration() and scoreIntervals().
ScoreReport scoreReport(const ScoreHistogram& group, std::size_t bins, double confidence);

// Differences between each group and the group at index `reference`, and each group's cases. Throws
// like scoreReport().
struct ScoreDifferences {
  std::vector<std::vector<ScoreDifference>> groups;
  std::vector<double> cases;
};
ScoreDifferences scoreDifferencesTo(std::span<const ScoreHistogram> groups, std::size_t reference,
                                    std::size_t bins, double confidence);

}  // namespace fairwasm::scores
