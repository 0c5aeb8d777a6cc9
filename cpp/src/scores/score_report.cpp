// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/scores/score_report.hpp"

namespace fairwasm::scores {

ScoreReport scoreReport(const ScoreHistogram& group, std::size_t bins, double confidence) {
  const ScoreCertainty certainty = scoreCertainty(group, bins);
  return {operations(group), certainty.calibration, scoreIntervals(certainty, confidence),
          certainty.cases};
}

ScoreDifferences scoreDifferencesTo(std::span<const ScoreHistogram> groups, std::size_t reference,
                                    std::size_t bins, double confidence) {
  std::vector<ScoreCertainty> certainties;
  for (const auto& group : groups) certainties.push_back(scoreCertainty(group, bins));
  ScoreDifferences all;
  for (const auto& each : certainties) {
    all.groups.push_back(scoreDifferences(each, certainties.at(reference), confidence));
    all.cases.push_back(each.cases);
  }
  return all;
}

}  // namespace fairwasm::scores
