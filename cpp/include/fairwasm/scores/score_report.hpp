// SPDX-License-Identifier: Apache-2.0
//
// All that a report says of the scores of groups: each on its own, and against a reference.
#pragma once

#include <span>
#include <vector>

#include "fairwasm/scores/score_uncertainty.hpp"

namespace fairwasm::scores {

// `measures` with their intervals, as scoreIntervals() has them; `cases` as in ScoreCertainty.
struct ScoreReport {
  std::vector<Operation> operations;
  std::vector<CalibrationBin> calibration;
  std::vector<uncertainty::Bounded> measures;
  double cases;
};

// Throws as calibration() and scoreIntervals().
ScoreReport scoreReport(const ScoreHistogram& group, std::size_t bins, double confidence);

// Each group less the one at the place `reference`, and each group's cases. Throws likewise.
struct ScoreDifferences {
  std::vector<std::vector<ScoreDifference>> groups;
  std::vector<double> cases;
};
ScoreDifferences scoreDifferencesTo(std::span<const ScoreHistogram> groups, std::size_t reference,
                                    std::size_t bins, double confidence);

}  // namespace fairwasm::scores
